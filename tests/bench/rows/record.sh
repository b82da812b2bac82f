# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# record.sh - rows record and replay: cost of writing recordings, their size, cost of reading.

# The value of a recording that `trace info` prints after a word
said_of() {
	"$TRACE" info "$1" | sed -n "s/^$2 *//p"
}

calls_of() {
	said_of "$1" calls
}

# long.data: 10 million calls
record_long() {
	"$TRACE" record -o "$tmp/long.data" dd if=/dev/zero of=/dev/null bs=1 count=5000000 2>/dev/null
}

bytes_per_call() {
	echo "$(stat -c %s "$1") $(calls_of "$1")" | awk '$2 { print $1 / $2 }'
}

# The recorder's CPU alone: it is attached to dd, which is no child of it.
recorder_cpu() {
	sh -c 'sleep 1; exec dd if=/dev/zero of=/dev/null bs=1 count=500k' 2>/dev/null &
	"$bin/usage" "$tmp/usage" "$TRACE" record -o "$tmp/cpu.data" -p $!
	wait $!
	echo "$(cut -d ' ' -f 1 "$tmp/usage") $(calls_of "$tmp/cpu.data")" | awk '$2 { print $1 / $2 * 1e6 }'
}

# A build: many files, each with many headers, by several jobs
make_tree() {
	mkdir -p "$tmp/tree"
	for i in $(seq 1 40); do
		cat >"$tmp/tree/f$i.c" <<-X
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		#include <linux/bpf.h>
		#include <sys/socket.h>
		int f$i(int a) { char b[100]; snprintf(b, sizeof(b), "%d", a); return (int)strlen(b); }
		X
	done
	printf 'all: $(patsubst %%.c,%%.o,$(wildcard *.c))\n\tar rcs lib.a $^\n%%.o: %%.c\n\t%s -O2 -g -MMD -c -o $@ $<\n' \
		"${CC:-cc}" >"$tmp/tree/Makefile"
}

if wants record; then
	round=0
	while [ $round -lt "$rounds" ]; do
		dd_under plain $count
		dd_under plain_least $count "$bin/floor" --least
		dd_under record $count "$TRACE" record -o "$tmp/record.data"
		[ -z "$perf" ] || dd_under perf_record $perf_count perf trace record -q -o "$tmp/perf.data"
		sample lost.record "$(said_of "$tmp/record.data" lost | cut -d ' ' -f 1)"
		sample cpu.record "$(recorder_cpu)"
		round=$((round + 1))
	done
	noise=$(spread_of own.plain)
	line "record  noise: spread of D itself, its middle half" "" "$(percent_of_noise)" "" " " " "
	row "record  trace record D / D" at-most 2.1 "" "$(ratio own.record own.plain)" "$(ratio own.perf_record own.plain)"
	row "        trace record D / least D" at-most 1.1 "" "$(ratio own.record own.plain_least)"
	noise=
	row "        events lost, at most" at-most 0 "" "$(highest_of lost.record)"
	row "        bytes a call, D" at-most 4 "" "$(bytes_per_call "$tmp/record.data")"
	make_tree
	"$TRACE" record -o "$tmp/tree.data" make -C "$tmp/tree" -j"$(nproc)" >/dev/null 2>&1
	row "        bytes a call, a C build" at-most 24 "" "$(bytes_per_call "$tmp/tree.data")"
	row "        the recorder's own CPU, seconds a million calls" at-most 0.4 " s" "$(median_of cpu.record)"
fi

# CPU seconds of a replay
replay_cpu() {
	name=$1
	shift
	say "replay: $name"
	"$bin/usage" "$tmp/usage" "$TRACE" replay "$@" -o /dev/null "$tmp/long.data" 2>/dev/null
	sample "replay.$name" "$(cut -d ' ' -f 1 "$tmp/usage")"
	sample "resident.$name" "$(awk '{ print $2 / 1024 }' "$tmp/usage")"
}

if wants replay; then
	say "replay: 10 million calls"
	record_long
	calls=$(calls_of "$tmp/long.data")
	round=0
	while [ $round -lt "$rounds" ]; do
		replay_cpu all
		replay_cpu execve -e execve
		round=$((round + 1))
	done
	row "replay  to text, million calls a second and core" at-least 2 "" \
		"$(echo "$calls $(median_of replay.all)" | awk '$2 > 0 { print $1 / $2 / 1e6 }')"
	row "        all calls / -e execve, CPU" at-least 5 "" "$(ratio replay.all replay.execve)"
	row "        MiB resident, $calls calls" at-most 64 " MiB" "$(highest_of resident.all)"
	rm -f "$tmp/long.data"
fi
