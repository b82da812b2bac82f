# SPDX-License-Identifier: BSD-2-Clause
# needs: bpftool mount full_run
# A closed pipe and a full disk: the tracer ends with a message, the command runs on.
. "$here/lib.sh"

ticker=$(program ticker)

timeout "$(patient 20)" "$TRACE" "$ticker" 1 500 2>&1 >said | head -n 1 >head
[ "$(wc -l <head)" = 1 ] || fail "head got $(wc -l <head) lines"
until_true 10 grep -q 'done 500' said || fail "the command was harmed by the closed pipe: $(cat said)"

until_true 5 no_programs_left || fail "programs stay loaded"

mkdir disk
mount -t tmpfs -o size=64k tmpfs disk || skip "no tmpfs"
timeout "$(patient 20)" "$TRACE" -o disk/out "$(program writer)" 100000 2>err
status=$?
cp disk/out full
umount disk
[ $status = 125 ] || fail "full disk: status $status, not 125"
has 'No space left on device' err
has '^ +[0-9]+\.[0-9]{3} \(.*execve\(' full
# also when the disk fills up while the command runs on
mkdir -p disk && mount -t tmpfs -o size=64k tmpfs disk
timeout "$(patient 20)" "$TRACE" -o disk/out "$ticker" 2 1000 >said 2>err
status=$?
umount disk
[ $status = 125 ] || fail "full disk, ticker: status $status, not 125"
has 'done 2000' said
"$TRACE" -o /dev/full true 2>err && fail "/dev/full: status 0"
has 'No space left on device' err

# what is no trace, too
for args in --help --version doctor "query --schema" "why $$"; do
	# shellcheck disable=SC2086
	status 125 "$TRACE" $args >/dev/full
	count 1 'cannot write to standard output: (No space left on device|a part is missing)' err
done

# closed standard streams: opened files do not get their numbers
"$TRACE" -o - true >&- 2>err
[ $? = 125 ] || fail "closed standard output: not 125"
has 'cannot write to standard output: Bad file descriptor' err
"$TRACE" -o out no-such-command 2>&-
[ $? = 127 ] || fail "closed standard error: not 127"
hasnt . out
"$TRACE" -o out -e write sh -c 'echo x' >&- 2>err
has 'write\(fd: 1, buf: "x.n", count: 2\) += -1 EBADF' out
"$TRACE" -o out -e openat true <&- 2>err
has 'openat\(.* = 0<' out
finish
