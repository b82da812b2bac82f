# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# wait.sh - row wait: two processes that wait for each other at every call, with and without --wait. dd, which never waits, is in dd.sh.

messages=100000		# there and back: four calls each

# Seconds that perf bench itself measures, under the command in the other arguments.
pipe_under() {
	name=$1
	shift
	say "pipe: $name"
	took=$("$@" perf bench -f simple sched pipe -l $messages 2>/dev/null | tail -n 1)
	rm -f "$tmp/pipe.out"
	case $took in
	*[0-9].[0-9]*) sample "pipe.$name" "$took" ;;
	*) sample "pipe.$name" - ;;
	esac
}

if wants wait && have perf; then
	round=0
	while [ $round -lt "$rounds" ]; do
		pipe_under base
		pipe_under trace "$TRACE" -o "$tmp/pipe.out"
		pipe_under wait "$TRACE" --wait -o "$tmp/pipe.out"
		round=$((round + 1))
	done
	line "P: perf bench sched pipe -l $messages, untraced" "" "$(median_of pipe.base) s"
	line "        trace -o FILE P / P, P's own time" "" "$(short "$(ratio pipe.trace pipe.base)")"
	row "        trace --wait -o FILE P / trace -o FILE P" at-most 2.5 "" "$(ratio pipe.wait pipe.trace)"
elif wants wait; then
	line "        trace --wait on perf bench sched pipe" "" "not measured: no perf"
fi
