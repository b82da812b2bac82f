# SPDX-License-Identifier: BSD-2-Clause
# needs: python3
# -p and -t: existing threads, their calls in progress and descriptors; new threads and children, with and without --no-inherit.
. "$here/lib.sh"

cat >target.py <<'P'
import os, socket, sys, threading, time
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen(1)
r, w = os.pipe()
f = open("opened before", "w")
def work():
    while True:
        os.write(f.fileno(), b"t")
        time.sleep(0.01)
t = [threading.Thread(target=work, daemon=True) for _ in range(3)]
def wait():
    os.read(r, 1)
w1 = threading.Thread(target=wait, daemon=True)
w1.start()
for x in t:
    x.start()
print("ready", s.getsockname()[1], s.fileno(), f.fileno(), r, flush=True)
print(w1.native_id, *[x.native_id for x in t], flush=True)
while True:
    try:
        c, _ = s.accept()
        c.close()
        if os.fork() == 0:
            os.write(w, b"")
            os._exit(7)
        os.wait()
    except InterruptedError:
        pass
P
"$python" -S target.py >said &
target=$!
until_true 10 sh -c '[ "$(wc -l <said)" = 2 ]' || fail "the target does not start"
read -r _ port sock file pipe <said
set -- $(tail -n 1 said)
waiter=$1 one=$2 two=$3 three=$4

connect() { "$python" -S -c 'import _socket, sys; s = _socket.socket(); s.connect(("127.0.0.1", int(sys.argv[1]))); s.recv(1)' "$port"; }

rm -f out
"$TRACE" -o out --show-comm -p $target 2>err &
tracer=$!
until_true 10 grep -q 'write(' out || fail "nothing shown"
connect
until_true 10 grep -q 'wait4(.*{exited: 7}' out
until_true 10 grep -q '+++ exited with 7' out
kill -TERM $tracer
wait $tracer
for t in $one $two $three; do
	has "/$t write\(fd: $file<$PWD/opened before>, buf: \"t\", count: 1\) += 1" out
done
# in progress when tracing begins: a read, and an accept that returns later
has "/$waiter read\(fd: $pipe<pipe:\[[0-9]+\]>.*<unfinished \.\.\.>" out
has "/$target accept4?\(fd: $sock<TCP:\[127\.0\.0\.1:$port\]>" out
has "/$target .*accept4?.* = [0-9]+<TCP:\[127\.0\.0\.1:$port->127\.0\.0\.1:[0-9]+\]>" out
# the child is followed
has "exit_group\(error_code: 7\)" out
has "\+\+\+ exited with 7 \+\+\+" out
has "wait4\(.*\{exited: 7\}" out

if full_run; then
	rm -f out
	"$TRACE" -o out --show-comm --no-inherit -p $target 2>err &
	tracer=$!
	until_true 10 grep -q 'write(' out
	connect
	until_true 10 grep -q 'wait4(.*= [0-9]' out
	kill -TERM $tracer
	wait $tracer
	has "/$target .*accept4?.* = [0-9]" out
	hasnt "exit_group" out

	rm -f out
	"$TRACE" -o out --show-comm -t $one,$two 2>err &
	tracer=$!
	until_true 10 grep -q "/$one write(" out
	until_true 10 grep -q "/$two write(" out
	connect
	sleep 0.3
	kill -TERM $tracer
	wait $tracer
	has "/$one write\(" out
	has "/$two write\(" out
	hasnt "/($three|$target|$waiter) " out
fi

# tracing ends with the last target
rm -f out
"$TRACE" -o out --show-comm -p $target 2>err &
tracer=$!
until_true 10 grep -q 'write(' out
kill -KILL $target
until_true 10 gone $tracer || { fail "the tracer does not end with its target"; kill $tracer; }
wait $tracer
[ $? = 0 ] || fail "-p: exit status is not 0"
has "\+\+\+ killed by SIGKILL \+\+\+" out
finish
