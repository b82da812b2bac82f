/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drain.h - the thread that takes records out of rings that fill up, whatever the reader does meanwhile: it renders, or waits for a pipe or
 * a disk. It sleeps until the kernel says that a ring fills up, so where the reader keeps up it costs nothing.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

struct drain {
	/*
	 * Called in the thread when `fd` is readable or the time has passed. Returns the time to the next call in any case, ms; -1: none.
	 */
	int (*work)(void *ctx);
	void *ctx;
	int fd;			/* poll(2) says POLLIN when there is work; -1: the first call comes at once */
	int stop;		/* an eventfd */
	pthread_t thread;
	bool running;
	const char *priority;	/* the thread's, in words, once it runs */
	pid_t reader;		/* the thread that started it; 0: it was not started, and the reader calls */
	int nice;		/* … its nice value then */
	bool hurries;		/* it has -20 */
};

/* Starts the thread with the highest priority that is permitted. 0 or -errno. */
int drain__start(struct drain *d, int fd, int (*work)(void *ctx), void *ctx);
/* Sets the reader's nice value to -20, if that is permitted, or to its own again. */
void drain__hurry(struct drain *d, bool hurry);
/* It may end: nothing more is written. drain__stop() then need not wait. */
void drain__end(struct drain *d);
/* Ends it, if it was started. */
void drain__stop(struct drain *d);
