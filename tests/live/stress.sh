# SPDX-License-Identifier: BSD-2-Clause
# Processes and threads that start, end and write at once: shown and lost calls add up to the calls made.
. "$here/lib.sh"

stress=$(program stress)

# stalls PID [calm]: stops it most of the time, from when the waiting command is started until it ends; calm: first, until the
# command has ended
stalls() {
	exec 4>gate
	kill -STOP "$1"
	echo >&4
	exec 4>&-
	[ -z "${2-}" ] || until_true 10 test -s said
	while kill -STOP "$1" 2>/dev/null; do
		sleep 0.3
		kill -CONT "$1"
		sleep 0.05
	done
}
mkfifo gate

# storm OPTION... -- ARGUMENT...: traces it; sets made and tasks, shown and ended, lost
storm() {
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	if [ -z "$options" ]; then
		"$TRACE" -o out -e write --exits=all "$stress" "$@" >said 2>err &
	else
		# shellcheck disable=SC2086
		"$TRACE" -o out -e write --exits=all $options sh -c 'read x <gate; exec "$@"' sh "$stress" "$@" >said 2>err &
		stalls $! ${4+"$4"}
	fi
	wait $! || { fail "$*: status $?"; cat err; }
	read -r made _ tasks _ <said
	shown=$(grep -ac ' write(' out)
	ended=$(grep -ac '+++ exited with 0 +++' out)
	lost=$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' err)
	: "${lost:=0}"
	noted=$(awk '/ LOST [0-9]+ events? (of|between)/ { for (i = 1; i < NF; i++) if ($i == "LOST") n += $(i + 1) } END { print n + 0 }' out)
	echo "$*: $made writes and $tasks ends: $shown and $ended shown, $lost lost"
	[ "$lost" = "$noted" ] || fail "$*: $noted lost where it happened, $lost in total"
}

writes=$(scaled 1000)
storm -- 8 4 "$writes"
[ "$made" = $((8 * 4 * 2 * writes + 1)) ] || fail "not all was written"
[ "$lost" = 0 ] || fail "8 4 $writes: $lost lost, though there is room for all"
[ "$shown" = "$made" ] || fail "8 4 $writes: $shown of $made shown"
[ "$ended" = "$tasks" ] || fail "8 4 $writes: $ended of $tasks ends shown"

# Small rings and a stopped reader. Lost forks count as well, so all tasks are started before losses begin.
writes=$(scaled 20000)
storm -m 512K -- 4 4 "$writes" calm
[ "$lost" -gt 0 ] || fail "nothing was lost, so this tests nothing"
[ $((shown + ended + lost)) = $((made + tasks)) ] || fail "$((shown + ended + lost)) accounted for, not $((made + tasks))"

# Otherwise as many, and at most one more per task.
storm -m 512K -- 8 4 "$writes"
[ $((shown + ended + lost)) -ge $((made + tasks)) ] || fail "$((shown + ended + lost)) accounted for, of $((made + tasks))"
[ $((shown + ended + lost)) -le $((made + 2 * tasks)) ] || fail "$((shown + ended + lost)) accounted for, more than $((made + 2 * tasks))"
finish
