# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154,SC2034 # set by run
#
# instructions.sh - row instructions: how many a short call takes, of which `own` and `record` are made: exact where times are not. In a guest
# (tests/vm) that counts them, if its kernel was fetched; its programs are those of this kernel's kind, raw tracepoint programs.

counting=6.12

# of_counting NAME: what tests/bench/instructions printed, more than without programs
of_counting() {
	awk -F ': ' -v name="$1" '$1 == "alone" { alone = $2 } $1 == name { print $2 - alone }' "$tmp/instructions"
}

if wants instructions && [ -e "${VM_CACHE:-$HOME/.cache/trace-vm}/$counting.vmlinuz" ] && [ -x "$O/tests/load-test" ]; then
	say "instructions: in the guest $counting"
	VM_COUNT=1 VM_SMP=1 VM_TIMEOUT=300 "$here/../vm/boot" $counting sh -c "cd /trace; tests/bench/instructions" >"$tmp/instructions" 2>/dev/null
	line "instructions  a call, of the kernel and the programs: floor" "" "$(of_counting floor)" "" " " " "
	line "        least" "" "$(of_counting least)" "" " " " "
	line "        keep" "" "$(of_counting keep)" "" " " " "
	line "        trace" "" "$(of_counting traced)" "" " " " "
elif wants instructions; then
	line "instructions" "" "not measured: no guest $counting: tests/vm/fetch $counting, make for-guests"
fi
