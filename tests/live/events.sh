# SPDX-License-Identifier: BSD-2-Clause
# needs: jq exit_events
# Tracepoints mixed with calls: -e SYSTEM:NAME, --event, --filter; live, recorded and replayed.
. "$here/lib.sh"

tracefs=/sys/kernel/tracing
[ -r $tracefs/events/sched/sched_switch/format ] || skip "there is no tracefs in $tracefs"
probed=$(program probed)

# line PATTERN FILE: the number of the first matching line
line() {
	grep -anE -m 1 -e "$1" "$2" | cut -d: -f1
}

# order A B FILE: a line with A precedes one with B
order() {
	a=$(line "$1" "$3") b=$(line "$2" "$3")
	[ "${a:-0}" -gt 0 ] && [ "${b:-0}" -gt "${a:-0}" ] || { fail "'$1' (${a:-no} line) is not before '$2' (${b:-no} line)"; cat "$3"; }
}

# A program starts, sleeps (with a context switch) and ends; with both sources of calls.
for source in bpf perf; do
	status 0 "$TRACE" --source $source -o out --event sched:sched_process_exec,sched:sched_switch,sched:sched_process_exit sleep 1
	count 1 'sched:sched_process_exec\(filename: ".*/sleep", pid: [0-9]+' out
	count 1 '\(100[0-9]\.[0-9]+ ms\): (sleep/[0-9]+ )?clock_nanosleep|\(1[0-9]{3}\.[0-9]+ ms\): (sleep/[0-9]+ )?clock_nanosleep' out
	count 1 'sched:sched_process_exit\(comm: "sleep"' out
	order 'sched_process_exec' 'execve\(' out
	order 'sched_process_exec' 'nanosleep\(' out
	order 'nanosleep\(' 'sched_process_exit' out
	order 'sched_switch\(prev_comm: "sleep", prev_pid: [0-9]+, prev_prio: [0-9]+, prev_state: 1' 'nanosleep\(' out
	hasnt 'prev_comm: "trace", prev_pid: [0-9]+, prev_prio: [0-9]+, prev_state: 1,' out	# its wait before the execve; it may be preempted in that
done

# The kernel filters; an invalid filter is reported with the kernel's message and the position.
status 0 "$TRACE" -o out -e none,sched:sched_process_exit --filter 'comm == "false"' sh -c 'true & false & sh -c "exit 0"; wait'
hasnt 'sched_process_exit\(comm: "(sh|true)"' out
status 0 "$TRACE" -o out -e none,sched:sched_process_exit --filter 'comm == "sleep"' sh -c 'sleep 0.01; cat /dev/null; exit 0'
count 1 'sched_process_exit' out
status 125 "$TRACE" -e sched:sched_switch --filter 'prev_pid ==' true
has '^prev_pid ==$' err
has '^ +\^$' err
has '^parse_error: ' err
status 125 "$TRACE" -e sched:sched_switch --filter 'nothing == 1' true
has '^parse_error: Field not found' err
[ -z "$(ls $tracefs/instances | grep '^trace\.')" ] || fail "an instance is left behind"

# An event that the kernel refuses is left out if it matched a pattern; a named one is an error.
if [ -e $tracefs/events/irq_vectors/irq_work_exit ]; then
	status 0 "$TRACE" -v -o out -e 'none,irq_vectors:irq_work_e*' true
	has '^trace: irq_vectors:irq_work_exit is left out: ' err
	status 125 "$TRACE" -o out -e 'none,irq_vectors:irq_work_exit' true
	has '^Error: Operation not permitted: the kernel refuses perf events of irq_vectors:irq_work_exit[.]$' err
fi

# Without access to tracefs, a hint says what would help.
if setpriv --version >/dev/null 2>&1 && [ "$(stat -c %a $tracefs)" = 700 ]; then
	cp "$TRACE" /tmp/trace.$$ && chmod 755 /tmp/trace.$$
	(cd / && exec setpriv --reuid=65534 --regid=65534 --clear-groups /tmp/trace.$$ -e sched:sched_switch true) 2>err
	rm -f /tmp/trace.$$
	has "^Error: No permissions to read $tracefs/events$" err
	has "^Hint: .*remount,mode=755 $tracefs" err
fi

# Existing processes, and threads that they start later; the whole system, without the tracer.
sh -c 'while [ ! -e stop ]; do sleep 0.05; done' &
pid=$!
traced_until 'sched_process_exit' -p $pid -e none,sched:sched_process_fork,sched:sched_process_exit
has "sched_process_fork\(parent_comm: \"sh\", parent_pid: $pid," out
has "sleep/[0-9]+ sched:sched_process_exit" out
traced_until 'sched:sched_process_exit\(comm: "sleep"' -a -e none,sched:sched_switch,sched:sched_process_exit
hasnt "${by}trace/$tracer " out
touch stop
wait $pid

# Probes that were made in tracefs.
if [ -w $tracefs/uprobe_events ]; then
	echo "p:trace_test/probed $($probed) who=\$comm" >>$tracefs/uprobe_events
	status 0 "$TRACE" -o out -e 'getppid,trace_test:*' "$probed" 3
	count 3 'trace_test:probed\(__probe_ip: 0x[0-9a-f]+, who: "probed"\)' out
	sed -n 's/^.*: \(probed\/[0-9]* \)\{0,1\}\(getppid\|trace_test:probed\)(.*/\2/p' out | tr '\n' ' ' >got
	[ "$(cat got)" = 'getppid trace_test:probed getppid trace_test:probed getppid trace_test:probed ' ] || fail "the order is $(cat got)"
	echo '-:trace_test/probed' >>$tracefs/uprobe_events
fi

# Without BPF, and with little lockable memory, both kinds of rings fit.
if setpriv --list-caps 2>/dev/null | grep -q perfmon && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
	cp "$TRACE" /tmp/trace.$$ && chmod 755 /tmp/trace.$$
	caps=-all,+perfmon,+dac_read_search
	(cd / && ulimit -l 64 2>/dev/null; exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=$caps --ambient-caps=$caps \
		/tmp/trace.$$ -v -o - -e none,sched:sched_process_exec sleep 0.01) >out 2>err || fail "exit status $?: $(cat err)"
	rm -f /tmp/trace.$$
	has '^trace: source: perf events, because' err
	count 1 'sched:sched_process_exec' out
fi

# Lost events are counted.
n=$(scaled 300000)
status 0 "$TRACE" -m 256K --memory 0 -o out -e none,raw_syscalls:sys_enter dd if=/dev/zero of=/dev/null bs=1 count="$n"
shown=$(grep -c 'raw_syscalls:sys_enter(' out) lost=$(sed -n 's/^trace: lost \([0-9]*\) events.*/\1/p' err)
here_lost=$(awk '/ LOST [0-9]+ events? between/ { for (i = 1; i < NF; i++) if ($i == "LOST") n += $(i + 1) } END { print n + 0 }' out)
echo "$shown shown, ${lost:-0} lost"
case $(uname -r) in
5.*) ;;		# from 6.0 on, losses after the last event are counted
*) [ $((shown + ${lost:-0})) -ge $((n * 2)) ] || fail "of $((n * 2)) events $shown were shown and ${lost:-0} lost" ;;
esac
[ "${lost:-0}" = "$here_lost" ] || fail "$lost lost in total, $here_lost where it happened"
full_run || finish

# Lists, globs and exclusions; a list with calls selects among calls, too.
status 0 "$TRACE" -o out -e 'nanosleep,clock_nanosleep,sched:*process_exec' --event 'sched:*exit,!sched:*kthread*' sleep 0.1
count 1 'sched:sched_process_exec\(' out
count 1 'sched:sched_process_exit\(' out
count 1 'nanosleep\(' out
hasnt 'mmap\(' out
status 0 "$TRACE" -o out -e '!sched:sched_switch' --event 'sched:sched_sw*,sched:sched_process_exec' sleep 0.1
has 'sched_switch' out
status 0 "$TRACE" -o out --event 'sched:sched_sw*,sched:sched_process_exec' -e '!sched:sched_switch' sleep 0.1
hasnt 'sched_switch' out

# Events that do not exist.
status 125 "$TRACE" -e sched:sched_swich true
has "^trace: unknown event 'sched:sched_swich', did you mean 'sched:sched_switch'\?" err
status 125 "$TRACE" -e 'nothing:*' true
has "^trace: no event of the kernel matches 'nothing:\*'" err
status 125 "$TRACE" --uid root -e sched:sched_switch true
has '^trace: --uid: events other than system calls cannot be selected by user' err
status 125 "$TRACE" --filter 'prev_pid == 1' -e sched:sched_switch true
has "^trace: --filter: 'prev_pid == 1' has no event before it" err
status 125 "$TRACE" -e read --filter 'prev_pid == 1' true
has 'has no event before it' err

# JSON: decoded.
status 0 "$TRACE" --format json -o out -e none,sched:sched_process_exec sleep 0.1
jq 'select(.type == "event") | .name == "sched:sched_process_exec" and (.args.filename | endswith("/sleep")) and
	.args.pid == .pid and .args.old_pid == .tid' out >got
[ "$(cat got)" = true ] || { fail "not one such event in JSON: $(cat got)"; cat out; }

# A recording replays to the same bytes, and events are selected by name.
for format in text json; do
	status 0 "$TRACE" --format $format -o out --also-record data --event 'sched:sched_process*,sched:sched_switch' sh -c 'sleep 0.05; /bin/true'
	status 0 "$TRACE" replay --format $format -o again data
	cmp out again || { fail "$format: replay differs"; diff out again | head; }
done
status 0 "$TRACE" replay -e none,sched:sched_process_exec -o out data
count 3 'sched:' out
count 3 'sched_process_exec' out
status 0 "$TRACE" replay -e execve -o out data
count 3 'execve\(' out
hasnt 'sched:' out
status 0 "$TRACE" record -o data -e 'none,sched:sched_process_exec' sh -c '/bin/true; exit 0'
status 0 "$TRACE" replay -o out data
count 2 'sched_process_exec' out
status 0 "$TRACE" convert --to chrome -o chrome.json data
[ "$(jq '[.traceEvents[] | select(.ph == "i" and .name == "sched:sched_process_exec")] | length' chrome.json)" = 2 ] ||
	fail "no instants in the Trace Event Format"
for format in json folded perf ctf; do
	status 0 "$TRACE" convert --to $format -o converted.$format data
done

# A recording in several files: each has the formats.
status 0 "$TRACE" record --rotate 1s -o rotated -e 'none,sched:*' sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 0.4; done'
[ -e rotated.1 ] || fail "it is one file only"
for file in rotated rotated.1; do
	status 0 "$TRACE" replay -o out $file
	has 'sched:sched_[a-z_]*\([a-z_]+: ' out
done
finish
