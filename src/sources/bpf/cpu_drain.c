// SPDX-License-Identifier: BSD-2-Clause
#include "cpu_drain.h"

#include <errno.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define PARTS 16		/* in which `high` bytes are copied, with a look at the clock after each */
#define LOOK_MS 1
#define QUIET 200		/* looks without work after which the thread sleeps */

void cpu_drain__init(struct cpu_drain *c, struct ring *ring, unsigned cpu, uint64_t high)
{
	*c = (struct cpu_drain){ .ring = ring, .cpu = cpu, .high = high };
}

/* Where the user keeps this process off the CPU, the thread drains from elsewhere. */
static void pin(struct cpu_drain *c)
{
	cpu_set_t cpus;

	if (c->cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(cpus), &cpus) || !CPU_ISSET(c->cpu, &cpus))
		return;
	CPU_ZERO(&cpus);
	CPU_SET(c->cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static int give_back(struct cpu_drain *c)
{
	c->drains = false;
	c->quiet = 0;
	__atomic_store_n(&c->works, false, __ATOMIC_RELEASE);
	return -1;
}

/* Returns the time to the next look, ms; -1: none. */
static int look(struct cpu_drain *c)
{
	if (ring__used(c->ring) >= (c->drains ? c->high / 2 : c->high)) {
		c->drains = ring__drain(c->ring, c->high / PARTS);
		c->quiet = 0;
		if (c->drains)
			return 0;
		__atomic_store_n(&c->full, true, __ATOMIC_RELAXED);
		return give_back(c);
	}
	c->drains = false;
	return ++c->quiet < QUIET ? LOOK_MS : give_back(c);
}

static int work(void *ctx)
{
	struct cpu_drain *c = ctx;
	eventfd_t n;

	eventfd_read(c->fd, &n);
	if (!c->ready) {
		pin(c);
		__atomic_store_n(&c->ready, true, __ATOMIC_RELEASE);
	}
	return cpu_drain__works(c) ? look(c) : -1;
}

int cpu_drain__start(struct cpu_drain *c)
{
	int err;

	c->fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);		/* its first work is to move to the CPU */
	if (c->fd < 0)
		return -errno;
	err = drain__start(&c->drain, c->fd, work, c);
	if (err)
		close(c->fd);
	return err;
}

bool cpu_drain__begin(struct cpu_drain *c)
{
	if (!__atomic_load_n(&c->ready, __ATOMIC_ACQUIRE))
		return false;
	__atomic_store_n(&c->works, true, __ATOMIC_RELEASE);
	eventfd_write(c->fd, 1);
	return true;
}

bool cpu_drain__works(const struct cpu_drain *c)
{
	return __atomic_load_n(&c->works, __ATOMIC_ACQUIRE);
}

bool cpu_drain__was_full(struct cpu_drain *c)
{
	return __atomic_exchange_n(&c->full, false, __ATOMIC_ACQUIRE);
}

void cpu_drain__stop(struct cpu_drain *c)
{
	if (!c->drain.running)
		return;
	drain__stop(&c->drain);
	close(c->fd);
}
