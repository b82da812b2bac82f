# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv
# Tracepoints of single calls have strings from the call's entry (Linux 6.19 and later): exact, even if the program overwrites
# them.
. "$here/lib.sh"
alone

tracefs=/sys/kernel/tracing
[ -r $tracefs/events/raw_syscalls/sys_enter/id ] || skip "there is no tracefs in $tracefs"
grep -q __filename_val $tracefs/events/syscalls/sys_enter_openat/format 2>/dev/null ||
	skip "events of this kernel do not bring strings: that takes Linux 6.19"
paranoid=/proc/sys/kernel/perf_event_paranoid
hasty=$(program hasty)
children=30
x=$(printf '%063d' 0 | sed 's/^.\{14\}//; s/0/x/g')		# the part of a path /nowhere/long-… that the kernel copies

# calls_of_hasty FILE: its memory was overwritten, so strings read late are wrong
calls_of_hasty() {
	has 'openat\(dfd: CWD, filename: "/nowhere/opened", ' "$1"
	has 'newfstatat\(dfd: CWD, filename: "/nowhere/looked-at", ' "$1"
	has "openat\\(dfd: CWD, filename: \"/nowhere/long-$x(\"\\.\\.\\.|[x]*\"), " "$1"
	has 'openat\(dfd: CWD, filename: 0x10, ' "$1"
	has 'openat\(dfd: CWD, filename: "", ' "$1"
	hasnt '!!!!' "$1"
	hasnt '<late>' "$1"
}

# A program that exits at once, repeatedly.
for _ in 1 2; do
	status 0 "$TRACE" -v --source perf -o out "$hasty"
	has '^trace: perf events: strings of [0-9]+ calls come with their events, others are read late$' err
	calls_of_hasty out
	count 1 'openat\(dfd: CWD, filename: "/nowhere/(\\303"\.\.\.|ß\\1\.txt"), ' out
	has ' execve\(filename: "[^ ]*/hasty", argv: .* = 0' out
	count 1 'execve\(filename: "/nowhere/program", .* = -1 ENOENT' out
	count 1 'write\(fd: [^ ]*, buf: "b{63}"\.\.\., count: 200\)' out
	count 1 'unlink(at)?\(.*pathname: "/nowhere/removed"[,)]' out
done
status 0 "$TRACE" --source perf -e openat,newfstatat -o out "$hasty"
calls_of_hasty out
hasnt 'unlink\(' out
# Many at once, in children
status 0 "$TRACE" --source perf -m 16M -e newfstatat,openat -o out sh -c "i=0; while [ \$i -lt $children ]; do $hasty & i=\$((i + 1)); done; wait"
count $children 'openat\(dfd: CWD, filename: "/nowhere/opened", flags: RDONLY\) ' out
calls_of_hasty out

# With call stacks, which raw_syscalls' events bring
for way in fp dwarf; do
	status 0 "$TRACE" --source perf --call-graph=$way -e openat,newfstatat -o out "$hasty"
	calls_of_hasty out
	grep -A 1 -a 'openat(dfd: CWD, filename: "/nowhere/opened"' out >stack
	has '^ *> ' stack
done

# Recorded, too
status 0 "$TRACE" record --source perf -o data "$hasty"
"$TRACE" replay data >out
calls_of_hasty out
status 0 "$TRACE" --source perf --format json -e openat -o out "$hasty"
has '"filename":"/nowhere/opened"' out

# A string that the kernel cut is read late while the call waits: it is what the call was passed.
long=$(printf '%0120d' 0) special=$(printf 'stra\303\237e')
for name in plain.txt $long $special; do
	mkfifo "$name"
	"$TRACE" --source perf -o "out.$name" cat "$name" >got 2>err &
	tracer=$!
	until_true 20 pgrep -x -P $tracer cat >/dev/null || fail "it does not run"
	sleep "$(patient 1)"	# the call waits, and its events have been read
	echo text >"$name"
	wait $tracer
	has text got
done
has 'openat\(dfd: CWD, filename: "plain.txt", ' out.plain.txt
has "openat\\(dfd: CWD, filename: \"$long\", " "out.$long"
has 'openat\(dfd: CWD, filename: "straße", ' "out.$special"
mkdir -p "$long"-
cp "$hasty" "$long-/hasty"
status 0 "$TRACE" --source perf -o out "$long-/hasty"
has "execve\\(filename: \"$long-/hasty\"(\\.\\.\\.)?, argv: .* = 0" out

# An existing process, and the whole system
"$hasty" forever &
pid=$!
traced_until 'newfstatat.*/nowhere/looked-at' --source perf -p $pid
calls_of_hasty out
traced_until "${by}hasty/[0-9]+ newfstatat.*/nowhere/looked-at" --source perf -a -e openat,newfstatat
grep -aE "${by}hasty/" out >hasty.out
calls_of_hasty hasty.out
touch stop
wait $pid
rm stop

# With too few descriptors these events are not used.
status 0 sh -c 'ulimit -n 40 && exec "$@"' - "$TRACE" -v --source perf -o out sleep 1
has '^trace: perf events: strings are read late: their events would take too many descriptors$' err
has 'execve\(filename: "[^ ]*/sleep", ' out
# … also if there are none left for raw_syscalls' events.
cpus=$(nproc) access=access
[ "$(uname -m)" = x86_64 ] || access=faccessat
"$hasty" forever 10 &
pid=$!
threads() { grep -q '^Threads:.11$' "/proc/$pid/status"; }
until_true 10 threads
status 0 sh -c "ulimit -n $((27 * cpus + 16))"' && exec timeout '"$(patient 60)"' "$@"' - \
	"$TRACE" -v --source perf -e "$access" --max-events 1 -o out -p $pid
has '^trace: perf events: strings are read late: their events would take too many descriptors$' err
has "$access\\(.*filename: (\"stop\"|0x[0-9a-f]+), " out
touch stop
wait $pid

# A user who may read their format files, one who may not, and one who would see too much
was=$(cat $paranoid) mode=$(stat -c %a $tracefs)
cp "$TRACE" /tmp/trace.$$ && chmod 755 /tmp/trace.$$
cp "$hasty" /tmp/hasty.$$ && chmod 755 /tmp/hasty.$$
descriptions() {
	chmod "$1" $tracefs/events/raw_syscalls/sys_enter/id $tracefs/events/raw_syscalls/sys_enter/format \
		$tracefs/events/raw_syscalls/sys_exit/id $tracefs/events/raw_syscalls/sys_exit/format
	chmod "$2" $tracefs/events/syscalls/sys_enter_*/format
}
restore() {
	echo "$was" >$paranoid
	descriptions 440 440
	mount -o remount,mode="$mode" $tracefs
	rm -f /tmp/trace.$$ /tmp/hasty.$$
}
trap restore EXIT
trap 'exit 1' INT TERM HUP
user() { (cd / && exec timeout "$(patient 30)" setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }
mount -o remount,mode=755 $tracefs
echo 1 >$paranoid
descriptions a+r 440
user /tmp/trace.$$ doctor >table
has 'strings in perf events +not readable' table
status 0 user /tmp/trace.$$ -v --source perf -o - /tmp/hasty.$$ >out
has '^trace: perf events: strings are read late: events of single calls may not be read in tracefs$' err
has 'openat\(dfd: CWD, filename: 0x[0-9a-f]+, ' out
hasnt 'filename: "!!!!' out
descriptions a+r a+r
user /tmp/trace.$$ doctor >table
has 'strings in perf events +come with calls' table
status 0 user /tmp/trace.$$ -v --source perf -o - /tmp/hasty.$$ >out
has '^trace: perf events: strings of [0-9]+ calls come with their events, others are read late$' err
calls_of_hasty out
echo -1 >$paranoid
while sleep 0.1; do :; done &	# makes calls, also on an idle machine
busy=$!
status 0 user /tmp/trace.$$ -v --source perf -a --max-events 3 -o - >out
kill $busy
has '^trace: perf events: strings are read late: events would bring those of other users$' err
finish
