# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# dd.sh - rows own, strace, noroot, wall, accept, idle, stacks and counts, and a part of wait: a program that only makes system calls, traced and untraced.

count=512000		# 500k bytes, copied one by one: two calls each
perf_count=20000	# for slow tracers; results are scaled up
strace_count=4000
[ "$rounds" -gt 3 ] || perf_count=10000

# Runs dd by the command in the other arguments, and stores its own time and the wall time, scaled to $count bytes. The wall time
# minus dd's own is start and end, which do not depend on the count.
dd_under() {
	name=$1 n=$2
	shift 2
	say "dd: $name"
	sleep 0.1		# what ran before has left the kernel work: to free maps
	"$bin/timed" "$tmp/wall" "$@" dd if=/dev/zero of=/dev/null bs=1 count="$n" 2>"$tmp/dd.err"
	own=$(awk '{ for (i = 1; i < NF; i++) if ($i == "copied,") print $(i + 1) }' "$tmp/dd.err")
	if [ -z "$own" ]; then
		sed 's/^/bench: /' "$tmp/dd.err" >&2
		sample "own.$name" -	# each column needs a sample per round
		sample "wall.$name" -
		return
	fi
	sample "own.$name" "$(awk -v t="$own" -v n="$n" -v c=$count 'BEGIN { print t / n * c }')"
	sample "wall.$name" "$(awk -v t="$own" -v w="$(cat "$tmp/wall")" -v n="$n" -v c=$count 'BEGIN { print w - t + t / n * c }')"
}

# Calls missing in a trace of n bytes. dd's calls other than reads and writes were counted once, on few bytes.
sample_loss() {
	sample "lost.$1" "$(awk -v lines="$(wc -l <"$tmp/$1.out")" -v few="$(wc -l <"$tmp/$1.few")" -v n="$2" 'BEGIN {
		made = 2 * (n - 1000) + few
		print (made > lines ? made - lines : 0)
	}')"
}

trace_few() {
	name=$1
	shift
	"$@" -o "$tmp/$name.few" dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null
}

idle_under() {
	name=$1 n=$2
	shift 2
	start sleep 600
	start "$@" -o "$tmp/idle.out" -p "$pid"
	sleep 1		# until it is attached
	dd_under "$name" "$n"
	stop_all
}

# dd beside a tracer of the whole system.
counts_beside() {
	name=$1 n=$2
	shift 2
	start "$@" -o "$tmp/counts.all"
	sleep 1		# until it is attached
	dd_under "$name" "$n"
	stop_all
}

# Waits, for a limited time, while other programs' BPF programs run at every call.
await_quiet() {
	tries=20
	while others=$("$bin/attached" | sort | uniq | tr '\n' ' ') && [ -n "$others" ] && [ -z "$staying" ]; do
		say "waiting: other BPF programs look at every call: $others"
		tries=$((tries - 1))
		[ $tries -gt 0 ] || staying=$others
		sleep 1
	done
}

dd_round() {
	await_quiet
	dd_under base $count
	[ -z "$("$bin/attached")" ] || disturbed=$((disturbed + 1))
	dd_under floor $count "$bin/floor"
	dd_under least $count "$bin/floor" --least
	dd_under keep $count "$bin/floor" --keep
	dd_under read $count "$bin/floor" --read
	if wants own wall; then
		dd_under trace $count "$TRACE" -o "$tmp/trace.out"
		sample_loss trace $count
		rm -f "$tmp/trace.out"
		dd_under lossless $count "$TRACE" --lossless -o "$tmp/trace.out"
		rm -f "$tmp/trace.out"
		if [ -n "$perf" ]; then
			dd_under perf $perf_count perf trace -o "$tmp/perf.out"
			sample_loss perf $perf_count
		fi
		[ -z "$strace" ] || dd_under strace $strace_count strace -o "$tmp/strace.out"
	fi
	if wants strace; then
		wants own wall || { dd_under trace $count "$TRACE" -o "$tmp/trace.out"; rm -f "$tmp/trace.out"; }
		dd_under as_strace $count "$TRACE" strace -f -o "$tmp/as.out"
		sample_loss as $count
		rm -f "$tmp/as.out"
	fi
	if wants wait; then
		wants own wall strace || { dd_under trace $count "$TRACE" -o "$tmp/trace.out"; rm -f "$tmp/trace.out"; }
		dd_under wait $count "$TRACE" --wait -o "$tmp/wait.out"
		sample_loss wait $count
		rm -f "$tmp/wait.out"
	fi
	if wants noroot; then
		dd_under events $count "$TRACE" --source perf -o "$tmp/events.out"
		sample_loss events $count
		rm -f "$tmp/events.out"
	fi
	if wants accept; then
		dd_under trace_accept $count "$TRACE" -o "$tmp/accept.out" -e accept
		[ -z "$perf" ] || dd_under perf_accept $count perf trace -o "$tmp/accept.out" -e accept
		[ -z "$strace" ] || dd_under strace_accept $strace_count strace -o "$tmp/accept.out" -e trace=accept
	fi
	if wants stacks; then
		dd_under trace_stacks $count "$TRACE" -k -o "$tmp/stacks.out"
		rm -f "$tmp/stacks.out"
		[ -z "$perf" ] || dd_under perf_stacks $perf_count perf trace --call-graph fp -o "$tmp/stacks.out"
		[ -z "$strace" ] || dd_under strace_stacks $strace_count strace -k -o "$tmp/stacks.out"
		rm -f "$tmp/stacks.out"
	fi
	if wants counts; then
		dd_under trace_counts $count "$TRACE" --summary -o "$tmp/counts.out"
		counts_beside trace_all $count "$TRACE" --summary -a
		if [ -n "$perf" ]; then
			dd_under perf_counts $perf_count perf trace -s -o "$tmp/counts.out"
			counts_beside perf_all $perf_count perf trace -s -a
			[ -z "$bpf_summary" ] || dd_under perf_bpf $count perf trace -s --bpf-summary -o "$tmp/counts.out"
		fi
		[ -z "$strace" ] || dd_under strace_counts $strace_count strace -c -o "$tmp/counts.out"
	fi
	if wants idle; then
		idle_under trace_idle $count "$TRACE"
		[ -z "$perf" ] || idle_under perf_idle $count perf trace
		[ -z "$strace" ] || idle_under strace_idle $count strace -q
	fi
}

dd_rows() {
	line "D: dd if=/dev/zero of=/dev/null bs=1 count=500k, untraced" "" "$(median_of own.base) s" "" " " " "
	noise=$(spread_of own.base)
	line "noise: spread of D itself, its middle half" "" "$(percent_of_noise)" "" " " " "
	line "floor: two empty BPF programs on every call / D" "" "$(short "$(ratio own.floor own.base)")" "" " " " "
	line "least: two that look at the clock and copy a byte / D" "" "$(short "$(ratio own.least own.base)")" "" " " " "
	line "keep: two that also write records, which nobody reads, of any thread / least" "" "$(short "$(ratio own.keep own.least)")" "" " " " "
	line "read: those, in rings as large as trace's, and a process copies them / least" "" "$(short "$(ratio own.read own.least)")" "" " " " "
	if wants own; then
		row "own     trace -o FILE D / D, dd's own time" at-most 2.5 "" \
			"$(ratio own.trace own.base)" "$(ratio own.perf own.base)" "$(ratio own.strace own.base)"
		row "        trace -o FILE D / least D" at-most 1.15 "" "$(ratio own.trace own.least)"
		row "        trace --lossless -o FILE D / trace -o FILE D" at-most 1.05 "" "$(ratio own.lossless own.trace)"
		row "        calls lost meanwhile" at-most 0 "" "$(highest_of lost.trace)" "$(highest_of lost.perf)"
	fi
	if wants strace; then
		row "strace  trace strace -f -o FILE D / trace -o FILE D" at-most 1.1 "" "$(ratio own.as_strace own.trace)"
		row "        calls lost meanwhile" at-most 0 "" "$(highest_of lost.as)"
	fi
	if wants wait; then
		row "wait    trace --wait -o FILE D / trace -o FILE D" at-most 1.05 "" "$(ratio own.wait own.trace)"
		row "        calls lost meanwhile" at-most 0 "" "$(highest_of lost.wait)"
	fi
	if wants noroot; then
		row "noroot  trace --source perf -o FILE D / D, dd's own time" at-most 6 "" "$(ratio own.events own.base)" "$(ratio own.perf own.base)"
		row "        calls lost meanwhile" at-most 0 "" "$(highest_of lost.events)" "$(highest_of lost.perf)"
	fi
	! wants wall || row "wall    trace -o FILE D / D, wall time from start to end" at-most 6 "" \
		"$(ratio wall.trace wall.base)" "$(ratio wall.perf wall.base)" "$(ratio wall.strace wall.base)"
	if wants accept; then
		row "accept  trace -e accept D / D" at-most 1.15 "" \
			"$(ratio own.trace_accept own.base)" "$(ratio own.perf_accept own.base)" "$(ratio own.strace_accept own.base)"
		row "        trace -e accept D / floor D" at-most 1.03 "" "$(ratio own.trace_accept own.floor)"
	fi
	if wants idle; then
		row "idle    D while trace -p watches a process that sleeps / D" at-most 1.15 "" \
			"$(ratio own.trace_idle own.base)" "$(ratio own.perf_idle own.base)" "$(ratio own.strace_idle own.base)"
		row "        D while trace -p watches that process / floor D" at-most 1.03 "" "$(ratio own.trace_idle own.floor)"
	fi
	if wants counts; then
		row "counts  trace --summary D / least D" at-most 1.05 "" \
			"$(ratio own.trace_counts own.least)" "$(ratio own.perf_counts own.least)" "$(ratio own.strace_counts own.least)"
		[ -z "$bpf_summary" ] || line "        perf trace -s --bpf-summary D / least D" "" "" "" "$(short "$(ratio own.perf_bpf own.least)")"
		row "        D while trace --summary -a counts all / least D" at-most 1.05 "" "$(ratio own.trace_all own.least)" "$(ratio own.perf_all own.least)"
	fi
	! wants stacks || row "stacks  trace -k -o FILE D / D" at-most 8 "" \
		"$(ratio own.trace_stacks own.base)" "$(ratio own.perf_stacks own.base)" "$(ratio own.strace_stacks own.base)"
}

if wants own strace wait noroot wall accept idle stacks counts; then
	trace_few trace "$TRACE"
	! wants strace || trace_few as "$TRACE" strace -f
	! wants wait || trace_few wait "$TRACE" --wait
	! wants noroot || trace_few events "$TRACE" --source perf
	[ -z "$perf" ] || trace_few perf perf trace
	bpf_summary=''
	[ -z "$perf" ] || ! perf trace -h 2>&1 | grep -q -e --bpf-summary || bpf_summary=1
	round=0 disturbed=0 staying=''
	while [ $round -lt "$rounds" ]; do
		dd_round
		round=$((round + 1))
	done
	dd_rows
	noise=
	[ $disturbed = 0 ] ||
		echo "        in $disturbed of $rounds rounds other BPF programs looked at every call (${others:-gone now}): D was not untraced"
fi
