/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ring_merge.h - the rings of all CPUs, and records made by user space, as one stream sorted by time.
 *
 * ring_merge__look(now) sets the time up to which the stream is complete: all records older than `now` are below the heads that
 * it reads, so no later record can precede them (bpf/ring_layout.h).
 */
#pragma once

#include "lib/buf.h"
#include "ring.h"
#include "lib/time_heap.h"

struct ring_merge {
	struct ring *rings;
	unsigned n;
	struct due *heap;	/* inputs with a record, by index; index n: the aux queue */
	uint32_t heap_n;
	void *taken;		/* a copy of the last record */
	uint64_t until;		/* ns: records up to this time may be returned */
	struct buf aux;		/* queue of records made by user space, from `aux_at` on */
	size_t aux_at;
	int current;		/* input of the last record; -1: none */
};

int ring_merge__open(struct ring_merge *m, struct ring *rings, unsigned n);
void ring_merge__close(struct ring_merge *m);
/* From now on records up to `now` (ns, CLOCK_MONOTONIC) may be returned; ~0: all records. */
void ring_merge__look(struct ring_merge *m, uint64_t now);
/* The next record in order, or NULL: look again later. Valid until the next call. */
const struct rec *ring_merge__next(struct ring_merge *m);
/* Frees the space of taken records in all rings. The last record is no longer valid. */
void ring_merge__release(struct ring_merge *m);
/* Queues a copy of a record made by user space; these must be sorted by ts. 0 or -ENOMEM. */
int ring_merge__push(struct ring_merge *m, const struct rec *rec);
