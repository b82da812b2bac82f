/* SPDX-License-Identifier: BSD-2-Clause */
/* ring.h - the reader's end of one CPU's ring (bpf/wire.h describes its layout). */
#ifndef TRACE_RING_H
#define TRACE_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct ring {
	uint8_t *base;		/* its elements, mapped */
	struct ring_ctl *ctl;
	uint64_t chunks;
	uint64_t pos;		/* read so far; ctl->tail follows in batches */
	uint64_t released;	/* what ctl->tail holds */
	uint64_t end;		/* head as of the last ring__look */
	uint32_t taken;		/* length of the record in use, cleared when the next is asked for */
	bool stalled;		/* the record at pos was claimed but is not written yet */
	uint64_t last_ts;	/* of the last record taken */
};

/* The ring of `chunks` * RING_CHUNK bytes (a power of two) whose elements are mapped at `base`. */
void ring__open(struct ring *r, void *base, unsigned chunks);
/* Notes how far the ring is claimed now. */
void ring__look(struct ring *r);
/* The record at the read position, NULL when there is none below the noted end, or it is not written yet. */
const struct rec *ring__peek(struct ring *r);
/* Takes the record that ring__peek gave; it stays valid until the next ring__take or ring__release. */
void ring__take(struct ring *r, const struct rec *rec);
/* Gives space back to the writer. */
void ring__release(struct ring *r);
/* Rings the doorbell at `bytes` in use. */
void ring__set_mark(struct ring *r, uint64_t bytes);

#endif
