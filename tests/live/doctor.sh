# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv machine
# Obstacles for ordinary users: after following doctor's and the hints' commands in order, a user can trace.
. "$here/lib.sh"
alone

tracefs=/sys/kernel/tracing
paranoid=/proc/sys/kernel/perf_event_paranoid
unshare -m true 2>/dev/null || skip "no mount namespace can be made here"
room=$(mktemp -d /tmp/trace-doctor.XXXXXX) && chmod 755 "$room"
cp "$TRACE" "$room/trace" && chmod 755 "$room/trace"
was=$(cat $paranoid) mode=$(stat -c %a $tracefs)
dirs="$tracefs/events $tracefs/events/raw_syscalls $tracefs/events/raw_syscalls/sys_enter $tracefs/events/raw_syscalls/sys_exit"
files="$tracefs/events/raw_syscalls/sys_enter/* $tracefs/events/raw_syscalls/sys_exit/*"
# shellcheck disable=SC2086
stat -c '%a %n' $dirs $files >modes
restore() {
	echo "$was" >$paranoid
	while read -r file_mode file; do
		chmod "$file_mode" "$file"
	done <modes
	mount -o remount,mode="$mode" $tracefs
	rm -rf "$room"
}
trap restore EXIT
trap 'exit 1' INT TERM HUP

# All mounts of tracefs share their modes: those that the hints change are restored first.
shut() {
	# shellcheck disable=SC2086
	chmod 700 $dirs && chmod 440 $files
	echo "$1" >$paranoid
}
# sudo COMMAND...: as root of the user namespace
cat >"$room/sudo" <<'X'
#!/bin/sh
exec "$@"
X
chmod 755 "$room/sudo"
cat >inside.sh <<'X'
PATH=$room:$PATH
user() { (cd / && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$room/trace" "$@"); }
umount -l /sys/kernel/debug/tracing 2>/dev/null
umount -l $tracefs || exit 99
case $1 in
doctor)
	user doctor >"$room/before"
	sed -n 's/^  (1) //p' "$room/before" >"$room/commands"
	;;
hints)
	user -o /dev/null true 2>"$room/before"
	sed -n "s/^Hint:  \(Try\|Then\) '\(.*\)'\$/\2/p" "$room/before" >"$room/commands"
	;;
esac
[ -s "$room/commands" ] || { echo "no command is given:"; cat "$room/before"; exit 1; }
sh -e "$room/commands" || exit 1
user -e exit_group -o - sh -c 'exit 7' >"$room/out"
X
export room tracefs
for how in 'doctor 2' 'hints 1'; do
	# shellcheck disable=SC2086
	set -- $how
	shut "$2"
	unshare -m --propagation private sh -u inside.sh "$1" >said 2>&1
	got=$?
	[ $got = 7 ] || { fail "after what $1 says: status $got"; cat said "$room/before" "$room/commands"; }
	has 'exit_group\(error_code: 7\)' "$room/out"
	has 'sudo mount -t tracefs -o mode=755 nodev' "$room/before"
done

# The risk of perf_event_paranoid=-1 is reported before and after
shut 2
(cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$room/trace" doctor) >table
has 'echo -1 > ' table
has '^      It lets every user of this machine see all users. activity' table
echo -1 >$paranoid
(cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$room/trace" doctor) >table
has '^perf_event_paranoid of -1 lets every user of this machine see' table

status 125 "$TRACE" doctor --all
has "^trace: doctor: unknown argument '--all'" err
finish
