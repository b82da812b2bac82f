// SPDX-License-Identifier: BSD-2-Clause
/* wait_split.c - a hash table by tid. A record belongs to a call only if that began at the same time. */
#include "wait_split.h"

#include <stdlib.h>
#include <string.h>

#define WHERE_ROOM 128

struct held_wait {
	struct hash_node node;
	char where[WHERE_ROOM + 1];	/* copies, with a NUL each */
	char comm[COMM_LEN + 1];
	struct rec_wait rec;
};

static bool is_sound(const struct rec_wait *r)
{
	return !r->nframes && sizeof(*r) + r->where_len <= r->rec.len;
}

void wait_splits__hold(struct wait_splits *w, const struct rec_wait *r)
{
	struct held_wait *h = is_sound(r) ? hash__need(&w->held, sizeof(*h), r->rec.tid) : NULL;
	size_t n = r->where_len < WHERE_ROOM ? r->where_len : WHERE_ROOM;

	if (!h)
		return;
	memcpy(&h->rec, r, sizeof(*r));
	memcpy(h->where, r->where, n);
	h->where[n] = 0;
	memcpy(h->comm, r->waker_comm, COMM_LEN);
	h->comm[COMM_LEN] = 0;
}

static void forget(struct wait_splits *w, struct held_wait *h)
{
	if (!h)
		return;
	hash__remove(&w->held, &h->node);
	free(h);
}

/* In a damaged recording the parts may be more than the whole. */
static void fill(struct wait_split *out, const struct held_wait *h, uint64_t dur)
{
	const struct rec_wait *r = &h->rec;
	uint64_t waited = r->blocked + r->runnable;

	*out = (struct wait_split){
		.has_times = r->began != 0, .runnable = r->runnable, .blocked = r->blocked, .longest = r->longest, .blocks = r->blocks,
		.flags = r->flags, .where = h->where[0] ? h->where : NULL, .waker_tid = r->waker_tid, .waker_tgid = r->waker_tgid,
		.waker_comm = h->comm, .waker_nr = r->waker_nr, .waker_abi = r->waker_abi,
	};
	out->cpu = waited >= r->blocked && waited <= dur ? dur - waited : 0;
}

bool wait_splits__of(struct wait_splits *w, const struct rec_call *c, struct wait_split *out)
{
	struct held_wait *h = hash__find(&w->held, c->rec.tid);
	uint64_t began = c->flags & CALL_NO_ENTRY ? 0 : c->rec.ts - c->dur;

	if (!h || h->rec.began != began || (h->rec.flags & WAIT_GOES_ON && c->rec.type != REC_PENDING))
		return false;
	fill(out, h, c->dur);
	return true;
}

void wait_splits__forget(struct wait_splits *w, uint32_t tid)
{
	forget(w, hash__find(&w->held, tid));
}

void wait_splits__free(struct wait_splits *w)
{
	hash__drop(&w->held);
}
