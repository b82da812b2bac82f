# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# trace why: what the threads of a process wait for, which is known by construction, and who could end it.
. "$here/lib.sh"

waits=$(realpath "$(program waits)")

"$waits" hang "$PWD/lock" >hung &
until_true 20 [ -s hung ] || fail "the program does not wait"
read -r process futex reader locker child <hung
trap 'kill -KILL "$process" "$child"' EXIT

status 0 "$TRACE" why "$process" >out
count 4 '<unfinished' out
has "waits/$futex futex\\(uaddr: 0x[0-9a-f]+, op: WAIT, val: 0, utime: NULL <unfinished \\.\\.\\.> \\(blocked in [a-z_]*futex[a-z_]*( for [0-9.]+ ms)?\\)\$" out
has "waits/$reader read\\(fd: [0-9]+<pipe:\\[[0-9]+\\](→waits/$child)?> <unfinished \\.\\.\\.> \\(blocked in (anon_)?pipe_read( for [0-9.]+ ms)?\\)\$" out
has "waits/$locker flock\\(fd: [0-9]+</.*/lock→waits/$child>, cmd: EX <unfinished \\.\\.\\.> \\(blocked in [a-z_]+( for [0-9.]+ ms)?\\)\$" out
has "^$reader: the writing end of pipe:\\[[0-9]+\\] is open in waits/$child\$" out
has "^$locker: the lock that it waits for is held by waits/$child\$" out

# … by name; also of several, and with numbers
cp "$waits" "$PWD/why-named"
"$PWD/why-named" hang "$PWD/lock-named" >named &
until_true 20 [ -s named ] || fail "the program does not wait"
read -r other other_futex _ _ other_child <named
trap 'kill -KILL "$process" "$child" "$other" "$other_child"' EXIT
status 0 "$TRACE" why why-named "$process" >out
has "why-named/$other_futex futex\\(" out
has "waits/$futex futex\\(" out
status 125 "$TRACE" why no-such-name >out
has "no process is called 'no-such-name'" err
status 125 "$TRACE" why "$process" no-such-name >out

# … and who holds what, for whom
status 0 "$TRACE" why "$child" >out
has "^$child: it holds the lock of [0-9]+</.*/lock> \\(FLOCK WRITE\\), waited for by waits/$process\$" out
count 1 'holds the lock' out

# In JSON only objects
status 0 "$TRACE" why --json "$child" >out
has "^\\{\"type\":\"held_lock\",\"ts_ns\":\"[0-9]+\",\"tid\":$child,\"fd\":[0-9]+,\"path\":\"/.*/lock\",\"kind\":\"FLOCK\",\"mode\":\"WRITE\",\"waiters\":\[\{\"pid\":$process,\"comm\":\"waits\"\}\]\}\$" out
status 0 "$TRACE" why --json "$process" >out
has "^\\{\"type\":\"other_end\",\"ts_ns\":\"[0-9]+\",\"tid\":$reader,\"fd\":[0-9]+,\"path\":\"pipe:\[[0-9]+\]\",\"end\":\"writing\",\"processes\":\[\{\"pid\":$child,\"comm\":\"waits\"\}\]\}\$" out
has "^\\{\"type\":\"lock\",\"ts_ns\":\"[0-9]+\",\"tid\":$locker,\"processes\":\[\{\"pid\":$child,\"comm\":\"waits\"\}\]\}\$" out
has '"name":"flock","state":"unfinished",.*"wait":\{("longest_ns":[0-9]+,)?"in":"[a-z_]+","goes_on":true\}\}$' out
hasnt '^[^{]' out

# -p --wait shows the same at once, before any call returns; also replayed
"$TRACE" --wait -p "$process" -o live --also-record data 2>err &
tracer=$!
until_true 20 sh -c '[ "$(grep -c unfinished live)" -ge 4 ]' || fail "the calls in progress are not shown"
kill -INT $tracer
wait $tracer
has "waits/$locker flock\\(.* <unfinished \\.\\.\\.> \\(blocked in [a-z_]+( for [0-9.]+ ms)?\\)\$" live
"$TRACE" replay --wait -o replayed data
cmp live replayed || fail "replay differs"
has "^[A-Za-z]*: $reader: the writing end of pipe:\\[[0-9]+\\] is open in waits/$child\$" err
has "^[A-Za-z]*: $locker: the lock that it waits for is held by waits/$child\$" err
# … in JSON
rm -f err live
"$TRACE" --wait --format json -p "$process" -o live 2>err &
tracer=$!
until_true 20 grep -q unfinished live || fail "the calls in progress are not shown"
until_true 20 grep -q '"type":"lock"' err || :
kill -INT $tracer
wait $tracer
has "^\\{\"type\":\"other_end\",.*\"tid\":$reader,.*\"processes\":\[\{\"pid\":$child,\"comm\":\"waits\"\}\]\}\$" err
has "^\\{\"type\":\"lock\",.*\"tid\":$locker,\"processes\":\[\{\"pid\":$child,\"comm\":\"waits\"\}\]\}\$" err
hasnt '^[^{]' err
# … of selected calls only
"$TRACE" --wait -e flock -p "$process" -o chosen 2>err &
tracer=$!
until_true 20 grep -q unfinished chosen || fail "the call in progress is not shown"
kill -INT $tracer
wait $tracer
has 'the lock that it waits for' err
hasnt 'the writing end' err
kill -KILL "$process" "$child"
trap - EXIT

# The same of a process whose first thread has ended: the others have its descriptors
rm -f hung
"$waits" hang "$PWD/lock2" ended >hung &
until_true 20 [ -s hung ] || fail "the program does not wait"
read -r process futex reader locker child <hung
trap 'kill -KILL "$process" "$child"' EXIT
until_true 20 grep -q '^State:.Z' "/proc/$process/status" || fail "its first thread does not end"
status 0 "$TRACE" why "$process" >out
count 3 '<unfinished' out
has "waits/$futex futex\\(" out
has "waits/$reader read\\(fd: [0-9]+<pipe:\\[[0-9]+\\](→waits/$child)?> <unfinished" out
has "waits/$locker flock\\(fd: [0-9]+</.*/lock2→waits/$child>, cmd: EX <unfinished" out
has "^$reader: the writing end of pipe:\\[[0-9]+\\] is open in waits/$child\$" out
has "^$locker: the lock that it waits for is held by waits/$child\$" out
shown_until "$locker flock\\(fd: [0-9]+</.*/lock2>" live "$TRACE" -o live -p "$process"
has "waits/$reader read\\(fd: [0-9]+<pipe:\\[[0-9]+\\]> <unfinished" live
kill -KILL "$process" "$child"
trap - EXIT

# The other ends of sockets and terminals. A socket that waits for connections has none.
"$(program peers)" hang >ends &
until_true 20 [ -s ends ] || fail "the program does not wait"
read -r parent un tcp tty <ends
trap 'kill -KILL "$parent"' EXIT
until_true 20 sh -c '[ "$("$@" | grep -cE "(read|accept)\(.*<unfinished")" = 4 ]' sh "$TRACE" why "$parent" "$un" "$tcp" "$tty" || fail "they do not wait"
status 0 "$TRACE" why "$parent" "$un" "$tcp" "$tty" >out
# The kernels of guests may have no unix_diag
[ -z "$CC" ] || has "^$un: the other end of socket:\\[[0-9]+\\] is open in peers/$parent\$" out
has "^$tcp: the other end of socket:\\[[0-9]+\\] is open in peers/$parent\$" out
has "^$tty: the other end of /dev/pts/[0-9]+ is open in peers/$parent\$" out
hasnt "^$parent: " out
kill -KILL "$parent"
trap - EXIT

# Since when threads of each CPU wait: not longer than they have lived. CPUs' clocks differ, in virtual machines by seconds.
began=$(date +%s%N)
sleepers=
for cpu in 0 1; do
	full_run && taskset -c $cpu true 2>/dev/null || continue
	taskset -c $cpu sleep 1000 &
	sleepers="$sleepers $!"
done
# shellcheck disable=SC2086
[ -z "$sleepers" ] || {
	trap 'kill $sleepers' EXIT
	until_true 20 sh -c '[ "$("$@" | grep -c "nanosleep(.*<unfinished")" = $(($# - 2)) ]' sh "$TRACE" why $sleepers || fail "they do not wait"
	for cpu in 0 1; do
		taskset -c $cpu "$TRACE" why $sleepers
	done >out
	ended=$(date +%s%N)
	awk -v most=$(((ended - began) / 1000000 + 50)) '/blocked in .* for [0-9.]+ ms/ { sub(/ ms.*/, ""); sub(/.* /, ""); if ($0 + 0 > most) exit 1 }' out || {
		fail "threads that wait for longer than they live"; cat out; }
	kill $sleepers
	trap - EXIT
}

# A futex that has an owner
"$waits" owned >owned &
until_true 20 [ -s owned ] || fail "the program does not wait"
read -r owner waiter <owned
trap 'kill -KILL "$owner"' EXIT
until_true 20 sh -c '"$@" | grep -q LOCK_PI' sh "$TRACE" why "$owner" || fail "it does not wait"
status 0 "$TRACE" why "$owner" >out
has "waits/$waiter futex\\(uaddr: 0x[0-9a-f]+, op: LOCK_PI, utime: NULL <unfinished" out
has "^$waiter: the futex 0x[0-9a-f]+ is held by waits/$owner\$" out
kill -KILL "$owner"
trap - EXIT

# Sets of descriptors, those of an epoll in an epoll too; eventfds, masters of terminals, FIFOs; a mutex
"$waits" sets "$PWD/fifo$(printf '\033')" >sets &
until_true 20 [ -s sets ] || fail "the program does not wait"
read -r process child polls selects epolls counter master fifo locker holder <sets
trap 'kill -KILL "$process"' EXIT
until_true 20 sh -c '[ "$("$@" | grep -c "<unfinished")" = 9 ]' sh "$TRACE" why "$process" || fail "they do not wait"
status 0 "$TRACE" why --json "$process" >out
has "^\\{\"type\":\"epoll\",.*\"tid\":$epolls,\"fd\":[0-9]+,\"path\":\"anon_inode:\[eventpoll\]\",\"fds\":\[\{\"fd\":[0-9]+,\"path\":\"pipe:\[[0-9]+\]\"\}\]\}\$" out
has "^\\{\"type\":\"shared\",.*\"tid\":$counter,\"fd\":[0-9]+,\"path\":\"anon_inode:\[eventfd\]\",\"processes\":\[\{\"pid\":$child,\"comm\":\"waits\"\}\]\}\$" out
has "^\\{\"type\":\"mutex\",.*\"tid\":$locker,\"address\":\"0x[0-9a-f]+\",\"threads\":\[\{\"tid\":$holder,\"comm\":\"waits\"\}\]\}\$" out
status 0 "$TRACE" why "$process" >out
has "waits/$polls p?poll\\(ufds: \\[\\{fd: -1\\}?, .*<unfinished" out
for tid in "$polls" "$selects" "$epolls"; do
	has "^$tid: the writing end of pipe:\\[[0-9]+\\] is open in waits/$child\$" out
done
has "^$epolls: [0-9]+<anon_inode:\\[eventpoll\\]> waits for [0-9]+<anon_inode:\\[eventpoll\\]>\$" out
has "^$epolls: [0-9]+<anon_inode:\\[eventpoll\\]> waits for [0-9]+<pipe:\\[[0-9]+\\]>\$" out
has "^$counter: [0-9]+<anon_inode:\\[eventfd\\]> is open in waits/$child\$" out
has "^$master: the other end of /dev/(pts/)?ptmx is open in waits/$child\$" out
has "^$fifo: the writing end of /.*/fifo\\\\33 is open in waits/$child\$" out
has "^$locker: the mutex 0x[0-9a-f]+ is held by waits/$holder\$" out
count 9 '^[0-9]+: ' out
kill -KILL "$process"
trap - EXIT

# A lock of open files, of which /proc/locks names nobody; a mutex in memory that processes share
"$waits" shared "$PWD/open" >shared &
until_true 20 [ -s shared ] || fail "the program does not wait"
read -r process child locker sharer <shared
trap 'kill -KILL "$process"' EXIT
until_true 20 sh -c '[ "$("$@" | grep -c "<unfinished")" = 3 ]' sh "$TRACE" why "$process" || fail "they do not wait"
status 0 "$TRACE" why "$process" "$child" >out
has "^$locker: the lock that it waits for is held by waits/$child\$" out
has "^$sharer: the mutex 0x[0-9a-f]+ is held by waits/$child\$" out
has "^$child: it holds the lock of [0-9]+</.*/open> \\(OFDLCK WRITE\\)" out
count 3 '^[0-9]+: ' out
kill -KILL "$process"
trap - EXIT

# A mutex of a 32-bit program
if [ -n "$CC" ] && [ "$(uname -m)" = x86_64 ] && has_ia32 >/dev/null; then
	$CC -std=gnu11 -O1 -w -pthread -static -m32 -isystem "/usr/include/$($CC -print-multiarch)" -o waits32 "$here/helpers/waits.c" || fail "no 32-bit program"
	./waits32 sets "$PWD/fifo32" >sets32 &
	until_true 20 [ -s sets32 ] || fail "the program does not wait"
	read -r process child _ _ _ _ _ _ locker holder <sets32
	trap 'kill -KILL "$process"' EXIT
	until_true 20 sh -c '[ "$("$@" | grep -c "<unfinished")" = 9 ]' sh "$TRACE" why "$process" || fail "they do not wait"
	status 0 "$TRACE" why "$process" >out
	has "^$locker: the mutex 0x[0-9a-f]+ is held by waits32/$holder\$" out
	kill -KILL "$process"
	trap - EXIT
fi

# Processes that wait for nothing, and one that waits for a child
"$(program states)" >states &
until_true 20 [ -s states ] || fail "the program does not wait"
read -r process runs ended stopped traced forks last <states
trap 'kill -KILL "$process"' EXIT
until_true 20 sh -c '"$@" | grep -q "wait4"' sh "$TRACE" why "$process" || fail "it does not wait"
until_true 20 sh -c '"$@" | grep -Eq "(vfork|clone)\\("' sh "$TRACE" why "$forks" || fail "it does not wait in vfork"
status 0 "$TRACE" why "$process" "$runs" "$ended" "$stopped" "$traced" "$forks" >out
has "^$process: it waits for one of its children: states/$runs, states/$ended, states/$stopped, states/$traced, states/$forks\$" out
has "^$forks: it waits for one of its children: states/$last\$" out
has "^$runs: threads that run, or wait for a CPU: 1 of 1\$" out
has "^$ended: it has ended, and its status was not taken by its parent, states/$process\$" out
has "^$stopped: it is stopped by a signal, until it gets SIGCONT\$" out
has "^$traced: it is stopped by its tracer, states/$process\$" out
count 6 '^[0-9]+: ' out
status 0 "$TRACE" why --json "$process" "$runs" "$ended" "$stopped" "$traced" >out
has "^\{\"type\":\"children\",\"ts_ns\":\"[0-9]+\",\"tid\":$process,\"processes\":\[\{\"pid\":$runs,\"comm\":\"states\"\}," out
has "^\{\"type\":\"running\",.*\"tid\":$runs,\"running\":1,\"of\":1\}\$" out
has "^\{\"type\":\"ended\",.*\"tid\":$ended,\"processes\":\[\{\"pid\":$process,\"comm\":\"states\"\}\]\}\$" out
has "^\{\"type\":\"stopped\",.*\"tid\":$stopped,\"processes\":\[\]\}\$" out
has "^\{\"type\":\"stopped\",.*\"tid\":$traced,\"processes\":\[\{\"pid\":$process,\"comm\":\"states\"\}\]\}\$" out
kill -KILL "$process"
trap - EXIT

# Requests of an io_uring that wait for a file; where the machine has io_uring
ring=$(program ring_waits)
"$ring" >ring &
waiter=$!
until_true 20 sh -c '[ -s ring ] || ! kill -0 "$1"' sh $waiter
if [ ! -s ring ]; then
	wait $waiter
	[ $? = 77 ] || fail "ring_waits"
else
	read -r process fd <ring
	trap 'kill -KILL "$process"' EXIT
	until_true 20 sh -c '"$@" | grep -q "poll_add"' sh "$TRACE" why "$process" || fail "its requests are not shown"
	status 0 "$TRACE" why "$process" >out
	has "^$process: $fd<anon_inode:\\[io_uring\\]> waits for io_uring:poll_add, io_uring:recv \\(2\\)\$" out
	status 0 "$TRACE" why --json "$process" >out
	has "^\\{\"type\":\"requests\",\"ts_ns\":\"[0-9]+\",\"tid\":$process,\"fd\":$fd,\"path\":\"anon_inode:\\[io_uring\\]\",\"requests\":\\[\\{\"name\":\"io_uring:poll_add\",\"count\":1\\},\\{\"name\":\"io_uring:recv\",\"count\":2\\}\\]\\}\$" out
	kill -KILL "$process"
	trap - EXIT
fi

# A thread of the kernel, which was shown in call 0
if [ "$(cat /proc/2/comm)" = kthreadd ]; then
	status 0 "$TRACE" why 2 >out
	has '^2: it is a thread of the kernel, which makes no calls(, blocked in [a-z_0-9]+)?$' out
	count 1 '' out
fi

# Nothing to say, and nobody to say it of
"$waits" sets "$PWD/fifo2" >sets2 &
until_true 20 [ -s sets2 ] || fail "the program does not wait"
read -r process _ polls _ <sets2
status 125 "$TRACE" why "$polls"
has "$polls is a thread of process $process" err
kill -KILL "$process"
status 125 "$TRACE" why
status 125 "$TRACE" why 0x
status 125 "$TRACE" why --flat 1
status 125 "$TRACE" why 99999999
has 'is not the number of a process' err
finish
