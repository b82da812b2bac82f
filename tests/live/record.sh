# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# Truncated recordings, and `trace info`.
. "$here/lib.sh"

# Killed at any time: the rest replays, with a message that the end is missing.
for seconds in 0.3 0.7 1.3 last; do
	rm -f begun
	: >go
	"$TRACE" record -o killed.data sh -c ': >begun; while [ -e go ]; do read x </etc/hostname; done' &
	tracer=$!
	# on a slow machine, at least the last one finds the command running
	if [ $seconds = last ]; then
		until_true 30 test -e begun
		seconds=1
	fi
	sleep $seconds
	kill -KILL $tracer
	wait $tracer 2>/dev/null
	rm go		# the command may start only now
	[ -s killed.data ] || continue
	status 125 "$TRACE" replay -o out killed.data
	has "'killed.data' is incomplete: its end is missing" err
done
rm -f begun
has 'read\(fd: .*hostname' out

# A full disk
mkdir full && mount -t tmpfs -o size=64k none full || skip "cannot mount a tmpfs"
"$TRACE" record --compress none -o full/trace.data dd if=/dev/zero of=/dev/null bs=1 count="$(scaled 200000)" >/dev/null 2>err
[ $? = 125 ] || fail "a full disk is no failure"
has "cannot write 'full/trace.data': No space left on device" err
status 125 "$TRACE" replay -o out full/trace.data
has 'is incomplete' err
umount full

# A limit on file size; a pipe without a reader
"$TRACE" record --compress none --max-size 256K -o max.data dd if=/dev/zero of=/dev/null bs=1 count=50000 2>/dev/null
status 0 "$TRACE" replay -o out max.data
[ ! -s err ] || fail "a recording that reached its limit is not whole: $(cat err)"
size=$(stat -c %s max.data)
[ "$size" -ge 262144 ] && [ "$size" -lt 2000000 ] || fail "size $size with --max-size 256K"
{ "$TRACE" record -o - dd status=none if=/dev/zero of=/dev/null bs=1 count="$(scaled 2000000)"; echo $? >code; } 2>err | head -c 100 >/dev/null
[ "$(cat code)" = 141 ] || fail "status $(cat code) when nobody reads"

{ "$TRACE" -o lines --also-record - dd status=none if=/dev/zero of=/dev/null bs=1 count="$(scaled 2000000)"; echo $? >code; } 2>err | head -c 100 >/dev/null
[ "$(cat code)" = 141 ] || fail "status $(cat code) when nobody reads what is also recorded"

# A full disk: the block that did not fit is not counted
mkdir -p full && mount -t tmpfs -o size=64k none full
"$TRACE" record --compress none -o full/trace.data dd if=/dev/zero of=/dev/null bs=1 count=20000 >/dev/null 2>err
calls=$("$TRACE" info full/trace.data 2>/dev/null | awk '$1 == "calls" { print $2 }')
if [ "$calls" = 0 ]; then hasnt 'can be replayed' err; else has "can be replayed: $calls calls" err; fi
umount full

# Without a target, no file is written or replaced
echo before >none.data
status 125 "$TRACE" record -o none.data -p 4194304
[ "$(cat none.data)" = before ] && [ ! -e none.data.old ] || fail "a recording of nothing"

# A recording on standard output does not contain the command's output
"$TRACE" record -o - sh -c 'echo said by the command' 2>said | "$TRACE" replay -o out - 2>err
grep -qx 'said by the command' said || fail "the command's output is lost"
[ ! -s err ] || fail "the command's output is in the recording: $(cat err)"
has 'write\(fd: 1.*said by the command' out

# Contents
"$TRACE" record -o info.data -e openat,read cat /etc/hostname /nonexistent >/dev/null 2>&1
"$TRACE" info info.data >out || fail "info"
has "^host  *$(uname -n)$" out
has "^kernel  *$(uname -r | sed 's/[.+]/\\&/g'), $(uname -m)" out
has "^command  *trace record -o info.data -e openat,read cat /etc/hostname /nonexistent$" out
has '^threads  *1$' out
has '^lost  *0 events' out
n=$("$TRACE" replay -e openat info.data | grep -c 'openat(')
has "^ *$n  openat$" out
status 125 "$TRACE" info info.data >/dev/full
has 'cannot write to standard output: No space left' err
status 125 "$TRACE" info /etc/hostname
has 'is not a recording' err
status 125 "$TRACE" info /etc
has "cannot read '/etc': Is a directory" err
status 125 "$TRACE" info --size info.data
has "unknown option '--size'" err

# An invalid recording leaves the output file unchanged; input and output cannot be the same file
for read in replay 'convert --to json'; do
	echo before >kept
	status 125 "$TRACE" $read -o kept /etc/hostname
	[ "$(cat err kept)" = "trace: '/etc/hostname' is not a recording
before" ] || fail "$read: $(cat err kept)"
done
status 125 "$TRACE" -o kept --also-record kept true
has "the same file, 'kept'" err
[ "$(cat kept)" = before ] || fail "the same file for two things"

# The limit counts selected calls, not those recorded for descriptors
for option in --failure '--errno ENOENT' '-e openat'; do
	"$TRACE" record $option --max-events 3 -o few.data sh -c 'exec 5</etc/hostname; ls -l /nonexistent /etc/hostname' >/dev/null 2>&1
	"$TRACE" replay few.data >out
	count 3 ' = ' out
done

# Times and threads
"$TRACE" record -o times.data sh -c 'sleep 0.2; sleep 0.2; cat /etc/hostname' >/dev/null
between=$("$TRACE" replay times.data | awk '/execve.*"sleep"/ { ms = $1 } END { print ms / 1000 - 0.1 }')
"$TRACE" replay --until "$between" times.data >out
count 1 'execve.*"sleep"' out
"$TRACE" replay --to "$between" times.data | cmp - out || fail "--to is not --until"
"$TRACE" replay --from "$between" times.data >out
count 1 'execve.*"sleep"' out
count 1 'execve.*"cat"' out
"$TRACE" replay --comm cat times.data >out
hasnt 'sleep' out
has 'hostname' out
cat_pid=$("$TRACE" replay --format json --comm cat times.data | sed -n 's/.*"pid":\([0-9]*\).*/\1/p' | head -n 1)
"$TRACE" replay -p "$cat_pid" times.data >out2
has 'exited with 0' out2
hasnt '"sleep"' out2
status 125 "$TRACE" replay --from noon times.data
has "'noon' is not a time" err

# Two recordings of one boot have one timeline: the second is within the first.
rm -f begun
mkfifo over
"$TRACE" record -o one.data sh -c ': >lasting; read x <over; true' &
until_true 20 test -e lasting
"$TRACE" record -o two.data sleep 0.05
echo >over
wait
"$TRACE" replay --show-comm -e execve,exit_group one.data two.data >out
order=$(tr -s ' ' <out | sed -n 's/.* \([a-z]*\)\/[0-9]* \([a-z_]*\)(.*/\1:\2/p' | tr '\n' ' ')
[ "$order" = 'sh:execve sleep:execve sleep:exit_group sh:exit_group ' ] || fail "not in the order of time: $order: $(cat out)"
finish
