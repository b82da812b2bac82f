# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# why.sh - row why: how long `trace why PID` takes to say what a hung process waits for: it reads a pipe that nobody writes to.

if wants why; then
	mkfifo "$tmp/hung"
	exec 9<>"$tmp/hung"
	start cat "$tmp/hung" 9<&-
	hung=$pid
	round=0
	while [ $round -lt $((rounds + 4)) ]; do
		say "why: $round"
		"$bin/timed" "$tmp/wall" "$TRACE" why "$hung" >"$tmp/why.out" 2>/dev/null
		if grep -q 'read(.*blocked in' "$tmp/why.out" && grep -q 'the writing end of .* is open in' "$tmp/why.out"; then
			sample why "$(awk '{ print $1 * 1000 }' "$tmp/wall")"
		else
			sample why -
		fi
		round=$((round + 1))
	done
	exec 9>&-
	row "why     trace why PID of a hung process, wall time in ms" at-most 150 " ms" "$(median_of why)"
fi
