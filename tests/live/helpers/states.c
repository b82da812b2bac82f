// SPDX-License-Identifier: BSD-2-Clause
/*
 * states - waits for a child that runs for ever, and has others: one that has ended, one that a signal has stopped, one that it traces and has
 * stopped, one that waits in vfork for its own child. Prints its ID and theirs, in this order, and that child's.
 */
#define _GNU_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

#define MUST(call) must((call) >= 0, #call)

static pid_t child(void (*run)(void))
{
	pid_t pid = fork();

	MUST(pid);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	run();
	_exit(0);
}

static void run_for_ever(void)
{
	for (volatile unsigned n = 0;; n++)
		;
}

static void end(void)
{
}

static void stop(void)
{
	raise(SIGSTOP);
}

static int told[2];

static void wait_in_vfork(void)
{
	pid_t pid = vfork();

	if (pid)
		return;
	pid = getpid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	MUST(write(told[1], &pid, sizeof(pid)));
	pause();
	_exit(0);
}

static void sleep_for_ever(void)
{
	pause();
}

int main(void)
{
	pid_t runs = child(run_for_ever), ended = child(end), stopped = child(stop), traced = child(sleep_for_ever), forks, last = 0;
	siginfo_t info;

	MUST(pipe(told));
	forks = child(wait_in_vfork);
	MUST(read(told[0], &last, sizeof(last)));
	MUST(waitid(P_PID, (id_t)ended, &info, WEXITED | WNOWAIT));
	MUST(waitid(P_PID, (id_t)stopped, &info, WSTOPPED | WNOWAIT));
	MUST(ptrace(PTRACE_SEIZE, traced, NULL, NULL));
	MUST(ptrace(PTRACE_INTERRUPT, traced, NULL, NULL));
	MUST(waitpid(traced, NULL, __WALL));
	if (failed)
		return 1;
	printf("%d %d %d %d %d %d %d\n", getpid(), runs, ended, stopped, traced, forks, last);
	fflush(stdout);
	return waitpid(runs, NULL, 0) < 0;
}
