# SPDX-License-Identifier: BSD-2-Clause
# needs: setcap setpriv prlimit
# File capabilities: a user sees the tasks that ptrace(2) permits, and no others.
. "$here/lib.sh"
alone
PATH=$PATH:/usr/sbin:/sbin

paranoid=/proc/sys/kernel/perf_event_paranoid
was=$(cat $paranoid)
room=$(mktemp -d /tmp/trace-noroot.XXXXXX)
me=$((200000 + $$ % 100000 * 2)) other=$((200001 + $$ % 100000 * 2))	# unused by other tests that run at the same time
others=
restore() {
	echo "$was" >$paranoid
	touch "$room/stop" "$room/theirs/stop"
	# shellcheck disable=SC2086
	wait $others
	rm -rf "$room"
}
trap restore EXIT
trap 'exit 1' INT TERM HUP

chmod 755 "$room"
mkdir "$room/mine" "$room/theirs" "$room/bin" && chown $me:$me "$room/mine" && chown $other:$other "$room/theirs"
cp "$(program secret)" "$room/bin/secret"
cp "$room/bin/secret" "$room/bin/as-root" && chmod 4755 "$room/bin/as-root"
cp "$room/bin/secret" "$room/bin/as-other" && chown $other "$room/bin/as-other" && chmod 4755 "$room/bin/as-other"
cp "$TRACE" "$room/bin/trace" && chown root:$me "$room/bin/trace" && chmod 750 "$room/bin/trace"
setcap cap_bpf,cap_perfmon=ep "$room/bin/trace" || skip "files cannot have capabilities in /tmp here"
user() { (cd "$room/mine" && exec timeout "$(patient 60)" setpriv --reuid=$me --regid=$me --clear-groups "$@"); }
theirs() { (cd "$room/theirs" && exec setpriv --reuid=$other --regid=$other --clear-groups "$@"); }
trace=$room/bin/trace
# shows PATTERN OPTION...: the user traces until a line matches
shows() {
	pattern=$1
	shift
	shown_until "$pattern" "$room/mine/out" setpriv --reuid=$me --regid=$me --clear-groups "$trace" -o "$room/mine/out" "$@"
}
case $(user "$room/bin/as-root" once) in "$me 0") ;; *) skip "setuid does not work in /tmp here" ;; esac
echo 2 >$paranoid
prlimit --pid $$ --memlock=unlimited	# before Linux 5.11 maps count as locked memory

# tells_nothing FILE: it has neither the secret nor the names of its programs
tells_nothing() {
	[ -s "$1" ] || fail "$1 is empty"
	! grep -aq -e hidden-treasure "$1" || { fail "$1 tells the secret"; grep -a -m 3 hidden-treasure "$1" | cut -c 1-300; }
}

# shown PATTERN FILE: as has; from Linux 6.19 on the kernel may have skipped what is looked for, and then says so
shown() {
	if release_is 6.19 >/dev/null && grep -aqE ' LOST [0-9]|"type":"loss"' "$2"; then return; fi
	has "$@"
}

# -- Own commands
status 7 user "$trace" -v -o out sh -c 'cat /etc/hostname; (exit 3); exit 7'
has '^trace: source: BPF' err
shown 'openat\(dfd: CWD, filename: "/etc/hostname"' "$room/mine/out"
shown '\+\+\+ exited with 3' "$room/mine/out"
shown '\+\+\+ exited with 7' "$room/mine/out"
[ "$(stat -c %u "$room/mine/out")" = $me ] || fail "the output is not the user's"

# -- The other end of a pipe: the user's own processes, not root's
{ until [ -e "$room/go" ]; do sleep 0.05; done; echo in; } | user "$trace" --peers -e read,write -o ends sh -c 'touch started; cat | cat' >/dev/null 2>err &
piped=$!
until_true 20 [ -e "$room/mine/started" ] || fail "nothing runs: $(cat err)"
touch "$room/go"
wait $piped
shown 'read\(fd: 0<pipe:\[[0-9]+\]>, buf: "in\\n"' "$room/mine/ends"
shown 'write\(fd: 1<pipe:\[[0-9]+\]→[^>]*(cat|sh)/[0-9]+[^>]*>, buf: "in\\n"' "$room/mine/ends"

# -- Who has the lock of a file: the user's own processes, not root's
cp "$(program locks)" "$room/bin/locks" && mkfifo held
for whose in root mine; do
	for file in flock range; do
		: >"$room/mine/$whose.$file" && chown $me:$me "$room/mine/$whose.$file"
	done
	if [ $whose = root ]; then
		"$room/bin/locks" hold "$room/mine/$whose" <held >holders.$whose &
	else
		user "$room/bin/locks" hold "$room/mine/$whose" <held >holders.$whose &
	fi
	holds=$!
	exec 7>held
	until_true 20 [ -s holders.$whose ] || fail "nobody holds the locks"
	status 0 user "$trace" --peers -e flock -o out "$room/bin/locks" quick "$room/mine/$whose"
	if [ $whose = root ]; then
		shown "flock\\(fd: [0-9]+<$room/mine/root.flock>, cmd: EX\\|NB\\) += -1 EAGAIN" "$room/mine/out"
	elif full_run; then
		shown "flock\\(fd: [0-9]+<$room/mine/mine.flock→locks/$(cut -d ' ' -f 2 holders.mine)>, cmd: EX\\|NB\\) += -1 EAGAIN" "$room/mine/out"
	fi
	exec 7>&-
	wait $holds
done

# -- Waits: wakers that the user may trace, no functions of the kernel
status 0 user "$trace" --wait -e read,write -o out sh -c '(sleep 0.1; echo x) | cat >/dev/null'
shown 'read\(fd: 0<pipe:[^>]*>, .* = 2 \(.* blocked, woken (by|during) sh/[0-9]+( in write)?\)$' "$room/mine/out"
hasnt ' blocked in ' "$room/mine/out"
# … root's neither, who writes what the user's process waits for
mkfifo wakes
{ until [ -e "$room/mine/waiting" ]; do sleep 0.05; done; sleep 0.2; echo x; } >wakes &
writes=$!
status 0 user "$trace" --wait -e read -o out sh -c 'touch waiting; cat >/dev/null' <wakes
wait $writes
shown 'cat/[0-9]+ read\(fd: 0<[^>]*/wakes>, buf: "x\\n".* = 2 \(.* blocked[^a-z]*(, woken by an interrupt)?\)$' "$room/mine/out"
user "$trace" --wait --format json -e read -o json sh -c 'sleep 0.1 | cat' >/dev/null
shown '"wait":\{"cpu_ns":[0-9]+,"runnable_ns":[0-9]+,"blocked_ns":[0-9]+,"blocks":[1-9],' "$room/mine/json"
hasnt '"in":' "$room/mine/json"

# -- Call stacks: the program's, no kernel addresses
cp "$(program stack)" "$room/bin/stack" && cp "$(program stack_nofp)" "$room/bin/nofp"
status 0 user "$trace" -k -e getppid,execve -o out "$room/bin/stack"
shown '> outer\+0x[0-9a-f]+ \(/.*/bin/stack\)$' "$room/mine/out"
release_is 6.19 >/dev/null || count 2 '> outer\+0x[0-9a-f]+ \(/.*/bin/stack\)$' "$room/mine/out"
release_is 6.19 >/dev/null || [ "$(awk '/getppid\(/ { n++ } n == 1 && $1 == ">" { sub(/\+.*/, "", $2); printf "%s ", $2 }' "$room/mine/out" | cut -d ' ' -f -4)" = "inner middle outer main" ] ||
	fail "not the user's stack: $(head -n 20 "$room/mine/out")"
hasnt '> \[kernel\]|> 0x' "$room/mine/out"
status 0 user "$trace" --call-graph=dwarf -e getppid -o out "$room/bin/nofp"
shown '> outer\+0x[0-9a-f]+ \(/.*/bin/nofp\)$' "$room/mine/out"
hasnt '> \[kernel\]|> 0x' "$room/mine/out"
(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups "$room/bin/stack" 0 20000) &
mine=$!
until_true 10 pgrep -u $me -x stack >/dev/null
shows '> main\+0x[0-9a-f]+ \(/.*/bin/stack\)$' -k -e getppid -p $mine
hasnt '> \[kernel\]|> 0x' "$room/mine/out"
kill $mine
wait $mine 2>/dev/null
status 125 user "$trace" -k -a
has '^trace: -k: mappings of other processes may not be read$' err
has '^Hint:  For system wide tracing it needs to be set to -1\.$' err

# -- Users without execute permission cannot use it; files are written with the user's rights
if full_run; then
	status 126 theirs timeout "$(patient 60)" "$trace" true
	status 125 user "$trace" -o /etc/trace-noroot true
	has "cannot write '/etc/trace-noroot'" err
fi

# -- The command has none of the tracer's capabilities and descriptors, and cannot ptrace the tracer
if full_run; then
	user env LD_LIBRARY_PATH=/nowhere "$trace" -o out sh -c 'grep Cap /proc/self/status; ls -l /proc/self/fd; echo "$LD_LIBRARY_PATH"' >shown
	has '^CapPrm:.0+$' shown
	has '^CapEff:.0+$' shown
	has '^CapAmb:.0+$' shown
	has '^/nowhere$' shown
	hasnt 'bpf|perf_event|memfd|kernel-btf' shown
	user "$trace" -o /dev/null sleep 3 &
	until_true 10 pgrep -u $me -x sleep >/dev/null
	tracer=$(pgrep -u $me -x trace)
	has '^CapEff:.0+$' "/proc/$tracer/status"
	# from Linux 5.19 on bpf(2) needs none after loading
	if release_is 5.19 >/dev/null; then
		has '^CapPrm:.0+$' "/proc/$tracer/status"
	fi
	user ls "/proc/$tracer/fd" >/dev/null 2>&1 && fail "the tracer's descriptors can be listed"
	user cat "/proc/$tracer/environ" >/dev/null 2>&1 && fail "the tracer's memory can be read"
	wait $!
fi

# -- Setuid programs run as if untraced; neither they nor their children are shown
for program in $(or_all as-root "as-root as-other"); do
	user "$room/bin/$program" once >untraced
	status 0 user "$trace" -o out "$room/bin/$program" once >traced
	cmp -s untraced traced || fail "$program runs otherwise: $(cat traced)"
	shown "execve\(filename: \"$room/bin/$program\"" "$room/mine/out"
	has '^trace: programs that ran with other rights than yours' err
	tells_nothing "$room/mine/out"
	full_run || continue
	status 0 user "$trace" --also-record data --compress none --format json -o out sh -c "$room/bin/$program once; true" >/dev/null
	has "$room/bin/$program" "$room/mine/out"
	has "$room/bin/$program" "$room/mine/data"
	tells_nothing "$room/mine/out"
	tells_nothing "$room/mine/data"
done
# … until an execve with all the user's IDs
status 0 user "$trace" -o out setpriv --no-new-privs "$room/bin/as-root" once >shown
shown 'filename: "/hidden-treasure"' "$room/mine/out"

# -- Another user's process
theirs "$room/bin/secret" loop >/dev/null &
others=$!
until_true 10 pgrep -u $other >/dev/null
pid=$(pgrep -u $other | head -n 1)
for how in -p -t "record -o data2 -p"; do
	[ "$how" = -p ] || full_run || continue
	# shellcheck disable=SC2086
	status 125 user "$trace" $how "$pid"
	has '^Error: Operation not permitted\.$' err
	has "^Hint:  The (process|thread) $pid is of user|^Hint:  The (process|thread) $pid is not yours" err
	has "^Hint:  Try: 'sudo trace -[pt] $pid'$" err
done

# the perf source drops file capabilities, which would show the user more than BPF does
status 125 user "$trace" --source perf -p "$pid"
has '^Error: ' err

# -- The whole system: only the user's tasks
(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups sh -c 'until [ -e ../stop ]; do cat /etc/hostname; sleep 0.1; done') >/dev/null &
own=$!
others="$others $own"
shows 'filename: "/etc/hostname"' -a
tells_nothing "$room/mine/out"
has "^trace: only your own processes are shown; 'sudo trace \.\.\.' shows everybody's$" err
if full_run; then
	shows '/etc/hostname' -a --also-record "$room/mine/data" --compress none --format json
	has '/etc/hostname' "$room/mine/data"
	tells_nothing "$room/mine/out"
	tells_nothing "$room/mine/data"
fi
if full_run; then
	user "$trace" doctor >table || fail "doctor finds that nothing can be traced"
	has 'a command of yours  *yes  *yes  *BPF$' table
	has 'somebody else.s process  *no  *-  *-  *\(1\)$' table
	has 'the whole system  *yours  *yes  *BPF  *\(1\)$' table
	has "\(1\) sudo sh -c \"echo -1 > $paranoid\"$" table
fi

# -- A user's share of kernel memory and CPU time: each of four tracers still works
shows 'filename: "/etc/hostname"' -m "$(awk '/^MemTotal:/ { print int($2 / 1024 / 50) "M" }' /proc/meminfo)" -p $own
has '^trace: -m: limited to [0-9]+ MiB, 1 % of the memory, for users without root$' err
if has_machine >/dev/null; then
	tracers=
	for i in 1 2 3 4; do
		(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups "$trace" -o "out$i" -p $own) &
		tracers="$tracers $!"
		until_true 20 test -s "$room/mine/out$i" || fail "tracer $i of a user shows nothing"
	done
	status 125 user "$trace" -p $own
	has '^Error: You are tracing with 4 programs already, which is the limit for one user\.$' err
	until_true 5 grep -q hostname "$room/mine/out4" || fail "the fourth tracer shows nothing"
	# shellcheck disable=SC2086
	kill $tracers
	# shellcheck disable=SC2086
	wait $tracers
	status 0 user "$trace" -o out true
fi

# -- The user's own processes that are not dumpable, or in a child user namespace
(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups "$(program undumpable)" "$room/stop") &
others="$others $!"
until_true 10 pgrep -u $me -x undumpable >/dev/null
status 125 user "$trace" -p "$(pgrep -u $me -x undumpable)"
has '^Error: Operation not permitted\.$' err
has 'is not yours to trace|with other rights than yours' err
if user unshare -Ur true 2>/dev/null; then
	status 0 user "$trace" -o out unshare -Ur cat /etc/hostname >/dev/null
	has 'filename: "/etc/hostname"' "$room/mine/out"
fi

# -- perf_event_paranoid=-1 permits everything, as do capabilities that the user has apart from the file
echo -1 >$paranoid
shows 'hidden-treasure' -a
echo 2 >$paranoid
shown_until 'hidden-treasure' "$room/mine/out" setpriv --reuid=$me --regid=$me --clear-groups --inh-caps=+bpf,+perfmon \
	"$trace" -p "$pid" -o "$room/mine/out"
# -- Other formats, and output files
if full_run; then
	shown_until 'hidden-treasure' out "$trace" -p "$pid" -o out
	echo -1 >$paranoid
	shows 'hidden-treasure' -p "$pid"
	status 0 user "$trace" -o out "$room/bin/as-root" once >/dev/null
	shown 'filename: "/hidden-treasure"' "$room/mine/out"
	# no other value permits more, or hides the user's own tasks
	for value in $(echo 3 1 0 2 | cut -d ' ' -f "-$(scaled 4)"); do
		echo $value >$paranoid
		status 0 user "$trace" -o out "$room/bin/secret" once >/dev/null
		shown 'filename: "/hidden-treasure"' "$room/mine/out"
		shows 'filename: "/etc/hostname"' -p "$own"
		status 125 user "$trace" -p "$pid"
		has '^Error: Operation not permitted\.$' err
		shows 'filename: "/etc/hostname"' -a
		tells_nothing "$room/mine/out"
	done
	echo 2 >$paranoid
	status 0 user "$trace" --format json -o json "$room/bin/secret" once >/dev/null
	has '"hidden-treasure' "$room/mine/json"
	status 0 user "$trace" record -o data "$room/bin/secret" once >/dev/null
	user "$trace" replay data >replayed
	has 'filename: "/hidden-treasure"' replayed
	has 'execve\(filename: "/nowhere/hidden-treasure", argv: \["hidden-treasure"\]' replayed
	status 0 user "$trace" record -k -o data --compress none "$room/bin/stack"
	user "$trace" replay -k -e getppid --format json data >replayed
	has '"stack":\[\{"ip":"0x[0-9a-f]+","symbol":"inner"' replayed
	hasnt '"kernel":true|"ip":"0xffff' replayed
	status 125 user "$trace" record -o "$room/theirs/data" true
	[ ! -e "$room/theirs/data" ] || fail "it writes to others' directories"
	touch "$room/theirs/private" && chmod 600 "$room/theirs/private"
	status 125 user "$trace" replay "$room/theirs/private"
	has '[Pp]ermission' err
fi

full_run || finish

# -- Fewer capabilities do not suffice
for caps in cap_bpf cap_perfmon; do
	setcap $caps=ep "$trace"
	status 125 user "$trace" --source bpf true
	has '^Error: Operation not permitted: BPF needs the capabilities CAP_BPF and CAP_PERFMON\.$' err
	has "^Hint:  Try: 'sudo trace \.\.\.', or let a group trace: 'sudo make install-setcap'$" err
done
setcap -r "$trace"
chmod 4755 "$trace"
status 125 user "$trace" true
has '^Error: trace must not be installed setuid or setgid\.$' err
finish
