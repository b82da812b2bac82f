# SPDX-License-Identifier: BSD-2-Clause
# A limited table of tasks (Linux before 5.13): more tasks are counted as lost, and ended tasks free their entries.
. "$here/lib.sh"

"$TRACE" -v -o out -e getsid true 2>err || fail "status $?"
room=$(sed -n 's/.*a hash with room for \([0-9]*\) tasks.*/\1/p' err)
[ -n "$room" ] || { has 'remembered in task storage' err; [ "$failures" = 0 ] && skip "needs a kernel without task storage"; }
crowd=$(program crowd)

# crowd N: traces it; sets shown and lost
crowd() {
	"$TRACE" -o out -e getsid "$@" 2>err
	got=$?
	[ $got != 77 ] || skip "too many threads for this machine: $(cat err)"
	[ $got = 0 ] || fail "$*: status $got"
	shown=$(grep -ac 'getsid(' out)
	lost=$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' err)
	: "${lost:=0}"
}

few=$((room * 3 / 4)) many=$((room + 300))
crowd "$crowd" "$few"
[ "$shown $lost" = "$few 0" ] || fail "$few threads, $shown shown, $lost lost"
crowd sh -c "'$crowd' $few; sleep 1; '$crowd' $few"
[ "$shown $lost" = "$((2 * few)) 0" ] || fail "$few threads and again, $shown shown, $lost lost"
crowd "$crowd" "$many"
[ "$lost" -gt 0 ] || fail "nothing was lost of $many threads where there is room for $room"
[ $((shown + lost)) = "$many" ] || fail "$many threads, $shown shown, $lost lost"
has 'LOST [0-9]+ events .*no memory for the call' out
finish
