# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Records that wait for a slow reader wait in memory, up to --memory: nothing is lost until that is full.
. "$here/lib.sh"

writer=$(program writer)
calls=$(scaled 600000)

# A reader that begins when the writers have ended
cat >all <<'X'
"$@"
: >ended
X
late() {
	until_true 60 test -e ended
	cat >out
}

# A stopped reader: the command goes on, and all of its calls come
"$TRACE" -v -e write -o /dev/stdout sh all "$writer" $((calls / 2)) 1 2 2>err | late
n=$(grep -ac 'write(' out)
[ "$n" = "$calls" ] || fail "stopped reader: $n of $calls calls"
hasnt 'lost' err
has '^trace: records that waited took [1-9][0-9]* MiB of memory at most, of [0-9]+; rings were drained with (real-time priority|nice -20|no higher priority)$' err

# … also by perf events, and other events
rm ended
"$TRACE" -v --source perf -e write -o /dev/stdout sh all "$writer" $((calls / 4)) 1 2 2>err | late
n=$(grep -ac 'write(' out)
[ "$n" = $((calls / 2)) ] || fail "perf events: $n of $((calls / 2)) calls"
hasnt 'lost' err
has '^trace: perf events that waited took [1-9][0-9]* MiB of memory at most' err
rm ended
"$TRACE" -e none,raw_syscalls:sys_enter -o /dev/stdout sh all "$writer" $((calls / 4)) 1 2 2>err | late
n=$(grep -ac 'raw_syscalls:sys_enter(id: 1,' out)
[ "$n" -ge $((calls / 2)) ] || fail "events: $n of $((calls / 2))"
hasnt 'lost' err

# With less memory the losses are counted, and the reason is said; without any, too
for memory in 8M 0; do
	"$TRACE" -v -m 1M --memory $memory -e write -o /dev/stdout "$writer" "$calls" 2>err | { sleep 2; cat >out; }
	n=$(grep -ac 'write(' out) lost=$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' err)
	[ $((n + ${lost:-0})) -ge "$calls" ] && [ $((n + ${lost:-0})) -le $((calls + 20)) ] || fail "$memory: $n shown, ${lost:-0} lost of $calls"
	[ "${lost:-0}" -gt 0 ] || fail "$memory: nothing was lost"
	took=$(sed -n 's/^trace: records that waited took \([0-9]*\) MiB.*/\1/p' err)
	[ "$took" -le "${memory%M}" ] || fail "$memory: $took MiB in use"
	[ $memory = 0 ] || has '^trace: the memory for records that wait was full: 7 MiB, where 8 are permitted$' err
	has '^Hint:  give it more memory with --memory SIZE' err
done

# Long strings on each CPU: faster than they are copied
status 0 "$TRACE" --fail-on-loss --string-limit 4095 -e write -o out "$writer" $((calls / 20)) 4095 "$(nproc)"
n=$(grep -ac 'write(' out)
[ "$n" = $((calls / 20 * $(nproc))) ] || fail "long strings on each CPU: $n of $((calls / 20 * $(nproc))) calls"

# A writer that the threads which copy cannot preempt, and one whose CPU they may not use: these are held, which old kernels cannot
if taskset -c 0 true && taskset -c 1 true && chrt -f 50 true && [ "$(printf '%s\n' 5.15 "$(uname -r)" | sort -V | head -n 1)" = 5.15 ]; then
	status 0 "$TRACE" -v --fail-on-loss --string-limit 4095 -e write -o out chrt -f 50 "$writer" $((calls / 20)) 4095 1
	n=$(grep -ac 'write(' out)
	[ "$n" = $((calls / 20)) ] || fail "real-time writer: $n of $((calls / 20)) calls"
	has '^trace: writers were held for [0-9]+\.[0-9] ms in all' err
	status 0 taskset -c 1 "$TRACE" --fail-on-loss --string-limit 4095 -e write -o out taskset -c 0 "$writer" $((calls / 20)) 4095 1
	n=$(grep -ac 'write(' out)
	[ "$n" = $((calls / 20)) ] || fail "tracer on another CPU: $n of $((calls / 20)) calls"
fi

# More threads than CPUs, on busy CPUs
burners=
for cpu in $(seq "$(nproc)"); do
	sh -c 'while :; do :; done' &
	burners="$burners $!"
done
status 0 "$TRACE" --fail-on-loss -e write -o out "$writer" $((calls / 60)) 1 64
n=$(grep -ac 'write(' out)
[ "$n" = $((calls / 60 * 64)) ] || fail "64 threads: $n of $((calls / 60 * 64)) calls"
for threads in 1 2; do
	status 0 "$TRACE" --fail-on-loss --string-limit 4095 -e write -o out "$writer" $((calls / 20 / threads)) 4095 $threads
	n=$(grep -ac 'write(' out)
	[ "$n" = $((calls / 20 / threads * threads)) ] || fail "long strings of $threads threads: $n of $((calls / 20)) calls"
done
# shellcheck disable=SC2086
kill $burners

# A control group with little memory: rings and what waits are small, so that the kernel kills nobody
group=
for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
	[ -e "${limit%/*}/cgroup.procs" ] && mkdir "${limit%/*}/trace-test.$$" || continue
	group=${limit%/*}/trace-test.$$
	echo $((32 << 20)) 2>/dev/null >"$group/${limit##*/}" && break
	rmdir "$group"
	group=
done
if [ -n "$group" ]; then
	# shellcheck disable=SC2016
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$TRACE" -v -e write -o /dev/stdout "$writer" "$calls" 2>err | { sleep 2; cat >out; }
	n=$(grep -ac 'write(' out) lost=$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' err)
	[ $((n + ${lost:-0})) -ge "$calls" ] && [ $((n + ${lost:-0})) -le $((calls + 20)) ] || fail "32 MiB: $n shown, ${lost:-0} lost of $calls: $(cat err)"
	has '^trace: records that waited took [0-9] MiB of memory at most, of [0-9];' err
	until_true 5 rmdir "$group"
fi
finish
