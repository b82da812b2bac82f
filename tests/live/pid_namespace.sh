# SPDX-License-Identifier: BSD-2-Clause
# Processes in a PID namespace: traced from outside by their IDs there, from inside by their IDs inside.
. "$here/lib.sh"

unshare --pid --fork true 2>err || skip "no PID namespaces: $(cat err)"

"$TRACE" --show-comm -o out -e getpid,wait4,exit_group unshare --pid --fork sh -c 'true & wait; exit 3'
[ $? = 3 ] || fail "the status did not come through"
has 'sh/[0-9]+ getpid\(\) += 1$' out
has 'sh/[0-9]+ .*wait4.*stat_addr: \{exited: 0\}.* = 2$' out
has 'sh/[0-9]+ exit_group\(error_code: 3\) += \?' out

# child_of PID: its only one
child_of() {
	children=
	read -r children </proc/"$1"/task/"$1"/children
	[ "$children" ] && echo "$children"
}

# --decode-pids: IDs in trace's namespace, too; live and replayed, of commands and existing processes
both_numbers="[0-9]<(sh|sleep)> \[[0-9]+ in trace's PID namespace\]"
for source in $(or_all bpf "bpf perf"); do
	live_only="--source $source"
	both decoded_$source --decode-pids --show-comm -e 'kill,wait4,getpid,getppid,clone*,fork,vfork' -- \
		unshare --pid --fork unshare --pid --fork sh -c 'sleep 0.3; sh -c "sleep 0.3; kill -CONT \$PPID; sleep 0.1; exit 3" & wait $!; exit 0'
	has "sh/([0-9]+) kill\(pid: $both_numbers, sig: CONT\) += 0$" decoded_$source.live
	has "sh/([0-9]+) getpid\(\) += [0-9] \[\1 in trace's PID namespace\]$" decoded_$source.live
	has "wait4\(.* = [0-9] \[[0-9]+ in trace's PID namespace\]$" decoded_$source.live
	has "(clone3?|v?fork)\(.*\) += $both_numbers$" decoded_$source.live
done
live_only=
has "SIGCHLD \{.*si_pid: [0-9] \[[0-9]+ in trace's" decoded_bpf.live
"$TRACE" replay --format json --decode-pids -o decoded.json decoded_bpf.data
has '"name":"kill".*"args":\{"pid":\{"pid":1,"comm":"sh","tracer_pid":[0-9]+\}' decoded.json
"$TRACE" replay --show-comm -o plain decoded_bpf.data
has 'kill\(pid: 1<sh>, sig: CONT\)' plain
hasnt "in trace's" plain
# groups and sessions have their leader's ID
groups=$(program groups)
mine="[0-9]+ \\[\\1 in trace's PID namespace\\]"
mine_named="[0-9]+<groups> \\[\\1 in trace's PID namespace\\]"
group="-[0-9]+ \\[-\\1 in trace's PID namespace\\]"
both groups --decode-pids --show-comm \
	-e setsid,getpgid,getsid,kill,wait4,getpriority,setpriority,ioprio_get,fcntl,ioctl,clone,exit_group -- \
	unshare --pid --fork unshare --pid --fork "$groups"
has "groups/[0-9]+ exit_group\(error_code: 0\)" groups.live
for call in "setsid\(\) += $mine" "getpgid\(pid: 0\) += $mine" "getsid\(pid: 0\) += $mine" "kill\(pid: $group, sig: 0\) += 0" \
	"wait4\(upid: $group, .*ECHILD" "getpriority\(which: PGRP, who: $mine_named\) += [0-9]+" \
	"setpriority\(which: PGRP, who: $mine_named, niceval: 0\) += 0" "ioprio_get\(which: PGRP, who: $mine_named\) += " \
	"fcntl\(fd: [^ ]*, cmd: SETOWN, arg: $group\) += 0" "ioctl\(fd: [^ ]*, cmd: FIOSETOWN, arg: \[$group\]\) += 0" \
	"ioctl\(fd: [^ ]*, cmd: SIOCSPGRP, arg: \[$group\]\) += 0" "ioctl\(fd: [^ ]*, cmd: SIOCGPGRP, arg: \[$group\]\) += 0" \
	"ioctl\(fd: [^ ]*, cmd: TIOCSPGRP, arg: \[$mine_named\]\) += 0" "ioctl\(fd: [^ ]*, cmd: TIOCGPGRP, arg: \[$mine_named\]\) += 0" \
	"ioctl\(fd: [^ ]*, cmd: TIOCGSID, arg: \[$mine_named\]\) += 0"; do
	has "groups/([0-9]+) $call" groups.live
done
# calls as they return: the child may run before its parent does, and end, so that it has no name any more
"$TRACE" replay --success --decode-pids --show-comm -o groups.whole groups.data
has "clone\(clone_flags: PARENT_SETTID\|SIGCHLD, .*parent_tidptr: \[([0-9]+(<groups>)? \[[0-9]+ in trace's PID namespace\])\].* = \1$" groups.whole
has "groups/[0-9]+ wait4\(upid: -[0-9]+ \[-[0-9]+ in trace's PID namespace\], .*\) += [0-9]+ \[[0-9]+ in trace's" groups.whole

# clocks of processes, ptrace's event messages, requests to PID namespaces
pids=$(program pids)
both pids --decode-pids -e clock_gettime,ptrace,wait4,ioctl,exit_group -- unshare --pid --fork unshare --pid --fork "$pids"
decoded() { printf '%s' "$1(<pids>)? \\[$2 in trace's PID namespace\\]"; }
for call in "clock_gettime\(which_clock: MAKE_PROCESS_CPUCLOCK\(pid: $(decoded 1 '\1'), clock: SCHED\)" \
	"clock_gettime\(which_clock: MAKE_THREAD_CPUCLOCK\(pid: $(decoded 1 '\1'), clock: VIRT\)" \
	"clock_gettime\(which_clock: FD_TO_CLOCKID\(fd: 9\), .*EINVAL" \
	"ptrace\(request: GETEVENTMSG, .*, data: \[$(decoded 3 '[0-9]+')\]\) += 0" \
	"ptrace\(request: GETEVENTMSG, .*, data: \[768\]\) += 0"; do
	has "pids/([0-9]+) $call" pids.live
done
if grep -q 'exit_group(error_code: 77)' pids.live; then
	echo "no requests for IDs: Linux before 6.11"
else
	there="[0-9]<pids> \[([0-9]+) in trace's PID namespace\]"
	has "ioctl\(fd: .*, arg: 1<pids> \[([0-9]+) in trace.*\]\) += 4<pids> \[\1 in trace" pids.live
	has "ioctl\(fd: .*, arg: 1\) += 4<pids> \[([0-9]+) in trace" pids.live
	[ "$(grep -cE "ioctl\(fd: .*, arg: 4<pids> \[([0-9]+) in trace.*\]\) += 1<pids> \[\1 in trace" pids.live)" = 2 ] ||
		fail "the results of NS_GET_PID_IN_PIDNS and NS_GET_TGID_IN_PIDNS are not decoded"
fi

# of groups whose leader is not traced, or has ended
leaders=$(program leaders)
unshare --pid --fork unshare --pid --fork "$leaders" >leaders.out &
outer=$!
until_true 20 grep -q ready leaders.out || fail "the leaders are not there"
init=$(child_of "$(child_of $outer)")
for source in $(or_all bpf "bpf perf"); do
	traced_until 'kill\(pid: -4' --source $source --decode-pids --also-record leaders.data -e kill -p "$init"
	has "kill\(pid: -2 \[-[0-9]+ in trace's PID namespace\], sig: 0\) += 0" out
	has "kill\(pid: -4 \[-[0-9]+ in trace's PID namespace\], sig: 0\) += 0" out
	has "kill\(pid: 2 \[$(child_of "$init" | cut -d' ' -f1) in trace's PID namespace\], sig: 0\) += 0" out
done
"$TRACE" info leaders.data >info
has '^threads  *1$' info
kill -KILL "$init"
wait $outer

unshare --pid --fork unshare --pid --fork sh -c 'while :; do kill -CONT $$; sleep 0.05; done' 2>/dev/null &
outer=$!
grandchild_of() { child_of "$(child_of "$1")"; }
until_true 20 grandchild_of $outer >/dev/null || fail "there is no namespace in a namespace"
init=$(grandchild_of $outer)
for source in $(or_all bpf "bpf perf"); do
	traced_until 'kill\(' --source $source --decode-pids -e kill -p "$init"
	has "kill\(pid: 1<sh> \[$init in trace's PID namespace\], sig: CONT\) += 0$" out
done
# a command that enters the namespace passes the ID of a process that was there
for source in $(or_all bpf "bpf perf"); do
	live_only="--source $source"
	both entered_$source --decode-pids -e kill -- nsenter --target "$init" --pid -- sh -c 'for i in 1 2 3 4 5 6 7 8; do kill -0 1; sleep 0.1; done'
	has "kill\(pid: 1(<sh>)? \[$init in trace's PID namespace\], sig: 0\) += 0$" entered_$source.live
done
live_only=
kill -KILL "$init"
wait $outer

# another process has that ID outside
while :; do unshare --pid --fork sh -c 'kill -0 1'; sleep 0.1; done &
loop=$!
traced_until "${by}sh/[0-9]+ kill\(pid: 1\b" -a -e kill --show-comm --decode-pids
kill $loop
grep -E "sh/([0-9]+) kill\(pid: 1<sh> \[\\1 in " out >own
has 'kill' own
grep -Ev "sh/([0-9]+) kill\(pid: 1(<sh> \[\\1 in |[^<])|^ *[0-9.]+ +\([^k]*---|\+\+\+" out >others
hasnt 'kill\(pid: 1<' others

# No /proc, or no /sys
for args in "true" "-p 1" "-s true" "why 1" "doctor"; do
	# shellcheck disable=SC2086
	status 125 unshare --mount sh -c 'umount -l /proc && exec "$@"' sh "$TRACE" $args >/dev/null
	count 1 '^Error: ' err
	has '^Error: /proc is not mounted' err
done
status 125 unshare --mount sh -c 'umount -l /sys && exec "$@"' sh "$TRACE" true
has '^Error: /sys is not mounted' err

# inside: IDs of the inside; no tasks of the outside
inside() { unshare --pid --fork --mount-proc "$@"; }
exec_thread=$(program exec_thread)
status 3 inside "$TRACE" -v --show-comm -o out sh -c 'sh -c "kill -TERM \$\$"; exit 3'
has '^trace: source: BPF' err
has 'sh/2 execve\(.*\) += 0$' out
has 'sh/([0-9]{1,2}) kill\(pid: \1<sh>, sig: TERM\) += 0$' out
has 'sh/([0-9]{1,2}) --- SIGTERM .*si_pid: \1,' out
has 'sh/[0-9]{1,2} \+\+\+ killed by SIGTERM \+\+\+' out
has 'sh/2 .*wait4\(.*\{signaled: TERM\}.* = [0-9]{1,2}$' out
has 'sh/2 exit_group\(error_code: 3\)' out
hasnt 'sh/[0-9]{3}' out
# a thread that calls execve has the process's ID afterwards
status 0 inside "$TRACE" --show-comm -o out -e execve,exit_group "$exec_thread" /bin/true
has 'true/[0-9]{1,2} .*execve.*"/bin/true".* = 0$' out
has 'true/2 exit_group\(' out
has 'true/2 \+\+\+ exited with 0 \+\+\+' out
hasnt '/[0-9]{3}' out
# a nested namespace
status 0 inside "$TRACE" --show-comm -o out -e getpid,exit_group unshare --pid --fork sh -c 'exit 0'
has 'sh/[0-9]{1,2} getpid\(\) += 1$' out
has 'sh/[0-9]{1,2} exit_group\(' out
# existing processes, by ID, with their descriptors
cat >waits.sh <<'S'
sleep 1000 <opened &
target=$!
rm -f out
"$TRACE" -p $target --show-comm -o out &
tracer=$!
until grep -q nanosleep out 2>/dev/null; do sleep 0.05; done
kill $target
wait $tracer
S
: >opened
TRACE="$TRACE" status 0 inside sh waits.sh
has 'sleep/2 clock_nanosleep\(' out
has 'sleep/2 --- SIGTERM ' out
has 'sleep/2 \+\+\+ killed by SIGTERM' out
# -a: the tasks of the namespace, by name
cat >all.sh <<'S'
rm -f out
"$TRACE" -a --show-comm -o out -e execve,kill,clock_nanosleep "$@" &
tracer=$!
until grep -q 'kill([^"]*<sh>, sig: CONT' out 2>/dev/null || [ "$(cut -d. -f1 /proc/uptime)" -gt $DEADLINE ]; do
	sh -c 'kill -CONT $$'
	sleep 0.05
done
kill $tracer
wait $tracer
S
outside() { while :; do sleep 0.01; done; }
outside &
loop=$!
for source in bpf perf; do
	rm -f out
	TRACE="$TRACE" DEADLINE=$(($(now) + $(patient 20))) status 0 inside sh all.sh --source $source
	has '^trace: in this PID namespace, -a covers ' err
	has 'sh/[0-9]+ kill\(pid: [0-9]+<sh>, sig: CONT\) += 0$' out
	hasnt '\): (.*/)?0 ' out	# processes outside have no ID here
	hasnt 'tv_nsec: 10000000[ ,}]' out
done
kill $loop
# a process that enters it is shown with its name, though its parent is outside
unshare --pid --fork --mount-proc sh -c '"$1" -a --show-comm -o entered -e execve,getpid & wait' sh "$TRACE" 2>/dev/null &
outer=$!
until_true 20 test -e entered
init=$(child_of $outer)
until_true 20 sh -c "nsenter --target $init --pid --mount true; grep -q true/ entered" ||
	fail "nobody who entered the namespace was seen"
kill "$(child_of "$init")"
wait $outer
has 'true/[0-9]+ execve\(.*\) += 0$' entered
# /proc of another namespace has other processes
status 125 unshare --pid --fork "$TRACE" true
has '^Error: /proc is that of another PID namespace' err
has '^Hint:  .*mount -t proc' err
status 0 inside "$TRACE" doctor >table
has 'a command of yours  *yes  *yes  *BPF$' table
has 'PID namespace  *a container' table
finish
