# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv pgrep
# -a, -u, --filter-pids: which tasks are shown; the tracer does not trace itself.
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

traced_until "${by}ticker/$thread write\(fd: 3</dev/null>" -a
traced_until "${by}ticker/[0-9]+ write\(fd: 3" -u nobody
hasnt "${by}ticker/($ours|$thread) " out
if full_run; then
	traced_until "${by}ticker/[0-9]+ write\(fd: 3" -u 65534
	hasnt "${by}ticker/($ours|$thread) " out
fi
traced_until "${by}ticker/[0-9]+ write" -a --filter-pids $ours -e write
hasnt "${by}ticker/($ours|$thread) " out

# output through a pipe: the process that reads it is not shown either (under unique names: other processes may run cat, or this
# test)
cp "$TRACE" "t$$" && cp "$(command -v cat)" "c$$" && mkfifo pipe
"./c$$" <pipe >out &
reader=$!
"./t$$" -a -e read,write,poll -o - 2>err >pipe &
tracer=$!
until_true 20 grep -qE "${by}ticker/$thread write" out || fail "through a pipe: the ticker is not shown"
sleep 0.5
kill -TERM $tracer
wait $tracer $reader
hasnt "${by}[tc]$$/" out

# --uid also limits a command's calls
"$TRACE" --uid nobody -o out sh -c 'ls / >/dev/null' 2>err
hasnt "${by}([^L]|L[^O])" out		# LOST is allowed: a busy host may skip a program
"$TRACE" -u root -e execve -o out sh -c 'ls / >/dev/null; true' 2>err
has "execve\(filename: \"/[a-z/]*ls\"" out

kill $ours $theirs 2>/dev/null
rm -rf "$worker"
finish
