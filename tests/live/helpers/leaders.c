/* SPDX-License-Identifier: BSD-2-Clause */
/* leaders - calls kill with signal 0 for a process group with a leader (ID 2 in a new PID namespace), for one whose leader has
 * ended (4), and for the leader. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void wait_for(int fd)
{
	char c;

	if (read(fd, &c, 1) != 1)
		_exit(1);
}

static pid_t group(int lead)
{
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		_exit(1);
	pid = fork();
	if (!pid) {
		setpgid(0, 0);
		if (!fork())
			_exit(write(fds[1], "x", 1) == 1 && !pause());
		if (lead)
			pause();
		_exit(0);
	}
	wait_for(fds[0]);
	if (!lead)
		waitpid(pid, NULL, 0);
	return pid;
}

int main(void)
{
	pid_t led = group(1), left = group(0);

	puts("ready");
	fflush(stdout);
	for (;;) {
		kill(-led, 0);
		kill(led, 0);
		kill(-left, 0);
		usleep(50000);
	}
}
