/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ring_merge.h - the rings of all CPUs, and records that user space made, as one stream in the order of time.
 *
 * ring_merge__look(now) fixes how far the stream is known: every record older than `now` lies below the heads noted
 * after it, so nothing that comes later can belong before it (bpf/wire.h).
 */
#ifndef TRACE_RING_MERGE_H
#define TRACE_RING_MERGE_H

#include "lib/buf.h"
#include "ring.h"
#include "sources/time_heap.h"

struct ring_merge {
	struct ring *rings;
	unsigned n;
	struct due *heap;	/* inputs that have a record, by index: n is the aux queue */
	uint32_t heap_n;
	const struct rec **top;	/* by input: the record at its front */
	uint64_t until;		/* ns: records up to here may be given */
	struct buf aux;		/* queue of records made by user space, from `aux_at` on */
	size_t aux_at;
	int current;		/* input the last record came from, -1 */
};

int ring_merge__open(struct ring_merge *m, struct ring *rings, unsigned n);
void ring_merge__close(struct ring_merge *m);
/* Everything up to `now` (ns, CLOCK_MONOTONIC) may be given from here on; ~0: everything there is. */
void ring_merge__look(struct ring_merge *m, uint64_t now);
/* The next record in order, or NULL: look again later. Valid until the next call. */
const struct rec *ring_merge__next(struct ring_merge *m);
/* Gives back space of all rings. The last record is no longer valid. */
void ring_merge__release(struct ring_merge *m);
/* Queues a copy of a record made by user space; they must come in the order of ts. 0 or -ENOMEM. */
int ring_merge__push(struct ring_merge *m, const struct rec *rec);

#endif
