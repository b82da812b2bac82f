// SPDX-License-Identifier: BSD-2-Clause
/*
 * call_parts.c - owns the parts of calls that have not returned.
 *
 * Invariant: `records` of a thread are whole REC_MORE records of one call, numbered in ascending order.
 */
#include "call_parts.h"

#include <stdlib.h>
#include <string.h>

struct thread_parts {
	struct hash_node node;		/* by tid */
	uint64_t call;			/* as in struct rec_more */
	uint32_t last;			/* number of the last part */
	struct buf records;
};

static struct thread_parts *find(const struct call_parts *p, uint32_t tid)
{
	return hash__find(&p->threads, tid);
}

static void drop(struct call_parts *p, struct thread_parts *t)
{
	if (!t)
		return;
	hash__remove(&p->threads, &t->node);
	p->bytes -= t->records.len;
	buf__free(&t->records);
	free(t);
}

static struct thread_parts *need(struct call_parts *p, uint32_t tid, uint64_t call)
{
	struct thread_parts *t = find(p, tid);

	if (t && t->call != call) {		/* that call was not sent, or is lost */
		drop(p, t);
		t = NULL;
	}
	if (!t)
		t = hash__new(&p->threads, sizeof(*t), tid);
	if (t)
		t->call = call;
	return t;
}

static const struct rec_more *part_at(const struct thread_parts *t, size_t at)
{
	return at < t->records.len ? (const struct rec_more *)(t->records.p + at) : NULL;
}

/* An op was restarted: removes parts with this number and higher ones. */
static void take_back(struct call_parts *p, struct thread_parts *t, uint32_t number)
{
	const struct rec_more *r;
	size_t at = 0;

	if (!t->records.len || number > t->last)
		return;
	for (t->last = 0; (r = part_at(t, at)) && r->number < number; at += r->rec.len)
		t->last = r->number;
	p->bytes -= t->records.len - at;
	t->records.len = at;
}

static void add(struct call_parts *p, uint32_t tid, const struct rec_more *r)
{
	struct thread_parts *t = need(p, tid, r->call);

	if (!t) {
		p->short_of_room = true;
		return;
	}
	take_back(p, t, r->number);
	if (t->records.len + r->rec.len > CALL_PARTS_MAX || p->bytes + r->rec.len > CALL_PARTS_ALL || !buf__reserve(&t->records, r->rec.len)) {
		p->short_of_room = true;
		t->records.failed = false;
		return;
	}
	buf__add(&t->records, r, r->rec.len);
	p->bytes += r->rec.len;
	t->last = r->number;
}

/* The thread has a new tid; parts of its execve came with the old one. */
static void renumber(struct call_parts *p, uint32_t from, uint32_t to)
{
	struct thread_parts *old = from == to ? NULL : find(p, from), *t = find(p, to);
	struct buf later = {};
	const struct rec_more *r;

	if (!old)
		return;
	hash__remove(&p->threads, &old->node);
	if (t && t->call == old->call) {
		later = t->records;
		t->records = (struct buf){};
	}
	drop(p, t);
	if (!hash__add(&p->threads, &old->node, to)) {
		p->bytes -= old->records.len;
		buf__free(&old->records);
		free(old);
		old = NULL;
	}
	p->bytes -= later.len;
	for (size_t at = 0; old && at < later.len; at += r->rec.len) {
		r = (const struct rec_more *)(later.p + at);
		add(p, to, r);
	}
	buf__free(&later);
}

void call_parts__follow(struct call_parts *p, const struct rec *rec)
{
	if (rec->type == REC_MORE)
		add(p, rec->tid, (const struct rec_more *)rec);
	else if (rec->type == REC_EXEC && p->threads.n)
		renumber(p, ((const struct rec_exec *)rec)->old_tid, rec->tid);
	else if (rec->type == REC_EXIT && p->threads.n)
		drop(p, find(p, rec->tid));
}

/* -- Assembly ------------------------------------------------------------------------------------------------ */

/* The chunk at `at`; NULL: it exceeds `end`. *next: the beginning of the one after it. */
static const struct chunk *chunk_in(const uint8_t *at, const uint8_t *end, const uint8_t **next)
{
	const struct chunk *k = (const struct chunk *)at;
	size_t room = (size_t)(end - at);

	if (room < sizeof(*k) || k->len > room - sizeof(*k))
		return NULL;
	room -= sizeof(*k) + k->len;
	*next = at + sizeof(*k) + k->len + (-(size_t)k->len % REC_ALIGN <= room ? -(size_t)k->len % REC_ALIGN : room);
	return k;
}

/* The call's PART_MORE chunk. false: it has none. */
static bool find_more(const struct rec_call *c, struct chunk_more *more)
{
	const uint8_t *p = (const uint8_t *)c + c->fixed, *end = (const uint8_t *)c + c->rec.len;
	const struct chunk *k;
	bool found = false;

	if (c->fixed < sizeof(*c) || c->fixed > c->rec.len)
		return false;
	while ((k = chunk_in(p, end, &p)))
		if ((k->part & PART_MASK) == PART_MORE && k->len >= sizeof(*more)) {
			memcpy(more, k + 1, sizeof(*more));
			found = true;
		}
	return found;
}

/* The last chunk, which continues in the next part. */
struct open_chunk {
	bool is;
	size_t at;		/* in `whole` */
	uint32_t part;		/* number of the part with its next piece */
};

static struct chunk *chunk_of(const struct call_parts *p, const struct open_chunk *o)
{
	return (struct chunk *)(p->whole.p + o->at);
}

static bool goes_on(const struct chunk *a, const struct chunk *b)
{
	return b->status & CHUNK_REST && a->arg == b->arg && a->part == b->part && a->addr + a->len == b->addr &&
	       !((a->status ^ b->status) & (CHUNK_LATE | CHUNK_OUT));
}

static void put(struct call_parts *p, struct open_chunk *o, const struct chunk *k)
{
	o->at = p->whole.len;
	buf__add(&p->whole, k, sizeof(*k) + k->len);
	if (!p->whole.failed)
		chunk_of(p, o)->status &= (uint8_t)~(CHUNK_MORE | CHUNK_REST);
}

static void extend(struct call_parts *p, const struct open_chunk *o, const struct chunk *k)
{
	p->whole.len = o->at + sizeof(*k) + chunk_of(p, o)->len;	/* without padding */
	buf__add(&p->whole, k + 1, k->len);
	if (p->whole.failed)
		return;
	chunk_of(p, o)->len += k->len;
	chunk_of(p, o)->status = k->status & (uint8_t)~(CHUNK_MORE | CHUNK_REST);
}

/* Adds the chunks of one part. false: a piece before it is missing. */
static bool take_part(struct call_parts *p, const struct rec_more *r, struct open_chunk *o)
{
	const uint8_t *at = (const uint8_t *)r->chunks, *end = (const uint8_t *)r + r->rec.len;
	bool expected = o->is, whole = !expected;
	const struct chunk *k;

	for (o->is = false; (k = chunk_in(at, end, &at)) && !p->whole.failed; expected = false) {
		if (expected && o->part == r->number && goes_on(chunk_of(p, o), k)) {
			extend(p, o, k);
			whole = true;
		} else if (k->status & CHUNK_REST) {
			o->is = whole = false;
			continue;
		} else {
			put(p, o, k);
		}
		buf__pad(&p->whole, REC_ALIGN);
		o->is = k->status & CHUNK_MORE;
		o->part = r->number + 1;
	}
	return whole;
}

/* Adds all parts up to `end`. false: some are missing. */
static bool take_parts(struct call_parts *p, const struct thread_parts *t, uint32_t end)
{
	struct open_chunk open = {};
	const struct rec_more *r;
	uint32_t expected = 0;
	bool whole = true;

	for (size_t at = 0; (r = part_at(t, at)) && r->number < end; at += r->rec.len) {
		whole &= r->number == expected;
		whole &= take_part(p, r, &open);
		expected = r->number + 1;
	}
	return whole && expected == end && !open.is;
}

static const struct rec_call *join(struct call_parts *p, const struct rec_call *call, const struct thread_parts *t, uint32_t end)
{
	struct rec_call *c;
	bool whole;

	p->whole.len = 0;
	p->whole.failed = false;
	if (!buf__reserve(&p->whole, call->rec.len + t->records.len)) {
		p->short_of_room = true;
		return call;
	}
	buf__add(&p->whole, call, call->rec.len);
	whole = take_parts(p, t, end);
	if (p->whole.failed)
		return call;
	c = (struct rec_call *)p->whole.p;
	c->rec.len = (uint32_t)p->whole.len;
	if (!whole)
		c->flags |= CALL_SHORT;
	return c;
}

const struct rec_call *call_parts__join_any(struct call_parts *p, const struct rec_call *call)
{
	struct thread_parts *t = find(p, call->rec.tid);
	struct chunk_more more;

	if (!t)
		return call;
	if (find_more(call, &more) && more.call == t->call)
		call = join(p, call, t, more.parts);
	if (call->rec.type == REC_CALL)
		drop(p, t);
	return call;
}

void call_parts__dump(const struct call_parts *p, uint64_t ts, struct buf *records)
{
	struct rec_more *r;

	HASH_EACH(&p->threads, struct thread_parts, t) {
		size_t begin = records->len;

		buf__add(records, t->records.p, t->records.len);
		for (size_t at = begin; !records->failed && at < records->len; at += r->rec.len) {
			r = (struct rec_more *)(records->p + at);
			r->rec.ts = ts;
		}
	}
}

void call_parts__free(struct call_parts *p)
{
	HASH_EACH(&p->threads, struct thread_parts, t)
		drop(p, t);
	hash__free(&p->threads);
	buf__free(&p->whole);
	*p = (struct call_parts){};
}
