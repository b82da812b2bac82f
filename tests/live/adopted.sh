# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Children that trace did not make (CLONE_PARENT, orphans) are reaped: programs may wait until they disappear. The exit status is
# the command's.
. "$here/lib.sh"

adopted=$(program adopted)
for source in bpf perf; do
	status 7 timeout "$(patient 20)" "$TRACE" --source $source -e kill,clone,exit -o out "$adopted" 7
	has 'kill\(.*ESRCH' out
	status 7 timeout "$(patient 20)" "$TRACE" record --source $source -e none -o data "$adopted" 7
done

cat >orphan.sh <<'S'
sh -c 'sleep 0.2 & echo $! >pid'
while kill -0 $(cat pid) 2>/dev/null; do sleep 0.05; done
exit 5
S
status 5 timeout "$(patient 20)" "$adopted" - "$TRACE" -o out sh orphan.sh
# also without a command (-p)
"$(program ticker)" >said &
target=$!
until_true 10 grep -q ready said
cat >orphans.sh <<'S'
sh -c 'sleep 1 & echo $! >pid'
exec "$@"
S
"$adopted" - sh orphans.sh "$TRACE" -e write -o out -p $target 2>err &
until_true 10 [ -s pid ]
until_true 10 sh -c '! kill -0 "$(cat pid)"' || fail "an orphan is not reaped"
kill $target
wait
finish
