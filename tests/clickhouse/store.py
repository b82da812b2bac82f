# SPDX-License-Identifier: BSD-2-Clause
"""What tests share: two servers, databases with the tables of trace, recordings, and their questions to both."""
import collections
import json
import os
import re
import subprocess

from server import Server, free_ports

TRACE = os.environ['TRACE']
HERE = os.path.dirname(os.path.abspath(__file__))
MANY = 400000		# calls of the larger recording, about
ports = free_ports(4)
servers = [Server(str(i), ports[i], ports[2 + i], ports[2:]) for i in (0, 1)]
one = servers[0]
made = 0
total = 0		# calls of the larger recording


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


def whole(db, server=one, n=None):
    """The large recording is there once."""
    got = answer('SELECT count(), uniqExact(call), min(call), max(call) FROM calls', db, server)[0]
    want = str(n or total)
    assert got == [want, want, '1', want], (got, want)


def make_recordings():
    global total
    record('small', 'sh', '-c', WORK)
    record('large', 'dd', 'if=/dev/zero', 'of=/dev/null', 'bs=1', f'count={MANY // 2}')
    total = query('large', 'SELECT count(*) FROM calls')[0][0]
