# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv
# -a, -u, --filter-pids: who is shown, and that the tracer does not feed on itself.
. "$here/lib.sh"

ticker=$(program ticker)
"$ticker" 1 >said &
ours=$!
until_true 10 grep -q ready said
thread=$(ls /proc/$ours/task | grep -vx $ours)
worker=$(mktemp -d /tmp/trace-live.XXXXXX)
cp "$ticker" "$worker/ticker" && chmod 755 "$worker" "$worker/ticker"
setpriv --reuid nobody --regid nogroup --clear-groups "$worker/ticker" 1 >said2 &
theirs=$!
until_true 10 grep -q ready said2

for_a_while() { timeout -s INT "$@"; }

for_a_while 1.5 "$TRACE" -a -o out 2>err
has "ticker/$thread write\(fd: 3</dev/null>" out
has "ticker/[0-9]+ write\(fd: 3" out

for_a_while 1.5 "$TRACE" -u nobody -o out 2>err
has "ticker/[0-9]+ write\(fd: 3" out
hasnt "ticker/($ours|$thread) " out
for_a_while 1.5 "$TRACE" -u 65534 -o out 2>err
has "ticker/[0-9]+ write\(fd: 3" out

for_a_while 1.5 "$TRACE" -a --filter-pids $ours -e write -o out 2>err
hasnt "ticker/($ours|$thread) " out
has "ticker/[0-9]+ write" out

# what is printed through a pipe is read by a process that reads it: neither shows up
# (under names of their own: others may run cat here)
cp "$TRACE" our-trace && cp "$(command -v cat)" our-cat
for_a_while 1.5 ./our-trace -a -e read,write,poll -o - 2>err | ./our-cat >out
hasnt ' our-(trace|cat)/' out
has "ticker/$thread write" out

# owners limit commands as well
"$TRACE" -u nobody -o out sh -c 'ls / >/dev/null' 2>err
[ ! -s out ] || fail "-u nobody shows root's command"
"$TRACE" -u root -e execve -o out sh -c 'ls / >/dev/null; true' 2>err
has "execve\(filename: \"/[a-z/]*ls\"" out

kill $ours $theirs 2>/dev/null
rm -rf "$worker"
finish
