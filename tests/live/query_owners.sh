# SPDX-License-Identifier: BSD-2-Clause
# needs: cgroup2 machine unshare
# Users, control groups, containers, pods and units in SQL tables, in databases and in spans: those that replay shows.
. "$here/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root may make groups"
helper owned || skip "cannot compile"
root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
id=$(printf 'query-%s' $$ | sha256sum | cut -c 1-64)
pod=01234567-89ab-4cde-8f01-$(printf '%012d' $$)
one=$root/query-$$.service slice=$root/kubepods-pod$(echo "$pod" | tr - _).slice
two=$slice/cri-containerd-$id.scope
mkdir "$one" "$slice" "$two" || skip "no groups can be made in $root"
trap 'for group in "$one" "$two" "$slice"; do until_true 10 rmdir "$group"; done' EXIT
begins='echo $$ >"$0/cgroup.procs"; exec "$@"'

cat >run <<'S'
"$1" 2 "$2" "$3"
sh -c 'echo $$ >"$0/cgroup.procs"; exec setpriv --reuid 4203 cat /etc/hostname' "$3" >/dev/null
sh -c 'echo $$ >"$0/cgroup.procs"; kill -USR1 $$' "$2"
exit 0
S
record() {
	"$TRACE" record "$@" sh -c "$begins" "$root" sh run "$bin/helpers/owned" "$one" "$two" 2>err || fail "record: $(cat err)"
}
record --names -o recording
record -o nameless -e getppid
unshare -u sh -c 'hostname other && exec "$@"' sh "$TRACE" record -o other sh -c "$begins" "$two" true 2>err || fail "record: $(cat err)"
"$TRACE" replay --format json --show user,cgroup,container,pod,unit recording >replay.json || fail "replay"
"$TRACE" convert --to sqlite -o converted.db recording 2>err || fail "convert: $(cat err)"
"$TRACE" convert --to otlp -o spans recording 2>err || fail "convert: $(cat err)"
cat >check.py <<'P'
import collections, json, os, sqlite3, subprocess, sys

trace, one, two, slice, container, pod = os.environ['TRACE'], *sys.argv[1:]
unit = os.path.basename(one)
names = ('uid', 'user', 'cgroup_id', 'cgroup', 'container', 'pod', 'unit')
columns = ', '.join(names)

def rows(sql, *recordings):
    p = subprocess.run([trace, 'query', '--format', 'json', *(recordings or ['recording']), sql], capture_output=True, text=True)
    assert p.returncode == 0, (sql, p)
    return [tuple(json.loads(line).values()) for line in p.stdout.splitlines()]

lines = [json.loads(line) for line in open('replay.json')]

# -- The same as replay's lines: of calls, signals and exits, and of threads at last
for kind, table in ('syscall', 'calls'), ('signal', 'signals'), ('exit', 'exits'):
    want = [(l['tid'],) + tuple(l[n] for n in names) for l in lines if l['type'] == kind]
    assert rows('SELECT tid, %s FROM %s' % (columns, table)) == want and want, table
at_last = {l['tid']: (l['pid'],) + tuple(l[n] for n in names) for l in lines if l['type'] in ('syscall', 'exit')}
assert {r[0]: r[1:] for r in rows('SELECT tid, pid, %s FROM threads' % columns)} == at_last
assert {r[0]: r for r in rows('SELECT pid, %s FROM processes' % columns)} == {p: (p,) + of[1:] for p, of in ((t, at_last[t]) for t in at_last if at_last[t][0] == t)}

# -- What was made: users, a unit, a container in a pod, and none of these in the root
made = collections.Counter({r[:-1]: r[-1] for r in rows("SELECT uid, user, container, pod, unit, count(*) FROM calls WHERE name = 'getppid' GROUP BY uid, container, pod, unit")})
assert made[4201, None, None, None, unit] == 4 and made[4202, None, None, None, unit] == 6 and made[0, 'root', container, pod, None] == 30, (made, container, pod)
assert made[0, 'root', None, None, None] >= 2, made
assert rows("SELECT DISTINCT uid, cgroup FROM calls WHERE comm = 'cat'") == [(4203, '/' + os.path.relpath(two, os.path.dirname(slice)))]
assert rows("SELECT cgroup_id FROM exits WHERE signal = 'SIGUSR1'") == [(os.stat(one).st_ino,)]
assert rows('SELECT DISTINCT uid, user, unit FROM calls WHERE uid = 0 AND unit IS NOT NULL', 'nameless') == [(0, None, unit)]
assert rows("SELECT count(*) FROM calls WHERE container = '%s'" % container) == rows("SELECT count(*) FROM calls WHERE +container = '%s'" % container) != [(0,)]

# -- Grouped by the table, and sorted by SQLite
for column in names:
    answers = [rows('SELECT {0}, count(*), count(DISTINCT tid) FROM calls GROUP BY {1}{0}'.format(column, plus)) for plus in ('', '+')]
    assert answers[0] == answers[1] and len(answers[0]) > 1, (column, answers)

# -- Recordings of two hosts: names are each host's, also of threads that had not ended
hosts = rows('SELECT host, container, pod FROM threads GROUP BY 1, 2, 3', 'recording', 'other')
assert ('other', container, pod) in hosts and (os.uname().nodename, container, pod) in hosts and (os.uname().nodename, None, None) in hosts, hosts

# -- The question
asked = subprocess.run([trace, 'query', '--format', 'csv', 'recording', 'owners'], capture_output=True, text=True).stdout.splitlines()
assert asked[0] == 'user,unit,container,pod,calls,errors,ms' and any(l.startswith('root,,%s,%s,' % (container, pod)) for l in asked) and any(l.startswith('4202,%s,,,' % unit) for l in asked), asked

# -- The database
db = sqlite3.connect('converted.db')
assert db.execute('PRAGMA user_version').fetchall() == [(2,)]
for table in 'calls', 'threads', 'processes', 'signals', 'exits':
    asked = 'SELECT tid, %s FROM %s ORDER BY tid, ts' if table not in ('threads', 'processes') else 'SELECT pid, %s FROM %s ORDER BY pid, started'
    assert db.execute(asked % (columns, table)).fetchall() == rows(asked % (columns, table)), table

# -- Spans: in each line one owner
spans = collections.Counter()
keys = ('process.real_user.id', 'process.real_user.name', 'process.linux.cgroup', 'container.id', 'k8s.pod.uid', 'systemd.unit')
for line in open('spans'):
    for resource in json.loads(line)['resourceSpans']:
        who = {a['key']: list(a['value'].values())[0] for a in resource['resource']['attributes']}
        spans[tuple(who.get(k) for k in keys)] += len(resource['scopeSpans'][0]['spans'])
want = collections.Counter()
for l in lines:
    if l['type'] == 'syscall':
        want[(str(l['uid']),) + tuple(l[n] for n in ('user', 'cgroup', 'container', 'pod', 'unit'))] += 1
assert spans == want and len(want) > 3, (spans - want, want - spans)
P
export TRACE
python3 check.py "$one" "$two" "$slice" "$id" "$pod" || fail "query"
finish
