# SPDX-License-Identifier: BSD-2-Clause
"""Starts two servers, loads recordings, and compares what they answer with `trace query`.

A test is a function test_NAME; assertions fail it. Each has a database of its own."""
import collections
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from server import Server, free_ports

TRACE = os.environ['TRACE']
HERE = os.path.dirname(os.path.abspath(__file__))
MANY = 400000		# calls of the larger recording, about
ports = free_ports(4)
servers = [Server(str(i), ports[i], ports[2 + i], ports[2:]) for i in (0, 1)]
one = servers[0]
made = 0


def schema(*options):
    return subprocess.run([TRACE, 'convert', '--schema', 'clickhouse', *options], check=True, capture_output=True).stdout


def database(cluster=None):
    """A new database with tables on the first server, or on both."""
    global made
    made += 1
    for s in servers if cluster else [one]:
        s.make(f'd{made}', schema('--cluster', cluster) if cluster else schema())
    return f'd{made}'


def convert(recording, to, *options, status=0, **env):
    p = subprocess.run([TRACE, 'convert', '-v', '--to', 'clickhouse', '-o', to, *options, recording], capture_output=True, text=True,
                       env={**os.environ, **env})
    assert p.returncode == status, p
    return p.stderr


def loaded(said):
    return tuple(map(int, re.search(r'(\d+) rows loaded, (\d+) were there', said).groups()))


def query(recording, sql):
    out = subprocess.run([TRACE, 'query', '--format', 'json', recording, sql], check=True, capture_output=True).stdout
    return [list(json.loads(line).values()) for line in out.splitlines()]


def answer(sql, db, server=one):
    """Rows of a server."""
    text = server.ask('SELECT * FROM (' + sql + ') FORMAT JSONCompact', db)
    return json.loads(text)['data']


def plain(rows):
    """Rows in one spelling: JSON of SQLite and of ClickHouse spell numbers differently. Bytes that are no UTF-8 are compared elsewhere."""
    def value(v):
        if v is None or isinstance(v, dict):
            return None
        return re.sub(r'(?<=\.\d{3})\d+$', '', f'{float(v):.6f}') if isinstance(v, float) else str(v)
    return collections.Counter(tuple(value(v) for v in row) for row in rows)


def differ(got, want):
    got, want = plain(got), plain(want)
    assert got == want, ('only the server:', list((got - want).items())[:3], 'only the recording:', list((want - got).items())[:3])


def record(name, *command, host=None):
    run = [TRACE, 'record', '-k', '-o', name, *command]
    if host:
        run = ['unshare', '-u', 'sh', '-c', 'hostname "$0" && exec "$@"', host, *run]
    p = subprocess.run(run, capture_output=True)
    assert os.path.getsize(name) > 0, p
    return name


def questions():
    text = open(f'{HERE}/../../man/trace-clickhouse.7').read()
    text = text[text.index('.SH TEN QUESTIONS'):]
    return [q.replace('\\(aq', "'").replace('\\-', '-') for q in re.findall(r'\.EX\n(SELECT.*?)\n\.EE', text, re.S)]


WORK = '''for i in 1 2 3; do cat /etc/passwd /nowhere; done >/dev/null 2>&1
(exec sleep 0.05)
sh -c 'kill -USR1 $$'
printf '\\377\\376 not UTF-8' >/dev/null
exit 3
'''


# -- Tests --------------------------------------------------------------------------------------------------------------

def test_tables_have_the_rows_of_queries():
    db = database()
    convert('small', one.url(db), '-k', '--tables', 'all')
    tables = subprocess.run([TRACE, 'query', '--schema'], check=True, capture_output=True, text=True).stdout
    tables = re.findall(r'CREATE TABLE (\w+) \(.*?\n(.*?)\n\);', tables, re.S)
    assert len(tables) == 12
    for name, columns in tables:
        names = [c for c in re.findall(r'^\t(\w+) ', columns, re.M) if c != 'host' or name == 'hosts']
        if name == 'strings':	# ClickHouse's JSON has bytes as they are
            names.remove('string')
        want = query('small', f'SELECT {", ".join(names)} FROM {name}')
        differ(answer(f'SELECT {", ".join(names)} FROM {name}', db), want)
        assert want or name in ('events', 'loss'), name
    hosts = answer('SELECT DISTINCT host FROM calls', db)
    assert hosts == [[os.uname().nodename]], hosts


def test_bytes_are_kept():
    db = database()
    convert('small', one.url(db), '--tables', 'strings')
    got = one.ask("SELECT hex(string) FROM strings WHERE string LIKE '%not UTF-8' AND name = 'write'", db)
    assert got == 'FFFE206E6F74205554462D38\n', got


def test_questions_have_the_same_answers():
    db = database()
    convert('small', one.url(db))
    asked = questions()
    assert len(asked) == 10
    for sql in asked:
        want = query('small', sql)
        assert want, sql
        differ(answer(sql, db), want)


def test_repeated_loads_add_nothing():
    db = database()
    rows, present = loaded(convert('small', one.url(db)))
    assert rows > 300 and not present
    assert loaded(convert('small', one.url(db))) == (0, rows)
    more, present = loaded(convert('small', one.url(db), '--tables', 'all'))
    assert more > 300 and present == rows
    only, present = loaded(convert('small', one.url(db), '-e', 'openat'))
    assert only and not present, 'rows chosen by options are another recording'


def whole(db, server=one, n=None):
    """The large recording is there once."""
    got = answer('SELECT count(), uniqExact(call), min(call), max(call) FROM calls', db, server)[0]
    want = str(n or total)
    assert got == [want, want, '1', want], (got, want)


def test_killed_loaders_leave_no_gap_and_nothing_twice():
    db = database()
    begun = time.time()
    assert loaded(convert('large', one.url(db)))[0] >= total
    took = time.time() - begun
    db = database()
    kills = 0
    for _ in range(8):
        p = subprocess.Popen([TRACE, 'convert', '--to', 'clickhouse', '-o', one.url(db), 'large'])
        time.sleep(random.uniform(0.1, 0.6) * took)
        kills += p.poll() is None
        p.kill()
        p.wait()
    assert kills
    convert('large', one.url(db))
    whole(db)
    timed = query('large', 'SELECT count(dur) FROM calls')[0][0]
    assert answer('SELECT countMerge(calls) FROM latency', db)[0] == [str(timed)]


def test_interrupted_loaders():
    db = database()
    p = subprocess.Popen([TRACE, 'convert', '--to', 'clickhouse', '-o', one.url(db), 'large'], stderr=subprocess.PIPE, text=True)
    while not int(one.ask('SELECT count() FROM calls', db)):
        time.sleep(0.02)
    p.send_signal(signal.SIGINT)
    said = p.communicate()[1]
    assert p.returncode == -signal.SIGINT or not p.returncode, p.returncode
    assert not p.returncode or 'convert it again' in said, said
    convert('large', one.url(db))
    whole(db)


def test_killed_servers():
    db = database()
    p = subprocess.Popen([TRACE, 'convert', '--to', 'clickhouse', '-o', one.url(db), 'large'], stderr=subprocess.PIPE, text=True)
    while not int(one.ask('SELECT count() FROM calls', db)):
        time.sleep(0.02)
    one.stop(signal.SIGKILL)
    said = p.communicate()[1]
    one.start()
    assert p.returncode == 125 and 'cannot reach' in said, (p.returncode, said)
    convert('large', one.url(db))
    whole(db)


def test_two_shards():
    db = database('fleet')
    for i in range(6):
        convert(record(f'host{i}', 'true', host=f'web{i}'), servers[i % 2].url(db))
    for i in range(6):
        assert loaded(convert(f'host{i}', servers[(i + 1) % 2].url(db)))[0] == 0
    both = [answer('SELECT host, count() FROM calls GROUP BY host', db, s) for s in servers]
    differ(both[0], both[1])
    assert len(both[0]) == 6
    parts = [{r[0] for r in answer('SELECT host FROM calls_local', db, s)} for s in servers]
    assert parts[0] and parts[1] and not parts[0] & parts[1], parts
    n = query('host0', 'SELECT count(*) FROM calls')[0][0]
    assert answer("SELECT count() FROM calls WHERE host = 'web0'", db) == [[str(n)]]
    assert len(answer('SELECT DISTINCT host FROM latency', db, servers[1])) == 6


def client(db):
    return ['clickhouse-client', '--host', '127.0.0.1', '--port', str(one.tcp), '-d', db, '-n']


def test_files():
    db = database()
    convert('small', 'files')
    convert('small', one.url(db))
    for name in ('calls', 'processes'):
        copy = re.search(rf'CREATE TABLE IF NOT EXISTS {name} \(.*?;\n', schema().decode(), re.S)[0].replace(name, f'copy_of_{name}', 1)
        subprocess.run(client(db), input=b'SET allow_experimental_low_cardinality_type = 1;' + copy.encode(), check=True)
        with open(f'files/{name}.native', 'rb') as f:
            subprocess.run([*client(db)[:-1], '--query', f'INSERT INTO copy_of_{name} FORMAT Native'], stdin=f, check=True)
        differ(answer(f'SELECT * FROM copy_of_{name}', db), answer(f'SELECT * FROM {name}', db))


def test_errors_are_clear():
    db = database()
    unused = free_ports(1)[0]
    for to, says in ((f'http://127.0.0.1:{unused}/{db}', 'cannot reach'), (one.url('nowhere'), "nowhere"), ('-', '-o http://'),
                     (f'http://me:pw@127.0.0.1/{db}', 'CLICKHOUSE_USER'), ('https://127.0.0.1/', 'no URL'), (one.url(db) + '/x', 'no URL')):
        said = convert('small', to, status=125)
        assert says in said and said.count('trace: ') == 1, (to, said)
    one.ask('DROP TABLE calls', db)
    said = convert('small', one.url(db), status=125)
    assert '--schema clickhouse' in said, said
    said = convert('small', one.url(db), '--tables', 'calls,nothing', status=125)
    assert "no table 'nothing'" in said, said


def test_owners():
    """Users, groups, containers and units are those of queries; many rows have none."""
    root = [m.split()[1] for m in open('/proc/mounts') if m.split()[2] == 'cgroup2']
    if not root:
        print('no cgroup v2 is mounted: owners are not tested')
        return
    container = f'{os.getpid():064x}'
    groups = [f'{root[0]}/clickhouse-{os.getpid()}.service', f'{root[0]}/docker-{container}.scope']
    for group in groups:
        os.mkdir(group)
    run = ['sh', '-c', 'cat /dev/null; for g; do echo $$ >"$g/cgroup.procs"; cat /dev/null; setpriv --reuid 4207 cat /dev/null; done', 'sh', *groups]
    try:
        record('owned', '--names', *run)
    finally:
        for group in groups:
            os.rmdir(group)
    db = database()
    convert('owned', one.url(db))
    columns = 'uid, user, cgroup_id, cgroup, container, pod, unit'
    for table in ('calls', 'threads', 'processes', 'exits'):
        asked = f'SELECT comm, {columns}, count(*) AS n FROM {table} GROUP BY comm, {columns}'
        want = query('owned', asked)
        differ(answer(asked, db), want)
        owners = {(row[1], row[2], row[5], row[7]) for row in want if row[0] == 'cat'}
        assert {(0, 'root', None, os.path.basename(groups[0])), (0, 'root', container, None), (4207, None, None, os.path.basename(groups[0]))} <= owners, owners


def test_tables_of_an_earlier_version():
    """What adds the columns that the table lacks is said, and is enough."""
    db = database()
    for table in ('calls', 'threads'):
        for column in ('uid', 'user', 'cgroup_id', 'cgroup', 'container', 'pod', 'unit'):
            one.ask(f'ALTER TABLE {table} DROP COLUMN {column}', db)
    for table in ('calls', 'threads'):
        said = convert('small', one.url(db), status=125)
        assert said.count('trace: ') == 1 and f'column uid in table {table}' in said, said
        one.ask(re.search(r'ALTER TABLE .*', said)[0], db)
    assert loaded(convert('small', one.url(db)))[0]
    for table in ('calls', 'threads'):
        asked = f'SELECT uid, cgroup_id, cgroup, container, count(*) FROM {table} GROUP BY uid, cgroup_id, cgroup, container'
        differ(answer(asked, db), query('small', asked))


def test_users():
    db = database()
    said = convert('small', one.url(db), status=125, CLICKHOUSE_USER='loader', CLICKHOUSE_PASSWORD='wrong')
    assert 'CLICKHOUSE_PASSWORD' in said, said
    assert loaded(convert('small', one.url(db), CLICKHOUSE_USER='loader', CLICKHOUSE_PASSWORD='se cret'))[0]


# -- Ship ---------------------------------------------------------------------------------------------------------------

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
    """At the limit the command is paused: nothing is lost."""
    db = database()
    one.stop(signal.SIGKILL)
    p = fill(db, 'spool9', '--spool-limit', '4M', '--lossless', '--memory', '1M', most=1000000)
    wait_for(lambda: os.path.exists('spool9') and size('spool9') > 3 << 20)
    time.sleep(3)
    assert size('spool9') <= 4 << 20 and not os.path.exists('spool9.made'), size('spool9')
    one.start()
    said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool9') and 'lost' not in said, (p.returncode, said)
    once(db, 1000000)


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

def main():
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith('test_') or (len(sys.argv) > 1 and name[5:] not in sys.argv[1:]):
            continue
        try:
            test()
            passed += 1
        except Exception:
            failed += 1
            print(f'FAIL  {name[5:]}')
            traceback.print_exc(file=sys.stdout)
    print(f'{passed} passed, {failed} failed, 0 skipped')
    return failed != 0


try:
    for server in servers:
        server.start()
    record('small', 'sh', '-c', WORK)
    record('large', 'dd', 'if=/dev/zero', 'of=/dev/null', 'bs=1', f'count={MANY // 2}')
    total = query('large', 'SELECT count(*) FROM calls')[0][0]
    status = main()
finally:
    for server in servers:
        server.stop(signal.SIGKILL)
sys.exit(status)
