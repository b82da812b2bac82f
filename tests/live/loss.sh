# SPDX-License-Identifier: BSD-2-Clause
# needs: jq
# Losses are counted: calls shown and calls lost add up to the calls made.
. "$here/lib.sh"

writer=$(program writer)
calls=$(scaled 300000)

check() {
	name=$1
	shift
	"$TRACE" -o out -e write "$@" 2>err
	got=$?
	shown=$(grep -ac 'write(' out)
	lost=$(awk '/ LOST [0-9]+ events? (of|between)/ { for (i = 1; i < NF; i++) if ($i == "LOST") n += $(i + 1) } END { print n + 0 }' out)
	total=$(sed -n 's/.*lost \([0-9]*\) events.*/\1/p' err)
	echo "$name: $shown shown, $lost lost, ${total:-0} in total"
	[ $((shown + lost)) -ge $calls ] || fail "$name: $((shown + lost)) of $calls accounted for"
	[ $((shown + ${total:-0})) -ge $calls ] || fail "$name: total says $((shown + ${total:-0})) of $calls"
	[ "$lost" = 0 ] || [ "$lost" = "$total" ] || fail "$name: $lost lost where it happened, $total in total"
	# exits and forks that were lost count too
	[ $((shown + lost)) -le $((calls + 100)) ] || fail "$name: $((shown + lost)), more than $calls"
}

check 'default size' "$writer" $calls
[ $got = 0 ] || fail "default size: status $got"
[ "$lost" = 0 ] || fail "default size: $lost lost"
check 'tiny rings' -m 512K --memory 0 --fail-on-loss "$writer" $calls 1
if [ "$lost" -gt 0 ]; then
	[ $got = 124 ] || fail "--fail-on-loss: status $got"
	has 'LOST [0-9]+ events? of .*writer/[0-9]+ between [0-9.]+ ms and [0-9.]+ ms \(ring buffer full\)' out
	has 'm SIZE' err
else
	echo "nothing was lost, so not all is tested"
fi
check 'tiny rings, 4 threads' -m 512K --memory 0 "$writer" $((calls / 4)) 1 4
[ $got = 0 ] || fail "without --fail-on-loss: status $got"
"$TRACE" -o json --format json -m 512K --memory 0 -e write "$writer" $calls 64 2>err
jq -s -e 'map(select(.type == "loss")) | all(.count | . > 0)' json >/dev/null || fail "JSON: loss without count"
n=$(jq -s 'map(if .type == "loss" then .count elif .name == "write" then 1 else 0 end) | add' json)
[ "$n" -ge $calls ] || fail "JSON: $n of $calls accounted for"

# What descriptors are is not known after events were lost, until the kernel has said it again
replaced() {
	awk '/LOST .* of .*lost_dup/ { lost = 1 } lost' out >after
	has '^ .* LOST [0-9]+ events? of .*lost_dup' after
	hasnt 'dup[23]\(oldfd: 8.*, newfd: 3' after
	hasnt 'fsync\(fd: 3</dev/null>' after
	[ "$(grep -c 'fsync(fd: 3</dev/zero>)' after)" -ge 2 ] || fail "what descriptor 3 is did not become known: $(grep fsync after)"
}
status 0 "$TRACE" -o out -m 512K --memory 0 -e write,dup2,dup3,fsync "$(program lost_dup)"
has 'fsync\(fd: 3</dev/null>\)' out
replaced
"$TRACE" record -o data -m 512K --memory 0 -e write,dup2,dup3,fsync "$(program lost_dup)" 2>err
"$TRACE" replay -i data >out
replaced
finish
