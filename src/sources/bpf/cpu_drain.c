// SPDX-License-Identifier: BSD-2-Clause
#include "cpu_drain.h"

#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Where the user keeps this process off the CPU, the thread drains from elsewhere. */
static void pin(struct cpu_drain *c)
{
	cpu_set_t cpus;

	c->pinned = true;
	if (c->cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(cpus), &cpus) || !CPU_ISSET(c->cpu, &cpus))
		return;
	CPU_ZERO(&cpus);
	CPU_SET(c->cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void give_back(struct cpu_drain *c)
{
	eventfd_t n;

	eventfd_read(c->fd, &n);
	__atomic_store_n(&c->works, false, __ATOMIC_RELEASE);
}

static int work(void *ctx)
{
	struct cpu_drain *c = ctx;

	if (!cpu_drain__works(c))
		return -1;
	if (!c->pinned)
		pin(c);
	if (!ring__drain(c->ring, c->part))
		__atomic_store_n(&c->full, true, __ATOMIC_RELAXED);
	else if (ring__used(c->ring) >= c->enough)
		return 0;
	give_back(c);
	return -1;
}

static bool start(struct cpu_drain *c)
{
	c->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (c->fd < 0)
		return false;
	if (!drain__start(&c->drain, c->fd, work, c))
		return true;
	close(c->fd);
	return false;
}

void cpu_drain__init(struct cpu_drain *c, struct ring *ring, unsigned cpu, uint64_t part, uint64_t enough)
{
	*c = (struct cpu_drain){ .ring = ring, .cpu = cpu, .part = part, .enough = enough };
}

bool cpu_drain__begin(struct cpu_drain *c)
{
	if (!c->drain.running && !start(c))
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
