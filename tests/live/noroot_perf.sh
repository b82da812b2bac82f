# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv prlimit
# A user without capabilities: perf events give what each setting permits, and messages name the obstacles.
. "$here/lib.sh"
alone

tracefs=/sys/kernel/tracing
events=$tracefs/events/raw_syscalls
kernel=/proc/sys/kernel
[ -r $events/sys_enter/id ] || skip "there is no tracefs in $tracefs"
paranoid=$(cat $kernel/perf_event_paranoid) mlock=$(cat $kernel/perf_event_mlock_kb) mode=$(stat -c %a $tracefs)
# before Linux 6.6 each directory has a mode of its own
dirs="$tracefs/events $events $events/sys_enter $events/sys_exit"
# shellcheck disable=SC2086
stat -c '%a %n' $dirs >modes
room=$(mktemp -d /tmp/trace-noroot.XXXXXX)
me=$((600000 + $$ % 100000 * 2)) other=$((600001 + $$ % 100000 * 2))
running=
# descriptions MODE: sets the mode of the format files
descriptions() {
	# shellcheck disable=SC2086
	chmod a+rx $dirs
	chmod "$1" $events/sys_enter/id $events/sys_enter/format $events/sys_exit/id $events/sys_exit/format
}
restore() {
	echo "$paranoid" >$kernel/perf_event_paranoid
	echo "$mlock" >$kernel/perf_event_mlock_kb
	descriptions 440
	while read -r dir_mode dir; do
		chmod "$dir_mode" "$dir"
	done <modes
	mount -o remount,mode="$mode" $tracefs
	touch "$room/stop"
	# shellcheck disable=SC2086
	wait $running
	rm -rf "$room"
}
trap restore EXIT
trap 'exit 1' INT TERM HUP

chmod 755 "$room" && mkdir "$room/mine" && chown $me:$me "$room/mine"
cp "$TRACE" "$room/trace" && chmod 755 "$room/trace"
cp "$(program secret)" "$room/secret"
trace=$room/trace
# shows PATTERN OPTION...: the user traces until a line matches
shows() {
	pattern=$1
	shift
	shown_until "$pattern" "$room/mine/out" setpriv --reuid=$me --regid=$me --clear-groups "$trace" -o "$room/mine/out" "$@"
}
user() { (cd "$room/mine" && exec timeout "$(patient 60)" setpriv --reuid=$me --regid=$me --clear-groups "$@"); }
(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups sh -c 'until [ -e ../stop ]; do cat /etc/hostname; sleep 0.2; done' >/dev/null) &
own=$!
(cd / && exec setpriv --reuid=$other --regid=$other --clear-groups sh -c "cd '$room' && exec ./secret loop" >/dev/null) &
theirs=$!
running="$own $theirs"
until_true 10 grep -q secret "/proc/$theirs/cmdline"

# says OPTION... COMMAND: status 125, and standard error equals standard input
says() {
	cat >want
	status 125 user "$trace" "$@"
	diff -u want err || fail "this is not what is said with: $*"
}
no_permission() {
	echo "Error: No permissions to read $events/sys_enter"
	[ "$1" = 755 ] || echo "Hint:  Try 'sudo mount -o remount,mode=755 $tracefs'"
	echo "Hint:  Try 'sudo sh -c \"cd $tracefs/events && chmod a+rx . raw_syscalls raw_syscalls/sys_* && chmod a+r raw_syscalls/*/id raw_syscalls/*/format\"'"
}
# not_permitted WHAT VALUE: the message for another value of perf_event_paranoid
not_permitted() {
	echo "Error: Operation not permitted."
	echo "Hint:  Check $kernel/perf_event_paranoid setting."
	echo "Hint:  For $1 it needs to be set to $2."
	echo "Hint:  Try: 'sudo sh -c \"echo $2 > $kernel/perf_event_paranoid\"'"
	echo "Hint:  The current value is $(cat $kernel/perf_event_paranoid)."
}
# of_another PID NAME
of_another() {
	echo "Error: Operation not permitted."
	echo "Hint:  The process $1 is of user $2, or runs with other rights than yours."
	echo "Hint:  Try: 'sudo trace -p $1'"
}
# doctor STATUS COMMAND PROCESS FOREIGN SYSTEM: doctor's answers on each
doctor() {
	status "$1" user "$trace" doctor >table
	got=$(sed -n 's/^  \(a command of yours\|a process of yours\|somebody else.s process\|the whole system\) *\([a-z]*\) .*/\2/p' table | tr '\n' ' ')
	[ "$got" = "$2 $3 $4 $5 " ] || { fail "doctor finds $got, not $2 $3 $4 $5"; cat table; }
}

# -- tracefs
for mode_now in $(or_all 755 "700 755"); do
	mount -o remount,mode=$mode_now $tracefs
	chmod 440 $events/sys_enter/id
	for how in "true" "-p $own" "-p $theirs" "-a" "record -o x true"; do
		full_run || [ "$how" = true ] || continue
		# shellcheck disable=SC2046,SC2086
		no_permission $mode_now | says $how
	done
	full_run || continue
	doctor 1 no no no no
	has "sudo sh -c \"cd $tracefs/events" table
done
descriptions a+r

# -- perf_event_paranoid
for value in $(or_all 2 "3 2"); do
	echo $value >$kernel/perf_event_paranoid
	not_permitted 'your own processes' 1 | says true
	! full_run || not_permitted 'your own processes' 1 | says -p $own
	! full_run || not_permitted 'your own processes' 1 | says record -o x true
	not_permitted 'system wide tracing' -1 | says -a
	says -p 1 <<-END
	$(of_another 1 root)
	END
	doctor 1 no no no no
	has '\(1\) sudo sh -c "echo 1 > /proc/sys/kernel/perf_event_paranoid"$' table
done
for value in $(or_all "1 -1" "1 0 -1"); do
	echo $value >$kernel/perf_event_paranoid
	status 3 user "$trace" -v -o out sh -c 'sleep 0.3; exit 3'
	has '^trace: source: perf events, because BPF programs may not be loaded' err
	has 'execve\(filename: ".*/sh", argv: \["sh", "-c", "sleep 0.3; exit 3"\], envp: 0x[0-9a-f]+ /\*' "$room/mine/out"
	has 'nanosleep\(.*\{tv_sec: 0, tv_nsec: 300000000\}, ' "$room/mine/out"
	# a line says that the perf source is used, unless it was requested
	status 0 user "$trace" -o other true
	count 1 '^trace: BPF programs may not be loaded, so perf events are read: ' err
	count 1 '' err
	status 0 user "$trace" --source perf -o other true
	count 0 '' err
	status 0 user "$trace" -q -o other true
	count 0 '' err
	has '\+\+\+ exited with 3' "$room/mine/out"
	shows 'filename: "/etc/hostname"|wait4\(' -p $own
	if full_run; then
		status 0 user "$trace" record -o data sleep 0.3
		user "$trace" replay -e execve data >replayed
		has 'argv: \["sleep", "0.3"\], ' replayed
	fi
	says -p 1 <<-END
	$(of_another 1 root)
	END
	[ $value = -1 ] || not_permitted 'system wide tracing' -1 | says -a
	[ $value = -1 ] || doctor 0 yes yes no no
done

# -- Held calls: memory is exact; setuid programs get no privileges
cp "$(program opener)" "$room/opener" && cp "$(program id)" "$room/id" && chmod 4755 "$room/id"
echo 1 >$kernel/perf_event_paranoid
status 7 user "$trace" --hold -e openat,execve -o out "$room/opener" 200 >said
has '^done 200$' said
has '^trace: --hold: setuid programs, and those with capabilities in their files, run without their privilege$' err
[ "$(sed -n 's/.* openat(dfd: CWD, filename: "\/nowhere\/0\/\([0-9]*\)", .*/\1/p' "$room/mine/out")" = "$(seq 0 199)" ] ||
	fail "not the names: $(head -n 5 "$room/mine/out")"
hasnt '/not/this|<late>' "$room/mine/out"
[ "$(user "$trace" --hold -o out "$room/id" 2>err)" = "$me $me" ] || fail "a held setuid program has privilege"
status 0 user setpriv --no-new-privs "$trace" --hold -o out true
hasnt setuid err

# -- Views, of calls that perf events record
cp "$(program counted_work)" "$room/counted"
status 0 user "$trace" --by comm,syscall -e getppid --format csv -o out "$room/counted" 100 >/dev/null
has '^"other","getppid",300,0,' "$room/mine/out"
status 0 user "$trace" --histogram -e getppid -o out "$room/counted" 100 >/dev/null
[ "$(awk '/^\[/ { sum += $3 } END { print sum }' "$room/mine/out")" = 400 ] || fail "bars of 400 calls: $(cat "$room/mine/out")"
status 0 user "$trace" --heat -e getppid -o out "$room/counted" 100 >/dev/null
[ "$(awk '$1 ~ /^[0-9]/ { sum += $2 } END { print sum }' "$room/mine/out")" = 400 ] || fail "a heat map of 400 calls: $(cat "$room/mine/out")"
status 0 user "$trace" --flame=flame.svg "$room/counted" 100 >/dev/null
grep -q '</svg>$' "$room/mine/flame.svg" || fail "no flame graph"
status 0 user "$trace" top --batch --by syscall -o out "$room/counted" 100 >/dev/null
has '^ +400 .* getppid$' "$room/mine/out"
status 0 user "$trace" --slow 10 -o out "$room/counted" 100 >/dev/null
has '^--- slow: (clock_)?nanosleep took ' "$room/mine/out"
status 0 user "$trace" files -o out cat /etc/hostname >/dev/null
has ' cat +[0-9]+ +3 - ' "$room/mine/out"
hasnt " - +$room" "$room/mine/out"	# the working directory is no file that was opened
status 0 user "$trace" execs -o out "$room/counted" 100 >/dev/null
has ' counted +[0-9]+ .* .*/counted 100$' "$room/mine/out"
status 0 user "$trace" io --format csv -o out "$room/counted" 100 >/dev/null
awk -F, '{ calls += $2; bytes += $4 } END { exit calls != 101 || bytes != 301 }' "$room/mine/out" || fail "io: $(cat "$room/mine/out")"

# -- Call stacks of the user's own programs
cp "$(program stack)" "$room/stack" && cp "$(program stack_nofp)" "$room/nofp"
echo 1 >$kernel/perf_event_paranoid
for how in "-k stack" "--call-graph=dwarf nofp"; do
	status 0 user "$trace" "${how% *}" -e getppid --also-record data -o out "$room/${how#* }"
	[ "$(awk '/getppid\(/ { n++ } n == 1 && $1 == ">" && $2 != "[kernel]" { sub(/\+.*/, "", $2); printf "%s ", $2 }' "$room/mine/out" |
		cut -d ' ' -f -4)" = "inner middle outer main" ] || fail "$how: not the stack: $(head -n 20 "$room/mine/out")"
	count 2 "> outer\+0x[0-9a-f]+ \(/.*/${how#* }\)$" "$room/mine/out"
	if full_run; then
		user "$trace" replay "${how% *}" -e getppid data >replayed
		count 2 '> outer\+0x' replayed
	fi
done
(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups "$room/stack" 0 20000) &
stack=$!
until_true 10 grep -q stack "/proc/$stack/cmdline"
shows '> main\+0x[0-9a-f]+ \(/.*/stack\)$' -k -e getppid -p $stack
kill $stack
wait $stack 2>/dev/null
# rings for calls, events and mappings fit the default limit on locked memory, even if one of the best size would take all
for kb in $(or_all 516 "516 $((4128 / $(nproc)))"); do
	echo $kb >$kernel/perf_event_mlock_kb
	status 0 user prlimit --memlock=0 "$trace" -k -F all -e getppid -o out "$room/stack"
	count 2 "> outer\+0x[0-9a-f]+ .*/stack\)$" "$room/mine/out"
done
echo "$mlock" >$kernel/perf_event_mlock_kb
echo -1 >$kernel/perf_event_paranoid

# -- The whole system, at -1: calls of all users, memory of the user's own processes
shows 'openat\(dfd: CWD, filename: 0x[0-9a-f]+, ' -a --no-comm
hasnt '"/hidden-treasure|"hidden-treasure' "$room/mine/out"
user timeout -s INT 2 "$trace" record --compress none -a -o data
user "$trace" replay -e openat,write,bind,execve --no-comm data >replayed
hasnt '"/hidden-treasure|"hidden-treasure' replayed
hasnt '/nowhere/hidden|/hidden-treasure' "$room/mine/data"
doctor 0 yes yes no yes

# -- Limits on locked memory
echo 1 >$kernel/perf_event_paranoid
echo 0 >$kernel/perf_event_mlock_kb
user prlimit --memlock=0 "$trace" true 2>err
cat >want <<END
Error: Permission error mapping pages.
Hint:  Consider increasing $kernel/perf_event_mlock_kb, or try again with a smaller value of -m/--buffer-size.
Hint:  The current value is 0.
END
diff -u want err || fail "this is not what is said of locked memory"
echo "$mlock" >$kernel/perf_event_mlock_kb

full_run || finish

# -- BPF, and processes that do not exist
says --source bpf true <<END
Error: Operation not permitted: BPF needs the capabilities CAP_BPF and CAP_PERFMON.
Hint:  Try: 'sudo trace ...', or let a group trace: 'sudo make install-setcap'
Hint:  The current value of $kernel/unprivileged_bpf_disabled is $(cat $kernel/unprivileged_bpf_disabled).
END
for source in bpf perf; do
	status 125 "$TRACE" --source $source -p 4194300
	has '^Error: No such process: there is no process 4194300\.$' err
	status 125 "$TRACE" --source $source -t 4194300
	has '^Error: No such process: there is no thread 4194300\.$' err
done
if setpriv --reuid=$me --regid=$me --clear-groups unshare -Ur true 2>/dev/null; then
	user unshare -Ur "$trace" --source bpf true 2>err
	has '^Hint:  This is a user namespace, where they count for nothing: try outside of it\.$' err
fi
finish
