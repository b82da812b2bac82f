# SPDX-License-Identifier: BSD-2-Clause
"""Converts rec.data and compares what the readers of each format find with the JSON of the same recording.

A test is a function test_NAME; assertions fail it. Times are compared to the nanosecond, by the wall clock."""
import collections
import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import time

from readers import (NS, TRACE, Recorded, babeltrace, chrome, chrome_slices, convert, ctf_calls, has_result, differ, folded, name_of,
                     output_of, perf_calls, perf_script, unescaped)

truth = Recorded()


def test_the_recording_is_worth_it():
    """It has all kinds of events: otherwise the tests below would prove little."""
    states = collections.Counter(e.get('state', 'whole') for e in truth.of['syscall'])
    assert states['whole'] > 700 and states['unfinished'] >= 2 and states['resumed'] >= 1 and states['ended'] >= 1, states
    assert [e['name'] for e in truth.stuck] == ['read']
    assert len({c.tid for c in truth.calls}) >= 7
    assert any(c.ret is not None and c.ret < 0 for c in truth.calls)
    assert {e['signal'] for e in truth.of['signal']} >= {'SIGUSR1', 'SIGKILL'}, truth.of['signal']
    assert {(e.get('status'), e.get('signal')) for e in truth.of['exit']} >= {(3, None), (None, 'SIGKILL')}
    assert sum(c.name == 'getppid' for c in truth.calls) == 600
    assert any(isinstance(e.get('comm'), dict) for e in truth.events), 'no thread has a name that is not UTF-8'


# -- chrome -------------------------------------------------------------------------------------------------------------

def test_chrome_has_every_call():
    got = list(chrome_slices(chrome()['traceEvents']))
    returned = [c for c in truth.calls if c.ret is not None]
    differ([(t, n, ts, dur) for t, n, ts, dur, a in got if 'ret' in a],
           [(c.tid, c.name, c.begin, c.dur or 0) for c in returned])
    differ([(t, n, ts) for t, n, ts, dur, a in got if dur is None],
           [(t, e['name'], int(e['ts_ns'])) for t, e in truth.waiting.items()])
    differ([(n, a['ret'] if n == 'getppid' else a.get('errno')) for _, n, _, _, a in got if 'ret' in a],
           [(name_of(e), e['ret'] if e['name'] == 'getppid' else e.get('errno'))
            for e in truth.of['syscall'] if e.get('ret') is not None])


def test_chrome_by_jq():
    with open('chrome.json', 'wb') as f:
        f.write(convert('chrome'))
    script = '''.traceEvents | [(map(select(.ph == "X" or .ph == "B")) | length),
        (map(select(.ph == "i" and .cat == "signal")) | length),
        (map(select(.ph == "i" and .cat == "exit")) | length), (map(select(.name == "getppid" and .dur >= 0)) | length)]'''
    waits = sum(e.get('state') == 'unfinished' for e in truth.of['syscall'])
    resumed = sum(e.get('state') == 'resumed' for e in truth.of['syscall'])
    want = [len(truth.calls) + waits - resumed, len(truth.of['signal']), len(truth.of['exit']), 600]
    assert json.loads(output_of('jq', '-c', script, 'chrome.json')) == want


def test_chrome_names_tracks():
    data = chrome()['traceEvents']
    names = {e['tid']: e['args']['name'] for e in data if e['name'] == 'thread_name'}
    assert set(names) == {e['tid'] for e in truth.events if 'tid' in e}
    for tid, comm in truth.comms.items():
        text = 'a;b "c\\\\\\n\\377' if isinstance(comm, dict) else comm
        assert names[tid] == f'{text}/{tid}', (names[tid], comm)
    pids = {e['pid'] for e in truth.events if 'pid' in e}
    assert {e['pid'] for e in data if e['name'] == 'process_name'} == pids


HOSTILE = {'"quote\\"back\\\\slash"', '"\\377\\376 not UTF-8"', '"line\\nfeed\\33[2J"', '"caf\u00e9 \u4e2d"', '"semi;colon"'}


def test_chrome_keeps_hostile_strings():
    names = {e['args'].get('filename') for e in chrome()['traceEvents'] if e['name'] == 'openat'}
    written = {e['args'].get('buf') for e in chrome()['traceEvents'] if e['name'] == 'write'}
    assert HOSTILE <= names, HOSTILE - names
    assert HOSTILE <= written, HOSTILE - written


def test_chrome_of_nothing():
    data = chrome('-e', 'none', '-p', '1')
    assert data['displayTimeUnit'] == 'ns' and not [e for e in data['traceEvents'] if e['ph'] == 'X']
    assert data['otherData']['calls'] == 0


# -- folded -------------------------------------------------------------------------------------------------------------

def stack_of(e):
    comm = 'a\\073b "c\\\\\\n\\377' if isinstance(e['comm'], dict) else e['comm']
    return f'{comm};{name_of(e)}' + (f';{e["errno"]}' if 'errno' in e else '')


def stacks(weigh):
    want = collections.Counter()
    for e in truth.of['syscall']:
        if e.get('state') != 'unfinished':
            want[stack_of(e)] += weigh(e)
    for e in truth.waiting.values():
        want[stack_of(e)] += 0
    return want


def test_folded_counts_calls():
    want = stacks(lambda e: 1)
    for e in truth.waiting.values():
        want[stack_of(e)] += 1
    assert folded('--weight', 'calls') == dict(want)


def test_folded_sums_time():
    ended = {stack_of(e) for e in truth.of['syscall'] if e.get('state') == 'ended'}
    waits = {stack_of(e) for e in [*truth.waiting.values(), *truth.stuck]}
    assert waits
    got, want = folded(), stacks(lambda e: e.get('dur_ns', 0))
    assert set(got) == set(want)
    for stack in got:
        if stack in waits:
            assert got[stack] > want[stack] + 3 * NS, stack
        elif stack not in ended:
            assert got[stack] == want[stack], stack
    assert len([s for s in got if s not in waits and s not in ended]) > 20


# -- perf ---------------------------------------------------------------------------------------------------------------

def offset_of_clocks():
    return int(json.loads(convert('chrome'))['otherData']['real_minus_monotonic_ns'])


def check_perf(samples):
    native = os.uname().machine
    got = [c._replace(name=truth.nr[native, c.name]) for c in perf_calls(samples, offset_of_clocks())]
    differ([c for c in got if c.ret is not None], [c for c in truth.calls if c.ret is not None])
    never = [(c.tid, c.name, c.begin) for c in truth.calls if c.ret is None]
    never += [(t, e['name'], int(e['ts_ns'])) for t, e in truth.waiting.items()]
    differ([(c.tid, c.name, c.begin) for c in got if c.ret is None], never)
    signals = [(int(m['tid']), int(re.match(rb'sig=(\d+) ', m['text'])[1]))
               for m in samples if m['event'] == b'signal:signal_deliver']
    differ(signals, [(e['tid'], signal.Signals[e['signal']].value) for e in truth.of['signal']])


def test_perf_reads_the_file():
    convert('perf', '-o', 'perf.data')
    samples = perf_script('-i', 'perf.data')
    check_perf(samples)
    assert {b'a;b "c\\\n\xff'} < {m['comm'] for m in samples}
    times = [(int(m['sec']), int(m['ns'])) for m in samples]
    assert times == sorted(times)


def test_perf_reads_a_pipe():
    check_perf(perf_script('-i', '-', stdin=convert('perf')))


def test_perf_data_comes_back():
    """The converted file replays to the same calls, with numbers for arguments."""
    for options in (['-o', 'perf.data'], []):
        written = convert('perf', *options)
        if not options:
            with open('perf.data', 'wb') as f:
                f.write(written)
        again = Recorded(file='perf.data')
        differ(again.calls, truth.calls)
        assert len(list(chrome_slices(chrome(file='perf.data')['traceEvents']))) == len(truth.calls) + len(truth.waiting)


def test_perf_knows_the_host():
    convert('perf', '-o', 'perf.data')
    header = output_of('perf', 'script', '--header-only', '-i', 'perf.data')
    host = os.uname()
    for line in (f'hostname : {host.nodename}', f'os release : {host.release}', f'arch : {host.machine}',
                 f'nrcpus avail : {os.sysconf("SC_NPROCESSORS_CONF")}', 'clockid: monotonic'):
        assert line in header, f'{line} is not in\n{header}'
    assert re.search(r'cmdline : .*record.*workload\.py', header), header
    piped = subprocess.run(['perf', 'script', '--header', '-i', '-'], input=convert('perf'), stdout=subprocess.PIPE).stdout
    assert f'hostname : {host.nodename}'.encode() in piped


def test_perf_follows_tasks():
    convert('perf', '-o', 'perf.data')
    command = ['perf', 'script', '--show-task-events', '-i', 'perf.data']
    dump = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode(errors='replace')
    exits = {int(tid) for tid in re.findall(r'PERF_RECORD_EXIT\(\d+:(\d+)\)', dump)}
    assert exits == {e['tid'] for e in truth.of['exit']}
    begun = {int(tid) for tid in re.findall(r'PERF_RECORD_FORK\(\d+:(\d+)\)', dump)}
    assert len(begun) >= 7 and begun < {e['tid'] for e in truth.events if 'tid' in e}
    assert re.search(r'PERF_RECORD_COMM exec: python', dump), dump[:1000]


# -- ctf ----------------------------------------------------------------------------------------------------------------

def test_babeltrace_reads_every_call():
    events = list(babeltrace())
    got = []
    for m, c in ctf_calls(events):
        ts, dur = int(m[1]) * NS + int(m[2]), int(c[1])
        returned = has_result(c)
        got.append((int(m[5]), m[3][8:], ts - dur, int(c[2]) if returned else None, c[3]))
    want = []
    rets = {(c.tid, c.begin): c.ret for c in truth.calls}
    for e in truth.of['syscall']:
        ret = None if e.get('state') == 'unfinished' else rets[e['tid'], int(e['ts_ns'])]
        want.append((e['tid'], e['name'], int(e['ts_ns']), ret, e.get('state', 'done')))
    differ(got, want)
    differ([int(c[1]) for _, c in ctf_calls(events) if has_result(c)],
           [e['dur_ns'] for e in truth.of['syscall'] if 'dur_ns' in e])


def test_babeltrace_reads_the_rest():
    events = list(babeltrace())
    kinds = collections.Counter(m[3] for m in events)
    assert kinds['signal'] == len(truth.of['signal']) and kinds['task_exit'] == len(truth.of['exit']), kinds
    assert kinds['task_fork'] >= 7 and kinds['task_exec'] == 1 and kinds['loss'] == 0, kinds
    assert {(int(m[5]), m[8]) for m in events if m[3] == 'task_exit'} == {
        (e['tid'], f'status = {e.get("status", 0)}, signo = {9 if "signal" in e else 0}, core_dumped = 0')
        for e in truth.of['exit']}
    assert 'a;b "c\\\\\\n\\377' in {unescaped(m[7]) for m in events}


def test_ctf_keeps_hostile_strings():
    shown = [unescaped(c[4]) for m, c in ctf_calls(babeltrace()) if m[3] == 'syscall_openat']
    for text in HOSTILE:
        assert any(f'filename: {text}, ' in s for s in shown), text


def test_ctf_has_arguments_and_results():
    """As text and as numbers."""
    writes = [c for m, c in ctf_calls(babeltrace()) if m[3] == 'syscall_write' and 'semi;colon' in c[4]]
    assert len(writes) == 1
    assert re.fullmatch(r'fd: \d+</dev/null>, buf: "semi;colon", count: 10', unescaped(writes[0][4])), writes[0][4]
    assert writes[0][5] == '10' and writes[0][6] == '3' and writes[0][7].endswith(', [2] = 0xA '), writes[0].groups()
    failed = [c for m, c in ctf_calls(babeltrace()) if m[3] == 'syscall_openat' and 'semi;colon' in c[4]]
    assert failed[0][5] == '-1 ENOENT (No such file or directory)' and failed[0][2] == '-2'


# -- Choosing -----------------------------------------------------------------------------------------------------------

def test_options_choose():
    """The same calls in every format."""
    for options in (['-e', 'getppid'], ['--failure'], ['--errno', 'ENOENT'], ['--duration', '1000']):
        want = Recorded(*options)
        n = len([c for c in want.calls if c.ret is not None])
        assert 0 < n < len(truth.calls), (options, n)
        slices = [s for s in chrome_slices(chrome(*options)['traceEvents']) if 'ret' in s[4]]
        assert len(slices) == n, (options, len(slices), n)
        assert sum(folded('--weight', 'calls', *options).values()) == len(want.calls) + len(want.waiting), options
        samples = perf_script('-i', '-', stdin=convert('perf', *options))
        assert sum(m['event'] == b'raw_syscalls:sys_exit' for m in samples) == n, options
        assert sum(has_result(c) for _, c in ctf_calls(babeltrace(*options))) == n, options


def test_max_events():
    assert len(list(chrome_slices(chrome('--max-events', '7')['traceEvents']))) == 7
    assert len(list(ctf_calls(babeltrace('--max-events', '7')))) == 7
    samples = perf_script('-i', '-', stdin=convert('perf', '--max-events', '7'))
    assert len(list(perf_calls(samples, 0))) == 7


def test_threads_and_times_choose():
    """Processes, names and times: other events are left out in every format, in CTF also other threads' names."""
    child = next(e['pid'] for e in truth.of['exit'] if e.get('signal') == 'SIGKILL')
    began = int(truth.of['start'][0]['ts_ns'])
    times = sorted(int(e['ts_ns']) - began for e in truth.events if e['type'] == 'syscall')
    early = '%.6f' % (times[len(times) // 4] / 1e9)
    for options in (['-p', str(child)], ['--comm', 'a;b*'], ['--until', early], ['--from', '2']):
        want = Recorded(*options)
        tids = {e['tid'] for e in want.events if 'tid' in e}
        assert 0 < len(want.calls) < len(truth.calls), options
        assert {e['tid'] for e in chrome(*options)['traceEvents'] if e['ph'] != 'M'} == tids, options
        samples = perf_script('-i', '-', stdin=convert('perf', *options))
        heard = {c.tid for c in want.calls} | {e['tid'] for e in want.of['signal']} | set(want.waiting)
        assert {int(m['tid']) for m in samples} == heard, options
        events = list(babeltrace(*options))
        assert {int(m[5]) for m in events if not m[3].startswith('task_')} <= tids, options
        if options[0] == '-p':
            assert {int(m[4]) for m in events} == {child}


def record_elsewhere():
    """A recording with another machine's name."""
    script = 'import socket, os, sys; socket.sethostname("else;where"); os.execv(sys.argv[1], sys.argv[1:])'
    record = [TRACE, 'record', '-o', 'other.data', 'true']
    subprocess.run(['unshare', '-u', sys.executable, '-S', '-c', script, *record], check=True)
    return [json.loads(line) for line in convert('json', file='other.data').splitlines()]


def test_several_recordings():
    """They are merged if the format can show the host."""
    other = record_elsewhere()
    tids = {e['tid'] for e in truth.events if 'tid' in e}
    data = json.loads(convert('chrome', 'rec.data', file='other.data'))['traceEvents']
    assert {e['tid'] for e in data} == tids | {e['tid'] + 10000000 for e in other if 'tid' in e}
    processes = {e['args']['name'] for e in data if e['name'] == 'process_name'}
    assert processes == {f'python3 on {os.uname().nodename}', 'true on else;where'}, processes
    lines = convert('folded', '--weight', 'calls', 'rec.data', file='other.data').decode().splitlines()
    assert {line.split(';')[0] for line in lines} == {os.uname().nodename, 'else\\073where'}
    calls = sum(e['type'] == 'syscall' for e in other) + sum(folded('--weight', 'calls').values())
    assert sum(int(line.rsplit(' ', 1)[1]) for line in lines) == calls
    for to in ('perf', 'ctf'):
        assert 'takes one recording' in convert(to, '-o', 'merged', 'rec.data', file='other.data', status=125)


def golden_recordings():
    golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'golden')
    for name, native in (('aarch64', 'aarch64'), ('s390x', 's390x'), ('i386', 'x86_64'), ('x86_64', 'x86_64')):
        file = os.path.join(golden, name + '.data')
        if not os.path.exists(file):
            with open(name + '.data', 'wb') as f:
                subprocess.run([sys.executable, '-S', os.path.join(golden, 'generate.py'), name], stdout=f, check=True)
            file = name + '.data'
        yield name, native, file


def test_recordings_of_other_machines():
    """Other numbers of calls, another byte order, another ABI than the machine's main one."""
    for name, native, file in golden_recordings():
        want = Recorded(file=file, native=native)
        lossy = bool(want.of['loss'])
        assert len(want.calls) > 3 and lossy == (name in ('aarch64', 's390x')), name
        events = json.loads(convert('chrome', file=file))['traceEvents']
        whole = [(e['tid'], e['nr'], c.ret) for e, c in zip(want.whole, want.calls) if c.ret is not None]
        assert sum('ret' in e.get('args', {}) for e in events) == len(whole), name
        seen = []
        for m in perf_script('-i', '-', stdin=convert('perf', file=file), lossy=lossy):
            if m['event'] == b'raw_syscalls:sys_exit':
                seen.append((int(m['tid']), *map(int, re.fullmatch(rb'NR (\d+) = (-?\d+)', m['text']).groups())))
        differ(seen, whole)
        got = [(int(m[5]), m[3].split('_', 1)[1], c[3]) for m, c in ctf_calls(babeltrace(file=file, lossy=lossy))]
        differ([(t, n) for t, n, s in got if s != 'unfinished'], [(c.tid, c.name.replace(':', '_')) for c in want.calls])


def test_loss_is_never_silent():
    """A message reports it if the output cannot hold it; --fail-on-loss works in every format."""
    file = next(file for name, _, file in golden_recordings() if name == 'aarch64')
    for command in (['convert', '--to', 'folded'], ['convert', '--to', 'perf'], ['replay', '--format', 'folded']):
        p = subprocess.run([TRACE, *command, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert p.returncode == 0 and b'lacks 3 events' in p.stderr, (command, p.stderr)
        assert subprocess.run([TRACE, *command, '--fail-on-loss', file], capture_output=True).returncode == 124, command


def test_a_recording_from_a_pipe():
    with open('rec.data', 'rb') as f:
        p = subprocess.run([TRACE, 'convert', '--to', 'folded', '-'], stdin=f, stdout=subprocess.PIPE, check=True)
    assert p.stdout == convert('folded')


# -- Output -------------------------------------------------------------------------------------------------------------

def mode_of(name):
    return stat.S_IMODE(os.stat(name).st_mode)


def test_outputs_are_private():
    os.umask(0o022)
    subprocess.run(['rm', '-rf', 'new.ctf', 'new.perf', 'new.json'], check=True)
    convert('json', '-o', 'new.json')
    convert('perf', '-o', 'new.perf')
    convert('ctf', '-o', 'new.ctf')
    assert mode_of('new.json') == mode_of('new.perf') == mode_of('new.ctf/metadata') == mode_of('new.ctf/stream') == 0o600
    assert mode_of('new.ctf') == 0o700


OTHER = 65534   # an untrusted user


def test_links_of_others_are_not_followed():
    subprocess.run(['rm', '-rf', 'target', 'link', 'dirlink', 'emptydir'], check=True)
    open('target', 'w').close()
    os.mkdir('emptydir')
    for target, link in (('target', 'link'), ('emptydir', 'dirlink')):
        os.symlink(target, link)
        os.lchown(link, OTHER, OTHER)
    for to in ('json', 'chrome', 'folded', 'perf'):
        for name, link in (('link', 'link'), ('dirlink/new', 'dirlink')):
            said = convert(to, '-o', name, status=125)
            assert f"cannot write '{name}': '{link}' is a symbolic link of user {OTHER}, not yours" in said, said
    assert os.path.getsize('target') == 0
    for name in ('dirlink', 'dirlink/new'):
        assert f"cannot write '{name}'" in convert('ctf', '-o', name, status=125)
    assert os.listdir('emptydir') == []


def test_own_links_are_followed_to_files():
    """A CTF directory must not be a link."""
    subprocess.run(['rm', '-rf', 'target', 'link', 'dirlink', 'emptydir'], check=True)
    os.symlink('target', 'link')
    for to in ('json', 'chrome', 'folded'):
        convert(to, '-o', 'link')
        assert open('target', 'rb').read() == convert(to) and os.path.islink('link'), to
    convert('perf', '-o', 'link')
    assert open('target', 'rb').read(8) == b'PERFILE2' and os.path.islink('link')
    os.mkdir('emptydir')
    os.symlink('emptydir', 'dirlink')
    assert "cannot write 'dirlink'" in convert('ctf', '-o', 'dirlink', status=125)
    assert os.listdir('emptydir') == []


def test_directories_of_others_are_left_alone():
    subprocess.run(['rm', '-rf', 'full', 'mine.ctf'], check=True)
    os.mkdir('full')
    open('full/letter', 'w').close()
    for options in ([], ['--force']):
        assert "holds 'letter'" in convert('ctf', '-o', 'full', *options, status=125)
    assert os.listdir('full') == ['letter']
    convert('ctf', '-o', 'mine.ctf')
    size = os.path.getsize('mine.ctf/stream')
    assert '--force' in convert('ctf', '-o', 'mine.ctf', status=125)
    assert os.path.getsize('mine.ctf/stream') == size
    convert('ctf', '-o', 'mine.ctf', '--force', '-e', 'getppid')
    assert 0 < os.path.getsize('mine.ctf/stream') < size
    assert 'name it with -o DIR' in convert('ctf', status=125)


def test_the_recording_is_not_overwritten():
    subprocess.run(['cp', 'rec.data', 'only.data'], check=True)
    for command in (['convert', '--to', 'json'], ['convert', '--to', 'perf'], ['replay']):
        p = subprocess.run([TRACE, *command, '-o', './only.data', 'only.data'], stderr=subprocess.PIPE)
        assert p.returncode == 125 and b"'./only.data': it is the recording" in p.stderr, p
    assert open('only.data', 'rb').read() == open('rec.data', 'rb').read()


def test_full_disks_are_reported():
    for to in ('json', 'chrome', 'folded', 'perf'):
        said = convert(to, '-o', '/dev/full', status=125)
        assert said.count('\n') == 1 and "'/dev/full': No space left on device" in said, said
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    subprocess.run(['rm', '-rf', 'small.ctf', 'small.perf'], check=True)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, limit[1]))
    try:
        for to, name in (('ctf', 'small.ctf'), ('perf', 'small.perf')):
            said = convert(to, '-o', name, status=125)
            assert said.count('\n') == 1 and f"cannot write '{name}': File too large" in said, said
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def test_a_closed_pipe_ends_it_quietly():
    for to in ('json', 'chrome', 'perf'):
        read, write = os.pipe()
        os.close(read)
        p = subprocess.run([TRACE, 'convert', '--to', to, 'rec.data'], stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert p.returncode == -signal.SIGPIPE and p.stderr == b'', (to, p)


def interrupted(times, rest):
    """A conversion that is interrupted while it waits for the last byte of a recording."""
    recording = open('rec.data', 'rb').read()
    whole = convert('chrome')
    command = [TRACE, 'convert', '--to', 'chrome', '-o', 'piped', '-']
    p = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    p.stdin.write(recording[:-1])
    p.stdin.flush()
    while not os.path.exists('piped') or os.path.getsize('piped') < len(whole) - len(whole.splitlines(True)[-1]):
        assert p.poll() is None
        time.sleep(0.05)
    for n in range(times):
        time.sleep(0.3)     # two at once would count as one
        p.send_signal(signal.SIGINT)
    if rest:
        time.sleep(0.3)
        p.stdin.write(recording[-1:])
        p.stdin.close()
    assert p.wait() == -signal.SIGINT, p.returncode
    assert open('piped', 'rb').read() == whole
    os.unlink('piped')


def test_interrupts_leave_whole_outputs():
    interrupted(1, True)
    interrupted(2, False)


def read_all(fd):
    said = b''
    try:
        while more := os.read(fd, 4096):
            said += more
    except OSError:     # EIO: the terminal is closed
        pass
    os.close(fd)
    return said


def test_progress_is_for_terminals():
    script = 'import os\nfor _ in range(100000): os.getppid()'
    subprocess.run([TRACE, 'record', '-o', 'large.data', sys.executable, '-S', '-c', script], check=True)
    command = [TRACE, 'convert', '--to', 'json', 'large.data']
    for read, write, want in (*os.openpty(), rb'(\rreading large\.data: [ \d]+ %, [\d.]+ of [\d.]+ [kM]B\r)+\r +\r'), (*os.pipe(), rb''):
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=write)
        os.close(write)
        time.sleep(1.5)     # it waits for us to read; progress is shown after a second
        lines = p.stdout.read().count(b'"getppid"')
        assert p.wait() == 0 and lines == 100000, lines
        said = read_all(read)
        assert re.fullmatch(want, said), said


def test_mistakes_are_explained():
    assert 'did you mean' in convert('chrom', status=125)
    assert 'use one of json, chrome, folded, flame, timeline, heatmap, perf, ctf, sqlite, clickhouse, otlp, report' in convert('svg', status=125)
    p = subprocess.run([TRACE, 'convert', 'rec.data'], stderr=subprocess.PIPE)
    assert p.returncode == 125 and b'--to FORMAT is missing' in p.stderr
    assert "'none.data'" in convert('json', file='none.data', status=125)
    assert "'/nosuch/x'" in convert('json', '-o', '/nosuch/x', status=125)
    assert "'/nosuch/x'" in convert('ctf', '-o', '/nosuch/x', status=125)
    assert 'not one of time, calls' in convert('folded', '--weight', 'pounds', status=125)


def main(chosen):
    tests = [(name[5:], f) for name, f in globals().items() if name.startswith('test_')]
    tests = [(name, f) for name, f in tests if not chosen or name in chosen]
    failed = 0
    for name, test in tests:
        try:
            test()
            print(f'PASS  {name}', flush=True)
        except Exception as e:  # pylint: disable=broad-except
            failed += 1
            line = [t for t in walk(e.__traceback__)][-1]
            print(f'FAIL  {name}, line {line}: {type(e).__name__}: {str(e)[:2000]}', flush=True)
    print(f'{len(tests) - failed} passed, {failed} failed, 0 skipped')
    return 1 if failed or not tests else 0


def walk(tb):
    while tb:
        if tb.tb_frame.f_code.co_filename == __file__:
            yield tb.tb_lineno
        tb = tb.tb_next


sys.exit(main(sys.argv[1:]))
