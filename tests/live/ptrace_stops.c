// SPDX-License-Identifier: BSD-2-Clause
// options: -e wait4
// threads
#define THREADS
/* wait4's status of a child under ptrace: the bit of system call stops, and names of events. */
#include "live.h"

#include <sys/ptrace.h>

static void waited(pid_t pid, const char *status)
{
	int st;

	syscall(SYS_wait4, pid, &st, 0, NULL);
	expect("wait4(upid: %d@@, stat_addr: {%s}, options: 0, ru: NULL) = %d@@", pid, status, pid);
}

int main(void)
{
	pid_t pid;

	begin();
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		syscall(SYS_getppid);
		_exit(3);
	}
	waited(pid, "stopped: STOP");
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXIT);
	ptrace(PTRACE_SYSCALL, pid, 0, 0);
	waited(pid, "stopped: TRAP|0x80");
	ptrace(PTRACE_CONT, pid, 0, 0);
	waited(pid, "stopped: TRAP, event: EXIT");
	ptrace(PTRACE_CONT, pid, 0, 0);
	expect_of("ptrace_stops", pid, "+++ exited with 3 +++");
	waited(pid, "exited: 3");
	wait_gone(pid);
	end();
}
