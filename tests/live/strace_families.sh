# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# `trace strace` shows calls of several families as strace does: a program prints the lines that it expects. Errors depend on the kernel.
. "$here/lib.sh"

helper families || exit 1
status 0 "$TRACE" strace -a1 -o lines -e trace=openat2,clone3,bpf,futex,io_uring_register,quotactl,capset,syslog,fsconfig -e signal=none "$bin/helpers/families" >want
sed '/^+++/d; s/ = -1 E[A-Z0-9]* ([^)]*)$//' lines | diff -u want - >diff || fail "other lines than strace's: $(cat diff)"

# Requests to video devices, also as if they succeeded
helper video || exit 1
status 0 "$TRACE" strace -a1 -o lines -e trace=ioctl -e signal=none "$bin/helpers/video" >want
sed '/^+++/d; s/ = -1 E[A-Z0-9]* ([^)]*)$//' lines | diff -u want - >diff || fail "other lines than strace's: $(cat diff)"
status 0 "$TRACE" strace -a1 -o lines -e trace=ioctl -e inject=ioctl:retval=0 "$bin/helpers/video" >/dev/null
has 'S_EXT_CTRLS, \{.*\} => \{controls=\[[^]]*\]\}\) = 0 \(INJECTED\)$' lines
has 'S_FMT, \{type=V4L2_BUF_TYPE_META_OUTPUT, (fmt[.]meta=\{.*\})\} => \{\1\}\) = 0 \(INJECTED\)$' lines

# A thread that is not its process's first one executes a program, and goes on as the first one
helper exec_thread || exit 1
status 0 "$TRACE" strace -f -o lines -e trace=execve -e signal=none "$bin/helpers/exec_thread" /bin/true
has '^([0-9]+) +execve\("/bin/true", \["/bin/true"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/ <(pid changed to [0-9]+|unfinished) \.\.\.>$' lines
count 1 '^[0-9]+ +\+\+\+ superseded by execve in pid [0-9]+ \+\+\+$' lines
count 1 '^[0-9]+ +<\.\.\. execve resumed>\) += 0$' lines
count 1 '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$' lines
awk '/superseded/ { first = $1; other = $NF == "+++" ? $(NF - 1) : $NF } /execve resumed/ { moved = $1 == first } /execve\("\/bin\/true"/ { from = $1 }
	END { exit !(moved && from == other && from != first) }' lines || fail "the lines are not of the threads: $(cat lines)"
status 0 "$TRACE" strace -f -o lines --quiet=thread-execve -e trace=execve "$bin/helpers/exec_thread" /bin/true
hasnt 'superseded' lines

# execveat returns with the number of execve
cat >at.c <<-'E'
	#define _GNU_SOURCE
	#include <fcntl.h>
	#include <stddef.h>
	#include <sys/syscall.h>
	#include <unistd.h>
	int main(int n, char **argv)
	{
		char *args[] = { argv[0], "x", NULL };
		return n > 1 ? 0 : (int)syscall(SYS_execveat, AT_FDCWD, argv[0], args, NULL, 0);
	}
E
if [ -n "$CC" ] && $CC -o at at.c; then
	status 0 "$TRACE" strace -a1 -o lines -e trace=execveat ./at
	printf '%s\n' 'execveat(AT_FDCWD, "./at", ["./at", "x"], NULL, 0) = 0' '+++ exited with 0 +++' | diff -u - lines || fail "execveat is not shown"
	status 0 "$TRACE" strace -a1 -o lines -e trace=execve ./at
	count 1 execve lines
fi
finish
