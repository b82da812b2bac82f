// SPDX-License-Identifier: BSD-2-Clause
/*
 * drain.c - the thread, and its bound: a real-time thread that did not sleep would keep everything else from its CPU.
 */
#include "drain.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/privileges.h"
#include "lib/clock.h"
#include "lib/priority.h"
#include "lib/thread.h"

#define SPAN_NS 20000000u	/* of so much time */
#define REST_NS 2000000		/* … this part at least is left to others: not in longer pauses, in which a ring would fill up */

struct span {
	uint64_t began;		/* ns */
	uint64_t worked;	/* ns, in it */
};

static void rest(void)
{
	struct timespec t = { .tv_nsec = REST_NS };

	nanosleep(&t, NULL);
}

static void bound_share(struct span *span, uint64_t began, uint64_t ended)
{
	if (began - span->began > SPAN_NS)
		*span = (struct span){ .began = began };
	span->worked += ended - began;
	if (span->worked < SPAN_NS - REST_NS)
		return;
	rest();
	*span = (struct span){ .began = clock__ns(CLOCK_MONOTONIC) };
}

static void *run(void *arg)
{
	struct drain *d = arg;
	struct pollfd fds[] = { { .fd = d->fd, .events = POLLIN }, { .fd = d->stop, .events = POLLIN } };
	struct span span = { 0 };
	uint64_t began;
	int ms = d->fd < 0 ? 0 : -1;

	privileges__drop_in_thread();
	__atomic_store_n(&d->priority, priority__raise(), __ATOMIC_RELEASE);
	while (poll(fds, 2, ms) >= 0 && !fds[1].revents) {
		began = clock__ns(CLOCK_MONOTONIC);
		ms = d->work(d->ctx);
		bound_share(&span, began, clock__ns(CLOCK_MONOTONIC));
	}
	return NULL;
}

/* Signals are the main thread's: they interrupt its waits. */
int drain__start(struct drain *d, int fd, int (*work)(void *ctx), void *ctx)
{
	int err;

	*d = (struct drain){
		.work = work, .ctx = ctx, .fd = fd, .stop = eventfd(0, EFD_CLOEXEC),
		.reader = (pid_t)syscall(SYS_gettid), .nice = getpriority(PRIO_PROCESS, 0),
	};
	if (d->stop < 0)
		return -errno;
	err = thread__start_small(&d->thread, run, d);
	d->running = !err;
	if (err)
		close(d->stop);
	return err;
}

void drain__hurry(struct drain *d, bool hurry)
{
	if (hurry != __atomic_load_n(&d->hurries, __ATOMIC_RELAXED) && !setpriority(PRIO_PROCESS, (id_t)d->reader, hurry ? -20 : d->nice))
		__atomic_store_n(&d->hurries, hurry, __ATOMIC_RELAXED);
}

void drain__end(struct drain *d)
{
	if (d->running)
		eventfd_write(d->stop, 1);
}

void drain__stop(struct drain *d)
{
	if (!d->running)
		return;
	drain__end(d);
	pthread_join(d->thread, NULL);
	close(d->stop);
	d->running = false;
}
