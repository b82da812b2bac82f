// SPDX-License-Identifier: BSD-2-Clause
/*
 * unpack.c - unpacking: every length and offset in a block is checked before it is used.
 *
 * Invariant: slots[] has offsets, plus 1, of complete records below `len`; all records of a slot are of one kind.
 */
#include <string.h>

#include "lib/varint.h"
#include "pack.h"

void unpacker__begin(struct unpacker *u, uint8_t *raw, size_t size, uint64_t first)
{
	memset(u->slots, 0, sizeof(u->slots));
	u->raw = raw;
	u->len = 0;
	u->skipped = 0;
	u->size = size;
	u->ts = first;
}

static bool get(struct unpacker *u, enum stream s, uint64_t *v)
{
	return varint__get(&u->p[s], u->end[s], v);
}

static size_t room(const struct unpacker *u)
{
	return u->size - u->len - u->skipped;
}

/* A number: from the stream if it has changed, else that of the previous record. */
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

	if (!ok || words > REC_MAX / REC_ALIGN || words * REC_ALIGN < sizeof(*r) || words * REC_ALIGN > room(u))
		return false;
	r->len = (uint32_t)(words * REC_ALIGN);
	r->type = (uint16_t)type;
	r->cpu = (uint16_t)cpu;
	r->tid = (uint32_t)tid;
	r->tgid = (uint32_t)tgid;
	return true;
}

static const struct rec_call no_call;

/* Reads a call's numbers. Returns the length of struct rec_call with its arguments; 0: invalid. */
static size_t get_call(struct unpacker *u, unsigned mask, const struct rec *ref_rec, struct rec_call *c)
{
	const struct rec_call *ref = rec__has_numbers(ref_rec) ? (const struct rec_call *)ref_rec : &no_call;
	uint64_t word, dur;
	bool ok = c->rec.len >= sizeof(*c);
	size_t head;

	if (!ok || !get(u, STREAM_TIME, &dur))
		return 0;
	c->dur = dur;
	word = number(u, mask, FIELD_CALL, rec_call__word(ref), &ok);
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

/* Records that share a slot must be of one kind. */
static bool same_kind(const struct rec *r, const struct rec *ref)
{
	const struct rec_call *c = (const struct rec_call *)r, *d = (const struct rec_call *)ref;

	return r->type == ref->type && (!rec__has_numbers(r) || (c->nr == d->nr && c->abi == d->abi && c->nargs == d->nargs));
}

static bool is_wanted(const struct unpacker *u, const struct rec *r)
{
	const struct rec_call *c = (const struct rec_call *)r;

	return !u->want || !rec__has_numbers(r) || c->abi >= ABI_COUNT || syscall_set__has(u->want, (enum abi)c->abi, c->nr);
}

/* The next `len` bytes. false: there are not so many. */
static bool take_bytes(struct unpacker *u, size_t len, const uint8_t **bytes)
{
	*bytes = u->p[STREAM_BYTES];
	if ((size_t)(u->end[STREAM_BYTES] - *bytes) < len)
		return false;
	u->p[STREAM_BYTES] += len;
	return true;
}

static bool skip_numbers(struct unpacker *u, unsigned n)
{
	const uint8_t *p = u->p[STREAM_NUMBER], *end = u->end[STREAM_NUMBER];

	for (; n && p < end; p++)
		n -= !(*p & 0x80);
	u->p[STREAM_NUMBER] = p;
	return !n;
}

#define NUMBER_BITS (((1u << FIELD_BITS) - 1) & ~(1u << FIELD_TAIL))

/* Skips a call of a kind that is not wanted: only its length and time matter. */
static bool skip_call(struct unpacker *u, struct unpack_slot *slot, unsigned mask)
{
	const struct rec_call *first = (const struct rec_call *)(u->raw + slot->at - 1);
	size_t head = sizeof(*first) + first->nargs * sizeof(uint64_t);
	uint64_t words = slot->skipped / REC_ALIGN, dur, ts;
	const uint8_t *tail;
	size_t len;

	if (mask >> FIELD_TYPE & 1 || (mask >> FIELD_LEN & 1 && !get(u, STREAM_NUMBER, &words)) || words > REC_MAX / REC_ALIGN)
		return false;
	len = words * REC_ALIGN;
	if (len < head || len > room(u) || !skip_numbers(u, (unsigned)__builtin_popcount(mask & NUMBER_BITS & ~(1u << FIELD_LEN))))
		return false;
	if (mask >> FIELD_TAIL & 1 && !take_bytes(u, len - head, &tail))
		return false;
	if (!get(u, STREAM_TIME, &dur) || !get(u, STREAM_TIME, &ts))
		return false;
	u->ts += ts;
	u->skipped += len;
	slot->skipped = (uint32_t)len;
	return true;
}

static bool get_tail(struct unpacker *u, unsigned mask, const struct rec *ref, struct rec *r, size_t head)
{
	size_t len = r->len - head, ref_head = rec__numbers_len(ref);
	const uint8_t *tail = (const uint8_t *)ref + ref_head;

	if (mask >> FIELD_TAIL & 1 ? !take_bytes(u, len, &tail) : ref->len - ref_head != len)
		return false;
	memcpy((uint8_t *)r + head, tail, len);
	return true;
}

#define LIKE_BITS (1u << FIELD_TAIL | 1u << FIELD_RET | 1u << FIELD_CPU | ((1u << CALL_ARGS) - 1) << FIELD_ARG0)

/* Is it a call that differs from the slot's last one in what most differ in: times, CPU, arguments, result, memory of the same length? */
static bool is_like(const struct unpacker *u, const struct unpack_slot *slot, unsigned mask)
{
	return !(mask & ~LIKE_BITS) && slot->at && rec__has_numbers((const struct rec *)(u->raw + slot->at - 1));
}

/* What get_record() does, for such a call: the last one is copied, and changed. It was checked when it was unpacked. */
static bool get_like(struct unpacker *u, struct unpack_slot *slot, unsigned mask, struct rec_call *c)
{
	const struct rec_call *ref = (const struct rec_call *)(u->raw + slot->at - 1);
	size_t head = sizeof(*ref) + ref->nargs * sizeof(uint64_t), len = ref->rec.len;
	bool has_tail = mask >> FIELD_TAIL & 1;
	const uint8_t *tail;
	uint64_t v, ts;

	if (len > room(u))
		return false;
	memcpy(c, ref, has_tail ? head : len);
	if (mask >> FIELD_CPU & 1) {
		if (!get(u, STREAM_NUMBER, &v))
			return false;
		c->rec.cpu = (uint16_t)v;
	}
	if (mask >> FIELD_RET & 1) {
		if (!get(u, STREAM_NUMBER, &v))
			return false;
		c->ret = (int64_t)((uint64_t)c->ret + (uint64_t)unzigzag(v));
	}
	for (unsigned args = mask >> FIELD_ARG0 & ((1u << c->nargs) - 1); args; args &= args - 1) {
		if (!get(u, STREAM_NUMBER, &v))
			return false;
		c->args[__builtin_ctz(args)] += (uint64_t)unzigzag(v);
	}
	if (has_tail) {
		if (!take_bytes(u, len - head, &tail))
			return false;
		memcpy((uint8_t *)c + head, tail, len - head);
	}
	if (!get(u, STREAM_TIME, &v) || !get(u, STREAM_TIME, &ts))
		return false;
	c->dur = v;
	c->rec.ts = u->ts += ts;
	slot->at = (uint32_t)u->len + 1;
	u->len += len;
	return true;
}

/* Unpacks one record at `r`. */
static bool get_record(struct unpacker *u, struct unpack_slot *slot, unsigned mask, struct rec *r)
{
	static const struct rec none = { .len = sizeof(struct rec) };
	const struct rec *ref = slot->at ? (const struct rec *)(u->raw + slot->at - 1) : &none;
	size_t head = sizeof(*r);
	uint64_t ts;

	if (room(u) < sizeof(*r) || !get_rec(u, mask, ref, r))
		return false;
	if (rec__has_numbers(r)) {
		head = get_call(u, mask, ref, (struct rec_call *)r);
		if (!head)
			return false;
	}
	if ((slot->at && !same_kind(r, ref)) || !get_tail(u, mask, ref, r, head) || !get(u, STREAM_TIME, &ts))
		return false;
	r->ts = u->ts += ts;
	slot->at = (uint32_t)u->len + 1;
	slot->skipped = is_wanted(u, r) ? 0 : r->len;
	u->len += r->len;
	return true;
}

static bool get_next(struct unpacker *u, struct unpack_slot *slot, unsigned mask, struct rec *r)
{
	if (slot->skipped)
		return skip_call(u, slot, mask);
	if (is_like(u, slot, mask))
		return get_like(u, slot, mask, (struct rec_call *)r);
	return get_record(u, slot, mask, r);
}

struct rec *unpacker__next(struct unpacker *u, bool *bad)
{
	uint64_t slot, mask;

	*bad = false;
	while (u->p[STREAM_CONTROL] < u->end[STREAM_CONTROL]) {
		struct rec *r = (struct rec *)(u->raw + u->len);

		*bad = true;
		if (!get(u, STREAM_CONTROL, &slot) || !get(u, STREAM_CONTROL, &mask) || slot >= BLOCK_SLOTS || mask >> FIELD_BITS)
			return NULL;
		if (!get_next(u, &u->slots[slot], (unsigned)mask, r))
			return NULL;
		*bad = false;
		if (!u->slots[slot].skipped)
			return r;
	}
	*bad = room(u);
	return NULL;
}
