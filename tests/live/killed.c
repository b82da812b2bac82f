// SPDX-License-Identifier: BSD-2-Clause
// options: -e none
// cc: -pthread
// threads
/*
 * Signals that end a process are shown as they were sent, also by the kernel (Ctrl-C on a terminal, SIGPIPE), and if others
 * follow. An execve in a thread ends the other threads, not the process.
 */
#define THREADS
#include "live.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>

/* A process alone on a new terminal. */
static pid_t at_terminal(int *terminal)
{
	int gate[2];
	char c;
	pid_t pid;

	*terminal = posix_openpt(O_RDWR | O_NOCTTY);
	if (*terminal < 0 || grantpt(*terminal) || unlockpt(*terminal) || pipe(gate))
		exit(1);
	pid = fork();
	if (!pid) {
		setsid();
		if (ioctl(open(ptsname(*terminal), O_RDWR | O_NOCTTY), TIOCSCTTY, 0))
			_exit(1);
		close(gate[0]);
		close(gate[1]);
		for (;;)
			pause();
	}
	close(gate[1]);
	(void)!read(gate[0], &c, 1);
	close(gate[0]);
	return pid;
}

static pid_t waiting(void)
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	return pid;
}

/* The kernel sends SIGPIPE as the writing process. */
static pid_t writing(void)
{
	int ends[2];
	pid_t pid;

	(void)!pipe(ends);
	close(ends[0]);
	pid = fork();
	if (!pid) {
		signal(SIGPIPE, SIG_DFL);
		(void)!write(ends[1], "x", 1);
		_exit(1);
	}
	close(ends[1]);
	return pid;
}

static void *run_true(void *arg)
{
	execl(arg, "true", NULL);
	return NULL;
}

static int told[2];

static void *tell_and_wait(void *arg)
{
	pid_t id = tid();

	(void)!write(told[1], &id, sizeof(id));
	for (;;)
		pause();
	return arg;
}

/* A process whose leader has ended. */
static pid_t without_first(pid_t *other)
{
	char path[64], state = 0;
	pthread_t thread;
	pid_t pid;
	FILE *f;

	(void)!pipe(told);
	pid = fork();
	if (!pid) {
		pthread_create(&thread, NULL, tell_and_wait, NULL);
		syscall(SYS_exit, 0);
	}
	(void)!read(told[0], other, sizeof(*other));
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	while (state != 'Z') {
		usleep(1000);
		f = fopen(path, "r");
		if (!f || fscanf(f, "%*d %*s %c", &state) != 1)
			exit(1);
		fclose(f);
	}
	return pid;
}

int main(void)
{
	const char *me = program_invocation_short_name;
	pthread_t thread;
	int terminal;
	pid_t pid, other;

	signal(SIGCHLD, SIG_IGN);
	begin();
	pid = at_terminal(&terminal);
	(void)!write(terminal, "\003", 1);
	waitpid(pid, NULL, 0);
	expect_of(me, pid, "--- SIGINT {si_signo: INT, si_code: KERNEL} ---");
	expect_of(me, pid, "+++ killed by SIGINT +++");
	pid = waiting();
	kill(pid, SIGTERM);
	kill(pid, SIGCONT);
	kill(pid, SIGUSR1);
	waitpid(pid, NULL, 0);
	expect_of(me, pid, "--- SIGTERM {si_signo: TERM, si_code: USER, si_pid: %d, si_uid: 0} ---", getpid());
	expect_of(me, pid, "+++ killed by SIGTERM +++");
	pid = writing();
	waitpid(pid, NULL, 0);
	expect_of(me, pid, "--- SIGPIPE {si_signo: PIPE, si_code: USER, si_pid: %d, si_uid: 0} ---", pid);
	expect_of(me, pid, "+++ killed by SIGPIPE +++");
	pid = without_first(&other);
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	expect_of(me, pid, "+++ exited with 0 +++");
	expect_of(me, other, "--- SIGTERM {si_signo: TERM, si_code: USER, si_pid: %d, si_uid: 0} ---", getpid());
	expect_of(me, other, "+++ killed by SIGTERM +++");
	pid = fork();
	if (!pid) {
		pthread_create(&thread, NULL, run_true, "/bin/true");
		pthread_join(thread, NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	expect_of("true", pid, "+++ exited with 0 +++");
	end();
	return 0;
}
