# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# A recording replays to the same bytes as were shown live, with any output options.
. "$here/lib.sh"

ticker=$(program ticker)
cat >open.py <<'X'
import json, os, socket, subprocess, threading
def work(n):
    for i in range(50):
        with open(f"f{n}", "w") as f:
            f.write("x" * i)
        os.stat(f"f{n}")
ts = [threading.Thread(target=work, args=(n,)) for n in range(8)]
[t.start() for t in ts]
[t.join() for t in ts]
a, b = socket.socketpair()
a.send(b"hello"); b.recv(10)
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
c = socket.create_connection(s.getsockname()); d, _ = s.accept(); d.close(); c.close()
subprocess.run(["sh", "-c", "kill -USR1 $$"])
try: os.open("/nonexistent", 0)
except OSError: pass
X

both ls -- ls -l /
both sh -- sh -c 'cd /; for i in 1 2 3; do ls /proc/self | sort | uniq -c | cat >/dev/null; done; (exec sleep 0.1) & wait'
both python -T -- "$python" open.py
both json --format json -- "$python" open.py
both threads -- "$ticker" 50 20
both failed -e %file --failure -- sh -c 'ls /nonexistent; cat /etc/hostname'
both path --path /etc -- sh -c 'cd /etc; cat hostname passwd; cat /proc/version'
both verbose --verbose --prefix --show-cpu --string-limit 200 -- ls -l /
both killed -- sh -c 'kill -SEGV $$'
both events --max-events 20 -- ls
both waits -- sleep 2.5

# The whole system, also while tracing starts
"$TRACE" -a --also-record all.data -o live.all >/dev/null 2>&1 &
tracer=$!
until_true 10 [ -s live.all ] || fail "nothing is shown of the whole system"
kill -TERM $tracer
wait $tracer 2>/dev/null
"$TRACE" replay -o replay.all all.data
cmp live.all replay.all || { fail "all: replay differs"; diff -a live.all replay.all | head -n 5; }
# a call may have begun while the programs were being attached, no earlier
awk '$1 + 0 < -1000 { print "before the start: " $0; exit 1 }' live.all || fail "times before the start"

# Output options give the same live and replayed
"$TRACE" -o live.two --format json -e openat --also-record two.data cat /etc/hostname >/dev/null
"$TRACE" replay --format json two.data >replay.two
cmp live.two replay.two || fail "a recording of some calls shows others"

# All calls are recorded, and can be selected on replay
"$TRACE" record -o all.data sh -c 'cat /etc/hostname; ls /nonexistent' >/dev/null 2>&1 && fail "the command's status is not passed on"
"$TRACE" replay -e openat --path /etc/hostname all.data >out
count 1 'openat|read|close|fstat|mmap' out
has 'openat\(dfd: CWD, filename: "/etc/hostname"' out
"$TRACE" replay --errno ENOENT all.data >out
has '/nonexistent.*ENOENT' out
hasnt ' = [0-9]' out

# Through a pipe, while recording
"$TRACE" record -o - sh -c 'echo first >&2; sleep 3' 2>/dev/null | "$TRACE" replay --color=never - >piped &
until_true 10 grep -q 'buf: "first' piped || fail "nothing comes through the pipe while it is open"
wait
has 'exited with 0' piped

# As an ordinary user
if id nobody >/dev/null 2>&1; then
	cp "$TRACE" ./trace && chmod 755 trace . && cp all.data theirs.data && chown nobody theirs.data
	setpriv --reuid nobody --regid nogroup --clear-groups ./trace replay theirs.data >out || fail "nobody cannot replay"
	has execve out
fi

# The file: private, the old one kept, not through a link
[ "$(stat -c %a all.data)" = 600 ] || fail "mode $(stat -c %a all.data)"
cp all.data before
"$TRACE" record -o all.data true
cmp -s before all.data.old || fail "the old recording was not kept"
ln -s all.data link
status 125 "$TRACE" record -o link true
has "cannot write 'link': it is a symbolic link" err
[ "$(stat -c %F link)" = 'symbolic link' ] || fail "the link is gone"
finish
