/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ring_drain.h - the thread that has rings which fill up copied to memory, and passes on the BPF programs' wake-ups to the reader.
 */
#pragma once

#include "cpu_drain.h"
#include "host/freezer.h"
#include "ring.h"
#include "sources/drain.h"

struct ring_buffer;

#define PAUSES 64		/* that the reader has not taken yet */

struct pause {
	uint64_t began, ended;		/* ns */
};

struct ring_drain {
	struct drain drain;
	struct ring *rings;
	struct spill *spills;		/* of each ring */
	struct spill_pool pool;
	unsigned n;
	uint64_t high;			/* bytes in use at which a ring is drained, */
	struct cpu_drain *cpus;		/* … by its thread: for each ring */
	pthread_t starter;		/* the thread that starts those threads, */
	bool starts, has_starter;	/* … if it was to be started, and was */
	struct ring_buffer *wakeup;	/* the BPF programs' */
	bool eager;			/* the reader hurries always */
	bool was_full;			/* the memory did not suffice for what was in the rings */
	struct freezer *freezer;	/* pauses the writers; NULL: they may lose records */
	uint64_t paused;		/* ns: since when they are; 0: they are not */
	size_t low;			/* bytes of memory in use at which they go on */
	struct pause pauses[PAUSES];	/* number n at n % PAUSES */
	uint64_t npauses, taken;	/* written by the thread, by the reader */
	uint64_t pause_ns;		/* of all of them */
	struct pause held;		/* by the freezer's watcher, and not taken yet; ended 0: none */
	uint64_t nheld, held_ns;	/* all that it held */
	int fd;				/* an eventfd, readable for the reader after each wake-up; 0: not open */
};

/* wakeup: the descriptor of the BPF map. 0 or -errno. */
int ring_drain__open(struct ring_drain *d, struct ring *rings, unsigned n, uint64_t ring_bytes, int wakeup);
/*
 * Starts the thread; the caller is the reader. limit: bytes of memory for records at most; firm: see spill.h; eager: the reader had better
 * not wait, whatever memory there is; freezer: pauses the writers before records are lost; borrowed, NULL: none. 0 or -errno.
 */
int ring_drain__start(struct ring_drain *d, size_t limit, bool firm, bool eager, struct freezer *freezer);
/* The reader: a pause that has ended. false: no more. */
bool ring_drain__pause(struct ring_drain *d, struct pause *p);
/* The reader: from now on it hurries. */
void ring_drain__hurry(struct ring_drain *d);
/* Nothing more is written: pauses end, and no other begins. */
void ring_drain__end_pauses(struct ring_drain *d);
/* Forgets wake-ups so far: to be called once the descriptor was readable. */
void ring_drain__awake(struct ring_drain *d);
/* Says how much memory was used, with -v; and that it was full, if events were lost. */
void ring_drain__say(const struct ring_drain *d, bool lost);
/* Ends the thread. */
void ring_drain__stop(struct ring_drain *d);
void ring_drain__close(struct ring_drain *d);
