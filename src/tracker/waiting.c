// SPDX-License-Identifier: BSD-2-Clause
/* waiting.c - a hash table by tid. Invariant: a thread waits in one call at most, and leaves the table with its first record. */
#include "waiting.h"

#include <stdlib.h>
#include <string.h>

#include "sources/vm_read.h"

struct waiting_call {
	uint32_t tid;			/* 0: none */
	struct rec_call *call;		/* NULL: it has returned */
};

static struct waiting_call *place_of(const struct waiting *w, uint32_t tid)
{
	unsigned i = tid * 2654435761u >> 7 & (w->size - 1);

	while (w->calls[i].tid && w->calls[i].tid != tid)
		i = (i + 1) & (w->size - 1);
	return &w->calls[i];
}

static bool grow(struct waiting *w)
{
	struct waiting bigger = { .size = w->size ? w->size * 2 : 64 };

	bigger.calls = calloc(bigger.size, sizeof(*bigger.calls));
	if (!bigger.calls)
		return false;
	for (unsigned i = 0; i < w->size; i++)
		if (w->calls[i].call)
			*place_of(&bigger, w->calls[i].tid) = w->calls[i];
	free(w->calls);
	w->calls = bigger.calls;
	w->size = bigger.size;
	w->used = w->n;
	return true;
}

void waiting__keep(struct waiting *w, const struct rec_call *pending)
{
	struct waiting_call *at;
	struct rec_call *copy;

	if ((w->used + 1) * 2 > w->size && !grow(w))
		return;
	copy = malloc(pending->rec.len);
	if (!copy)
		return;
	at = place_of(w, pending->rec.tid);
	w->n += !at->call;
	w->used += !at->tid;
	free(at->call);
	at->tid = pending->rec.tid;
	at->call = memcpy(copy, pending, pending->rec.len);
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

static bool is_of_exit(const struct chunk *k)
{
	return k->status & CHUNK_OUT || (k->part & PART_MASK) == PART_FDINFO;
}

static bool knows(const struct rec_call *then, const struct chunk *k)
{
	const uint8_t *at = (const uint8_t *)then + then->fixed;

	for (; at < end_of(then); at += chunk_size(then, at))
		if (((const struct chunk *)at)->arg == k->arg)
			return true;
	return false;
}

/* Takes entry chunks from `then`, as far as it has them, all others from `r`. */
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
	struct waiting_call *at = place_of(w, rec->tid);
	const struct rec_call *r = (const struct rec_call *)rec;
	struct rec_call *then = at->call;

	if (!then)
		return rec;
	at->call = NULL;
	w->n--;
	if (rec->type == REC_CALL && is_same_call(r, then))
		rec = join(w, r, then);
	free(then);
	return rec;
}

void waiting__free(struct waiting *w)
{
	for (unsigned i = 0; i < w->size; i++)
		free(w->calls[i].call);
	free(w->calls);
	free(w->joined);
	*w = (struct waiting){ 0 };
}
