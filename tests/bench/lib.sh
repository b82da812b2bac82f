# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154,SC2034 # set by run, or used there
#
# lib.sh - samples, their medians, and the table. Read by run.

have() {
	command -v "$1" >/dev/null
}

# Was one of these rows requested?
wants() {
	for row; do
		case " $wanted " in *" $row "*) return 0 ;; esac
	done
	return 1
}

# Progress, on a terminal.
say() {
	[ ! -t 2 ] || printf '\r%-60s\r' "$1" >&2
}

# -- Processes in the background: ended when the bench ends, whatever happens ---------------------------------------------

started=

start() {
	"$@" &
	started="$started $!"
	pid=$!
}

stop_all() {
	for id in $started; do
		kill "$id" 2>/dev/null && wait "$id" 2>/dev/null
	done
	started=
}

# -- Samples: one a line, in the order they were taken; "-" where one failed ----------------------------------------------

sample() {
	echo "$2" >>"$tmp/sample.$1"
}

# Median of the numbers on standard input; "-" where there are none.
median() {
	grep '^[0-9]' | sort -g |
		awk '{ v[NR] = $1 } END { print !NR ? "-" : NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

median_of() {
	[ ! -f "$tmp/sample.$1" ] || median <"$tmp/sample.$1"
}

highest_of() {
	[ ! -f "$tmp/sample.$1" ] || grep '^[0-9]' "$tmp/sample.$1" | sort -g | tail -n 1
}

# Median of A / B, round by round.
ratio() {
	[ -f "$tmp/sample.$1" ] || return 0
	paste "$tmp/sample.$1" "$tmp/sample.$2" | awk '$1 > 0 && $2 > 0 { print $1 / $2 }' | median
}

# The noise: how far the middle half of samples that nothing disturbs is apart, relative to their median.
spread_of() {
	grep '^[0-9]' "$tmp/sample.$1" | sort -g |
		awk '{ v[NR] = $1 } END { print (NR > 1 ? (v[int((3 * NR + 3) / 4)] - v[int((NR + 3) / 4)]) / v[int((NR + 1) / 2)] : 0) }'
}

# `noise` is set while rows are printed that are ratios to samples with that spread.
noise=''

percent_of_noise() {
	awk -v noise="$noise" 'BEGIN { printf "%.2g %%\n", noise * 100 }'
}

# -- The table ------------------------------------------------------------------------------------------------------------

columns='%-61s %-9s %-22s %-15s %s\n'

header() {
	# shellcheck disable=SC2059
	printf "$columns" "" must trace "perf trace" strace
}

# A number with about four digits. Other text unchanged; "-" for none.
short() {
	echo "${1:--}" | awk '
		/^-?[0-9.]+(e[-+]?[0-9]+)?$/ {
			digits = $1 == int($1) || $1 >= 100 ? 0 : $1 >= 10 ? 1 : 2
			printf "%.*f\n", digits, $1
			next
		}
		{ print }'
}

# judge VALUE AT-MOST|AT-LEAST LIMIT: a verdict that noise could turn says so
judge() {
	awk -v v="$1" -v how="$2" -v limit="$3" -v noise="$noise" 'BEGIN {
		if (v !~ /^[0-9]/) exit
		far = v > limit ? v - limit : limit - v
		print ((how == "at-most" ? v + 0 <= limit + 0 : v + 0 >= limit + 0) ? "ok" : "MISS") (noise && limit > 0 && far <= noise * limit ? " (noise)" : "")
	}'
}

# line MEASURE MUST VALUE VERDICT PERF STRACE
line() {
	say ''
	# shellcheck disable=SC2059
	printf "$columns" "$1" "$2" "$3${4:+ $4}" "${5:--}" "${6:--}"
}

# row MEASURE at-most|at-least LIMIT UNIT VALUE [PERF [STRACE]]
row() {
	case $2 in
	at-most) must="<= $3$4" ;;
	*) must=">= $3$4" ;;
	esac
	line "$1" "$must" "$(short "$5")" "$(judge "$5" "$2" "$3")" "$(short "${6-}")" "$(short "${7-}")"
}

machine() {
	awk -F ': *' '/^model name/ { print "CPU     " $2; exit }' /proc/cpuinfo
	echo "        $(nproc) CPUs, load $(cut -d ' ' -f 1 /proc/loadavg); Linux $(uname -r)"
	"$bin/costs" | awk '{ printf "        a system call takes %d ns, a page fault %d ns\n", $1, $2 }'
	for file in spec_rstack_overflow retbleed spectre_v2; do
		status=$(cat "/sys/devices/system/cpu/vulnerabilities/$file" 2>/dev/null) || continue
		[ "$status" = "Not affected" ] || echo "        $file: $status"
	done
	echo "peers   $(have perf && perf --version || echo 'no perf'); $(have strace && strace --version | head -n 1 || echo 'no strace')"
	echo "rounds  $rounds; medians$([ -n "$peers" ] || echo '; no peers')"
	echo
}

legend() {
	[ -z "$perf$strace" ] || printf '\n%s\n%s\n' \
		"perf trace and strace are measured on fewer calls ($perf_count and $strace_count of dd's $count) and scaled: they take" \
		"minutes otherwise. Where the floor alone is high, it is the CPU's mitigations for indirect calls in the kernel."
	printf '\n%s\n' "(noise): the figure is nearer to its limit than the middle half of the untraced runs is apart, so the verdict may be chance."
}
