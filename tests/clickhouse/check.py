# SPDX-License-Identifier: BSD-2-Clause
"""Starts two servers, loads recordings, and compares what they answer with `trace query`.

A test is a function test_NAME, here, in shipping.py or in connections.py; assertions fail it. Each has a database of its own."""
import os
import random
import re
import signal
import subprocess
import sys
import time
import traceback

import connections
import shipping
import store
from server import free_ports
from store import TRACE, answer, convert, database, differ, loaded, one, query, questions, record, schema, servers, whole


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


def test_killed_loaders_leave_no_gap_and_nothing_twice():
    db = database()
    begun = time.time()
    assert loaded(convert('large', one.url(db)))[0] >= store.total
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


def main():
    passed = failed = 0
    for name, test in [*globals().items(), *vars(shipping).items(), *vars(connections).items()]:
        if not name.startswith('test_') or (len(sys.argv) > 1 and name[5:] not in sys.argv[1:]):
            continue
        for server in servers:
            if not server.process:	# a test that failed has left it so
                server.start()
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
    store.make_recordings()
    status = main()
finally:
    for server in servers:
        server.stop(signal.SIGKILL)
sys.exit(status)
