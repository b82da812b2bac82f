// SPDX-License-Identifier: BSD-2-Clause
/*
 * late_held.c - owns what was handed in of calls that were held.
 *
 * Invariant: of one thread the older come first, as its entries do.
 */
#include "late_held.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static unsigned bucket_of(uint32_t tid)
{
	return tid % HELD_BUCKETS;
}

int held__add(struct held *h, const struct held_call *call, const void *chunks, uint32_t len)
{
	struct held_memory *m = calloc(1, sizeof(*m)), **at;

	if (!m)
		return -ENOMEM;
	m->call = *call;
	m->chunks = len ? malloc(len) : NULL;
	if (len && !m->chunks) {
		free(m);
		return -ENOMEM;
	}
	if (len)
		memcpy(m->chunks, chunks, len);
	m->len = len;
	at = h->first[bucket_of(call->tid)] ? &h->last[bucket_of(call->tid)]->next : &h->first[bucket_of(call->tid)];
	*at = m;
	h->last[bucket_of(call->tid)] = m;
	return 0;
}

static bool is_of(const struct held_call *a, const struct held_call *b)
{
	return a->nr == b->nr && a->abi == b->abi && !memcmp(a->args, b->args, sizeof(a->args));
}

static void forget(struct held_memory *m)
{
	free(m->chunks);
	free(m);
}

/* Removes all of a thread up to a time; the newest of them is the caller's. NULL: there are none. */
static struct held_memory *take_newest(struct held *h, uint32_t tid, uint64_t until)
{
	struct held_memory **at = &h->first[bucket_of(tid)], *found = NULL, *last = NULL;

	while (*at) {
		struct held_memory *m = *at;

		if (m->call.tid != tid || m->call.ts > until) {
			last = m;
			at = &m->next;
			continue;
		}
		*at = m->next;
		if (found)
			forget(found);
		found = m;
	}
	h->last[bucket_of(tid)] = last;
	return found;
}

bool held__take(struct held *h, const struct held_call *call, uint8_t **chunks, uint32_t *len)
{
	struct held_memory *m = take_newest(h, call->tid, call->ts);

	if (!m)
		return false;
	if (!is_of(&m->call, call)) {
		forget(m);
		return false;
	}
	*chunks = m->chunks;
	*len = m->len;
	free(m);
	return true;
}

bool held__has(const struct held *h, uint32_t tid, uint64_t ts)
{
	for (const struct held_memory *m = h->first[bucket_of(tid)]; m; m = m->next)
		if (m->call.tid == tid && m->call.ts <= ts)
			return true;
	return false;
}

void held__forget(struct held *h, uint32_t tid)
{
	struct held_memory *m = take_newest(h, tid, UINT64_MAX);

	if (m)
		forget(m);
}

void held__forget_until(struct held *h, uint64_t ts)
{
	for (unsigned b = 0; b < HELD_BUCKETS; b++) {
		struct held_memory **at = &h->first[b], *last = NULL, *m;

		while ((m = *at)) {
			if (m->call.ts > ts) {
				last = m;
				at = &m->next;
				continue;
			}
			*at = m->next;
			forget(m);
		}
		h->last[b] = last;
	}
}

void held__free(struct held *h)
{
	held__forget_until(h, UINT64_MAX);
}
