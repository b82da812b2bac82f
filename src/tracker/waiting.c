// SPDX-License-Identifier: BSD-2-Clause
/* waiting.c - a hash table by tid. Invariant: a thread waits in one call at most, and leaves the table with its first record. */
#include "waiting.h"

#include <stdlib.h>
#include <string.h>

#include "sources/vm_read.h"

struct waiting_call {
	struct hash_node node;
	struct rec_call rec;		/* a copy, of its full length */
};

static void forget(struct waiting *w, struct waiting_call *c)
{
	if (!c)
		return;
	hash__remove(&w->calls, &c->node);
	free(c);
}

void waiting__keep(struct waiting *w, const struct rec_call *pending)
{
	struct waiting_call *c = malloc(offsetof(struct waiting_call, rec) + pending->rec.len);

	if (!c)
		return;
	memcpy(&c->rec, pending, pending->rec.len);
	forget(w, hash__find(&w->calls, pending->rec.tid));
	if (!hash__add(&w->calls, &c->node, pending->rec.tid))
		free(c);
}

static bool is_same_call(const struct rec_call *r, const struct rec_call *then)
{
	return r->flags & CALL_NO_ENTRY && r->nr == then->nr && r->abi == then->abi && r->nargs == then->nargs &&
	       !memcmp(r->args, then->args, r->nargs * sizeof(r->args[0]));
}

static const uint8_t *end_of(const struct rec_call *r)
{
	return (const uint8_t *)r + r->rec.len;
}

static size_t chunk_size(const struct rec_call *r, const uint8_t *at)
{
	size_t left = (size_t)(end_of(r) - at), size = left < sizeof(struct chunk) ? left : chunk__padded((const struct chunk *)at);

	return size < left ? size : left;
}

static bool is_more(const struct chunk *k)
{
	return (k->part & PART_MASK) == PART_MORE;
}

static bool is_of_exit(const struct chunk *k)
{
	return k->status & CHUNK_OUT || (k->part & PART_MASK) == PART_FDINFO || is_more(k);
}

static bool knows(const struct rec_call *then, const struct chunk *k)
{
	const uint8_t *at = (const uint8_t *)then + then->fixed;

	for (; at < end_of(then); at += chunk_size(then, at))
		if (((const struct chunk *)at)->arg == k->arg)
			return true;
	return false;
}

static bool has_parts(const struct rec_call *r)
{
	for (const uint8_t *at = (const uint8_t *)r + r->fixed; at < end_of(r); at += chunk_size(r, at))
		if (is_more((const struct chunk *)at))
			return true;
	return false;
}

/* Takes the entry's chunks from `then` if it has them, all others from `r`. Of parts of both, those of `r` remain; they came last. */
static const struct rec *join(struct waiting *w, const struct rec_call *r, const struct rec_call *then)
{
	size_t len = r->fixed, n;
	uint8_t *out;

	if (!w->joined)
		w->joined = malloc(REC_MAX);
	out = w->joined;
	if (!out || r->rec.len + then->rec.len > REC_MAX)
		return &r->rec;
	memcpy(out, r, r->fixed);
	n = then->rec.len - then->fixed;
	if (has_parts(r) && has_parts(then))
		n -= sizeof(struct chunk) + sizeof(struct chunk_more);		/* its last chunk */
	memcpy(out + len, (const uint8_t *)then + then->fixed, n);
	len += n;
	for (const uint8_t *at = (const uint8_t *)r + r->fixed; at < end_of(r); at += n) {
		n = chunk_size(r, at);
		if (!is_of_exit((const struct chunk *)at) && knows(then, (const struct chunk *)at))
			continue;
		memcpy(out + len, at, n);
		len += n;
	}
	((struct rec *)out)->len = (uint32_t)len;
	return (const struct rec *)out;
}

const struct rec *waiting__join(struct waiting *w, const struct rec *rec)
{
	const struct rec_call *r = (const struct rec_call *)rec;
	struct waiting_call *then = hash__find(&w->calls, rec->tid);

	if (then && rec->type == REC_CALL && is_same_call(r, &then->rec))
		rec = join(w, r, &then->rec);
	forget(w, then);
	return rec;
}

void waiting__free(struct waiting *w)
{
	hash__drop(&w->calls);
	free(w->joined);
	*w = (struct waiting){ 0 };
}
