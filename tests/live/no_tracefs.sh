# SPDX-License-Identifier: BSD-2-Clause
# needs: unshare
# Without tracefs BPF uses raw tracepoints, whose programs may be preempted from Linux 6.19 on.
. "$here/lib.sh"
. "$here/needs"

cat >without <<'S'
for root in /sys/kernel/tracing /sys/kernel/debug/tracing /sys/kernel/debug; do
	while umount $root 2>/dev/null; do :; done
done
[ ! -e /sys/kernel/tracing/events ] || exit 77
exec "$@"
S
unshare -m sh without true || skip "tracefs cannot be hidden"

status 3 unshare -m sh without "$TRACE" -v -o out sh -c '(exit 4); exit 3'
release_is 6.19 >/dev/null && runs='may be preempted and then skipped' || runs='are run by raw tracepoints'
has "^trace: BPF on Linux .*: programs $runs" err
has 'execve\(filename: "[^"]*/sh", argv: \["sh", "-c", "\(exit 4\); exit 3"\]' out
if ! release_is 6.19 >/dev/null; then	# else a skipped program may be that of an exit
	count 1 '\+\+\+ exited with 4 \+\+\+' out
	count 1 '\+\+\+ exited with 3 \+\+\+' out
fi

# With tracefs, no program may be preempted.
status 0 "$TRACE" -v -o out true
[ ! -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ] || hasnt 'may be preempted' err
finish
