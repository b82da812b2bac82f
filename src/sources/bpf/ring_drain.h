/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ring_drain.h - the thread that copies rings which fill up to memory, and passes on the BPF programs' wake-ups to the reader.
 */
#pragma once

#include "ring.h"
#include "sources/drain.h"

struct ring_buffer;

struct ring_drain {
	struct drain drain;
	struct ring *rings;
	struct spill *spills;		/* of each ring */
	struct spill_pool pool;
	unsigned n;
	uint64_t high;			/* bytes in use at which a ring is drained */
	struct ring_buffer *wakeup;	/* the BPF programs' */
	bool was_full;			/* the memory did not suffice for what was in the rings */
	int fd;				/* an eventfd, readable for the reader after each wake-up; 0: not open */
};

/* wakeup: the descriptor of the BPF map. 0 or -errno. */
int ring_drain__open(struct ring_drain *d, struct ring *rings, unsigned n, uint64_t ring_bytes, int wakeup);
/* Starts the thread. limit: bytes of memory for records at most; firm: see spill.h. 0 or -errno. */
int ring_drain__start(struct ring_drain *d, size_t limit, bool firm);
/* Forgets wake-ups so far: to be called once the descriptor was readable. */
void ring_drain__awake(struct ring_drain *d);
/* Says how much memory was used, with -v; and that it was full, if events were lost. */
void ring_drain__say(const struct ring_drain *d, bool lost);
void ring_drain__close(struct ring_drain *d);
