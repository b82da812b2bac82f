# SPDX-License-Identifier: BSD-2-Clause
# Processes in a PID namespace are traced from outside, by the numbers they have there. A tracer within one says what to do.
. "$here/lib.sh"

unshare --pid --fork true 2>err || skip "no PID namespaces: $(cat err)"

"$TRACE" --show-comm -o out -e getpid,wait4,exit_group unshare --pid --fork sh -c 'true & wait; exit 3'
[ $? = 3 ] || fail "the status did not come through"
has 'sh/[0-9]+ getpid\(\) += 1$' out
has 'sh/[0-9]+ .*wait4.*stat_addr: \{exited: 0\}.* = 2$' out
has 'sh/[0-9]+ exit_group\(error_code: 3\) += \?' out

# who has that number outside is another one
while :; do unshare --pid --fork sh -c 'kill -0 1'; sleep 0.1; done &
loop=$!
traced_until 'sh/[0-9]+ kill\(pid: 1\b' -a -e kill --show-comm
kill $loop
hasnt 'sh/[0-9]+ kill\(pid: 1<' out

status 125 unshare --pid --fork --mount-proc "$TRACE" true
has '^Error: trace runs in a PID namespace' err
has '^Hint:  .*--pid=host' err
has "^Hint:  Try: 'trace --source perf" err
status 125 unshare --pid --fork --mount-proc "$TRACE" -a --max-events 1
has 'runs in a PID namespace' err
finish
