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

status 125 unshare --pid --fork --mount-proc "$TRACE" --source bpf true
has '^Error: trace runs in a PID namespace' err
has '^Hint:  .*--pid=host' err
status 125 unshare --pid --fork --mount-proc "$TRACE" --source bpf -a --max-events 1
has '^Error: trace runs in a PID namespace' err
# … which perf events do without being told to
status 3 unshare --pid --fork --mount-proc "$TRACE" -v --show-comm -o out sh -c 'true; exit 3'
has '^trace: source: perf events, because in this PID namespace' err
has 'sh/[0-9] exit_group\(error_code: 3\)' out
status 0 unshare --pid --fork --mount-proc "$TRACE" doctor >table
has 'a command of yours  *yes  *late  *perf events$' table
has 'BPF programs  *are of no use in a PID namespace' table
finish
