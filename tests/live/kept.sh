# SPDX-License-Identifier: BSD-2-Clause
# needs: flock setpriv
# BPF programs that stay loaded: in a bpffs of the test's own, so that other tracers do not matter.
. "$here/lib.sh"

unshare -m true 2>/dev/null || skip "no mount namespace can be made here"
kept_maps=$(program kept_maps)
ticker=$(program ticker)
cat >inside.sh <<'X'
. "$here/lib.sh"
room=/sys/fs/bpf/trace
mount -t bpf bpf /sys/fs/bpf || skip "no bpffs can be mounted here"
sets() { ls "$room" 2>/dev/null | wc -l; }

# The first run loads and keeps, the second one uses that
"$TRACE" -v -e execve -o out true 2>first
has 'programs are kept for the next run' first
[ "$(sets)" = 1 ] || fail "$(sets) sets instead of 1"
"$TRACE" -v -e exit_group -o out true 2>second
has 'those that an earlier run loaded' second
[ "$(sets)" = 1 ] || fail "the second run made a set of its own"
has 'exit_group' out
hasnt 'execve' out
set=$(echo "$room"/*)

# A run that begins while the last one detaches its programs waits for that
for i in 1 2 3 4 5 6 7 8; do
	"$TRACE" -v -o out true 2>said
	has 'those that an earlier run loaded' said
	count 1 'exit_group' out
done
[ "$(sets)" = 1 ] || fail "$(sets) sets instead of 1"

# A run that fails once its programs are attached leaves them to the next one
"$TRACE" record -o data true
status 125 "$TRACE" record -o missing/data true
has 'cannot write' err
"$TRACE" record -v -o data true 2>said
has 'those that an earlier run loaded' said
"$TRACE" unload >/dev/null
"$TRACE" -o out true
set=$(echo "$room"/*)

# Nothing of one run is visible to the next: no map has what was written into all of them, when the last one has left them (flock)
flock -F "$set" "$kept_maps" fill "$set" >said || fail "$(cat said)"
"$kept_maps" check "$set" >said && fail "the pattern is not found where it was written"
"$TRACE" -e openat,exit_group -o out "$kept_maps" check "$set" >said || fail "$(cat said)"
count 0 'lost' out
count 1 'exit_group' out
for of in "$room" "$set"; do
	[ "$(stat -c %A "$of" | cut -c 5-10 | tr T -)" = ------ ] || fail "others may read the programs: $(stat -c '%n %A' "$of")"
done

# … nor in the maps that other options have
beside() { # OPTION...: a tracer of the target, which is stopped by stop_it
	"$TRACE" "$@" -o out -p $target >said 2>&1 &
	tracer=$!
}
stop_it() {
	kill -INT $tracer
	wait $tracer
}
one_set() { [ "$(sets)" = 1 ] && ! ls "$room" | grep -q '^new-'; }	# complete
clean() { # SELECTS OPTION...: the first option has other calls in the second run, for plans of the same calls stay
	selects=$1
	shift
	"$TRACE" unload >/dev/null
	beside "$@" -e "${selects}getpid"
	until_true 30 one_set || { fail "not kept: $*: $(cat said)"; stop_it; return; }
	set=$(echo "$room"/*)
	made=$(stat -c %i "$set")
	sleep 1			# the tracer of strace's options does not say when it has begun
	stop_it
	flock -F "$set" "$kept_maps" fill "$set" >said || fail "$*: $(cat said)"
	"$kept_maps" check "$set" >said && fail "$*: the pattern is not found where it was written"
	beside "$@" -e "${selects}openat"
	until_true 30 "$kept_maps" check "$set" >checked || fail "$*: $(cat checked)"
	[ "$(stat -c %i "$set")" = "$made" ] || fail "$*: the programs are not used again: $(cat said)"
	stop_it
	cat checked >>maps
}
"$ticker" 1 >ticks &
target=$!
clean ''
full_run && clean '' --summary && clean '' --wait && clean trace= strace -e inject=mkdirat:signal=URG
kill $target
wait $target 2>/dev/null
# All of them. The others take the place of task storage on old kernels, are of calls at functions, have nothing of a run, or of `top` alone.
if full_run && [ -d "$here/../../bpf" ] && grep -qw 'map tasks' maps; then
	sed -nE 's/^(}|struct [a-z_]+) ([a-z_]+) SEC\("\.maps"\).*/\2/p' "$here"/../../bpf/*.h |
		grep -vxE 'task_hash|wait_hash|fresh_wait|fresh_state|next_function|cgroup|tally_paths' |
		while read -r map; do
			grep -qx "map $map" maps || echo "$map"
		done >unseen
	[ ! -s unseen ] || fail "no options of this test have the maps: $(cat unseen)"
fi
"$TRACE" unload >/dev/null
"$TRACE" -o out true

# Another selection: the same programs; other settings that are constant: others
for options in $(or_all --failure '--failure --path=/etc -e%file'); do
	"$TRACE" -v "$options" -o out cat /etc/hostname >/dev/null 2>said
	has 'BPF programs are (those|kept)' said
done
"$TRACE" --keep-programs=no -v -e exit_group -o out true 2>said
hasnt 'earlier run|kept' said

# A tracer that runs has the set for itself: the next one makes another
"$ticker" 20 >ticks &
target=$!
"$TRACE" -v -e clock_nanosleep,nanosleep,write -o long -p $target 2>long.err &
tracer=$!
until_true 10 grep -q 'calls selected' long.err
for i in 1 2; do
	"$TRACE" -e exit_group -o out true
	count 1 'exit_group' out
	hasnt 'nanosleep|write' out
done
"$TRACE" unload >said && fail "unload drops what is in use"
has 'in use: 1$' said
[ "$(sets)" = 1 ] || fail "unload left $(sets) sets"
# … one that was killed leaves none
kill -KILL $tracer
wait $tracer 2>/dev/null
rm -f said
"$TRACE" -v -e exit_group -o out -p $target 2>said &
tracer=$!
until_true 10 grep -q 'calls selected' said
hasnt 'an earlier run loaded' said
ls "$room" | grep -q new- && fail "the programs of a tracer that was killed are not dropped: $(ls "$room")"
kill -INT $tracer
wait $tracer
kill $target
wait $target 2>/dev/null

# bpffs is read-only: what is there is neither used nor said to be dropped
"$TRACE" unload >/dev/null
"$TRACE" -e exit_group -o out true
if mount -o remount,ro /sys/fs/bpf; then
	"$TRACE" -v -e exit_group -o out true 2>said || fail "read-only bpffs: $(cat said)"
	count 1 'exit_group' out
	has 'not used: Read-only file system' said
	status 125 "$TRACE" unload
	has '^trace: /sys/fs/bpf/trace: Read-only file system$' err
	mount -o remount,rw /sys/fs/bpf
	[ "$(sets)" = 1 ] || fail "$(sets) sets instead of 1"
	mv "$room"/* "$room/new-1"	# as it is called while its pins are removed
	"$TRACE" -v -e exit_group -o out true 2>said
	hasnt 'an earlier run loaded' said
fi

# Where no bpffs is mounted, one is, which is root's. It is busy while the last run detaches its programs
unmounted() { umount /sys/fs/bpf 2>/dev/null; ! grep -q " /sys/fs/bpf " /proc/mounts; }
until_true 30 unmounted
"$TRACE" -v -o out true 2>said &
first=$!
"$TRACE" -v -o out.2 true 2>said.2
wait $first
cat said.2 >>said
has 'bpffs was mounted on /sys/fs/bpf' said
has 'programs are kept for the next run' said
[ "$(grep -c ' /sys/fs/bpf bpf ' /proc/mounts)" = 1 ] || fail "mounts of two tracers: $(grep ' /sys/fs/bpf ' /proc/mounts)"
[ "$(stat -c %A /sys/fs/bpf)" = drwx-----T ] || fail "others may enter: $(stat -c '%n %A' /sys/fs/bpf)"
"$TRACE" -v -o out true 2>said
has 'those that an earlier run loaded' said

# … unless that is refused, which is said; nor does it wait for another user's lock, or hide what was mounted there
refused() { # WHY
	has "bpffs cannot be mounted on /sys/fs/bpf: $1" said
	has 'programs are not kept' said
	count 1 'exit_group' out
}
until_true 30 unmounted
setpriv --reuid=65534 --regid=65534 --clear-groups flock -F /sys/fs/bpf sh -c 'echo >&3; exec sleep 60' 3>locked &
locker=$!
until_true 10 test -s locked
timeout 20 "$TRACE" -v -o out true 2>said || fail "the directory is locked: $(cat said)"
refused 'another process has locked the directory'
kill $locker
wait $locker 2>/dev/null
mount -t tmpfs tmpfs /sys/fs/bpf
"$TRACE" -v -o out true 2>said || fail "a tmpfs is mounted: $(cat said)"
refused 'another file system is mounted there'
umount /sys/fs/bpf
setpriv --inh-caps=-sys_admin --bounding-set=-sys_admin "$TRACE" -v -o out true 2>said || fail "without CAP_SYS_ADMIN: $(cat said)"
refused 'Operation not permitted'
mount -t bpf bpf /sys/fs/bpf

# What was not used for an hour is dropped by --idle, and by a run with other settings; an hour counts from the end of a run
idle() { # WHAT IS SAID
	status 0 "$TRACE" unload --idle >said
	has "^$1\$" said
}
ended() { until_true 10 "$TRACE" unload >/dev/null; "$TRACE" -o out true; until_true 10 flock -n "$(echo "$room"/*)" true; }
ended
idle 'dropped: 0, kept: 1'
touch -d '61 minutes ago' "$room"/*
idle 'dropped: 1, kept: 0'
ended
touch -d '61 minutes ago' "$room"/*
set=$(echo "$room"/*)
"$TRACE" record -o data true
[ ! -e "$set" ] || fail "a run leaves what was not used for an hour"
until_true 10 "$TRACE" unload >/dev/null
"$ticker" 20 >ticks &
target=$!
"$TRACE" -v -e clock_nanosleep,nanosleep,write -o long -p $target 2>long.err &
tracer=$!
until_true 10 grep -q 'kept for the next run' long.err
set=$(echo "$room"/*)
touch -d '61 minutes ago' "$set"
idle 'dropped: 0, kept: 1'
kill -INT $tracer
wait $tracer
kill $target
wait $target 2>/dev/null
until_true 10 flock -n "$set" true
idle 'dropped: 0, kept: 1'

# One user's programs are nobody else's; what is not root's own is not used
"$TRACE" -o out true
setpriv --reuid=65534 --regid=65534 --clear-groups ls "$room" >said 2>&1 && fail "another user may list the programs"
"$TRACE" unload >said || fail "unload: $(cat said)"
[ "$(sets)" = 0 ] || fail "unload leaves $(sets) sets"
chmod 755 "$room"
"$TRACE" -v -o out true 2>said
has 'programs are not kept: Operation not permitted' said
[ "$(sets)" = 0 ] || fail "a room that others may enter is used"
rmdir "$room"
umount /sys/fs/bpf
finish
X
export kept_maps ticker here
unshare -m --propagation private sh -u inside.sh
