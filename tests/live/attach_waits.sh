# SPDX-License-Identifier: BSD-2-Clause
# -p and -t: calls in progress are shown with their arguments' memory, also when they return.
. "$here/lib.sh"

waiter=$(realpath "$(program waiter)")

# all_wait PID: all of its threads wait in a call
all_wait() {
	for t in /proc/"$1"/task/*; do
		read -r nr _ <"$t/syscall" || return 1
		[ "$nr" != running ] || return 1
	done
	[ "$(ls /proc/"$1"/task | wc -l)" = 11 ]
}

for source in bpf perf; do
	rm -rf "$source"
	mkdir "$source"
	cd "$source" || exit 1
	"$waiter" >said &
	target=$!
	until_true 20 grep -q ready said || fail "the waiter does not start"
	until_true 20 all_wait $target || fail "its threads do not wait"
	sleep 0.2
	"$TRACE" --source $source --also-record data -o out -p $target 2>err &
	tracer=$!
	until_true 20 sh -c '[ "$(grep -c unfinished out)" -ge 11 ]' || fail "$source: not all calls are shown"
	for call in '(select|pselect6)\(n: [0-9]+, inp: \[[0-9]+<pipe:\[[0-9]+\]>\], outp: NULL, exp: NULL, t[vs]p: \{tv_sec: 1000, tv_u?n?sec: 50*\}.*' \
		'futex\(uaddr: 0x[0-9a-f]+, op: WAIT\|PRIVATE_FLAG, val: 2, utime: \{tv_sec: 3000, tv_nsec: 7\}' \
		'nanosleep\(.*rqtp: \{tv_sec: 2000, tv_nsec: 8\}' \
		'p?poll\(ufds: \[\{fd: [0-9]+<pipe:\[[0-9]+\]>, events: IN\|PRI\}\], nfds: 1, .*' \
		'flock\(fd: [0-9]+</.*/lock>, cmd: EX' \
		'openat\(dfd: CWD, filename: "a.fifo", flags: RDONLY' \
		'connect\(fd: [0-9]+.*, uservaddr: \{sa_family: UNIX, sun_path: "listener"\}, addrlen: 110' \
		'wait4\(upid: [0-9]+' \
		'epoll_p?wait\(epfd: [0-9]+<anon_inode:\[eventpoll\]>'; do
		count 1 "$call <unfinished \.\.\.>$" out
	done
	count 2 'read\(fd: [0-9]+<.*> <unfinished \.\.\.>$' out
	echo >go
	until_true 20 grep -q 'connect.* = 0$' out || fail "$source: connect is not seen to return"
	until_true 20 grep -q 'futex resumed.* = 0$' out
	until_true 20 grep -q 'poll resumed' out
	echo >go
	wait $tracer
	wait $target
	# a descriptor gets the name of the path passed
	has '<\.\.\. openat resumed>.* = [0-9]+</.*/a\.fifo>$' out
	has '<\.\.\. flock resumed>.* = 0$' out
	hasnt 'xxxxxx' out
	# shown when they return, with their arguments' memory, if calls in progress are not shown
	"$TRACE" replay --success -o whole data || fail "replay ended with status $?"
	has 'p?select6?\(n: [0-9]+, inp: \[[0-9]+<pipe:\[[0-9]+\]>\], .*\{tv_sec: 1000, tv_u?n?sec: 50*\}.* = 1$' whole
	has 'futex\(uaddr: 0x[0-9a-f]+, op: WAIT\|PRIVATE_FLAG, val: 2, utime: \{tv_sec: 3000, tv_nsec: 7\}\) += 0$' whole
	has 'p?poll\(ufds: \[\{fd: [0-9]+<pipe:\[[0-9]+\]>, events: IN\|PRI.* = 1$' whole
	has 'flock\(fd: [0-9]+</.*/lock>, cmd: EX\) += 0$' whole
	ended='\{signaled: KILL\}'
	[ $source = bpf ] || ended=0x[0-9a-f]+		# nothing confirms memory that is read late
	has "wait4\\(upid: ([0-9]+), stat_addr: $ended, options: 0, ru: NULL\\) += \\1\$" whole
	has 'openat\(dfd: CWD, filename: "a.fifo", flags: RDONLY\) += [0-9]+</.*/a.fifo>$' whole
	has 'connect\(fd: [0-9]+.*, uservaddr: \{sa_family: UNIX, sun_path: "listener"\}, addrlen: 110\) += 0$' whole
	cd ..
done

# however much the call passes: also when it returns
yes x | head -c 300000 | tr -d '\n' >big
size=$(stat -c %s big)
for source in bpf perf; do
	mkfifo long_$source
	sleep 1000 <long_$source &
	reader=$!
	dd if=big of=long_$source bs="$size" 2>dd.err &
	target=$!
	until_true 20 grep -qE '^[0-9]+ 0x1 ' /proc/$target/syscall || fail "dd does not wait in write"
	"$TRACE" --source $source --string-limit=all --also-record long_$source.data -o long_$source.out -p $target 2>err &
	tracer=$!
	until_true 20 grep -q 'write(.*unfinished' long_$source.out || fail "$source: the write is not shown"
	[ "$(grep 'write(.*unfinished' long_$source.out | tr -cd x | wc -c)" -ge "$size" ] || fail "$source: the write is not whole"
	cat long_$source >/dev/null &
	sleep 0.2
	kill $reader
	wait $tracer
	wait $target
	"$TRACE" replay --string-limit=all --success -o whole long_$source.data
	[ "$(grep 'write(.*count: '"$size" whole | tr -cd x | wc -c)" -ge "$size" ] || fail "$source: the write is not whole when it returns"
done

# one thread of several: only its call
mkdir one
cd one || exit 1
rm -f said
"$waiter" >said 2>&1 &
target=$!
until_true 20 grep -q ready said
until_true 20 all_wait $target
traced_until 'read\(fd: [0-9]+<.*> <unfinished' -t $target
count 1 unfinished out
kill -KILL $target
finish
