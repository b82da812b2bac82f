// SPDX-License-Identifier: BSD-2-Clause
/*
 * usage FILE COMMAND... - runs the command and writes to FILE the seconds of CPU that it and its children took, and the most
 * KiB that were resident. Passes its status on.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return t.tv_sec + t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage u;
	int status;
	pid_t pid;
	FILE *f;

	if (argc < 3)
		return 125;
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) != pid)
		return 125;
	f = fopen(argv[1], "w");
	if (!f || fprintf(f, "%.6f %ld\n", seconds(u.ru_utime) + seconds(u.ru_stime), u.ru_maxrss) < 0 || fclose(f))
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
