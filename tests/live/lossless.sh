# SPDX-License-Identifier: BSD-2-Clause
# needs: machine cgroup2 jq
# --lossless: targets are paused before records are lost, and go on, also after the tracer was killed.
. "$here/lib.sh"

writer=$(program writer)
calls=$(scaled 60000)
root=/sys/fs/cgroup
[ -e $root/cgroup.controllers ] || root=$root/unified
own=$(sed -n 's/^0:://p' /proc/self/cgroup)
mkdir "$root$own/trace-test.$$" 2>/dev/null && rmdir "$root$own/trace-test.$$" || skip "no control group can be made below $root$own"

# A stopped reader, with little memory: paused, and nothing is lost. Rings are large enough for what is written until a busy machine runs
# the thread that pauses.
"$TRACE" -v --lossless --memory 4M -m 8M -e write -o /dev/stdout --also-record data "$writer" "$calls" 1 2 2>err | { sleep 2; cat >out; }
n=$(grep -ac 'write(' out)
[ "$n" = $((2 * calls)) ] || fail "stopped reader: $n of $((2 * calls)) calls"
hasnt 'lost' err
has '^trace: targets are paused by the freezer of the control group .*/trace-[0-9]+$' err
has '^trace: targets were paused [1-9][0-9]* times, for [0-9]+ ms in all$' err
has '^ +[0-9]+\.[0-9]{3} \( +\): paused [0-9]+\.[0-9]{3} ms$' out
grep -q 'paused [1-9][0-9][0-9][0-9]*\.' out || fail "no pause of a second: $(grep paused out)"
"$TRACE" replay --format json data >json
[ "$(jq -s 'map(select(.type == "paused") | .duration_ns) | length > 0 and all(. > 0)' json)" = true ] || fail "JSON: $(grep paused json)"
"$TRACE" replay --color=never -o replayed data && cmp out replayed || fail "replay differs"

# The tracer is stopped: so are the targets, and nothing is lost
rm -f tracer out
# shellcheck disable=SC2016
"$TRACE" -v --lossless -e write -o out --also-record data sh -c 'echo $$ >target; echo $PPID >tracer; exec "$0" 2000000000' "$writer" 2>err &
until_true 40 test -s tracer
tracer=$(cat tracer)
group=$root${own%/}/trace-$tracer
until_true 20 test -s out
kill -STOP "$tracer"
until_true 10 grep -q 1 "$group/cgroup.freeze" || fail "the targets go on while the tracer is stopped"
sleep 2
grep -q 'frozen 1' "$group/cgroup.events" || fail "the targets do not stay frozen: $(cat "$group/cgroup.events")"
kill -CONT "$tracer"
until_true 10 grep -q 0 "$group/cgroup.freeze" || fail "the targets stay frozen"
sleep 0.2
kill -INT "$tracer"
until_true 60 test ! -e "/proc/$tracer"
kill "$(cat target)"
wait
hasnt 'lost' err
has 'paused [1-9][0-9]{3}[0-9]*\.[0-9]{3} ms$' out
has '^trace: targets were paused [1-9][0-9]* times, for [1-9][0-9]{3}[0-9]* ms in all$' err
"$TRACE" replay --color=never -o replayed data && cmp out replayed || fail "stopped tracer: replay differs"

# … and killed then: the command goes on
rm -f tracer end
# shellcheck disable=SC2016
"$TRACE" --lossless -e write -o out sh -c 'echo $PPID >tracer; until [ -e go ]; do sleep 0.1; done; echo done >end' 2>err &
until_true 40 test -s tracer
tracer=$(cat tracer)
group=$root${own%/}/trace-$tracer
kill -STOP "$tracer"
until_true 10 grep -q 1 "$group/cgroup.freeze" || fail "the targets go on while the tracer is stopped"
>go
sleep 0.5
[ ! -e end ] || fail "the targets go on while they are frozen"
kill -KILL "$tracer"
until_true 20 test -e end || fail "the command does not go on after the stopped tracer was killed"
until_true 5 test ! -e "$group" || fail "the group stays"
wait
rm -f tracer end go

# A pipe that is read slowly; the command's status is its own
mkfifo pipe
{ for i in 1 2 3; do read -r line; echo "$line"; sleep 1; done; cat; } <pipe >out &
reader=$!
# shellcheck disable=SC2016
status 3 "$TRACE" --lossless --memory 4M -m 4M -e write -o pipe sh -c '"$0" "$1"; exit 3' "$writer" "$calls"
wait $reader
n=$(grep -ac 'write(.* = 1$' out)
[ "$n" = "$calls" ] || fail "slow pipe: $n of $calls calls"

# A full disk, which is freed later: all calls come, in the output and in a recording
mkdir disk
if mount -t tmpfs -o size=4m tmpfs disk 2>/dev/null; then
	head -c 3500000 /dev/zero >disk/ballast
	(until_true 20 grep -q 'waiting for space' err; sleep 1; rm disk/ballast; mount -o remount,size=200m disk) &
	status 0 "$TRACE" --lossless --memory 4M -m 8M -e write -o disk/out "$writer" "$calls"
	wait
	n=$(grep -ac 'write(.* = 1$' disk/out)
	[ "$n" = "$calls" ] || fail "full disk: $n of $calls calls"
	has '^trace: output: No space left on device: waiting for space, as --lossless says$' err
	hasnt 'lost|not complete' err
	rm disk/out
	mount -o remount,size=4m disk
	head -c 4000000 /dev/zero >disk/ballast
	(until_true 20 grep -q 'waiting for space' err; rm disk/ballast) &
	status 0 "$TRACE" record --lossless --memory 4M -m 8M --compress none -e write -o disk/data "$writer" "$((calls / 4))"
	wait
	n=$("$TRACE" replay disk/data | grep -ac 'write(.* = 1$')
	[ "$n" = "$((calls / 4))" ] || fail "full disk: $n of $((calls / 4)) calls recorded"
	umount disk
fi

# Killed while the command is paused: the command goes on, and its group is removed
{ "$TRACE" --lossless --memory 4M -m 8M -e write -o /dev/stdout sh -c 'echo $PPID >tracer; "$0" "$1"; echo done >end' "$writer" "$((2 * calls))" 2>err; } | sleep 20 &
pipe=$!
until_true 40 test -s tracer
tracer=$(cat tracer)
group=$root${own%/}/trace-$tracer
until_true 40 grep -q 1 "$group/cgroup.freeze" || fail "nothing was paused"
[ ! -e end ] || fail "the command was not paused"
kill -KILL "$tracer"
sleep 1
[ ! -e "$group" ] || grep -q 0 "$group/cgroup.freeze" || fail "the group stays frozen"
until_true 20 test -e end || fail "the command does not go on"
until_true 5 test ! -e "$group" || fail "the group stays"
kill $pipe 2>/dev/null

# A group of -G; trace must not be in it
group=$root${own%/}/trace-test.$$
mkdir "$group"
sh -c 'echo $$ >"$0/cgroup.procs"; exec sleep 600' "$group" &
stopped=$!
until_true 10 grep -q sleep "/proc/$stopped/comm"
kill -STOP $stopped
sh -c 'echo $$ >"$0/cgroup.procs"; until [ -e go ]; do sleep 0.1; done; exec "$1" "$2"' "$group" "$writer" "$calls" &
target=$!
rm -f err
"$TRACE" -v --lossless --memory 4M -m 8M -G "$group" -e write -o /dev/stdout 2>err | { sleep 3; cat >out; } &
reader=$!
until_true 30 grep -q 'calls selected' err
>go
wait $target
sleep 1
tracer=$(pgrep -f "trace -v --lossless --memory 4M -m 8M -G $group" | head -n 1)
kill -INT "$tracer"
wait $reader
n=$(grep -ac 'write(.* = 1$' out)
[ "$n" = "$calls" ] || fail "-G: $n of $calls calls: $(tail -n 5 err)"
has 'paused [0-9]+\.[0-9]{3} ms' out
grep -q '^State:.T' "/proc/$stopped/status" || fail "what job control had stopped goes on: $(cat "/proc/$stopped/status")"
kill -KILL $stopped
wait $stopped 2>/dev/null
status 125 sh -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" "$TRACE" --lossless -G "$group" -e write -o out
has '^trace: --lossless: trace itself is in the control group' err
until_true 5 rmdir "$group"

# Targets that run when tracing begins fill rings before the first record is read
mkdir "$group"
sh -c 'echo $$ >"$0/cgroup.procs"; exec "$1" 2000000000' "$group" "$writer" &
target=$!
rm -f err
"$TRACE" -v --lossless --memory 16M -m 16M -G "$group" -e write -o out 2>err &
tracer=$!
until_true 30 grep -q 'calls selected' err
sleep 0.5
kill -INT $tracer
wait $tracer
kill $target
wait $target 2>/dev/null
[ "$(head -n 1000 out | grep -ac 'write(.* = 1$')" -gt 900 ] || fail "a target that runs: $(tail -n 5 err)"
hasnt 'lost' err
until_true 5 rmdir "$group"

# What cannot be paused
status 125 "$TRACE" --lossless -p $$ -o out
has '^trace: --lossless: only a command, or else the processes of one -G, can be paused safely$' err
has '^Hint:  .*-G' err
status 125 "$TRACE" --lossless --memory 0 -o out true
status 125 "$TRACE" --lossless --source perf -o out true
has '^trace: --lossless: only BPF programs' err
finish
