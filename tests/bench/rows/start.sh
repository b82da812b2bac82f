# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# start.sh - row start: how long a tracer takes when there is nothing to trace.

start_under() {
	say "start: $1"
	name=$1
	shift
	"$bin/timed" "$tmp/wall" "$@" true 2>/dev/null
	sample "start.$name" "$(awk '{ print $1 * 1000 }' "$tmp/wall")"
}

if wants start; then
	round=0
	while [ $round -lt $((rounds + 4)) ]; do
		start_under trace "$TRACE" -o "$tmp/start.out"
		start_under as_strace "$TRACE" strace -o "$tmp/start.out"
		[ -z "$perf" ] || start_under perf perf trace -o "$tmp/start.out"
		[ -z "$strace" ] || start_under strace strace -o "$tmp/start.out"
		round=$((round + 1))
	done
	row "start   trace true, wall time in ms" at-most 60 " ms" \
		"$(median_of start.trace)" "$(median_of start.perf)" "$(median_of start.strace)"
	row "        trace strace true / trace true" at-most 1.1 "" "$(ratio start.as_strace start.trace)"
	[ -z "$perf" ] || row "        trace true / perf trace true" at-most 0.25 "" "$(ratio start.trace start.perf)" "1"
fi
