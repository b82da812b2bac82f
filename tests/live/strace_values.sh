# SPDX-License-Identifier: BSD-2-Clause
# needs: strace x86_64 machine
#
# The same calls, traced by strace and by `trace strace` at once, are shown by the same lines: a program makes many, of most families.
# It is one run, so that addresses, results and times are the same. Other versions of strace have other lines.
. "$here/lib.sh"

case $(strace --version) in
"strace -- version 6.1"*) ;;
*) skip "strace is not of version 6.1" ;;
esac
helper many_values || exit 1
mkfifo go

# both OPTION...: traces one run with both
both() {
	rm -f theirs ours out
	strace -o theirs "$@" "$bin/helpers/many_values" <go &
	theirs=$!
	exec 9>go
	until_true 10 grep -q 'read(0\|^read(0x*0' theirs || fail "strace did not start the program"
	pid=$(cat "/proc/$theirs/task/$theirs/children")
	"$TRACE" strace -o ours "$@" -p ${pid% } 2>out &
	ours=$!
	until_true 10 grep -q attached out || fail "it was not attached to: $(cat out)"
	sleep 0.2
	echo >&9
	exec 9>&-
	wait $theirs
	wait $ours
	sed -i '0,/^getpriority(/d' theirs ours
	[ "$(wc -l <ours)" -gt 1000 ] || fail "there are only $(wc -l <ours) lines"
	diff -a theirs ours >diff || fail "other lines with the options $*: $(head -n 20 diff | cut -c 1-300)"
}

both -a1
both -v -xx
both -Xraw -s 4
both -e raw=all
both -e verbose=none
both -x -yy
finish
