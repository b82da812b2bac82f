# SPDX-License-Identifier: BSD-2-Clause
# needs: bpftool pgrep
# SIGKILL of the tracer at any time: the target runs on, no program stays attached.
. "$here/lib.sh"

ticker=$(program ticker)
"$ticker" 4 >said &
target=$!
until_true 10 grep -q ready said
for delay in 0.00 0.01 0.02 0.04 0.06 0.1 0.2; do
	"$TRACE" -o out -p $target 2>/dev/null &
	tracer=$!
	sleep $delay
	kill -KILL $tracer 2>/dev/null
	wait $tracer 2>/dev/null
	grep -q '^State:.*[RSD]' /proc/$target/status || fail "after $delay s: the target is not running"
done
kill $target
wait $target 2>/dev/null

# A command whose tracer dies runs on, or was never started: it is not left stopped.
for delay in 0.00 0.01 0.02 0.04 0.06 0.1 0.2; do
	"$TRACE" -o out "$ticker" 2 300 >said 2>/dev/null &
	tracer=$!
	sleep $delay
	command=$(pgrep -P $tracer)
	kill -KILL $tracer 2>/dev/null
	wait $tracer 2>/dev/null
	for pid in $command; do
		until_true 10 gone "$pid" || { fail "after $delay s: the command hangs: $(cat /proc/$pid/status | head -3)"; kill -KILL $pid; }
	done
	[ ! -s said ] || grep -q 'done 600' said || fail "after $delay s: the command was harmed: $(cat said)"
done
until_true 5 no_programs_left || fail "programs stay loaded"
finish
