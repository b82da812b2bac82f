/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_queue.h - sorts events by time: events of several CPUs come ring after ring. */
#pragma once

#include "perf_pair.h"
#include "lib/time_heap.h"

struct perf_queue {
	struct perf_queue_block *first, *last;	/* events that came in order: a list of non-empty blocks, */
	uint32_t begin, end;		/* from `begin` in the first to `end` in the last */
	struct perf_queue_block *spare;	/* unused blocks */
	struct due *heap;		/* events that came after a newer one, the oldest first */
	struct pair_event *out_of_order;	/* the events of the heap */
	uint32_t *free;			/* stack of unused indexes of out_of_order */
	uint32_t n_heap, n_free, slots;	/* slots: of out_of_order */
	uint32_t n;			/* events in all */
	size_t bytes;			/* memory of all events */
	uint32_t serial;		/* of the next event in the heap, keeps the order of events with equal times */
	uint64_t newest;		/* time of the newest event that was ever in it */
};

/* Takes an event, and ownership of what it owns, also on failure. 0 or -ENOMEM. */
int perf_queue__push(struct perf_queue *q, struct pair_event *e);
/* Removes the oldest event, which is then the caller's. false: none, or it is newer than `until`. */
bool perf_queue__pop(struct perf_queue *q, uint64_t until, struct pair_event *e);
void perf_queue__close(struct perf_queue *q);
