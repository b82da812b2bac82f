/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_queue.h - puts events in the order of time: those of several CPUs come ring after ring.
 */
#ifndef TRACE_PERF_QUEUE_H
#define TRACE_PERF_QUEUE_H

#include "perf_pair.h"
#include "sources/time_heap.h"

struct perf_queue {
	struct perf_queue_block *first, *last;	/* those that came in order: a list of blocks, */
	uint32_t begin, end;		/* from here on in the first, up to here in the last; a block is never empty */
	struct perf_queue_block *spare;	/* blocks that were used before */
	struct due *heap;		/* those that came after a newer one, the oldest first */
	struct pair_event *out_of_order;	/* where its entries point; those not in the heap are free */
	uint32_t *free;			/* a stack of them */
	uint32_t n_heap, n_free, slots;	/* slots: of out_of_order */
	uint32_t n;			/* events in all */
	size_t bytes;			/* that they take */
	uint32_t serial;		/* of the next event in the heap: events of the same time stay in their order */
	uint64_t newest;		/* time of the newest event that was ever in it */
};

/* Takes an event, and what is the event's also when it fails. 0 or -ENOMEM. */
int perf_queue__push(struct perf_queue *q, struct pair_event *e);
/* Gives the oldest event, which is the caller's from then on, unless it is newer than `until`. */
bool perf_queue__pop(struct perf_queue *q, uint64_t until, struct pair_event *e);
void perf_queue__close(struct perf_queue *q);

#endif
