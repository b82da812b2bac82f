# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Targets: none, nonexistent or ended ones, kernel threads, lists as other programs print them.
. "$here/lib.sh"

ticker=$(program ticker)
nothing=

# An empty list is not the whole system
for command in "" record; do
	# shellcheck disable=SC2086
	for options in "" "-e execve" "--duration 10" "--also-record data"; do
		[ -z "$command" ] || [ "$options" != "--also-record data" ] || continue
		status 125 timeout "$(patient 20)" "$TRACE" $command $options >out
		has ' -a( |$)' err
		hasnt . out
	done
done
status 125 timeout "$(patient 20)" "$TRACE"
has '^Usage: trace ' err
has 'man trace$' err
status 125 timeout "$(patient 20)" "$TRACE" -e execve $nothing
[ "$(wc -l <err)" = 1 ] || fail "more than one line about a target that is missing"
status 125 timeout "$(patient 20)" "$TRACE" -p "$nothing"
has '^trace: -p: no number of a process' err
[ ! -e trace.data ] || fail "a recording of nothing was made"

# Lists, and ended targets
"$ticker" 1 >one &
one=$!
"$ticker" 1 >two &
two=$!
sh -c 'exit 0' &
dead=$!
wait $dead
until_true 10 grep -q ready one
until_true 10 grep -q ready two
writes() { ls "/proc/$1/task" | grep -vx "$1"; }		# the thread that writes
one_writes=$(writes $one)
two_writes=$(writes $two)
for source in bpf perf; do
	for list in "$one
$two
" "$one, $dead,$two" "$dead $one	$two"; do
		status 0 "$TRACE" --source $source -p "$list" --show-comm -e write --max-events 20 -o out
		has "/$one_writes write" out
		has "/$two_writes write" out
		case $list in
		*$dead*) has "^trace: there is no process $dead: it is left out$" err; [ "$(grep -c left err)" = 1 ] || fail "$(cat err)" ;;
		*) hasnt . err ;;
		esac
	done
	status 0 "$TRACE" --source $source -t "$one_writes $dead" -e write --max-events 2 -o out
	has "^trace: there is no thread $dead: it is left out$" err
	status 0 "$TRACE" --source $source -p $dead -o out true
	has '\+\+\+ exited with 0' out
	echo kept >out
	status 125 "$TRACE" --source $source -p $dead -o out
	has "^Error: No such process: there is no process $dead\.$" err
	status 125 "$TRACE" --source $source -p $dead,4194300 -o out
	has "^trace: there is no process $dead" err
	has '^trace: there is nothing to trace' err
	has '^kept' out
done

# Kernel threads make no calls, but have events
if [ "$(cat /proc/2/comm 2>/dev/null)" = kthreadd ]; then
	status 125 "$TRACE" -p 2
	has '^Error: The process 2 \(kthreadd\) is a kernel thread: it makes no system calls' err
	status 0 "$TRACE" -p 2,$one -e write --max-events 1 -o out
	has '^trace: process 2 \(kthreadd\) is a kernel thread.*left out' err
	timeout -s INT "$(patient 1)" "$TRACE" -p 2 -e none,sched:sched_switch -o out 2>err
	hasnt . err
fi

# A thread ID is not a process ID
cat >thread.py <<'P'
import threading, time
t = threading.Thread(target=time.sleep, args=(20,), daemon=True)
t.start()
print(t.native_id, flush=True)
time.sleep(20)
P
if command -v python3 >/dev/null; then
	"$python" -S thread.py >said &
	process=$!
	until_true 10 [ -s said ]
	status 125 "$TRACE" -p "$(cat said)"
	has "^Error: $(cat said) is a thread of process $process\.$" err
	kill $process
fi
kill $one $two
finish
