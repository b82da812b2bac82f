# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154,SC2034 # set by run
#
# writers.sh - row writers: threads that make calls as fast as they can, also beside busy CPUs, and with long strings. Losses are computed from the lines, not taken from the
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

many=10000000
strings=133000

# Lost of $strings calls that pass 4095 bytes, by as many processes as $1.
strings_round() {
	say "writers: long strings of $1"
	# shellcheck disable=SC2016
	"$TRACE" -e write --string-limit 4095 -o "$tmp/writers.out" sh -c 'for i in $(seq "$1"); do dd if=/dev/zero of=/dev/null bs=4095 count="$2" & done; wait' \
		sh "$1" $((strings / $1)) 2>"$tmp/writers.err"
	sample "writers.strings.$1" "$(awk -v made=$((strings / $1 * $1)) '/write\(.* = 4095$/ { n++ } END { print made - n }' "$tmp/writers.out")"
}

# 64 threads beside a busy loop on every CPU; and long strings.
busy_round() {
	say "writers: beside busy loops"
	for cpu in $(seq "$(nproc)"); do
		start sh -c 'while :; do :; done'
	done
	"$TRACE" -e write -o "$tmp/writers.out" "$bin/writers" 64 $many 2>"$tmp/writers.err"
	stop_all
	sample writers.busy "$(lost_of $many)"
	strings_round 1
	strings_round "$(nproc)"
	rm -f "$tmp/writers.out"
}

if wants writers; then
	busy_round
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
	lost=$(highest_of writers.busy)
	line "writers 64 threads, 10 million writes, busy CPUs: lost" 0 "$(percent "$lost" $many)" "$(judge "$lost" at-most 0)"
	lost=$(highest_of writers.strings.1)
	line "writers 133,000 strings of 4095 bytes: lost" 0 "$(percent "$lost" $strings)" "$(judge "$lost" at-most 0)"
	lost=$(highest_of "writers.strings.$(nproc)")
	line "writers 133,000 strings, on all CPUs: lost" 0 "$(percent "$lost" $strings)" "$(judge "$lost" at-most 0)"
fi
