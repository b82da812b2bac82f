// SPDX-License-Identifier: BSD-2-Clause
/*
 * counted_work N [wait] - makes calls whose numbers are known: in a main thread, and three threads named `other`; a child that is killed in a call, and a
 * program that it executes. With `wait` it begins at SIGUSR1.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int calls, zero;

static void *work(void *name)
{
	if (name)
		prctl(PR_SET_NAME, name);
	for (int i = 0; i < calls; i++)
		syscall(SYS_getppid);
	return NULL;
}

static void end_in_a_call(void)
{
	int fds[2];
	char c;
	pid_t child;

	if (pipe(fds))
		exit(1);
	child = fork();
	if (!child) {
		close(fds[0]);
		if (write(fds[1], "x", 1) == 1)
			for (;;)
				pause();
	}
	close(fds[1]);
	if (read(fds[0], &c, 1) != 1)
		exit(1);
	close(fds[0]);
	usleep(20000);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void execute(const char *program)
{
	pid_t child = fork();

	if (!child) {
		execl(program, program, "0", NULL);
		_exit(127);
	}
	waitpid(child, NULL, 0);
}

static void nothing(int sig)
{
	(void)sig;
}

int main(int argc, char **argv)
{
	pthread_t threads[3];
	sigset_t set, old;

	calls = argc > 1 ? atoi(argv[1]) : 0;
	if (!calls)
		return 0;
	signal(SIGUSR1, nothing);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	if (argc > 2) {
		printf("%d\n", getpid());
		fflush(stdout);
		sigsuspend(&old);
	}
	work(NULL);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)"other");
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	zero = dup(2);
	for (int i = 0; i < calls; i++) {
		close(-1);
		if (syscall(SYS_write, 1, "abc", 3) != 3)
			return 1;
	}
	end_in_a_call();
	execute(argv[0]);
	return 0;
}
