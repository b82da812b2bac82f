# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# writers.sh - row writers: threads that make calls as fast as they can. Losses are computed from the lines, not taken from the
# tracer's report; the worst round counts.

writes=1000000
perf_writes=100000

# The number of writes without a line; and "untold" if the tracer reports another number.
lost_of() {
	awk -v made="$1" -v told="$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' "$tmp/writers.err" | head -n 1)" '
		/[ \/0-9]write\(.*= 1$/ || /write resumed.*= 1$/ { n++ }
		END {
			lost = made - n
			print lost ((lost > 0) != (told > 0) ? " untold" : "")
		}' "$tmp/writers.out"
}

# As a percentage of calls.
percent() {
	echo "$1" | awk -v made="$2" 'NF { printf "%s%s", $1, $2 ? " " $2 : ""; if ($1 > 0) printf " (%.3g %%)", $1 / made * 100; print "" }'
}

writers_round() {
	say "writers: $1 threads"
	"$TRACE" -o "$tmp/writers.out" "$bin/writers" "$1" $writes 2>"$tmp/writers.err"
	sample "writers.trace.$1" "$(lost_of $writes)"
	if [ -n "$perf" ] && [ "$round" -lt 2 ]; then
		perf trace -o "$tmp/writers.out" "$bin/writers" "$1" $perf_writes 2>"$tmp/writers.err"
		sample "writers.perf.$1" "$(lost_of $perf_writes | awk '{ print $1 }')"
	fi
	rm -f "$tmp/writers.out"
}

if wants writers; then
	round=0
	while [ $round -lt $(((rounds + 1) / 2)) ]; do
		for threads in 2 64; do
			writers_round $threads
		done
		round=$((round + 1))
	done
	for threads in 2 64; do
		lost=$(highest_of writers.trace.$threads)
		line "writers $threads threads, 1 million 1-byte writes: lost" 0 "$(percent "$lost" $writes)" "$(judge "$lost" at-most 0)" \
			"$(percent "$(highest_of writers.perf.$threads)" $perf_writes)"
	done
fi
