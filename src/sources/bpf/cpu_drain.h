/* SPDX-License-Identifier: BSD-2-Clause */
/* cpu_drain.h - the thread that drains the ring of one CPU, on this CPU. It runs before the writer, for it has a higher priority. */
#pragma once

#include "ring.h"
#include "sources/drain.h"

struct cpu_drain {
	struct drain drain;
	struct ring *ring;
	unsigned cpu;
	uint64_t part;		/* bytes that are copied between looks at the clock */
	uint64_t enough;	/* drained until less bytes are in use */
	int fd;			/* an eventfd, which tells the thread to begin */
	bool pinned;
	bool works;		/* set by the caller, and no longer by the thread: the ring is the thread's */
	bool full;		/* the thread found the spill full, which the caller has not seen yet */
};

void cpu_drain__init(struct cpu_drain *c, struct ring *ring, unsigned cpu, uint64_t part, uint64_t enough);
/*
 * Makes the thread drain the ring; the first call starts the thread. Until cpu_drain__works() is false nothing else may drain the ring. false: a
 * thread cannot be started.
 */
bool cpu_drain__begin(struct cpu_drain *c);
bool cpu_drain__works(const struct cpu_drain *c);
/* Did it find the spill full since the last call? */
bool cpu_drain__was_full(struct cpu_drain *c);
/* Ends the thread, if it was started. */
void cpu_drain__stop(struct cpu_drain *c);
