# SPDX-License-Identifier: BSD-2-Clause
# needs: python3 machine
# --hold, and BPF for the same run: every string that real programs pass is shown, and both are equal.
. "$here/lib.sh"

cat >compare.py <<'END'
import collections, json, sys

PASSED = {'filename', 'pathname', 'oldname', 'newname', 'path', 'argv', 'uservaddr'}

def calls(path):
    threads = collections.defaultdict(list)
    for line in open(path, errors='replace'):
        event = json.loads(line)
        if event['type'] == 'syscall' and event.get('errno') != 'ERESTARTSYS':
            threads[event['tid']].append(event)
    return threads

bpf, held, strings = calls(sys.argv[1]), calls(sys.argv[2]), 0
for tid, events in held.items():
    seen = bpf[tid][-len(events):]          # before its execve the command's process makes the tracer's calls
    if [e['name'] for e in seen] != [e['name'] for e in events]:
        print('other calls of', tid)
        continue
    for a, b in zip(seen, events):
        for name in PASSED & set(a['args']):
            strings += 1
            if a['args'][name] != b['args'].get(name):
                print(a['name'], name, a['args'][name], b['args'].get(name))
print(strings, 'strings', file=sys.stderr)
sys.exit(strings < int(sys.argv[3]))
END
calls=%file,%process,%network,!clone,!clone3,!fork,!vfork
# same LEAST COMMAND...: with at least LEAST strings
same() {
	least=$1
	shift
	command -v "$1" >/dev/null || return 0
	"$TRACE" --source bpf -m 64M --format json -e "$calls" -o bpf \
		"$TRACE" --hold -m 32M --format json -e "$calls" -o held "$@" >/dev/null 2>err || :
	"$python" compare.py bpf held "$least" >differences 2>counted || fail "$*: only $(cat counted)"
	[ ! -s differences ] || { fail "$*: $(wc -l <differences) differences"; head -n 5 differences | cut -c 1-300; }
}
mkdir -p a/b/c && echo 'int main(void) { return 0; }' >a/b/c.c
(git init -q a && cd a && git add b && git -c user.name=a -c user.email=b commit -qm c) >/dev/null 2>&1
same 50 git -C a status -s
same 50 git -C a log --stat
same 20 tar -cf a.tar a
same 20 tar -xf a.tar
seq 60 | sed 's,.*,tree/&/e,' | xargs mkdir -p
same 100 find tree -name '*e*'
same 50 sh -c 'for i in 1 2 3; do ls -l / | cat; done; mkdir q; mv q r; rmdir r; cd a; (cat b/c.c)'
same 300 "$python" -c 'import json, sqlite3, socket; socket.socket(socket.AF_UNIX).connect_ex("/nowhere")'
same 300 "$python" -c '
import os, threading
def look(n):
    for i in range(200):
        os.path.exists("/nowhere/%d/%d" % (n, i))
threads = [threading.Thread(target=look, args=(n,)) for n in range(6)]
[t.start() for t in threads]
[t.join() for t in threads]'
same 5 perl -e 'require POSIX; system("true")'
same 20 getent hosts localhost
finish
