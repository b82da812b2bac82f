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

# A signal while the command's control group is made: it is not left behind. One that ends the command before its execve is no error of that.
if [ -n "$(command -v strace)" ]; then
	strace -o strace.out -e trace=mkdir -e inject=mkdir:signal=SIGINT:when=1 "$TRACE" --lossless -o out true 2>err
	made=$(sed -n 's/^mkdir("\(.*\/trace-[0-9]*\)".*/\1/p' strace.out)
	[ -n "$made" ] || fail "no control group was made"
	until_true 10 [ ! -d "$made" ] || fail "$made is left behind"
	strace -o strace.out -e trace=bpf -e inject=bpf:delay_enter=1500000:when=5 "$TRACE" -o out "$ticker" 1 300 >said 2>err &
	tracer=$!
	# shellcheck disable=SC2016
	until_true 10 sh -c 'pgrep -P $(pgrep -P "$1") >held' sh $tracer || fail "there is no command"
	kill -TERM "$(cat held)"
	wait $tracer
	hasnt 'cannot be run' err
fi
finish
