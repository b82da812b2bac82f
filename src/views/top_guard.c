// SPDX-License-Identifier: BSD-2-Clause
/* top_guard.c - a process that restores the terminal if the tracer is killed while it shows a screen. */
#include "top_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/keep_fds.h"

#define FD_PIPE 0		/* the process's only descriptors */
#define FD_TERMINAL 1

/* A byte says whether a screen is shown; the end of the pipe, that the tracer has ended. */
static void __attribute__((noreturn)) watch(const struct termios *modes, const char *restore)
{
	ssize_t n;
	char shown = 0;

	do
		n = read(FD_PIPE, &shown, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	if (shown) {
		tcsetattr(FD_TERMINAL, TCSANOW, modes);
		(void)!write(FD_TERMINAL, restore, strlen(restore));
	}
	_exit(0);
}

/* A session of its own: signals of the terminal are not for it. */
static void __attribute__((noreturn)) run(int pipe, int terminal, const struct termios *modes, const char *restore)
{
	setsid();
	if (keep_fds__only((const int[]){ pipe, terminal }, 2))
		_exit(1);
	watch(modes, restore);
}

int top_guard__start(struct top_guard *g, int terminal, const struct termios *modes, const char *restore)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	g->pid = fork();
	if (!g->pid)
		run(fds[0], terminal, modes, restore);
	close(fds[0]);
	g->pipe = fds[1];
	if (g->pid > 0)
		return 0;
	close(fds[1]);
	return -EAGAIN;
}

void top_guard__tell(const struct top_guard *g, bool shown)
{
	char c = shown;

	(void)!write(g->pipe, &c, 1);
}

void top_guard__end(struct top_guard *g)
{
	close(g->pipe);
}
