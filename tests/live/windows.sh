# SPDX-License-Identifier: BSD-2-Clause
# needs: taskset full_run
# Restrictions by time and place: --no-syscalls, --switch-on, --switch-off, -D, -C; live, recorded and replayed.
. "$here/lib.sh"

tracefs=/sys/kernel/tracing
[ -r $tracefs/events/sched/sched_switch/format ] || skip "there is no tracefs in $tracefs"

# traced OPTION... COMMAND: traces into ./out; the recording made at the same time replays to the same
traced() {
	status 0 "$TRACE" -o out --also-record data "$@"
	status 0 "$TRACE" replay -o again data
	cmp out again || { fail "replay differs: $*"; diff out again | head; }
}

# shown: names of the calls and events in ./out, on one line; mkdirat and unlinkat as mkdir and rmdir
shown() {
	sed -n 's/^.*: \([^ ]*\/[0-9]* \)\?\([a-z_0-9:]*\)(.*/\2/p' out | sed 's/^mkdirat$/mkdir/; s/^unlinkat$/rmdir/' | tr '\n' ' '
}

# shows WANT: exactly that
shows() {
	[ "$(shown)" = "$1" ] || { fail "shown is '$(shown)', not '$1'"; cut -c 1-150 out | head -n 20; }
}

# Only events: no calls, signals or exits.
traced --no-syscalls -e sched:sched_process_exec sh -c 'trap : USR1; kill -USR1 $$; exit 0'
shows 'sched:sched_process_exec '
hasnt '\+\+\+|---' out
status 0 "$TRACE" -o out --also-record data -e sched:sched_process_exec -e getppid,geteuid sh -c 'exit 0'
has 'geteuid\(' out
status 0 "$TRACE" replay --no-syscalls -o out data
shows 'sched:sched_process_exec '
hasnt '\+\+\+' out
status 125 "$TRACE" --no-syscalls true
has '^trace: --no-syscalls leaves nothing' err

# From a trigger (event or call) on, and up to one: triggers are shown if they are selected.
script='mkdir 1; rmdir 1; /bin/true; mkdir 2; rmdir 2; chmod 0 2; mkdir 3; rmdir 3'
call() {
	sh -c "command -v $1" >/dev/null || skip "no $1"
}
call mkdir
traced -e mkdir,mkdirat,rmdir,unlinkat,fchmodat,fchmodat2 --switch-on rmdir,unlinkat sh -c "$script"
shows 'rmdir mkdir rmdir mkdir rmdir '
traced -e mkdir,mkdirat,rmdir,unlinkat --switch-off rmdir,unlinkat sh -c "$script"
shows 'mkdir rmdir '
traced -e mkdir,mkdirat --switch-on rmdir,unlinkat sh -c "$script"
shows 'mkdir mkdir '
traced -e none,sched:sched_process_exec --switch-on sched:sched_process_exec --switch-off 'sched:sched_process_ex*' sh -c "$script"
count 9 'sched:sched_process_exec\(' out
traced -e mkdir,mkdirat,rmdir,unlinkat --switch-on 'sched:sched_process_exec' --switch-off mkdir,mkdirat sh -c "$script"
shows 'mkdir rmdir mkdir rmdir mkdir rmdir '
hasnt 'sched:' out
status 0 "$TRACE" record -o data -e mkdir,mkdirat,rmdir,unlinkat sh -c "$script"
status 0 "$TRACE" replay --switch-on rmdir,unlinkat -o out data
shows 'rmdir mkdir rmdir mkdir rmdir '
status 125 "$TRACE" --switch-on openatt true
has "unknown event or syscall 'openatt', did you mean 'openat'" err
status 125 "$TRACE" --switch-off sched:sched_swich true
has "unknown event 'sched:sched_swich', did you mean 'sched:sched_switch'" err

# With a delay.
traced -D 700 -e nanosleep,clock_nanosleep sh -c 'sleep 0.3; sleep 1; sleep 0.01'
[ "$(grep -c 'tv_sec: 1, \|tv_nsec: 10000000}' out)" -ge 1 ] || fail "nothing comes after the delay"
hasnt 'tv_nsec: 300000000' out
status 125 "$TRACE" -D soon true
has "'soon' is not a number of milliseconds" err

# Only one CPU.
traced -C 0 -e all,sched:sched_switch sh -c 'i=0; while [ $i -lt 20 ]; do /bin/true; i=$((i + 1)); done'
status 0 "$TRACE" replay --show-cpu -o out data
hasnt '^[^[]*\[00[1-9]\]' out
status 0 taskset -c 0 "$TRACE" -C 0 --show-cpu -o out -e execve,sched:sched_process_exec true
count 2 '\[000\] (true/[0-9]+ )?(execve|sched:sched_process_exec)\(' out
status 125 "$TRACE" -C 1000 true
has '^trace: -C: there is no CPU 1000: this machine has' err
status 125 "$TRACE" -C 1- true
has "'1-' is not a list of CPUs" err

# In a recording of several files, each says whether output is switched on.
status 0 "$TRACE" record --rotate 1s -o rotated --switch-off sched:sched_process_exec -e 'nanosleep,clock_nanosleep,sched:sched_switch' \
	sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 0.4; done'
for file in rotated rotated.1; do
	status 0 "$TRACE" replay -o out $file
	hasnt 'sleep|sched' out
done
finish
