# SPDX-License-Identifier: BSD-2-Clause
# Recordings made by perf(1) here replay to the calls that trace shows of the same program.
. "$here/lib.sh"

command -v perf >/dev/null || skip "perf is not installed"
perf record -q -e 'raw_syscalls:*' -o probe true 2>err || skip "perf record: $(tail -n 1 err)"

# A program that makes the same calls each time: no locale, no names that change.
unset LANG LC_ALL LANGUAGE
program=$(program perfdata)

# same NAME: replay of NAME.data equals the live trace
same() {
	"$TRACE" replay --no-duration "$1.data" >"$1.out" 2>"$1.err" || fail "$1: exit status $?"
	hasnt . "$1.err"
	calls "$1.out" >"$1.calls"
	diff -u live.calls "$1.calls" >"$1.diff" || { fail "$1: other calls than live"; head -n 30 "$1.diff"; }
	hasnt unread "$1.out"
}

"$TRACE" --no-duration -o live.out "$program" </dev/null || fail "live: exit status $?"
calls live.out >live.calls
has '^openat = -1 ENOENT' live.calls
has '^exit_group = \?' live.calls
has '^\+\+\+ exited with 0' live.calls

perf record -q -e 'raw_syscalls:*' -o file.data "$program" </dev/null 2>err
same file
perf trace record -o trace.data "$program" </dev/null >/dev/null 2>&1
same trace
perf record -q -e 'raw_syscalls:*' -k CLOCK_MONOTONIC -o clock.data "$program" </dev/null 2>err
same clock
perf record -q -g -d -e 'raw_syscalls:*' -e 'sched:sched_switch' -e cpu-clock -o more.data "$program" </dev/null 2>err
same more
# Standard output of the program is perf's.
perf record -q -e 'raw_syscalls:*' -o - "$program" </dev/null 2>err >pipe.data
same pipe
if perf record -q -z -e 'raw_syscalls:*' -o packed.data "$program" </dev/null 2>err; then
	same packed
	perf record -q -z -e 'raw_syscalls:*' -o - "$program" </dev/null 2>err >packed-pipe.data
	same packed-pipe
fi

# Signals: of their own events, with who sent them
signals='trap : USR1; (kill -USR1 $$); kill -0 $$; sleep 0.1; :'
"$TRACE" signals -o signals.live sh -c "$signals" 2>err || fail "signals: $(cat err)"
perf record -q -e 'raw_syscalls:*,signal:*' -o signals.data sh -c "$signals" </dev/null 2>err
perf record -q -e 'signal:*' -o only-signals.data sh -c "$signals" </dev/null 2>err
kinds() {
	awk 'NR > 1 { print $2, $3, $NF }' "$1"
}
for data in signals.data only-signals.data; do
	"$TRACE" signals $data >signals.out 2>err || fail "$data: exit status $?"
	hasnt . err
	[ "$(kinds signals.out)" = "$(kinds signals.live)" ] || { fail "$data: other signals than live"; cat signals.live signals.out; }
	has ' SIGUSR1 +process +[0-9]+ .* sh$' signals.out
	has ' SIGCHLD +child .* sh$' signals.out	# perf has left the child before it sends the signal
done
"$TRACE" replay signals.data >lines.out
has ' SIGUSR1 [{]si_signo: USR1[}] ' lines.out
"$TRACE" signals file.data >signals.out 2>err || fail "without signals: exit status $?"
has "file.data: perf has recorded no signals in it" err
has "signal:\*" err
"$TRACE" replay file.data 2>err >lines.out
hasnt 'no signals' err

# Wall clock: within the time of the test.
before=$(date +%s)
perf record -q -e 'raw_syscalls:*' -k CLOCK_MONOTONIC -o now.data "$program" </dev/null 2>err
after=$(date +%s)
ts=$("$TRACE" replay --format json now.data | sed -n '1s/.*"ts_ns":"\([0-9]*\)[0-9]\{9\}".*/\1/p')
[ "$ts" -ge "$before" ] && [ "$ts" -le "$after" ] || fail "recorded at $ts, not between $before and $after"

# Losses are shown where they occurred; the total is perf's: of samples, or of all records if that is more.
perf record -q -m 1 -e 'raw_syscalls:*' -o lost.data dd if=/dev/zero of=/dev/null bs=1 count=50000 2>err
want=$(perf report --stats -i lost.data 2>/dev/null | awk '/LOST_SAMPLES events:/ && !/%/ { n += $NF } END { print n + 0 }')
rings=$(perf script -i lost.data --show-lost-events 2>/dev/null | awk '/PERF_RECORD_LOST / { n += $NF } END { print n + 0 }')
[ "$rings" -le "$want" ] || want=$rings
if [ "$want" -gt 0 ]; then
	"$TRACE" replay lost.data >lost.out
	has "LOST $want events in all" lost.out
	has 'LOST [0-9]+ events between .* \(ring buffer full\)' lost.out
fi

# Through a pipe while recording: records are shown before the end.
(perf record -q -e 'raw_syscalls:*' -o - sh -c 'while [ ! -e stop ]; do sleep 0.1; done' </dev/null 2>err |
	"$TRACE" replay -e execve - >flow.out 2>flow.err; echo done >flow.done) &
until_true 20 grep -q execve flow.out || fail "nothing is shown while perf runs"
[ ! -e flow.done ] || fail "it ended by itself"
touch stop
until_true 20 test -e flow.done || fail "it does not end with perf"

# Forks and programs: the same calls of each task, in any order, except those that depend on when children end.
cat >many.sh <<'END'
(exit 3)
/bin/ls / | /bin/cat
END
"$TRACE" --no-duration --show-comm -o many.live sh many.sh >/dev/null
perf record -q -e 'raw_syscalls:*' -o many.data sh many.sh >/dev/null 2>err
"$TRACE" replay --no-duration --show-comm many.data >many.out
for f in many.live many.out; do
	sed -n 's/^ *[0-9.]*: \([a-z]*\)\/[0-9]* \(<\.\.\. \)\{0,1\}\([a-z0-9_]\{1,\}\).*/\1 \3/p
		s/^ *[0-9.]*: \([a-z]*\)\/[0-9]* \(+++.*\)/\1 \2/p' $f | grep -v ' wait4\| rt_sigreturn' | sort >$f.calls
done
has '^sh \+\+\+ exited with 3' many.out.calls
diff -u many.live.calls many.out.calls >diff || { fail "many: other calls than live"; head -n 30 diff; }

# A recording without system calls.
perf record -q -e cpu-clock -o clock-only.data true 2>err
status 125 "$TRACE" replay clock-only.data
has 'clock-only.data: there are no system calls in it' err
has '^Hint: ' err
mkdir directory
status 125 "$TRACE" replay directory
has "cannot read 'directory': Is a directory" err
# Call stacks, with files, and functions found by build ID
stack=$(program stack)
perf record -q -g -e 'raw_syscalls:*' -o stacks.data "$stack" >/dev/null 2>err
"$TRACE" replay -k -e getppid stacks.data >out || fail "replay -k: status $?"
has '^ +> \[kernel\] ' out
has "^ +> $stack\+0x" out
"$TRACE" replay -e getppid stacks.data >out
hasnt '^ +>' out
if perf record -q -g --buildid-mmap -e 'raw_syscalls:*' -o stacks.data "$stack" >/dev/null 2>err; then
	"$TRACE" replay -k -e getppid stacks.data >out || fail "replay -k: status $?"
	for function in inner middle outer main; do
		has "^ +> $function\+0x[0-9a-f]+ \($stack\)$" out
	done
fi
# build IDs not in the events, but in the header
perf record -q -g --buildid-all -e 'raw_syscalls:*' -o stacks.data "$stack" >/dev/null 2>err
"$TRACE" replay -k -e getppid stacks.data >out || fail "replay -k: status $?"
for function in inner middle outer main; do
	has "^ +> $function\+0x[0-9a-f]+ \($stack\)$" out
done
# of an existing process: mappings from before the first event
"$(program ticker)" >said &
ticker=$!
until_true 10 grep -q ready said
perf record -q -g -e 'raw_syscalls:*' -p $ticker -o before.data sleep 0.3 >/dev/null 2>err
kill $ticker
"$TRACE" replay -k -e write before.data >out || fail "replay -k: status $?"
has "^ +> [^ ]*(libc|ticker)[^ ]*\+0x" out
finish
