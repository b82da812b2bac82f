// SPDX-License-Identifier: BSD-2-Clause
/*
 * leave.c - a child with the same memory and the same table of descriptors: these stay until it ends, and this process has little to free. While
 * it runs this process does nothing more than to end. Nobody waits for it but init, or who took that part.
 */
#include "leave.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_SIZE 131072	/* of which a few pages are used */

#ifdef INSTRUMENTED		/* what is written when the process ends is not to be written twice, or not at all */
static const bool possible = false;
#else
static const bool possible = true;
#endif

static bool permitted;
static void (*left)(void *ctx);
static void *left_ctx;

void leave__permit(void)
{
	permitted = possible;
}

bool leave__later(void (*work)(void *ctx), void *ctx)
{
	if (!permitted || left)
		return false;
	left = work;
	left_ctx = ctx;
	return true;
}

void leave__now(void)
{
	void (*work)(void *ctx) = left;

	left = NULL;
	if (work)
		work(left_ctx);
}

/* Readers of the output need not wait for this process. */
static int run(void *unused)
{
	(void)unused;
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		close(fd);
	leave__now();
	return 0;
}

int leave__end(int status)
{
	static char stack[STACK_SIZE] __attribute__((aligned(64)));
	sigset_t all;

	if (!left || fflush(NULL))
		return status;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	if (clone(run, stack + sizeof(stack), CLONE_VM | CLONE_FILES | CLONE_FS, NULL) > 0)
		_exit(status);
	leave__now();
	return status;
}
