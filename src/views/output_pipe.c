// SPDX-License-Identifier: BSD-2-Clause
/* output_pipe.c - starts a shell, without any privileges of trace. */
#include "output_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/privileges.h"
#include "lib/msg.h"

static void __attribute__((noreturn)) run(const char *command, int input)
{
	privileges__give_up();
	signal(SIGPIPE, SIG_DFL);
	dup2(input, STDIN_FILENO);
	execle("/bin/sh", "sh", "-c", command, NULL, privileges__environment());
	msg__error("cannot run /bin/sh: %s", strerror(errno));
	_exit(127);
}

int output_pipe__open(const char *command, pid_t *pid)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC)) {
		msg__error("cannot make a pipe for the output: %s", strerror(errno));
		return -errno;
	}
	*pid = fork();
	if (!*pid)
		run(command, fds[0]);
	close(fds[0]);
	if (*pid > 0)
		return fds[1];
	msg__error("cannot fork for '%s': %s", command, strerror(errno));
	close(fds[1]);
	return -EAGAIN;
}

void output_pipe__wait(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
