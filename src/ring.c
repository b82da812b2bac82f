// SPDX-License-Identifier: BSD-2-Clause
/* ring.c - the reader's end of one CPU's ring. Invariant: released <= pos <= end <= head; bytes below pos are zero. */
#include "ring.h"

#include <string.h>

#define RELEASE_BYTES (64 * 1024)	/* give space back this often within a batch */

void ring__open(struct ring *r, void *base, unsigned chunks)
{
	memset(r, 0, sizeof(*r));
	r->base = base;
	r->chunks = chunks;
	r->ctl = (struct ring_ctl *)(r->base + RING_CTL_OFFSET);
	r->ctl->mark = ~0ull;
}

void ring__look(struct ring *r)
{
	r->end = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE);
	r->stalled = false;
}

static struct rec *rec_at(const struct ring *r, uint64_t pos)
{
	uint64_t elem = (pos / RING_CHUNK) & (r->chunks - 1);

	return (struct rec *)(r->base + elem * RING_ELEM + pos % RING_CHUNK);
}

/* The record taken last is cleared now, not earlier: its user may have been looking at it. */
static void clear_taken(struct ring *r)
{
	if (!r->taken)
		return;
	memset(rec_at(r, r->pos), 0, r->taken);
	r->pos += r->taken;
	r->taken = 0;
}

const struct rec *ring__peek(struct ring *r)
{
	struct rec *rec;
	uint32_t len;

	for (;;) {
		uint64_t pos = r->pos + r->taken;

		if (pos >= r->end)
			return NULL;
		rec = rec_at(r, pos);
		len = __atomic_load_n(&rec->len, __ATOMIC_ACQUIRE);
		if (!len) {
			r->stalled = true;
			return NULL;
		}
		if (rec->type != REC_VOID)
			return rec;
		ring__take(r, rec);
	}
}

void ring__take(struct ring *r, const struct rec *rec)
{
	clear_taken(r);
	r->taken = rec->len;
	r->last_ts = rec->ts;
	if (r->pos - r->released >= RELEASE_BYTES) {
		r->released = r->pos;
		__atomic_store_n(&r->ctl->tail, r->pos, __ATOMIC_RELEASE);
	}
}

void ring__release(struct ring *r)
{
	clear_taken(r);
	if (r->pos == r->released)
		return;
	r->released = r->pos;
	__atomic_store_n(&r->ctl->tail, r->pos, __ATOMIC_RELEASE);
	r->ctl->rung = 0;
}

void ring__set_mark(struct ring *r, uint64_t bytes)
{
	__atomic_store_n(&r->ctl->rung, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&r->ctl->mark, bytes, __ATOMIC_SEQ_CST);
}
