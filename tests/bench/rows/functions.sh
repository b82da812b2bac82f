# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154,SC2034 # set by run
#
# functions.sh - row functions: what calls that are not selected pay where selected calls are taken at their functions. This needs a kernel
# that has them: a guest (tests/vm), if its kernel was fetched.

guest=newest
cache=${VM_CACHE:-$HOME/.cache/trace-vm}

# of_guest NAME: a median that tests/bench/functions printed
of_guest() {
	sed -n "s/^$1.*: *\([0-9.]*\) (.*/\1/p" "$tmp/functions"
}

if wants functions && [ -e "$cache/$guest.vmlinuz" ] && [ -e "$cache/userland-amd64.cpio" ] && [ -x "$O/tests/load-test" ]; then
	say "functions: in the guest $guest"
	VM_TIMEOUT=900 "$here/../vm/boot" $guest sh -c "cd /trace; TRACE=build/trace tests/bench/functions $rounds" >"$tmp/functions" 2>"$tmp/functions.err"
	noise=$(sed -n 's/^dd alone.*: *\([0-9.]*\) (\([0-9.]*\) to \([0-9.]*\)).*/\1 \2 \3/p' "$tmp/functions" | awk '{ print ($3 - $2) / $1 }')
	line "functions  D in a guest, untraced; its spread" "" "$(of_guest 'dd alone') s; $(percent_of_noise)" "" " " " "
	row "        D beside trace -a -e execve at functions / D" at-most 1.02 "" "$(of_guest 'beside trace at functions')"
	row "        trace -e accept D at functions / D" at-most 1.02 "" "$(of_guest 'under trace')"
	line "        D beside trace -a -e execve at tracepoints / D" "" "$(of_guest 'beside trace at tracepoints')" "" " " " "
	noise=
elif wants functions; then
	line "functions" "" "not measured: no guest $guest: tests/vm/fetch $guest, make for-guests"
fi
