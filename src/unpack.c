// SPDX-License-Identifier: BSD-2-Clause
/*
 * unpack.c - the reader's half: every length and offset that a block states is checked before it is used.
 *
 * Invariant: slots[] holds offsets of whole records below `len`, plus 1.
 */
#include <string.h>

#include "pack.h"
#include "varint.h"

void unpacker__begin(struct unpacker *u, uint8_t *raw, size_t size, uint64_t first)
{
	memset(u->slots, 0, sizeof(u->slots));
	u->raw = raw;
	u->len = 0;
	u->size = size;
	u->ts = first;
}

static bool get(struct unpacker *u, enum stream s, uint64_t *v)
{
	return varint__get(&u->p[s], u->end[s], v);
}

static bool is_call(const struct rec *r)
{
	return r->type == REC_CALL || r->type == REC_PENDING;
}

/* A number that has changed is in the stream, another is the reference's. */
static uint64_t number(struct unpacker *u, unsigned mask, unsigned bit, uint64_t was, bool *ok)
{
	uint64_t v = was;

	if (mask >> bit & 1)
		*ok &= get(u, STREAM_NUMBER, &v);
	return v;
}

static uint64_t delta(struct unpacker *u, unsigned mask, unsigned bit, uint64_t was, bool *ok)
{
	uint64_t v;

	if (!(mask >> bit & 1))
		return was;
	*ok &= get(u, STREAM_NUMBER, &v);
	return *ok ? was + (uint64_t)unzigzag(v) : 0;
}

static bool get_rec(struct unpacker *u, unsigned mask, const struct rec *ref, struct rec *r)
{
	bool ok = true;
	uint64_t type = number(u, mask, FIELD_TYPE, ref->type, &ok);
	uint64_t words = number(u, mask, FIELD_LEN, ref->len / REC_ALIGN, &ok);
	uint64_t cpu = number(u, mask, FIELD_CPU, ref->cpu, &ok);
	uint64_t tid = number(u, mask, FIELD_TID, ref->tid, &ok);
	uint64_t tgid = number(u, mask, FIELD_TGID, ref->tgid, &ok);

	if (!ok || words > REC_MAX / REC_ALIGN || words * REC_ALIGN < sizeof(*r) || words * REC_ALIGN > u->size - u->len)
		return false;
	r->len = (uint32_t)(words * REC_ALIGN);
	r->type = (uint16_t)type;
	r->cpu = (uint16_t)cpu;
	r->tid = (uint32_t)tid;
	r->tgid = (uint32_t)tgid;
	return true;
}

static const struct rec_call no_call;

/* What behind struct rec is numbers. Returns the bytes that the head of the record takes, 0: it makes no sense. */
static size_t get_call(struct unpacker *u, unsigned mask, const struct rec *ref_rec, struct rec_call *c)
{
	const struct rec_call *ref = is_call(ref_rec) ? (const struct rec_call *)ref_rec : &no_call;
	uint64_t word = ref->nr | (uint64_t)ref->abi << 16 | (uint64_t)ref->nargs << 24 | (uint64_t)ref->flags << 32 |
			(uint64_t)ref->fixed << 48;
	bool ok = c->rec.len >= sizeof(*c);
	uint64_t dur;
	size_t head;

	if (!ok || !get(u, STREAM_TIME, &dur))
		return 0;
	c->dur = dur;
	word = number(u, mask, FIELD_CALL, word, &ok);
	c->nr = (uint16_t)word;
	c->abi = (uint8_t)(word >> 16);
	c->nargs = (uint8_t)(word >> 24);
	c->flags = (uint16_t)(word >> 32);
	c->fixed = (uint16_t)(word >> 48);
	c->ret = (int64_t)delta(u, mask, FIELD_RET, (uint64_t)ref->ret, &ok);
	head = sizeof(*c) + c->nargs * sizeof(uint64_t);
	if (!ok || c->nargs > CALL_ARGS || head > c->rec.len)
		return 0;
	for (unsigned i = 0; i < c->nargs; i++)
		c->args[i] = delta(u, mask, FIELD_ARG0 + i, i < ref->nargs ? ref->args[i] : 0, &ok);
	return ok ? head : 0;
}

static size_t head_len(const struct rec *r)
{
	return is_call(r) ? sizeof(struct rec_call) + ((const struct rec_call *)r)->nargs * sizeof(uint64_t) : sizeof(*r);
}

static bool get_tail(struct unpacker *u, unsigned mask, const struct rec *ref, struct rec *r, size_t head)
{
	size_t len = r->len - head, ref_head = head_len(ref);
	uint8_t *tail = (uint8_t *)r + head;

	if (mask >> FIELD_TAIL & 1) {
		if ((size_t)(u->end[STREAM_BYTES] - u->p[STREAM_BYTES]) < len)
			return false;
		memcpy(tail, u->p[STREAM_BYTES], len);
		u->p[STREAM_BYTES] += len;
		return true;
	}
	if (ref->len - ref_head != len)
		return false;
	memcpy(tail, (const uint8_t *)ref + ref_head, len);
	return true;
}

static bool get_record(struct unpacker *u, struct rec *r)
{
	static const struct rec none = { .len = sizeof(struct rec) };
	const struct rec *ref = &none;
	size_t head = sizeof(*r);
	uint64_t slot, mask, ts;

	if (!get(u, STREAM_CONTROL, &slot) || !get(u, STREAM_CONTROL, &mask) || slot >= BLOCK_SLOTS || mask >> FIELD_BITS)
		return false;
	if (u->slots[slot])
		ref = (const struct rec *)(u->raw + u->slots[slot] - 1);
	if (!get_rec(u, (unsigned)mask, ref, r))
		return false;
	if (is_call(r)) {
		head = get_call(u, (unsigned)mask, ref, (struct rec_call *)r);
		if (!head)
			return false;
	}
	if (!get_tail(u, (unsigned)mask, ref, r, head) || !get(u, STREAM_TIME, &ts))
		return false;
	r->ts = u->ts += ts;
	u->slots[slot] = (uint32_t)u->len + 1;
	return true;
}

struct rec *unpacker__next(struct unpacker *u, bool *bad)
{
	struct rec *r = (struct rec *)(u->raw + u->len);

	*bad = false;
	if (u->len == u->size && u->p[STREAM_CONTROL] == u->end[STREAM_CONTROL])
		return NULL;
	*bad = u->size - u->len < sizeof(*r) || !get_record(u, r);
	if (*bad)
		return NULL;
	u->len += r->len;
	return r;
}
