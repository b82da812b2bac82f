# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# filters.sh - row filters: a tracer whose filters dd does not match. The tracer's CPU time is that of a run with the whole dd without that of
# one with nearly none. It traces dd alone: what other processes do on a busy machine is not dd's.

# Its CPU seconds are in $tmp/filters.usage.
filtered() {
	name=$1 n=$2
	shift 2
	rm -f "$tmp/filters.go"
	sh -c 'until [ -e "$0" ]; do sleep 0.1; done; exec "$@"' "$tmp/filters.go" dd if=/dev/zero of=/dev/null bs=1 count="$n" 2>"$tmp/dd.err" &
	dd=$!
	say "filters: $name"
	"$bin/usage" "$tmp/filters.usage" "$TRACE" -p $dd "$@" -o "$tmp/filters.out" 2>/dev/null &
	usage=$!
	sleep 2		# until it is attached
	: >"$tmp/filters.go"
	wait $dd $usage
	sample "$name" "$(awk '{ for (i = 1; i < NF; i++) if ($i == "copied,") print $(i + 1) }' "$tmp/dd.err")"
}

filters_round() {
	dd_under filters.least $count "$bin/floor" --least
	for filter in path comm; do
		[ $filter = path ] && option=--path=/nonexistent || option=--comm=nobody
		filtered filters.few 1000 $option
		few=$(cut -d ' ' -f 1 "$tmp/filters.usage")
		filtered "filters.$filter" $count $option
		sample "filters.cpu.$filter" "$(awk -v few="$few" -v n="$count" '{ print ($1 > few ? $1 - few : 0) / (2 * n) * 1e6 }' "$tmp/filters.usage")"
	done
}

if wants filters; then
	round=0
	while [ $round -lt "$rounds" ]; do
		filters_round
		round=$((round + 1))
	done
	row "filters --path /nonexistent, D: tracer's CPU, s/million calls" at-most 0.05 "" "$(median_of filters.cpu.path)"
	line "        D meanwhile / least D" "" "$(short "$(ratio filters.path own.filters.least)")" ""
	row "        --comm nobody, D: tracer's CPU, s/million calls" at-most 0.05 "" "$(median_of filters.cpu.comm)"
	line "        D meanwhile / least D" "" "$(short "$(ratio filters.comm own.filters.least)")" ""
fi
