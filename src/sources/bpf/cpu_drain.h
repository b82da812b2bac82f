/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cpu_drain.h - the thread that drains the ring of one CPU, on this CPU. It runs before the writer, for it has a higher priority. Once it was told
 * to begin, it looks at the ring every millisecond, until there was nothing to do for a while: so no other CPU has to run meanwhile, which a
 * hypervisor may pause for longer than a ring lasts.
 */
#pragma once

#include "ring.h"
#include "sources/drain.h"

struct cpu_drain {
	struct drain drain;
	struct ring *ring;
	unsigned cpu;
	uint64_t high;		/* bytes in use from which on the ring is drained, to half as many */
	int fd;			/* an eventfd, which tells the thread to begin */
	bool ready;		/* set by the thread: it is on its CPU */
	bool works;		/* set by the caller, and no longer by the thread: the ring is the thread's */
	bool full;		/* the thread found the spill full, which the caller has not seen yet */
	/* Of the thread. */
	bool drains;
	unsigned quiet;		/* looks since it last drained */
};

void cpu_drain__init(struct cpu_drain *c, struct ring *ring, unsigned cpu, uint64_t high);
/* Starts the thread. 0 or -errno. */
int cpu_drain__start(struct cpu_drain *c);
/* Gives the ring to the thread: until cpu_drain__works() is false nothing else may drain it. false: the thread is not there, or not yet. */
bool cpu_drain__begin(struct cpu_drain *c);
bool cpu_drain__works(const struct cpu_drain *c);
/* Did it find the spill full since the last call? */
bool cpu_drain__was_full(struct cpu_drain *c);
/* Ends the thread, if it was started. */
void cpu_drain__stop(struct cpu_drain *c);
