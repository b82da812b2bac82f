# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# `trace strace`, and trace by a name that ends in strace: strace's lines, its messages and exit statuses; the same lines of a recording.
. "$here/lib.sh"

mkdir dir
status 0 "$TRACE" strace -o out -e trace=chdir sh -c 'cd dir; cd nowhere || cd /'
has "^chdir\\(\"$PWD/dir/nowhere\"\\) += -1 ENOENT \\(No such file or directory\\)$" out
printf '%s\n' 'chdir("/")                              = 0' '+++ exited with 0 +++' >want
tail -n 2 out | diff -u want - || fail "the last lines are not strace's"

# A child's end that nobody handles is a signal in strace's lines
status 3 "$TRACE" strace -o out -e trace=wait4 sh -c 'true; /bin/true; exit 3'
has '^wait4\(-1, \[\{WIFEXITED\(s\) && WEXITSTATUS\(s\) == 0\}\], 0, NULL\) = [0-9]+$' out
has '^--- SIGCHLD \{si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=[0-9]+, si_uid=0, si_status=0, ' out
count 1 '^\+\+\+ exited with 3 \+\+\+$' out
"$TRACE" -o text -e wait4 sh -c 'true; /bin/true; exit 3'
has 'wait4' text

# So are other ignored signals, by choice or by default. Each follows the call in which it was sent
cat >ignores.sh <<-'EOF'
	trap '' USR1 PIPE
	kill -USR1 $$
	kill -CONT $$
	mkfifo pipe
	(exec 4<pipe) &
	exec 3>pipe
	wait
	echo x >&3
EOF
status 1 "$TRACE" strace -o out -e trace=kill,write -e signal='!SIGCHLD' sh ignores.sh
sed -E 's/[0-9]{2,}/N/g; s/ +=/ =/' out >masked
cat >want <<-'EOF'
	kill(N, SIGUSR1) = 0
	--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, si_pid=N, si_uid=0} ---
	kill(N, SIGCONT) = 0
	--- SIGCONT {si_signo=SIGCONT, si_code=SI_USER, si_pid=N, si_uid=0} ---
	write(1, "x\n", 2) = -1 EPIPE (Broken pipe)
	--- SIGPIPE {si_signo=SIGPIPE, si_code=SI_USER, si_pid=N, si_uid=0} ---
EOF
head -n 6 masked | diff -u want - || fail "ignored signals are not shown as strace does"

# Where a thread is that makes no call as the signal is sent, and does not run: BPF programs know registers since Linux 5.15
status 0 "$TRACE" strace -i -o out -e trace=wait4 "$(program spins)" >spin
at=$(sed -n 's/^\[\(.*\)\] --- SIGCHLD .*/\1/p' out)
if release_is 5.15 >/dev/null; then
	case $at in [0-9a-f]*[0-9a-f]) ;; *) fail "no address where the signal comes: '$at'"; at=0 ;; esac
	[ $((0x$at - $(cat spin))) -ge 0 ] && [ $((0x$at - $(cat spin))) -lt 256 ] || fail "the signal comes at $at, not in spin() at $(cat spin)"
fi

# Threads' IDs: in brackets on standard error, in front in a file
status 0 "$TRACE" strace -f -e trace=none sh -c '/bin/true; true'
has '^\[pid +[0-9]+\] \+\+\+ exited with 0 \+\+\+$' err
has '^strace: Process [0-9]+ attached$' err
status 0 "$TRACE" strace -f -o out -e trace=none sh -c '/bin/true; true'
count 2 '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$' out

# A parent waits while its child makes calls: its line has two halves; a call without others beside it has one
cat >waits.sh <<-'EOF'
	(n=0
	while [ $((n += 1)) -lt 2000 ]; do
		read -r in </proc/$$/wchan
		case $in in *wait*) break ;; esac
	done
	exec sleep 0.2)
	cat /dev/null
EOF
status 0 "$TRACE" strace -f -o out -e trace=wait4,clock_nanosleep,clone,fork,vfork -e signal=none sh waits.sh
has '^([0-9]+) +wait4\(-1,  <unfinished \.\.\.>$' out
has '^[0-9]+ +clock_nanosleep\(CLOCK_REALTIME, 0, \{tv_sec=0, tv_nsec=200000000\}, (NULL|0x[0-9a-f]+)\) = 0$' out
has '^[0-9]+ +<\.\.\. wait4 resumed>\[\{WIFEXITED\(s\) && WEXITSTATUS\(s\) == 0\}\], 0, NULL\) = [0-9]+$' out
awk '/wait4.*unfinished/ { w = NR } /clock_nanosleep/ { s = NR } /wait4 resumed/ && s > w { found = 1 } END { exit !found }' out ||
	fail "the child's call is not between the halves of its parent's"
status 0 "$TRACE" strace -ff -o each -e trace=wait4 -e signal=none sh waits.sh
hasnt 'unfinished' "$(grep -l wait4 each.* | head -n 1)"

# Call stacks
status 0 "$TRACE" strace -k -o out -e trace=exit_group /bin/true
has '^exit_group\(0\) += \?$' out
has '^ > /[^ ]*libc[^ ]*\(_exit\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$' out

# Dumps, and structures as addresses
echo hello >text
status 0 "$TRACE" strace -e read=3 -o out -e trace=read,newfstatat,fstat cat text >/dev/null
has '^read\(3, "hello\\n", [0-9]+\) += 6$' out
has '^ \| 00000  68 65 6c 6c 6f 0a                                 hello\.           \|$' out
status 0 "$TRACE" strace -e verbose=none -s 3 -o out -e trace=execve,openat /bin/true
has '^execve\("/bi"\.\.\., 0x[0-9a-f]+, 0x[0-9a-f]+\) = 0$|^execve\("/bin/true", 0x[0-9a-f]+, 0x[0-9a-f]+\) = 0$' out

# By another name
ln -s "$TRACE" my-strace
status 1 ./my-strace -e trace=opnat true
has '^\./my-strace: .*opnat' err
status 1 ./my-strace --no-such-option true
status 1 ./my-strace -o out ./nothing-there
has 'nothing-there' err

# A process that a signal stops: by its default action only
cat >stops.sh <<-'EOF'
	sh -c 'trap : TSTP; kill -TSTP $$; kill -STOP $$' &
	while read -r in </proc/$!/stat; do
		case $in in *\)\ T*) break ;; esac
	done
	kill -CONT $!
	wait
EOF
status 0 "$TRACE" strace -f -o out -e trace=none sh stops.sh
has '^[0-9]+ +--- SIGTSTP \{si_signo=SIGTSTP, si_code=SI_USER, ' out
has '^[0-9]+ +--- stopped by SIGSTOP ---$' out
count 1 'stopped by' out

# All its threads stop
cat >stops.sh <<-'EOF'
	"$1" 3 0 1000 >ticks &
	until grep -q ready ticks; do sleep 0.05; done
	kill -STOP $!
	while cat /proc/$!/task/*/stat | grep -qv ') T '; do sleep 0.05; done
	echo /proc/$!/task/* | wc -w >threads
	kill -KILL $!
EOF
status 0 "$TRACE" strace -f -o out -e trace=none sh stops.sh "$(program ticker)"
count "$(cat threads)" '^[0-9]+ +--- stopped by SIGSTOP ---$' out
[ "$(grep 'stopped by' out | sort -u | wc -l)" = "$(grep -c 'stopped by' out)" ] || fail "a thread stops twice"

# A recording, and the same lines live
status 1 "$TRACE" --format strace -o live --also-record data sh -c 'cd dir; ls -l / | grep -c usr >/dev/null; cat nothing' 2>/dev/null
status 0 "$TRACE" replay --format strace -o replayed data
cmp live replayed || fail "the recording's lines differ"
status 0 "$TRACE" strace -i -o chosen -e trace=openat -e signal=none -e quiet=exit data
has '^[0-9]* *openat\(AT_FDCWD, "nothing", O_RDONLY\) += -1 ENOENT' chosen
hasnt '^[0-9 ]*(read|close|\+\+\+)' chosen
status 0 "$TRACE" strace -i data -o first -e trace=openat -e signal=none -e quiet=exit
cmp chosen first || fail "a recording may precede options"
has '^openat\(AT_FDCWD, "nothing", O_RDONLY\) += -1 ENOENT \(No such file or directory\)$|^[0-9]+ +openat\(AT_FDCWD, "nothing", O_RDONLY\) += -1 ENOENT' live
hasnt 'filename:' live
finish
