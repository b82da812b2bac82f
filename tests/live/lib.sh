# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# lib.sh - functions for tests that are scripts. A test runs in an empty directory, with $TRACE, $CC, $bin (for helpers) and $here.

. "$here/build.sh"
. "$here/needs"
failures=0
# The interpreter itself: python3 in PATH may be a wrapper script. Not in guests, where starting it takes a second.
python=$([ -z "${CC-}" ] && echo python3 || ! command -v python3 >/dev/null || python3 -S -c 'import sys; print(sys.executable)')

# fail TEXT...: prints it and marks the test as failed; the test goes on
fail() {
	echo "FAIL: $*"
	failures=$((failures + 1))
}

skip() {
	echo "$*"
	exit 77
}

# finish: the last line of a test
finish() {
	[ "$failures" = 0 ]
	exit
}

# or_all FEW ALL: prints ALL in a full run, FEW in a guest that tests the kernel only
or_all() {
	# shellcheck disable=SC2015 # echo does not fail
	full_run && echo "$2" || echo "$1"
}

# status WANT COMMAND...: runs it, with standard error in ./err
status() {
	want=$1
	shift
	"$@" 2>err
	got=$?
	[ "$got" = "$want" ] || { fail "exit status $got, not $want: $*"; sed 's/^/  /' err; }
}

# has PATTERN FILE, hasnt PATTERN FILE: some line, or no line, matches an extended regular expression
has() {
	grep -aEq -e "$1" "$2" || { fail "no line of $2 has: $1"; tail -n 20 "$2" | cut -c 1-300 | sed 's/^/  /'; }
}

hasnt() {
	! grep -aE -m 3 -e "$1" "$2" || fail "$2 has: $1"
}

# count N PATTERN FILE: N lines match; if not, the other lines of the same call are shown
count() {
	n=$(grep -aEc -e "$2" "$3")
	[ "$n" != "$1" ] || return 0
	fail "$n lines of $3 have '$2', not $1"
	{ grep -a -F -e "$(echo "$2" | grep -oE '[a-z0-9_]+' | head -n 1)" "$3" | grep -avE -e "$2" || cat "$3"; } |
		tail -n 20 | cut -c 1-300 | sed 's/^/  /'
}

# patient SECONDS: multiplied by $PATIENCE
patient() {
	echo $(($1 * PATIENCE))
}

# now: seconds since the machine was started
now() {
	read -r uptime _ </proc/uptime
	echo "${uptime%.*}"
}

# until_true SECONDS COMMAND...: waits until it succeeds
until_true() {
	deadline=$(($(now) + $(patient "$1")))
	shift
	while ! "$@" 2>/dev/null; do
		[ "$(now)" -lt $deadline ] || return 1
		sleep 0.05
	done
}

# shown_until PATTERN FILE COMMAND...: runs it until a line of its output matches, and a little longer, for lines that should not
# be there; then ends it
shown_until() {
	shown=$1 shown_in=$2
	shift 2
	rm -f "$shown_in"
	"$@" 2>err &
	tracer=$!
	until_true 20 grep -aqE -e "$shown" "$shown_in" || fail "$*: no line of $shown_in has: $shown"
	sleep 0.5
	kill -TERM $tracer
	wait $tracer
}

# traced_until PATTERN OPTION...: traces into ./out until a line matches
traced_until() {
	pattern=$1
	shift
	shown_until "$pattern" out "$TRACE" -o out "$@"
}

# The beginning of a line up to the thread. If the whole system is traced, buffers of other tracers contain lines, too.
# shellcheck disable=SC2034 # for tests
by='^ *[0-9.]+ \([^)]*\): '

# both NAME [OPTION]... -- COMMAND: traces into NAME.live and NAME.data. In a full run, NAME.data replays to the same, in
# NAME.replay. $live_only: options that replay lacks.
live_only=
both() {
	name=$1
	shift
	# shellcheck disable=SC2086
	"$TRACE" --color=never $live_only -o "$name.live" --also-record "$name.data" "$@" >/dev/null 2>err || :
	[ ! -s err ] || sed 's/^/  /' err
	[ -s "$name.live" ] || fail "$name: nothing was shown"
	full_run || return 0
	set -- "$@" --
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	# shellcheck disable=SC2086
	"$TRACE" replay --color=never -o "$name.replay" $options "$name.data" || fail "$name: replay ended with status $?"
	cmp "$name.live" "$name.replay" || { fail "$name: replay differs"; diff -a "$name.live" "$name.replay" | head -n 5; }
}

# gone PID: no such process, or a zombie
gone() {
	[ ! -d "/proc/$1" ] || grep -q '^State:.*Z' "/proc/$1/status"
}

# alone: locks out other runs of tests that change settings of the kernel
alone() {
	exec 8>/tmp/trace-settings.lock
	flock -w 60 8 || skip "another test changes settings of the kernel"
}

# program NAME: path of helpers/NAME.c, compiled
program() {
	helper "$1" >&2 || exit 1
	echo "$bin/helpers/$1"
}

# scaled N: N iterations, or $SCALE per cent of them, at least one
scaled() {
	echo $((($1 * SCALE + 99) / 100))
}

# signal_number NAME
signal_number() {
	case $1 in HUP) echo 1 ;; INT) echo 2 ;; QUIT) echo 3 ;; KILL) echo 9 ;; USR1) echo 10 ;; SEGV) echo 11 ;; TERM) echo 15 ;; esac
}

# no_programs_left: every program of trace that is loaded belongs to a process, but for those kept for the next run
no_programs_left() {
	"$TRACE" unload >/dev/null
	PATH=$PATH:/usr/sbin:/sbin bpftool prog list |
		sed -n 's/^\([0-9]*\): .* name \(trace\|tp\|capture\|fn\)_[a-z]* .*/\1/p' | sort >loaded
	cat /proc/[0-9]*/fdinfo/* 2>/dev/null | awk '$1 == "prog_id:" { print $2 }' | sort -u >held
	[ -z "$(comm -23 loaded held)" ]
}

# calls FILE: the calls of the lines: `name = result`, with `address` for addresses
calls() {
	sed -n 's/^ *[0-9.]*: \([^ (]*\/[0-9]* \)\{0,1\}//
		s/^<\.\.\. \([a-z0-9_]*\) resumed>.* = /\1 = /
		s/^\([a-z0-9_]*\)(.* = /\1 = /
		s/ = 0x[0-9a-f]\{5,\}$/ = ADDRESS/
		s/ = \([0-9]*\)<.*>$/ = \1/
		/^\(set_tid_address\|getpid\|gettid\|rt_sigreturn\) = /s/[0-9]*$//
		/^[a-z0-9_]* = /p
		/^+++/p' "$1"
}
