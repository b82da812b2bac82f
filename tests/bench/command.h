/* SPDX-License-Identifier: BSD-2-Clause */
/* command.h - runs the command given as arguments, and writes what was measured to a file. */
#pragma once

#include <stdarg.h>
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

/* Writes to a file. Returns `status`, the command's; 125: it could not be run, or the file not be written. */
__attribute__((format(printf, 3, 4))) static inline int command__report(int status, const char *name, const char *fmt, ...)
{
	FILE *f = status < 0 ? NULL : fopen(name, "w");
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = f ? vfprintf(f, fmt, ap) : -1;
	va_end(ap);
	return n < 0 || fclose(f) ? 125 : status;
}
