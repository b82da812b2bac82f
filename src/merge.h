/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * merge.h - the rings of all CPUs, and records that user space made, as one stream in the order of time.
 *
 * merge__look(now) fixes how far the stream is known: every record older than `now` lies below the heads noted
 * after it, so nothing that comes later can belong before it (bpf/wire.h).
 */
#ifndef TRACE_MERGE_H
#define TRACE_MERGE_H

#include "ring.h"

struct aux;			/* queue of records made by user space */

struct merge {
	struct ring *rings;
	unsigned n;
	unsigned *heap;		/* indexes of inputs that have a record: n is the aux queue */
	unsigned heap_n;
	const struct rec **top;	/* by input: the record at its front */
	uint64_t until;		/* ns: records up to here may be given */
	struct aux *aux;
	int current;		/* input the last record came from, -1 */
};

int merge__open(struct merge *m, struct ring *rings, unsigned n);
void merge__close(struct merge *m);
/* Everything up to `now` (ns, CLOCK_MONOTONIC) may be given from here on; ~0: everything there is. */
void merge__look(struct merge *m, uint64_t now);
/* The next record in order, or NULL: look again later. Valid until the next call. */
const struct rec *merge__next(struct merge *m);
/* Gives back space of all rings. The last record is no longer valid. */
void merge__release(struct merge *m);
/* Queues a copy of a record made by user space; they must come in the order of ts. 0 or -ENOMEM. */
int merge__push(struct merge *m, const struct rec *rec);

#endif
