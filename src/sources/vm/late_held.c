// SPDX-License-Identifier: BSD-2-Clause
/* late_held.c - owns the memory of held calls. */
#include "late_held.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int held__add(struct held *h, const struct held_call *call, const void *chunks, uint32_t len)
{
	struct held_memory *m = calloc(1, sizeof(*m));
	uint8_t *copy = m && len ? malloc(len) : NULL;

	if (!m || (len && !copy) || !hash__add(&h->calls, &m->node, call->tid)) {
		free(copy);
		free(m);
		return -ENOMEM;
	}
	m->call = *call;
	m->chunks = len ? memcpy(copy, chunks, len) : NULL;
	m->len = len;
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

/* The newest of a thread's calls up to a time. NULL: none. */
static struct held_memory *newest(const struct held *h, uint32_t tid, uint64_t until)
{
	return HASH_FIND(&h->calls, tid, struct held_memory, m, m->call.ts <= until);
}

/* Removes a thread's calls up to a time; the newest becomes the caller's. NULL: there were none. */
static struct held_memory *take_newest(struct held *h, uint32_t tid, uint64_t until)
{
	struct held_memory *found = newest(h, tid, until), *older;

	if (!found)
		return NULL;
	hash__remove(&h->calls, &found->node);
	while ((older = newest(h, tid, until))) {
		hash__remove(&h->calls, &older->node);
		forget(older);
	}
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
	return newest(h, tid, ts);
}

void held__forget(struct held *h, uint32_t tid)
{
	struct held_memory *m = take_newest(h, tid, UINT64_MAX);

	if (m)
		forget(m);
}

void held__forget_until(struct held *h, uint64_t ts)
{
	HASH_EACH(&h->calls, struct held_memory, m)
		if (m->call.ts <= ts) {
			hash__remove(&h->calls, &m->node);
			forget(m);
		}
}

void held__free(struct held *h)
{
	held__forget_until(h, UINT64_MAX);
	hash__free(&h->calls);
}
