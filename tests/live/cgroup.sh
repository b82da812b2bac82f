# SPDX-License-Identifier: BSD-2-Clause
# needs: cgroup2
# -G: only tasks in a cgroup or below it.
. "$here/lib.sh"

ticker=$(program ticker)
"$ticker" 1 >said &
inside=$!
"$ticker" 1 >said2 &
outside=$!
until_true 10 grep -q ready said
until_true 10 grep -q ready said2

cg=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
ours=trace-live-$$
mkdir -p "$cg/$ours/in" || skip "no cgroup can be made in $cg"
echo $inside >"$cg/$ours/in/cgroup.procs"
for where in $ours/in $(or_all "" "$ours $cg/$ours"); do
	traced_until "ticker/[0-9]+ write\(fd: 3" -G $where --show-comm
	for thread in $(ls /proc/$outside/task); do
		hasnt "ticker/$thread " out
	done
done
status 125 "$TRACE" -G no/such/cgroup -o out true
has "there is no cgroup 'no/such/cgroup'" err
hasnt '^(Error|Hint): ' err
kill $inside $outside
wait $inside $outside 2>/dev/null
rmdir "$cg/$ours/in" "$cg/$ours"
finish
