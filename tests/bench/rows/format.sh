# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# format.sh - row format: lines of text per second from records in memory; for perf from a recording.

if wants format; then
	if [ -n "$perf" ]; then
		perf trace record -o "$tmp/perf.data" dd if=/dev/zero of=/dev/null bs=1 count=20000 >/dev/null 2>&1
		perf trace -i "$tmp/perf.data" -o "$tmp/perf.replay" 2>/dev/null
		perf_lines=$(wc -l <"$tmp/perf.replay")
	fi
	round=0
	while [ $round -lt "$rounds" ]; do
		say format
		sample format.trace "$("$bin/format")"
		if [ -n "$perf" ]; then
			"$bin/timed" "$tmp/wall" perf trace -i "$tmp/perf.data" -o /dev/null 2>/dev/null
			sample format.perf "$(awk -v n="$perf_lines" '{ print n / $1 / 1e6 }' "$tmp/wall")"
		fi
		round=$((round + 1))
	done
	row "format  million text lines a second per core (perf trace -i)" at-least 3 "" \
		"$(median_of format.trace)" "$(median_of format.perf)"
fi
