# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# summary.sh - row summary: cost of summaries and reports of recordings, and the memory of counts of many threads.

threads=10000

# CPU seconds and peak MiB of a command
cpu_of() {
	name=$1
	shift
	say "summary: $name"
	"$bin/usage" "$tmp/usage" "$@" >/dev/null 2>&1
	sample "cpu.$name" "$(cut -d ' ' -f 1 "$tmp/usage")"
}

# The tracer's peak beside the kernel's maps, in MiB, while $threads threads make ten calls each. It is reached in the end, when all is added up
memory_of() {
	name=$1
	shift
	say "summary: $name"
	start "$bin/usage" "$tmp/usage" "$TRACE" -a "$@" -o "$tmp/counts.out" 2>"$tmp/counts.err"
	usage=$pid
	sleep 2
	tracer=$(cat "/proc/$usage/task/$usage/children")
	watch_memory "${tracer% }" >"$tmp/counts.memory" &
	"$bin/writers" $threads $((threads * 10))
	kill -INT "${tracer% }"
	wait "$usage"
	wait
	maps=$(awk '$2 > most { most = $2 } END { print most + 0 }' "$tmp/counts.memory")
	sample "memory.$name" "$(awk -v maps="$maps" '{ print ($2 - maps) / 1024 }' "$tmp/usage")"
	sample "lost.$name" "$(awk '/no room in the kernel for all groups/ { print $(NF - 6); n++ } END { if (!n) print 0 }' "$tmp/counts.err")"
}

if wants summary; then
	say "summary: 10 million calls"
	record_long
	"$TRACE" record -o "$tmp/short.data" dd if=/dev/zero of=/dev/null bs=1 count=500000 2>/dev/null
	calls=$(calls_of "$tmp/long.data")
	round=0
	while [ $round -lt "$rounds" ]; do
		cpu_of summary "$TRACE" summary "$tmp/long.data"
		cpu_of report "$TRACE" report -o "$tmp/report.html" "$tmp/short.data"
		round=$((round + 1))
	done
	memory_of all --summary
	memory_of threads --by thread
	row "summary of a recording, million calls a second and core" at-least 10 "" \
		"$(echo "$calls $(median_of cpu.summary)" | awk '$2 > 0 { print $1 / $2 / 1e6 }')"
	row "        report of $(calls_of "$tmp/short.data") calls, CPU seconds" at-most 3 " s" "$(median_of cpu.report)"
	row "        its page" at-most 30 " MB" "$(stat -c %s "$tmp/report.html" | awk '{ print $1 / 1e6 }')"
	row "        trace --summary -a, $threads threads, MiB beside the maps" at-most 64 " MiB" "$(median_of memory.all)"
	row "        the same, --by thread" at-most 64 " MiB" "$(median_of memory.threads)"
	row "        calls without a group" at-most 0 "" "$(highest_of lost.threads)"
	rm -f "$tmp/long.data" "$tmp/short.data" "$tmp/report.html"
fi
