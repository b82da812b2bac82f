# SPDX-License-Identifier: BSD-2-Clause
# --source perf: the same calls as with BPF, also for users who may not load BPF programs.
. "$here/lib.sh"
alone

tracefs=/sys/kernel/tracing
[ -r $tracefs/events/raw_syscalls/sys_enter/id ] || skip "there is no tracefs in $tracefs"
paranoid=/proc/sys/kernel/perf_event_paranoid
program=$(program perfdata)

# Both sources agree, from the execve on.
for source in bpf perf; do
	status 0 "$TRACE" --source $source --no-duration -o $source.out "$program" </dev/null
	calls $source.out >$source.calls
done
has '^execve = 0' perf.calls
has '^\+\+\+ exited with 0' perf.calls
diff -u bpf.calls perf.calls || fail "the sources do not agree"
hasnt unread perf.out

# Memory is read when the events are processed: a waiting call's memory is what it was passed.
status 0 "$TRACE" --source perf -e execve,clock_nanosleep,nanosleep -o out sleep 0.5
has 'execve\(filename: "[a-z/]*/sleep", argv: \["sleep", "0.5"\], envp: 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) = 0' out
has 'nanosleep\(.*rqtp: \{tv_sec: 0, tv_nsec: 500000000\}, ' out
hasnt '<late>' out
# Records of events are longer than strings, in vectors, too. So is what the descriptor with this number had before: it is cut.
line='\[\{wd: 1, mask: CREATE\|ISDIR, cookie: 0, len: 16, name: "a0"\}, .*, \{wd: 1, mask: CREATE\|ISDIR, cookie: 0, len: 16, name: "a4"\}\]'
status 0 "$TRACE" --source perf --late=show -e read,readv,preadv2 -o out "$(program event_vectors)" 2
has "read\(fd: 3.*, buf: \".{1,200}\"\.\.\. <late>, count: 300\) = 300" out
has "read\(fd: 3<anon_inode:inotify>, buf: $line( <late>)?, count: 8192\) = 160" out
has "readv\(fd: 3<anon_inode:inotify>, vec: \[\{iov_base: $(echo "$line" | sed 's/"a/"b/g')( <late>)?, iov_len: 8192\}\]( <late>)?, vlen: 1\) = 160" out
has "preadv2\(fd: 3<anon_inode:inotify>, vec: \[\{iov_base: $(echo "$line" | sed 's/"a/"c/g')( <late>)?, iov_len: 8192\}\]( <late>)?, vlen: 1, .*\) = 160" out
# The kernel selects calls: others are not written to the rings.
status 0 "$TRACE" --source perf -v -m 256K --fail-on-loss -e execve,rt_sigreturn -o out dd if=/dev/zero of=/dev/null bs=1 count="$(scaled 200000)"
has 'the kernel selects calls by: .*id == -1' err
has 'execve\(' out
has '\+\+\+ exited with 0' out

# `trace info` of its recordings.
status 0 "$TRACE" -v --source perf -o out true
has '^trace: source: perf events, as --source says' err
status 0 "$TRACE" -v -o out true
has '^trace: source: BPF' err
# Statuses, children, names and the command's own status.
status 7 "$TRACE" --source perf --show-comm -o out sh -c '(exit 3); /bin/true; exit 7'
has ' sh/[0-9]+ \+\+\+ exited with 3' out
has ' true/[0-9]+ \+\+\+ exited with 0' out
has ' sh/[0-9]+ \+\+\+ exited with 7' out
status 0 "$TRACE" --source perf --no-inherit --show-comm -o out sh -c '(exit 3); exit 0'
hasnt 'exited with 3' out
# An existing process, with its descriptors; it runs on when the tracer ends.
sh -c 'exec 9</etc/passwd; while [ ! -e stop ]; do sleep 0.05; read -r line <&9; done' &
pid=$!
until_true 10 test -e /proc/$pid/fd/9
status 0 timeout "$(patient 30)" "$TRACE" --source perf -e read --max-events 60 -o out -p $pid	# of them some of sleep's
has 'read\(fd: 0?9?.*</etc/passwd>' out
kill -0 $pid || fail "the process is gone"
rm -f out
"$TRACE" --source perf -o out -p $pid 2>err &
tracer=$!
until_true 10 grep -q read out
touch stop
until_true 10 gone $tracer || fail "it does not end with the process"
# A process that creates others all the time: each has the events of both ends of calls, but for one that the kernel was creating just as
# the last event was opened: nothing tells of it yet. Emulated machines take long for that.
sh -c 'while [ ! -e stop_more ]; do /bin/true; done' &
pid=$! partly=0 without=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
	status 0 timeout "$(patient 30)" "$TRACE" --source perf -e read,openat --max-events 40 -o out -p $pid
	count 40 '(read|openat)(\(| resumed>\))' out	# trace(1): now and then no child inherits the events of entries
	[ "$(grep -cE '(read|openat)\(' out)" = 40 ] || without=$((without + 1))
	! grep -q '= ?$' out || partly=$((partly + 1))
done
[ $without -lt 2 ] || ! release_is 5.15 >/dev/null || fail "$without of 10 tracings have calls without entries: $(cat out)"
[ $partly -lt 2 ] || ! full_run || fail "$partly of 10 tracings have calls without results: $(cat out)"
touch stop_more
status 125 "$TRACE" --source perf -p 4194300
has '^Error: No such process: there is no process 4194300\.$' err

# The whole system, but not the tracer.
"$TRACE" --source perf -a -m 64M -o all 2>err &
tracer=$!
until_true 10 test -s all
"$program" </dev/null
kill -TERM $tracer
until_true 10 gone $tracer || fail "it does not end by a signal"
has "${by}perfdata/[0-9]+ openat\(" all
hasnt "${by}trace/$tracer " all

# Small rings lose events, which is reported.
n=$(scaled 200000)
"$TRACE" --source perf -m 256K --memory 0 -o out --fail-on-loss dd if=/dev/zero of=/dev/null bs=1 count="$n" 2>err
got=$?
case $got in
0) [ "$(grep -c 'write(fd: 1' out)" -ge "$n" ] || fail "lost, and not said" ;;
124) has 'LOST [0-9]+ events in all' out; has '^trace: lost [0-9]+ events' err ;;
*) fail "exit status $got" ;;
esac

# An ordinary user: messages name missing permissions; with them, own commands and processes are traced.
cp "$TRACE" /tmp/trace.$$ && chmod 755 /tmp/trace.$$
was=$(cat $paranoid) mode=$(stat -c %a $tracefs)
# before Linux 6.6 each directory has a mode of its own
dirs="$tracefs/events $tracefs/events/raw_syscalls $tracefs/events/raw_syscalls/sys_enter $tracefs/events/raw_syscalls/sys_exit"
# shellcheck disable=SC2086
stat -c '%a %n' $dirs >modes
descriptions() {
	# shellcheck disable=SC2086
	chmod a+rx $dirs
	for event in sys_enter sys_exit; do
		chmod "$1" $tracefs/events/raw_syscalls/$event/id $tracefs/events/raw_syscalls/$event/format
	done
}
restore() {
	echo "$was" >$paranoid
	descriptions 440
	while read -r dir_mode dir; do
		chmod "$dir_mode" "$dir"
	done <modes
	mount -o remount,mode="$mode" $tracefs
	rm -f /tmp/trace.$$
}
trap restore EXIT
trap 'exit 1' INT TERM HUP
# paranoid_hint WHAT VALUE NOW: the whole message if perf_event_paranoid is the obstacle
paranoid_hint() {
	cat >want <<-END
	Error: Operation not permitted.
	Hint:  Check $paranoid setting.
	Hint:  For $1 it needs to be set to $2.
	Hint:  Try: 'sudo sh -c "echo $2 > $paranoid"'
	Hint:  The current value is $3.
	END
	diff -u want err || fail "this is not what is said of $1 at $3"
}
user() { (cd / && exec timeout "$(patient 30)" setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }

echo 1 >$paranoid
mount -o remount,mode=700 $tracefs
status 125 user /tmp/trace.$$ true
has "^Error: No permissions to read $tracefs/events/raw_syscalls/sys_enter$" err
has "^Hint:  Try 'sudo mount -o remount,mode=755 $tracefs'$" err
mount -o remount,mode=755 $tracefs
descriptions a+r
status 3 user /tmp/trace.$$ -v -o - sh -c 'exit 3' >out
has '^trace: source: perf events, because BPF programs may not be loaded' err
has 'exit_group\(error_code: 3\)' out
status 125 user /tmp/trace.$$ -p 1
has '^Error: Operation not permitted\.$' err
has '^Hint:  The process 1 is of user root, or runs with other rights than yours\.$' err
has "^Hint:  Try: 'sudo trace -p 1'$" err
status 125 user /tmp/trace.$$ -a
paranoid_hint 'system wide tracing' -1 1
echo 2 >$paranoid
status 125 user /tmp/trace.$$ true
paranoid_hint 'your own processes' 1 2
echo -1 >$paranoid
while sleep 0.1; do :; done &	# makes calls, also on an idle machine
busy=$!
status 0 user /tmp/trace.$$ -a --max-events 3 -o - >out
kill $busy
count 3 ' = ' out
full_run || finish

status 0 "$TRACE" --source perf --also-record data --format json -e clock_nanosleep,nanosleep -o json sleep 0.5
has '"rqtp":\{"tv_sec":0,"tv_nsec":500000000\}' json
"$TRACE" replay --format json -e clock_nanosleep,nanosleep data >replayed
cmp -s json replayed || fail "a replay shows memory that was confirmed otherwise"
status 0 "$TRACE" --source perf -e nanosleep,clock_nanosleep --duration 50 -o out sleep 0.1
count 1 'nanosleep' out
status 0 "$TRACE" --source perf -e nanosleep,clock_nanosleep --duration 600000 -o out sleep 0.1
count 0 'nanosleep' out
status 125 "$TRACE" --source perf --uid root -o out true
has '^trace: --uid: perf events cannot select by that' err
status 125 "$TRACE" --source other true
has "'other' is not one of auto, bpf, perf" err
finish
