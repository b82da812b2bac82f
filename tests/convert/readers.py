# SPDX-License-Identifier: BSD-2-Clause
"""Conversions, and what the readers of each format find in them. Times are ns by the wall clock."""
import ast
import collections
import decimal
import errno
import json
import os
import re
import subprocess

TRACE = os.environ['TRACE']
NS = 1000000000


def convert(to, *options, file='rec.data', status=0):
    """Standard output of a conversion; with status, also standard error."""
    p = subprocess.run([TRACE, 'convert', '--to', to, *options, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       restore_signals=False)
    assert p.returncode == status, f'{to} {options}: status {p.returncode}, not {status}: {p.stderr}'
    if not status:
        left_out = rb'(trace: --to (perf|ctf) cannot hold other tracepoints and page faults: they are left out\n)?'
        lacks = rb'(trace: the recording lacks \d+ events, which were lost when it was made\n)?'
        assert re.fullmatch(left_out + lacks, p.stderr), p.stderr
    return p.stderr.decode() if status else p.stdout


def output_of(*command, stdin=None):
    p = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.returncode == 0, f'{command}: status {p.returncode}: {p.stderr.decode()}'
    return p.stdout.decode()


# -- The recording ------------------------------------------------------------------------------------------------------

Call = collections.namedtuple('Call', 'tid name begin dur ret')  # ns; ret None: did not return


def name_of(e, native=os.uname().machine):
    return e['name'] if e['abi'] == native else f'{e["abi"]}:{e["name"]}'


def result_of(e, numbers):
    """The kernel's result: -errno on failure."""
    return -numbers[e['errno']] if 'errno' in e else int(e['ret']) if e['ret'] is not None else None


class Recorded:
    """The expected events: the JSON of the recording, line by line."""

    def __init__(self, *options, file='rec.data', native=os.uname().machine):
        numbers = {name: number for number, name in errno.errorcode.items()}
        numbers.update(EWOULDBLOCK=11, ERESTARTSYS=512, ERESTARTNOINTR=513, ERESTARTNOHAND=514, ERESTART_RESTARTBLOCK=516)
        self.events = [json.loads(line) for line in convert('json', *options, file=file).splitlines()]
        self.of = collections.defaultdict(list)
        for e in self.events:
            self.of[e['type']].append(e)
        self.nr = {(e['abi'], e['nr']): e['name'] for e in self.of['syscall']}
        self.calls, self.whole, self.waiting = [], [], {}   # whole: the events that calls are from
        self.stuck = []     # those of calls that had waited long, and never returned
        for e in self.of['syscall']:
            if e.get('state') == 'unfinished':
                self.waiting[e['tid']] = e
                continue
            self.waiting.pop(e['tid'], None)
            self.whole.append(e)
            if e.get('state') == 'resumed' and e['ret'] is None:
                self.stuck.append(e)
            self.calls.append(Call(e['tid'], name_of(e, native), int(e['ts_ns']), e.get('dur_ns'), result_of(e, numbers)))
        self.comms = {e['tid']: e['comm'] for e in self.events if 'tid' in e}


def differ(got, want):
    got, want = collections.Counter(got), collections.Counter(want)
    lacks, more = want - got, got - want
    assert not lacks and not more, f'lacks {list(lacks)[:3]} of {len(lacks)}, has {list(more)[:3]} of {len(more)} more'


# -- chrome -------------------------------------------------------------------------------------------------------------

def chrome(*options, file='rec.data'):
    data = json.loads(convert('chrome', *options, file=file), parse_float=decimal.Decimal)
    offset = int(data['otherData']['real_minus_monotonic_ns'])
    for e in data['traceEvents']:
        for key in ('ts', 'dur'):
            if key in e:
                e[key] = int(e[key] * 1000) + (offset if key == 'ts' else 0)
    return data


def chrome_slices(events):
    """Each X, and each B with the next E of its thread; E None: there is none."""
    open_ones = {}
    for e in events:
        if e['ph'] == 'X':
            yield e['tid'], e['name'], e['ts'], e['dur'], e['args']
        elif e['ph'] == 'B':
            assert e['tid'] not in open_ones, e
            open_ones[e['tid']] = e
        elif e['ph'] == 'E':
            b = open_ones.pop(e['tid'])
            assert b['name'] == e['name'], (b, e)
            yield e['tid'], e['name'], b['ts'], e['ts'] - b['ts'], {**b['args'], **e['args']}
    for b in open_ones.values():
        yield b['tid'], b['name'], b['ts'], None, b['args']


# -- folded -------------------------------------------------------------------------------------------------------------

def folded(*options):
    lines = convert('folded', *options).decode().splitlines()
    assert lines == sorted(lines, key=lambda s: s.rsplit(' ', 1)[0].encode())
    return {stack: int(weight) for stack, weight in (re.fullmatch(r'(.+) (\d+)', line).groups() for line in lines)}


# -- perf ---------------------------------------------------------------------------------------------------------------

SAMPLE = re.compile(rb'\s*(?P<comm>.+?)\s+(?P<pid>\d+)/(?P<tid>\d+)\s+(\[-?\d+\]\s+)?(?P<sec>\d+)\.(?P<ns>\d{9}):\s+'
                    rb'(?P<event>\w+:\w+):\s(?P<text>[^\n]*)\n', re.S)


def perf_script(*args, stdin=None, lossy=False):
    p = subprocess.run(['perf', 'script', '--ns', '-F', 'trace:comm,pid,tid,cpu,time,event,trace', *args], input=stdin,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.returncode == 0 and (b'lost 1 chunks' in p.stderr if lossy else p.stderr == b''), p.stderr.decode()
    samples = list(SAMPLE.finditer(p.stdout))   # names of threads may hold line feeds
    assert sum(len(m.group()) for m in samples) == len(p.stdout)
    return samples


def perf_calls(samples, offset):
    """Calls, joined from the entries and exits of each thread."""
    entered = {}
    for m in samples:
        tid, ts, text = int(m['tid']), int(m['sec']) * NS + int(m['ns']) + offset, m['text'].decode()
        if m['event'] == b'raw_syscalls:sys_enter':
            assert tid not in entered, f'{tid} entered twice: {text}'
            entered[tid] = int(re.match(r'NR (\d+) \(', text)[1]), ts, text
        elif m['event'] == b'raw_syscalls:sys_exit':
            nr, ret = map(int, re.fullmatch(r'NR (\d+) = (-?\d+)', text).groups())
            entry = entered.pop(tid, None)
            assert entry and entry[0] == nr, (m.group(), entry)
            yield Call(tid, nr, entry[1], ts - entry[1], ret)
    for tid, (nr, ts, text) in entered.items():
        yield Call(tid, nr, ts, None, None)


# -- ctf ----------------------------------------------------------------------------------------------------------------

EVENT = re.compile(r'\[(\d+)\.(\d{9})\] (?:\S+ )?(\w+): '
                   r'\{ pid = (\d+), tid = (\d+), cpu_id = (-?\d+), comm = "((?:[^"\\]|\\.)*)" \}'
                   r'(?:, \{ (.*?) ?\})?')
CALL = re.compile(r'dur = (\d+), ret = (-?\d+), state = \( "(\w+)" : container = \d+ \), args = "((?:[^"\\]|\\.)*)", '
                  r'result = "((?:[^"\\]|\\.)*)", nargs = (\d+), raw = \[(.*)\]')


def babeltrace(*options, file='rec.data', lossy=False):
    subprocess.run(['rm', '-rf', 'trace.ctf'], check=True)
    convert('ctf', '-o', 'trace.ctf', *options, file=file)
    command = ['babeltrace2', '--clock-seconds', '--no-delta', 'trace.ctf']
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.returncode == 0 and (b'discarded' in p.stderr if lossy else p.stderr == b''), p.stderr.decode()
    for line in p.stdout.decode().splitlines():
        m = EVENT.fullmatch(line)
        assert m, line
        yield m


def ctf_calls(events):
    for m in events:
        if m[3].startswith('syscall_'):
            c = CALL.fullmatch(m[8])
            assert c, m[8]
            yield m, c


def has_result(c):
    """Whether `ret` is valid: not for a call that has not returned."""
    return c[3] in ('done', 'resumed') and unescaped(c[5]) != '?'


def unescaped(text):
    """babeltrace2 escapes strings as C does, and also \\?."""
    return ast.literal_eval('"' + text.replace('\\?', '?') + '"')
