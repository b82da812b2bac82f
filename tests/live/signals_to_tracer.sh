# SPDX-License-Identifier: BSD-2-Clause
# needs: bpftool python3 full_run
# Signals that end the tracer: passed on to a command; with -p the target runs on; the output is complete.
. "$here/lib.sh"

ticker=$(program ticker)

for sig in INT TERM HUP; do
	rm -f out said
	# a shell's background jobs inherit SIGINT ignored
	"$python" -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
		"$TRACE" -o out "$ticker" 2 >said 2>err &
	tracer=$!
	until_true 10 grep -q ready said || fail "$sig: the command does not start"
	sleep 0.3
	kill -$sig $tracer
	wait $tracer
	got=$?
	[ $got = $((128 + $(signal_number $sig))) ] || { fail "command, $sig: status $got"; cat err; }
	has "\+\+\+ killed by SIG$sig" out
	[ -z "$(tail -c 1 out)" ] || fail "command, $sig: the last line is cut"

	rm -f out said
	"$ticker" 2 >said &
	target=$!
	until_true 10 grep -q ready said
	"$python" -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
		"$TRACE" -o out -p $target 2>err &
	tracer=$!
	until_true 10 grep -q 'write(' out || fail "-p, $sig: nothing is shown"
	kill -$sig $tracer
	wait $tracer
	got=$?
	[ $got = 0 ] || [ $got = $((128 + $(signal_number $sig))) ] || fail "-p, $sig: status $got"
	[ -d /proc/$target ] || fail "-p, $sig: the target ended too"
	grep -q '^State:.*[RSD]' /proc/$target/status || fail "-p, $sig: the target is stopped"
	has 'write\(fd: 3</dev/null>, buf: "x", count: 1\) += 1' out
	[ -z "$(tail -c 1 out)" ] || fail "-p, $sig: the last line is cut"
	kill $target
	wait $target 2>/dev/null
done
# Inherited as ignored, as for a shell's background jobs: the signal ends tracing all the same
rm -f said
"$ticker" 2 >said &
target=$!
until_true 10 grep -q ready said
for sig in INT QUIT TERM; do
	rm -f out
	sh -c 'trap "" INT QUIT TERM; exec "$@"' sh "$TRACE" -o out -p $target 2>err &
	tracer=$!
	until_true 10 grep -q 'write(' out || fail "ignored $sig: nothing is shown"
	kill -$sig $tracer
	until_true 10 gone $tracer || { fail "ignored $sig: tracing goes on"; kill -KILL $tracer; }
	wait $tracer
	[ $? = 0 ] || fail "ignored $sig: status is not 0"
	[ -z "$(tail -c 1 out)" ] || fail "ignored $sig: the last line is cut"
done
# but not SIGHUP if nohup ignores it
rm -f out
sh -c 'trap "" HUP; exec "$@"' sh "$TRACE" -o out -p $target 2>err &
tracer=$!
until_true 10 grep -q 'write(' out
kill -HUP $tracer
sleep 0.3
gone $tracer && fail "SIGHUP ends what ignored it"
kill -TERM $tracer
wait $tracer
kill $target
# with a command, which ignores it too and runs on
rm -f out said
sh -c 'trap "" INT; exec "$@"' sh "$TRACE" -o out "$ticker" 2 >said 2>err &
tracer=$!
until_true 10 grep -q ready said
kill -INT $tracer
until_true 20 gone $tracer || { fail "a command that ignores SIGINT: tracing goes on"; kill -KILL $tracer; }
wait $tracer
[ $? = 130 ] || fail "a command that ignores SIGINT: status is not 130"
target=$(pgrep -xf "$ticker 2") && kill "$target" || fail "the command that ignores SIGINT was harmed"
status 0 sh -c 'trap "" INT; exec "$@"' sh "$TRACE" -o out grep SigIgn /proc/self/status >said
grep -q '^SigIgn:.*[2367abef]$' said || fail "the command does not get the dispositions that trace was given: $(cat said)"

# a command that ignores the signal by itself is traced on
rm -f said
"$TRACE" -o out sh -c 'trap "" TERM; echo ready; sleep 1; exit 5' >said 2>err &
tracer=$!
until_true 10 grep -q ready said
kill -TERM $tracer
wait $tracer
[ $? = 5 ] || fail "a command that ignores SIGTERM: not its status"
until_true 5 no_programs_left || fail "programs stay loaded"
finish
