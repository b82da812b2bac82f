# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# SQL over recordings: answers are what replay shows; constraints do not change them; nothing but reading; the manual has the tables.
. "$here/lib.sh"

cat >run <<'S'
for i in 1 2 3; do cat /etc/passwd /nowhere; done >/dev/null 2>&1
(exec sleep 0.05)
sh -c 'kill -USR1 $$'
exit 3
S
"$TRACE" record -k -o recording sh run 2>err
[ $? = 3 ] || fail "record: $(cat err)"
"$TRACE" replay --format json --string-limit all -k recording >replay.json || fail "replay"
"$TRACE" replay --summary --format csv recording >summary.csv 2>/dev/null || "$TRACE" replay --format csv recording >summary.csv || fail "summary"
"$TRACE" query --schema >schema || fail "schema"
"$TRACE" convert --to sqlite -o converted.db -k recording 2>err || fail "convert: $(cat err)"
"$TRACE" convert --to otlp -o spans recording 2>err || fail "convert: $(cat err)"
cat >check.py <<'P'
import collections, csv, json, os, re, signal, sqlite3, subprocess, sys, time

trace, top = os.environ['TRACE'], sys.argv[1]

def ask(sql, *options, status=0):
    p = subprocess.run([trace, 'query', *options, 'recording', sql], capture_output=True, text=True)
    assert p.returncode == status, (sql, p)
    return p

def rows(sql):
    return [list(json.loads(line).values()) for line in ask(sql, '--format', 'json').stdout.splitlines()]

lines = [json.loads(line) for line in open('replay.json')]
of = lambda kind: [l for l in lines if l['type'] == kind]
calls = of('syscall')

# -- The same as replay's lines
got = rows('SELECT ts, dur, pid, tid, comm, abi, nr, name, ret, errno, state FROM calls')
want = [[l['ts_ns'], l.get('dur_ns'), l['pid'], l['tid'], l['comm'], l['abi'], l['nr'], l['name'], l.get('ret'), l.get('errno'), l.get('state')] for l in calls]
text = lambda rs: [[None if v is None else str(v) for v in r] for r in rs]
assert text(got) == text(want), [(a, b) for a, b in zip(text(got), text(want)) if a != b][:3]
assert rows('SELECT call FROM calls') == [[i + 1] for i in range(len(calls))]
assert len(rows('SELECT 1 FROM exits')) == len(of('exit')) and [3] in rows('SELECT status FROM exits')
assert [r[0] for r in rows('SELECT signal FROM signals')] == [l['signal'] for l in of('signal')] and ['SIGUSR1'] in rows('SELECT signal FROM exits')
shown = collections.Counter(i + 1 for i, l in enumerate(calls) for _ in l['args'])
assert rows('SELECT call, count(*) FROM args GROUP BY call') == [list(i) for i in sorted(shown.items())]
assert rows('SELECT call, count(*) FROM stacks WHERE call IS NOT NULL GROUP BY call') == [[i + 1, len(l['stack'])] for i, l in enumerate(calls) if l.get('stack')]
symbols = [[f.get('symbol'), f.get('module')] for l in calls for f in l.get('stack', [])]
assert rows('SELECT symbol, module FROM stacks WHERE call IS NOT NULL') == symbols

# -- The same as the summary
tallies = {r['syscall']: r for r in csv.DictReader(open('summary.csv'))} if 'syscall' in open('summary.csv').readline() else {}
for name, n, errors in rows('SELECT name, count(*), count(errno) FROM calls WHERE ret IS NOT NULL GROUP BY name') if tallies else []:
    assert (int(tallies[name]['calls']), int(tallies[name]['errors'])) == (n, errors), (name, n, errors, tallies[name])
assert tallies, open('summary.csv').readline()

# -- A constraint that is tested while reading, and the same one behind a unary +, which SQLite tests alone
one = rows("SELECT ts, time, dur, pid, tid, comm, errno, path, name FROM calls WHERE errno = 'ENOENT' AND path = '/nowhere' LIMIT 1")[0]
columns = 'ts time dur pid tid comm errno path name'.split()
quote = lambda v: "'%s'" % v if isinstance(v, str) and not v.isdigit() else str(v)
for column, value in zip(columns, one):
    for op in ('=', '<=', '>') if column in ('ts', 'name') else ('=', '>='):
        answers = [rows('SELECT ts, tid, name, args, path FROM calls WHERE %s%s %s %s' % (plus, column, op, quote(value))) for plus in ('', '+')]
        assert answers[0] == answers[1] and (answers[0] or op in '<>'), (column, op, value, len(answers[0]), len(answers[1]))
for where in "name = 'nothing'", 'name = NULL', 'name = 5', "pid = 'x'", "name IN ('openat', 'read') AND errno IS NOT NULL", 'dur > 0.5', 'dur < 1e5', 'time > 0', 'ts > 1.5', 'ts > 1e30', "name = 'OPENAT' COLLATE NOCASE":
    plus = re.sub(r'^(\w)', r'+\1', where) if 'COLLATE' not in where else where.replace('name =', 'upper(name) =')
    assert rows('SELECT call, name FROM calls WHERE ' + where) == rows('SELECT call, name FROM calls WHERE ' + plus), where
assert rows("SELECT call FROM calls WHERE tid = '%s'" % one[4]) == rows('SELECT call FROM calls WHERE tid = %s' % one[4]) != []

# -- Rows that the table groups, and those that SQLite sorts itself
for table, columns in ('calls', ('name', 'errno', 'tid', 'comm', 'cpu', 'state')), ('signals', ('signal', 'comm')), ('stacks', ('module', 'symbol')), ('args', ('arg',)):
    for column in columns:
        for asked in 'SELECT {0}, count(*), min(ts), count(DISTINCT tid) FROM {1} GROUP BY {2}{0}', 'SELECT {0}, tid FROM {1} ORDER BY {2}{0} DESC':
            answers = [rows(asked.format(column, table, plus)) for plus in ('', '+')]
            assert answers[0] == answers[1] != [], (table, column, answers)

# -- Joins: by call in order, out of order, and several times
joined = rows('SELECT c.call, a.n FROM calls c JOIN args a USING (call)')
assert joined == rows('SELECT call, n FROM args')
assert rows('SELECT c.call, a.n FROM (SELECT call FROM calls ORDER BY call DESC LIMIT 9) c JOIN args a ON a.call = c.call') == \
    rows('SELECT call, n FROM args WHERE call > %d ORDER BY call DESC, n' % (len(calls) - 9))
assert rows('SELECT count(*) FROM calls JOIN processes USING (pid)') == [[len(calls)]]
assert rows('SELECT sum(calls), sum(errors) FROM threads') == rows("SELECT count(*), count(errno) FROM calls WHERE state IS NOT 'unfinished'")
strings = [r[0] for r in rows("SELECT string FROM strings WHERE name = 'openat' AND arg = 'filename'")]
assert strings == [l['args']['filename'] for l in calls if l['name'] == 'openat']
assert rows("SELECT count(*) FROM fds WHERE path = '/etc/passwd' AND arg IS NULL") == [[3]]

# -- Questions
for question, has in ('slowest', 'clock_nanosleep|wait4'), ('errors', 'ENOENT +/nowhere +3'), ('files', '/etc/passwd'), ('gaps', 'before'), ('process-tree', r'^ +cat '):
    answer = ask(question).stdout
    assert re.search(has, answer, re.M), (question, answer)
opened = subprocess.run([trace, 'query', 'recording', 'who-opened', '/etc/passwd'], capture_output=True, text=True).stdout
assert len(re.findall('/etc/passwd', opened)) == 6, opened
for question in 'errors', 'slowest', 'process-tree':
    sql = ask(question, '--sql').stdout
    assert sql.startswith('-- ') and sql.endswith(';\n') and ask(sql).stdout == ask(question).stdout, question

# -- A path is that path, and no pattern; bytes that are no UTF-8 are part of it
os.makedirs('O_o/below')
os.makedirs('Oxo')
os.makedirs('o_o')
files = ['O_o/below/100%', 'O_o/it\'s', b'O_o/\xff\xfe', 'O_o', 'Oxo/below', 'o_o/below', 'O_o2']
subprocess.run([trace, 'record', '-o', 'opens', sys.executable, '-S', '-c', 'import os, sys\nopen("/proc/self/comm", "wb").write(b"\\xff\\"x")\nfor f in sys.argv[1:]: os.close(os.open(f, 0 if os.path.isdir(f) else 66))', *files], check=True)
def opened_by(path):
    p = subprocess.run([trace, 'query', '--format', 'csv', 'opens', 'who-opened', path], capture_output=True, check=True)
    return [l.split(b',')[4].split(b'/')[-1].strip(b'"') for l in p.stdout.splitlines()[1:]]
here = os.getcwd() + '/'
for path, names in ('O_o', [b'100%', b"it's", b'\xff\xfe', b'O_o']), ('O_o/', [b'100%', b"it's", b'\xff\xfe', b'O_o']), ('O_o/below/100%', [b'100%']), ('O_o/be', []), ("O_o/it's", [b"it's"]), ("' OR '1", []), \
        ('o_o', [b'below']), (b'O_o/\xff\xfe', [b'\xff\xfe']):
    got = opened_by((here.encode() if isinstance(path, bytes) else here) + path)
    assert got == names, (path, got)

# -- Process 7 of one host is not the parent of what another host's process 7 has created, and nobody is left out
tree = sqlite3.connect(':memory:')
tree.execute('CREATE TABLE processes (host, pid, parent, comm, calls, errors, dur, status, signal)')
tree.executemany('INSERT INTO processes VALUES (?, ?, ?, ?, 1, 0, 5, 0, NULL)', [('one', 7, None, 'a'), ('one', 8, 7, 'b'), ('two', 8, 7, 'c'), (None, 9, 7, 'd'), (None, 10, 9, 'e')])
assert [r[0] for r in tree.execute(ask('process-tree', '--sql').stdout)] == ['d', '  e', 'a', '  b', 'c']
assert ask('SELECT 1 AS a, NULL, \'x,"y\' AS b', '--format', 'csv').stdout == 'a,NULL,b\n1,,"x,""y"\n'
assert '\x1b' not in ask("SELECT char(27) || '[2J'").stdout

# -o is of the tables' description, too
schema = subprocess.run([trace, 'query', '--schema'], capture_output=True, text=True, check=True).stdout
subprocess.run([trace, 'query', '--schema', '-o', 'schema.out'], stdout=subprocess.DEVNULL, check=True)
assert open('schema.out').read() == schema and 'CREATE TABLE calls' in schema

# -- Errors and what is refused
for sql, says in ('SELECT nmae FROM calls', "did you mean 'name'"), ('SELECT 1 FROM cals', "did you mean 'calls'"), ('SELECT 1 FORM calls', 'SQL: '), \
        ("ATTACH 'x.db' AS x", 'only read'), ('PRAGMA journal_mode = off', 'only read'), ('CREATE TABLE t (a)', 'only read'), \
        ('CREATE VIRTUAL TABLE t USING calls', 'only read'), ('DELETE FROM calls', 'may not be modified'), ("SELECT load_extension('x')", 'not authorized'), ("VACUUM INTO 'x.db'", ''), \
        ('erors', "did you mean 'errors'"), ('who-opened', 'needs a value'), ('SELECT', 'quote the statement'), ('nothing.data', 'No such file'):
    err = ask(sql, status=125).stderr
    assert says in err and not os.path.exists('x.db'), (sql, err)
for words, says in (['recording', 'slowest', '5'], 'slowest takes no value'), (['recording', 'who-opened', '/', '/'], 'who-opened takes one value'), \
        (['recording', 'SELECT 1', 'x'], 'quote the statement'), (['SELECT 1', 'recording'], 'recordings come before the statement'), \
        (['slowest', 'recording'], 'recordings come before the question'), (['--sql'], '--sql needs a question'), ([], "cannot read 'trace.data'"):
    p = subprocess.run([trace, 'query', *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert p.returncode == 125 and says in p.stderr and p.stderr.count('trace: ') == 1 and not p.stdout, (words, p)
p = subprocess.Popen([trace, 'query', 'recording', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'], stdout=subprocess.PIPE)
time.sleep(0.5)
p.send_signal(signal.SIGINT)
assert p.wait(30) == -signal.SIGINT, p.returncode
prompt = subprocess.run([trace, 'query', 'recording'], input='.schema loss\nSELECT count(*)\nFROM calls;\n.explain SELECT * FROM calls\n.errors\n.quit\n', capture_output=True, text=True)
assert prompt.returncode == 0 and 'CREATE TABLE loss' in prompt.stdout and str(len(calls)) in prompt.stdout and 'SCAN calls' in prompt.stdout, prompt

# -- A damaged recording: no crash, and what is whole is there
data = bytearray(open('recording', 'rb').read())
for at in range(200, len(data), 997):
    data[at] ^= 0x55
open('damaged', 'wb').write(data)
p = subprocess.run([trace, 'query', 'damaged', 'SELECT count(*) FROM calls JOIN args USING (call)'], capture_output=True)
assert p.returncode in (0, 125), p

# -- The manual has each table, and each column with its type and unit
page = open(top + '/man/trace-sql.7').read().replace('\\-', '-')
for line in open('schema'):
    table, column = re.match(r'CREATE TABLE (\w+)', line), re.match(r'\t(\w+) (\w+),?\t-- (?:(ns|s|bytes): )?(.*)', line)
    if table:
        rest = page[page.index('.SS %s\n' % table[1]):]
    if column:
        entry = '.TP\n.BR %s " %s%s"\n%s.\n' % (column[1], column[2], ', ' + column[3] if column[3] else '', column[4])
        assert entry in rest.split('.SS', 2)[1], (table, entry)

# -- The database has the same rows
db = sqlite3.connect('converted.db')
for table in re.findall(r'CREATE TABLE (\w+)', open('schema').read()):
    a = sorted(text(map(list, db.execute('SELECT * FROM ' + table))), key=str)
    b = sorted(text(rows('SELECT * FROM ' + table)), key=str)
    assert len(a) == len(b) and all(len(x) == len(y) for x, y in zip(a, b)), (table, len(a), len(b))
    exact = [c for c in zip(*a)] == [c for c in zip(*b)] or table in ('args', 'calls', 'strings')
    assert exact, (table, [(x, y) for x, y in zip(a, b) if x != y][:2])

# -- A name that is no UTF-8
converted = subprocess.run([trace, 'convert', '--to', 'otlp', 'opens'], capture_output=True, check=True).stdout.decode()
assert r'{"key":"thread.name","value":{"stringValue":"\\377\"x"}}' in converted, converted[-2000:]

# -- Spans: each call that returned, or ended its thread
spans = []
for line in open('spans'):
    for resource in json.loads(line)['resourceSpans']:
        who = {a['key']: list(a['value'].values())[0] for a in resource['resource']['attributes']}
        for span in resource['scopeSpans'][0]['spans']:
            of = {a['key']: list(a['value'].values())[0] for a in span['attributes']}
            spans.append([span['startTimeUnixNano'], int(span['endTimeUnixNano']) - int(span['startTimeUnixNano']), int(who['thread.id']), span['name'],
                          int(of['syscall.ret']) if 'syscall.ret' in of else None, of.get('error.type'), span.get('status', {}).get('code'), who['thread.name']])
            assert of['syscall.args'] or span['name'] in ('vfork', 'fork', 'getpid', 'getppid', 'getuid', 'geteuid', 'getgid', 'getegid', 'rt_sigreturn'), span
assert text(spans) == text([[l['ts_ns'], l.get('dur_ns', 0), l['tid'], l['name'], l.get('ret'), l.get('errno'), 2 if 'errno' in l else None, l['comm']] for l in calls])
P
export TRACE
python3 check.py "$here/../.." || fail "query"
finish
