# SPDX-License-Identifier: BSD-2-Clause
"""Tests of `trace ship`, with the servers of store.py."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from store import TRACE, answer, database, loaded, one, plain, query


COUNTED = '''import ctypes, os, sys, time
libc = ctypes.CDLL(None)
for i in range(int(sys.argv[1])):
    for _ in range(1000):
        libc.getppid()
    time.sleep(0.05)
while len(sys.argv) > 2 and not os.path.exists(sys.argv[2]):
    libc.getppid()
    time.sleep(0.05)
'''


def ship(url, spool, *args):
    return subprocess.Popen([TRACE, 'ship', '--to', url, '-o', spool, *args], stderr=subprocess.PIPE, text=True)


def python(*args):
    return [sys.executable, '-S', '-c', COUNTED, *map(str, args)]


def once(db, calls=None):
    """Each recording's calls are there once; and as many as the program made."""
    for recording, count, unique, most in answer('SELECT recording, count(), uniqExact(call), max(call) FROM calls GROUP BY recording', db):
        assert count == unique == most, (recording, count, unique, most)
    got = int(answer("SELECT count() FROM calls WHERE name = 'getppid' AND ifNull(state, '') != 'unfinished'", db)[0][0])
    assert calls is None or got == calls, (got, calls)
    return got


def test_ship_loads_all():
    db = database()
    p = ship(one.url(db), 'spool1', '--rotate', '1s', *python(60))
    said = p.communicate()[1]
    assert p.returncode == 0 and not said, (p.returncode, said)
    assert os.listdir('spool1') == []
    once(db, 60000)
    assert len(answer('SELECT DISTINCT recording FROM calls', db)) > 1


def test_ship_shows_what_happens_before_it_ends():
    db = database()
    p = ship(one.url(db), 'spool2', '--rotate', '1s', *python(3, 'end2'))
    for _ in range(600):
        if once(db) >= 3000:
            break
        time.sleep(0.1)
    else:
        raise AssertionError('nothing came')
    open('end2', 'w').close()
    assert p.wait() == 0, p.stderr.read()
    once(db)


def test_ship_keeps_what_a_server_that_is_away_does_not_take():
    db = database()
    one.stop(signal.SIGKILL)
    p = ship(one.url(db), 'spool3', '--rotate', '1s', *python(60))
    said = p.communicate()[1]
    left = sorted(os.listdir('spool3'))
    one.start()
    assert p.returncode == 125 and left and said.count('cannot reach') == 1 and 'not loaded yet' in said, (p.returncode, said, left)
    p = ship(one.url(db), 'spool3')
    said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool3'), (p.returncode, said)
    once(db, 60000)


def test_ship_goes_on_when_the_server_is_back():
    db = database()
    p = ship(one.url(db), 'spool4', '--rotate', '1s', *python(60, 'end4'))
    while not once(db):
        time.sleep(0.1)
    one.stop(signal.SIGKILL)
    while not [f for f in os.listdir('spool4') if f.endswith('.data')]:
        time.sleep(0.1)
    time.sleep(2)
    one.start()
    for _ in range(600):
        if once(db) >= 60000:
            break
        time.sleep(0.1)
    open('end4', 'w').close()
    said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool4'), (p.returncode, said)
    assert once(db) >= 60000


CALLS_ARE = 'SELECT ts, tid, name, state FROM calls'


def calls_in(spool):
    """What can be read of the recordings, the last of which may have no end."""
    got = set()
    for f in os.listdir(spool):
        p = subprocess.run([TRACE, 'query', '--format', 'json', f'{spool}/{f}', CALLS_ARE], capture_output=True)
        got |= set(plain(list(json.loads(line).values()) for line in p.stdout.splitlines()))
    return got


def calls_loaded(db):
    return set(plain(answer(CALLS_ARE, db)))


def kill_all(p):
    """The tracer, then the loader and the command; returns when they are gone."""
    pids = [p.pid, *map(int, subprocess.run(['pgrep', '-P', str(p.pid)], capture_output=True, text=True).stdout.split())]
    assert len(pids) == 3, pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    p.wait()
    while subprocess.run(['ps', '-o', 'stat=', '-p', ','.join(map(str, pids))], capture_output=True, text=True).stdout.replace('Z', '').strip():
        time.sleep(0.02)


def test_ship_killed():
    """Of what was recorded nothing is lost, nothing is there twice, and nothing else is there."""
    db = database()
    p = ship(one.url(db), 'spool5', '--rotate', '3s', *python(10, 'end5'))
    while not once(db) or not calls_in('spool5'):
        time.sleep(0.1)
    while True:		# while a file is not complete
        p.send_signal(signal.SIGSTOP)
        if [f for f in os.listdir('spool5') if f.endswith('.part') and os.path.getsize(f'spool5/{f}')]:
            break
        p.send_signal(signal.SIGCONT)
        time.sleep(0.1)
    kill_all(p)
    assert [f for f in os.listdir('spool5') if f.endswith('.part')]
    recorded = calls_in('spool5') | calls_loaded(db)
    assert recorded
    for _ in range(50):
        p = ship(one.url(db), 'spool5')
        said = p.communicate()[1]
        if 'used by another' not in said:
            break
        time.sleep(0.2)
    assert p.returncode == 0, said
    assert not [f for f in os.listdir('spool5') if not f.endswith('.damaged')]
    got = calls_loaded(db)
    assert got == recorded, (len(got), len(recorded), list(recorded - got)[:3], list(got - recorded)[:3])
    once(db)


def test_ship_does_not_trace_itself():
    db = database()
    p = ship(one.url(db), 'spool6', '--rotate', '1s', '-a', '-e', 'sendto,recvfrom,getppid')
    while not int(answer('SELECT count() FROM calls', db)[0][0]):
        subprocess.run(python(1))
        time.sleep(0.1)
    own = [str(p.pid), *subprocess.run(['pgrep', '-P', str(p.pid)], capture_output=True, text=True).stdout.split()]
    assert len(own) == 2, own
    time.sleep(2)
    p.send_signal(signal.SIGINT)
    said = p.communicate()[1]
    assert not os.listdir('spool6'), said
    assert answer(f"SELECT DISTINCT pid FROM calls WHERE pid IN ({', '.join(own)})", db) == []


def test_ship_makes_one_recording_of_what_is_short():
    db = database()
    p = ship(one.url(db), 'spool11', 'true')
    said = p.communicate()[1]
    assert p.returncode == 0 and not said and not os.listdir('spool11'), (p.returncode, said)
    assert answer('SELECT count() FROM hosts', db) == [['1']], answer('SELECT recording, ts FROM hosts', db)


def test_ship_to_a_server_that_does_not_answer():
    """The server is stopped: recordings wait, memory does not grow, two interrupts end it at once, and what waits is loaded once when the server answers."""
    db = database()
    p = ship(one.url(db), 'spool12', '--rotate', '1s', *python(60, 'end12'))
    wait_for(lambda: once(db))
    os.kill(one.process.pid, signal.SIGSTOP)
    try:
        wait_for(lambda: len([f for f in os.listdir('spool12') if f.endswith('.data')]) > 2)
        os.kill(p.pid, signal.SIGINT)
        time.sleep(1)
        os.kill(p.pid, signal.SIGINT)
        said = p.communicate(timeout=60)[1]
    finally:
        os.kill(one.process.pid, signal.SIGCONT)
    assert p.returncode == 125 and 'not loaded yet' in said, (p.returncode, said)
    recorded = calls_in('spool12')
    assert recorded
    p = ship(one.url(db), 'spool12')
    said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool12'), (p.returncode, said)
    once(db)
    assert not recorded - calls_loaded(db)


def test_ship_of_users():
    """A user with file capabilities ships own processes; without them, one message, and no directory has anything."""
    room = tempfile.mkdtemp(prefix='trace-ship.', dir='/tmp')
    try:
        os.chmod(room, 0o755)
        os.mkdir(f'{room}/mine')
        os.chown(f'{room}/mine', 4321, 4321)
        for name, caps in (('capable', True), ('plain', False)):
            shutil.copy(TRACE, f'{room}/{name}')
            if caps and subprocess.run(['setcap', 'cap_bpf,cap_perfmon=ep', f'{room}/{name}'], capture_output=True).returncode:
                continue
            db = database()
            p = subprocess.run(['setpriv', '--reuid=4321', '--regid=4321', '--clear-groups', f'{room}/{name}', 'ship', '--to', one.url(db), '-o', 'spool', 'dd', 'if=/dev/zero', 'of=/dev/null', 'bs=1', 'count=3000', 'status=none'],
                               capture_output=True, text=True, cwd=f'{room}/mine')
            assert not os.listdir(f'{room}/mine/spool'), p
            if caps:
                assert p.returncode == 0 and not p.stderr, p
                once(db)
                assert int(answer("SELECT count() FROM calls WHERE name = 'write' AND ret = 1", db)[0][0]) == 3000
            elif p.returncode:
                assert p.returncode == 125 and 'permi' in p.stderr.lower(), p
    finally:
        shutil.rmtree(room)


FILLING = '''import ctypes, os, sys
libc, made = ctypes.CDLL(None), 0
while not os.path.exists(sys.argv[1]) and made < int(sys.argv[3]):
    for _ in range(1000):
        libc.getppid()
    made += 1000
with open(sys.argv[2], 'w') as f:
    f.write(str(made))
'''


def fill(db, spool, *options, most=1 << 60):
    """Ships what a program calls that makes calls until NAME.end is there; it then writes into NAME.made how many it made."""
    return ship(one.url(db), spool, *options, '--compress', 'none', '-e', 'getppid', '--rotate', '1s', sys.executable, '-S', '-c', FILLING, spool + '.end',
                spool + '.made', str(most))


def size(spool):
    return sum(os.path.getsize(f'{spool}/{f}') for f in os.listdir(spool))


def wait_for(what, seconds=60):
    for _ in range(seconds * 10):
        if what():
            return
        time.sleep(0.1)
    raise AssertionError('in vain')


def all_or_said(p, db, spool, said=''):
    """Each call was loaded, or is counted as lost; both happened. One at which a file ends has another row, of its entry."""
    said += p.communicate()[1]
    made = int(open(spool + '.made').read())
    once(db)
    got, exits, lost = (int(answer(f'SELECT {q}', db)[0][0]) for q in ("count() FROM calls WHERE name = 'getppid' AND ifNull(state, '') != 'unfinished'", 'count() FROM exits', 'sum(count) FROM loss'))
    assert lost and got and got + exits + lost == made + 1, (got, exits, lost, made, said)
    assert answer("SELECT count() FROM loss WHERE reason LIKE '%limit%'", db)[0][0] != '0'
    assert re.search(r"lost \d+ calls and events: recordings that waited in '[^']*' had reached their limit", said), said
    assert p.returncode == 0 and not os.listdir(spool), (p.returncode, said)


def test_ship_limit():
    """What is recorded while the server is away does not exceed the limit: the rest is counted, and recording goes on when there is room."""
    db = database()
    one.stop(signal.SIGKILL)
    p = fill(db, 'spool7', '--spool-limit', '4M')
    wait_for(lambda: os.path.exists('spool7') and size('spool7') > 3 << 20)
    time.sleep(3)
    assert size('spool7') <= 4 << 20, size('spool7')
    with open(f'/proc/{p.pid}/status') as f:
        rss = int(re.search(r'VmRSS:\s*(\d+)', f.read())[1])
    assert rss < 256 << 10, rss
    one.start()
    wait_for(lambda: int(answer("SELECT count() FROM loss WHERE reason LIKE '%limit%'", db)[0][0]))
    open('spool7.end', 'w').close()
    all_or_said(p, db, 'spool7')


def test_ship_limit_at_the_end():
    """The command ends while recordings are at their limit: what was lost is in the directory, too."""
    db = database()
    one.stop(signal.SIGKILL)
    p = fill(db, 'spool8', '--spool-limit', '4M', '--fail-on-loss')
    wait_for(lambda: os.path.exists('spool8') and size('spool8') > 3 << 20)
    time.sleep(2)
    open('spool8.end', 'w').close()
    said = p.communicate()[1]
    one.start()
    assert p.returncode == 125 and 'is full' in said and 'not loaded yet' in said, (p.returncode, said)
    p = ship(one.url(db), 'spool8')
    all_or_said(p, db, 'spool8', said)


def test_ship_lossless():
    """At the limit the command is paused: nothing is lost. It makes more calls than the spool and the rings have room for, some 2 million."""
    calls = 3000000
    db = database()
    one.stop(signal.SIGKILL)
    p = fill(db, 'spool9', '--spool-limit', '4M', '--lossless', '--memory', '1M', most=calls)
    wait_for(lambda: os.path.exists('spool9') and size('spool9') > 3 << 20)
    time.sleep(3)
    assert size('spool9') <= 4 << 20 and not os.path.exists('spool9.made'), size('spool9')
    one.start()
    said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool9') and 'lost' not in said, (p.returncode, said)
    once(db, calls)


def test_ship_full_disk():
    db = database()
    one.stop(signal.SIGKILL)
    os.mkdir('spool10')
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=12m,mode=700', 'none', 'spool10'], check=True)
    try:
        with open('spool10/other', 'w') as f:
            f.write('x' * (4 << 20))
        p = fill(db, 'spool10', '--spool-limit', '1G')
        free = lambda: os.statvfs('spool10').f_bavail * os.statvfs('spool10').f_frsize
        wait_for(lambda: free() < 3 << 20)
        time.sleep(2)
        assert p.poll() is None and free() > 0, p.stderr.read()
        one.start()
        wait_for(lambda: int(answer("SELECT count() FROM loss WHERE reason LIKE '%limit%'", db)[0][0]))
        os.unlink('spool10/other')
        open('spool10.end', 'w').close()
        all_or_said(p, db, 'spool10')
        with open('spool10/other', 'w') as f:
            f.write('x' * (6 << 20))
        p = ship(one.url(db), 'spool10', 'true')
        said = p.communicate()[1]
        assert p.returncode == 125 and 'too little of the disk is free' in said, said
    finally:
        subprocess.run(['umount', '-l', 'spool10'])


def test_ship_errors():
    db = database()
    os.mkdir('open', 0o755)
    for args, says in ((['--to', 'nothing', 'true'], 'no URL'), (['true'], 'give the server first'), (['--to', one.url(db), '-o', 'open', 'true'], '0700'),
                       (['--to', one.url(db), '--flight-recorder', '1M', 'true'], 'no effect'), (['--to', one.url(db), '-o', '-', 'true'], 'directory'), (['--to', one.url(db), '--spool-limit', '1M', 'true'], '4096K')):
        p = subprocess.run([TRACE, 'ship', *args], capture_output=True, text=True)
        assert p.returncode == 125 and says in p.stderr and p.stderr.count('trace: ') == 1, p


# -- Running ------------------------------------------------------------------------------------------------------------
