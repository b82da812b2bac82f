/* SPDX-License-Identifier: BSD-2-Clause */
/* ring.h - the reader's end of one CPU's ring (bpf/wire.h describes its layout). */
#ifndef TRACE_RING_H
#define TRACE_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

struct ring {
	uint8_t *base;		/* its elements, mapped */
	struct ring_ctl *ctl;
	uint64_t chunks;
	uint64_t pos;		/* read so far; ctl->tail follows in batches */
	uint64_t released;	/* what ctl->tail holds */
	uint64_t checked;	/* `pos` when it was seen last whether there is something to give back */
	uint64_t end;		/* head as of the last ring__look */
	uint32_t taken;		/* length of the record in use */
	bool news;		/* the last ring__look found more than the one before */
	uint8_t **copies;	/* of the chunks below number `copied`, by number % ncopies; NULL: none yet */
	unsigned ncopies;
	uint64_t copied;
	int fence;		/* program that does nothing; -1: it is not needed */
	unsigned cpu;
};

/* The ring of `chunks` * RING_CHUNK bytes (a power of two) whose elements are mapped at `base`. */
void ring__open(struct ring *r, void *base, unsigned chunks);
/* Where the stores of a CPU may become visible in another order: how ring__settle is to have `cpu` pass a barrier. */
void ring__set_fence(struct ring *r, int fence, unsigned cpu);
/*
 * Lets the reader copy up to `n` chunks that it has not come to when half of the ring is in use, so that the writer has their space.
 * 0 or -ENOMEM.
 */
int ring__set_copies(struct ring *r, unsigned n);
void ring__close(struct ring *r);
/*
 * Notes how far the ring is written. true: every record older than this call lies below that; false: a writer is in
 * the middle of a record and does not come to an end, its CPU has been taken away.
 */
bool ring__look(struct ring *r);
/* Makes what lies below the noted end visible. To be called after each look, before the first peek. */
void ring__settle(struct ring *r);
/* The record at the read position, NULL when there is none below the noted end, which may have moved on. Ends the use of the one taken. */
const struct rec *ring__peek(struct ring *r);
/* Takes the record that ring__peek gave; it stays valid until the next ring__peek or ring__release. */
void ring__take(struct ring *r, const struct rec *rec);
/* Gives space back to the writer. */
void ring__release(struct ring *r);
/* Has the reader woken at `bytes` in use. */
void ring__set_watermark(struct ring *r, uint64_t bytes);

#endif
