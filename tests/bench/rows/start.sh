# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# start.sh - row start: how long a tracer takes when there is nothing to trace: with programs that an earlier run has loaded, and when it is
# the first to load them. The floor of the former are two empty programs, pinned, attached, and detached at the end. Right after another run,
# the kernel first waits for an RCU grace period, because a tracepoint lost its last program less than one ago: so there is a pause before
# each run, and a row without, where trace has seen to it that one has passed. What the end of a run left to do goes on in the pause. Most of a
# first run the kernel verifies the programs, on two CPUs: what it takes for its part of the work is a limit. The limits in ms are from a machine
# where strace takes 7 to 10 ms; where it takes longer those relative to strace are judged instead.

start_under() {
	say "start: $1"
	name=$1
	shift
	[ "$name" = again ] || sleep 0.05
	"$bin/timed" "$tmp/wall" "$@" true 2>/dev/null
	sample "start.$name" "$(awk '{ print $1 * 1000 }' "$tmp/wall")"
}

first_run() {
	"$TRACE" unload >/dev/null 2>&1
	rm -f "$tmp/start.out"
	say "start: first"
	sleep 0.1	# the kernel frees what was unloaded
	"$bin/usage" "$tmp/usage" "$bin/timed" "$tmp/wall" "$TRACE" -o "$tmp/start.out" true
	sample start.first "$(awk '{ print $1 * 1000 }' "$tmp/wall")"
	sample start.first_cpu "$(awk '{ print $1 * 1000 }' "$tmp/usage")"
	sample start.first_kernel "$(awk '{ print $4 * 500 }' "$tmp/usage")"
}

# A first run with the verifier's statistics: what it takes for all programs, which two threads share, and the instructions of them, counted
# as often as it goes through them. The load of the machine does not change the latter.
verify() {
	"$TRACE" unload >/dev/null 2>&1
	"$TRACE" -vvv -o "$tmp/start.out" true >"$tmp/verified" 2>&1
	sample start.verify "$(awk '/^verification time [0-9]+ usec/ { n += $3 } END { print n / 2000 }' "$tmp/verified")"
}

verified() {
	awk '/^processed [0-9]+ insns/ { n += $2 } END { print n }' "$tmp/verified"
}

is_slow() {
	[ "$(median_of start.strace | awk '{ print ($1 > 10) }')" = 1 ]
}

# in_ms MEASURE LIMIT VALUE [PERF [STRACE]]
in_ms() {
	if is_slow; then
		line "$1" "<= $2 ms" "$(short "$3")" "(slow machine)" "$(short "${4-}")" "$(short "${5-}")"
	else
		row "$1" at-most "$2" " ms" "$3" "${4-}" "${5-}"
	fi
}

# to_strace LIMIT SAMPLES: relative to strace's
to_strace() {
	[ -n "$strace" ] || return 0
	if is_slow; then
		row "        that / strace true" at-most "$1" "" "$(ratio "$2" start.strace)" "" 1
	else
		line "        that / strace true" "" "$(short "$(ratio "$2" start.strace)")" "" "" 1
	fi
}

if wants start; then
	round=0
	pins=/sys/fs/bpf/bench-floor-$$
	"$bin/floor" --pin "$pins" 2>/dev/null
	while [ $round -lt $((rounds + 4)) ]; do
		start_under trace "$TRACE" -o "$tmp/start.out"
		start_under again "$TRACE" -o "$tmp/start.out"
		start_under floor "$bin/floor" --pinned "$pins"
		start_under as_strace "$TRACE" strace -o "$tmp/start.out"
		[ -z "$perf" ] || start_under perf perf trace -o "$tmp/start.out"
		[ -z "$strace" ] || start_under strace strace -o "$tmp/start.out"
		round=$((round + 1))
	done
	round=0
	while [ $round -lt $((rounds + 4)) ]; do
		first_run
		verify
		round=$((round + 1))
	done
	rm -f "$pins-enter" "$pins-exit"
	in_ms "start   trace true, later runs, wall time in ms" 12 \
		"$(median_of start.trace)" "$(median_of start.perf)" "$(median_of start.strace)"
	line "        right after another run" "" "$(short "$(median_of start.again)")" "ms"
	line "        the floor: pinned empty programs" "" "$(short "$(median_of start.floor)")" "ms"
	to_strace 1.4 start.trace
	in_ms "        trace true, first run" 35 "$(median_of start.first)"
	to_strace 4.1 start.first
	line "        the kernel's part of it, with two CPUs" "" "$(short "$(median_of start.first_kernel)")" "ms"
	in_ms "        trace true, first run, CPU time" 70 "$(median_of start.first_cpu)"
	line "        of that the verifier's, with two CPUs" "" "$(short "$(median_of start.verify)")" "ms"
	row "        instructions that the verifier goes through then" at-most 36000 "" "$(verified)"
	row "        trace strace true / trace true" at-most 1.1 "" "$(ratio start.as_strace start.trace)"
	[ -z "$perf" ] || row "        trace true / perf trace true" at-most 0.25 "" "$(ratio start.trace start.perf)" "1"
fi
