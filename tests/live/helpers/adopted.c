// SPDX-License-Identifier: BSD-2-Clause
/*
 * adopted [STATUS] - makes a child of its parent (CLONE_PARENT), and waits in a loop until it has disappeared; exits with STATUS.
 * adopted - COMMAND... - becomes a child subreaper, then executes the command.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	pid_t pid;

	if (argc > 2 && !strcmp(argv[1], "-")) {
		prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
		execvp(argv[2], argv + 2);
		return 127;
	}
	pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (!pid)
		_exit(3);
	while (!kill(pid, 0))
		sched_yield();
	return errno == ESRCH ? argc > 1 ? atoi(argv[1]) : 0 : 1;
}
