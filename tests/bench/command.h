/* SPDX-License-Identifier: BSD-2-Clause */
/* command.h - runs the command given as arguments. */
#ifndef TRACE_BENCH_COMMAND_H
#define TRACE_BENCH_COMMAND_H

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs it to its end. Returns its status as a shell does, or -1; *u: resources used by it and its children. */
static inline int command__run(char **argv, struct rusage *u)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		execvp(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, u) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#endif
