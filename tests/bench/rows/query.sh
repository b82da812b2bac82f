# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# query.sh - row query: SQL over a recording of 10 million calls: all of them are added up, or grouped, or few are found.

# Seconds that a query takes
query() {
	name=$1
	shift
	say "query: $name"
	"$bin/timed" "$tmp/wall" "$TRACE" query --progress=never -o /dev/null "$tmp/long.data" "$@" 2>/dev/null
	sample "query.$name" "$(cat "$tmp/wall")"
}

if wants query; then
	say "query: 10 million calls"
	record_long
	calls=$(calls_of "$tmp/long.data")
	round=0
	while [ $round -lt "$rounds" ]; do
		query all 'SELECT count(*), sum(dur), avg(dur), max(dur), count(errno) FROM calls'
		query groups 'SELECT name, count(*), avg(dur) FROM calls GROUP BY name'
		query execve "SELECT ts, args FROM calls WHERE name = 'execve'"
		round=$((round + 1))
	done
	row "query   counts, sum, mean and maximum, million rows a second" at-least 3 "" \
		"$(echo "$calls $(median_of query.all)" | awk '$2 > 0 { print $1 / $2 / 1e6 }')"
	row "        count and mean by name, million rows a second" at-least 3 "" \
		"$(echo "$calls $(median_of query.groups)" | awk '$2 > 0 { print $1 / $2 / 1e6 }')"
	row "        WHERE name = 'execve', $calls calls, seconds" at-most 0.2 " s" "$(median_of query.execve)"
	rm -f "$tmp/long.data"
fi
