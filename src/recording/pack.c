// SPDX-License-Identifier: BSD-2-Clause
/*
 * pack.c - packing: differences between records, and a block's summary.
 *
 * Invariant: streams cannot overflow: a record of n bytes adds less than 2 n to each, and at most BLOCK_RAW bytes of records and one
 * more record are packed at once.
 */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "lib/varint.h"

#define HASH_SIZE 8192		/* twice BLOCK_SLOTS */

struct kind {			/* of records: those of one kind share a slot */
	uint64_t key;
	uint32_t block;		/* the block in which it was used last */
	uint32_t slot;
	uint32_t at;		/* its last record */
	uint32_t count;
};

struct packer {
	uint8_t *stream[STREAMS], *end[STREAMS];
	uint8_t *summary;
	uint32_t block;
	uint32_t nslots;
	uint64_t ts;
	struct kind kinds[HASH_SIZE];
	struct kind *slots[BLOCK_SLOTS];
};

#define STREAM_ROOM BLOCK_RAW_MAX
#define SUMMARY_ROOM (BLOCK_SLOTS * 32 + 64)
#define BLOCK_RAW (BLOCK_RAW_MAX / 2 - REC_MAX)

struct packer *packer__new(void)
{
	struct packer *p = calloc(1, sizeof(*p));
	bool ok = p;

	for (int i = 0; p && i < STREAMS; i++)
		ok = (p->stream[i] = malloc(STREAM_ROOM)) && ok;
	if (p)
		ok = (p->summary = malloc(SUMMARY_ROOM)) && ok;
	if (ok)
		return p;
	packer__free(p);
	return NULL;
}

void packer__free(struct packer *p)
{
	for (int i = 0; p && i < STREAMS; i++)
		free(p->stream[i]);
	if (p)
		free(p->summary);
	free(p);
}

static uint64_t key_of(const struct rec *r)
{
	const struct rec_call *c = (const struct rec_call *)r;
	uint64_t key = r->tid | (uint64_t)(r->type & 0xff) << 56;

	return rec__has_numbers(r) ? key | (uint64_t)c->nr << 32 | (uint64_t)(c->abi & 31) << 48 | (uint64_t)c->nargs << 53 : key;
}

/* The kind of a record; NULL: a new kind, and all slots are used. */
static struct kind *kind_of(struct packer *p, const struct rec *r)
{
	uint64_t key = key_of(r);
	struct kind *k;
	unsigned i = (key * 0x9e3779b97f4a7c15ull) >> 51;

	for (;; i = (i + 1) % HASH_SIZE) {
		k = &p->kinds[i];
		if (k->block != p->block)
			break;
		if (k->key == key)
			return k;
	}
	if (p->nslots == BLOCK_SLOTS)
		return NULL;
	*k = (struct kind){ .key = key, .block = p->block, .slot = p->nslots, .at = UINT32_MAX };
	p->slots[p->nslots++] = k;
	return k;
}

static void put(struct packer *p, enum stream s, uint64_t v)
{
	p->end[s] = varint__put(p->end[s], v);
}

/* Stores a number where it differs from the reference's. Returns its bit of the mask, or 0. */
static unsigned diff(struct packer *p, unsigned field, uint64_t v, uint64_t was)
{
	if (v == was)
		return 0;
	put(p, STREAM_NUMBER, v);
	return 1u << field;
}

/* The same, but the difference is stored. */
static unsigned diff_near(struct packer *p, unsigned field, uint64_t v, uint64_t was)
{
	return v == was ? 0 : diff(p, field, zigzag((int64_t)(v - was)), 0);
}

static unsigned diff_call(struct packer *p, const struct rec_call *c, const struct rec_call *ref)
{
	unsigned mask = diff(p, FIELD_CALL, rec_call__word(c), rec_call__word(ref));

	mask |= diff_near(p, FIELD_RET, (uint64_t)c->ret, (uint64_t)ref->ret);
	for (unsigned i = 0; i < c->nargs; i++)
		mask |= diff_near(p, FIELD_ARG0 + i, c->args[i], i < ref->nargs ? ref->args[i] : 0);
	return mask;
}

static unsigned diff_rec(struct packer *p, const struct rec *r, const struct rec *ref)
{
	unsigned mask = diff(p, FIELD_TYPE, r->type, ref->type);

	mask |= diff(p, FIELD_LEN, r->len / REC_ALIGN, ref->len / REC_ALIGN);
	mask |= diff(p, FIELD_CPU, r->cpu, ref->cpu);
	mask |= diff(p, FIELD_TID, r->tid, ref->tid);
	return mask | diff(p, FIELD_TGID, r->tgid, ref->tgid);
}

static void put_tail(struct packer *p, const uint8_t *tail, size_t len)
{
	memcpy(p->end[STREAM_BYTES], tail, len);
	p->end[STREAM_BYTES] += len;
}

static unsigned diff_tail(struct packer *p, const struct rec *r, const struct rec *ref)
{
	size_t head = rec__numbers_len(r), ref_head = rec__numbers_len(ref);
	size_t len = r->len - head, ref_len = ref->len - ref_head;
	const uint8_t *tail = (const uint8_t *)r + head;

	if (len == ref_len && !memcmp(tail, (const uint8_t *)ref + ref_head, len))
		return 0;
	put_tail(p, tail, len);
	return 1u << FIELD_TAIL;
}

/* Sources make valid records; an invalid one is left out, so that the file stays readable. */
static bool is_sound(const struct rec *r, size_t room)
{
	const struct rec_call *c = (const struct rec_call *)r;

	if (room < sizeof(*r) || r->len < sizeof(*r) || r->len > room || r->len > REC_MAX || r->len % REC_ALIGN)
		return false;
	return !rec__has_numbers(r) || (r->len >= sizeof(*c) && c->nargs <= CALL_ARGS && r->len >= rec__numbers_len(r));
}

static void pack_one(struct packer *p, const struct rec *r, const struct rec *ref, unsigned slot)
{
	static const struct { struct rec_call call; } none = { .call.rec.len = sizeof(struct rec) };
	unsigned mask;

	if (!ref)
		ref = &none.call.rec;
	mask = diff_rec(p, r, ref);
	if (rec__has_numbers(r)) {
		mask |= diff_call(p, (const struct rec_call *)r, (const struct rec_call *)ref);
		put(p, STREAM_TIME, ((const struct rec_call *)r)->dur);
	}
	mask |= diff_tail(p, r, ref);
	put(p, STREAM_TIME, r->ts - p->ts);
	put(p, STREAM_CONTROL, slot);
	put(p, STREAM_CONTROL, mask);
	p->ts = r->ts;
}

static void begin(struct packer *p, struct packed *out, uint64_t first)
{
	p->block++;
	p->nslots = 0;
	p->ts = first;
	for (int i = 0; i < STREAMS; i++)
		p->end[i] = p->stream[i];
	memset(out, 0, sizeof(*out));
	out->header.magic = BLOCK_MAGIC;
	out->header.type = BLOCK_RECORDS;
	out->header.first = first;
}

static void count(struct block_header *h, const struct rec *r)
{
	h->types |= 1ull << (r->type < 63 ? r->type : 63);
	h->records++;
	h->calls += r->type == REC_CALL;
	if (r->type == REC_LOSS && r->len >= sizeof(struct rec_loss))
		h->lost += ((const struct rec_loss *)r)->count;
	h->last = r->ts;
}

static int compare_kinds(const void *a, const void *b)
{
	const struct kind *x = *(struct kind *const *)a, *y = *(struct kind *const *)b;

	return x->key < y->key ? -1 : x->key > y->key;
}

/* The number of elements of a list, which begins with it: a varint of two bytes (14 bits). */
static void put_list_len(uint8_t head[2], unsigned n)
{
	head[0] = (uint8_t)(n | 0x80);
	head[1] = (uint8_t)(n >> 7);
}

/* Stores the number of records of each type; for calls, of each syscall number. */
static uint8_t *put_counts(struct packer *p, uint8_t *at)
{
	uint8_t *head = at;
	unsigned n = 0;

	qsort(p->slots, p->nslots, sizeof(p->slots[0]), compare_kinds);
	at += 2;
	for (unsigned i = 0, j; i < p->nslots; i = j) {
		uint64_t what = p->slots[i]->key >> 32, sum = 0;

		for (j = i; j < p->nslots && p->slots[j]->key >> 32 == what; j++)
			sum += p->slots[j]->count;
		at = varint__put(at, what >> 24);
		if (what >> 24 == REC_CALL || what >> 24 == REC_PENDING)
			at = varint__put(at, what & 0x1fffff);
		at = varint__put(at, sum);
		n++;
	}
	put_list_len(head, n);
	return at;
}

static int compare_threads(const void *a, const void *b)
{
	const struct kind *x = *(struct kind *const *)a, *y = *(struct kind *const *)b;
	uint32_t s = (uint32_t)x->key, t = (uint32_t)y->key;

	return s < t ? -1 : s > t;
}

/* Stores the threads of the records. */
static uint8_t *put_threads(struct packer *p, uint8_t *at, const uint8_t *records)
{
	uint8_t *head = at;
	uint32_t last = 0;
	unsigned n = 0;

	qsort(p->slots, p->nslots, sizeof(p->slots[0]), compare_threads);
	at += 2;
	for (unsigned i = 0; i < p->nslots; i++) {
		const struct rec *r = (const struct rec *)(records + p->slots[i]->at);

		if (!r->tid || r->tid == last || r->type == REC_PIDNS)	/* whose task may not be traced */
			continue;
		at = varint__put(at, r->tid - last);
		at = varint__put(at, r->tgid);
		last = r->tid;
		n++;
	}
	put_list_len(head, n);
	return at;
}

static size_t summarize(struct packer *p, const uint8_t *records)
{
	return (size_t)(put_threads(p, put_counts(p, p->summary), records) - p->summary);
}

static void finish(struct packer *p, struct packed *out, const uint8_t *records)
{
	out->header.summary = summarize(p, records);
	out->summary = p->summary;
	for (int i = 0; i < STREAMS; i++) {
		out->stream[i] = p->stream[i];
		out->header.stored[i] = out->header.unpacked[i] = (uint32_t)(p->end[i] - p->stream[i]);
	}
}

size_t packer__pack(struct packer *p, const uint8_t *records, size_t len, struct packed *out)
{
	size_t at = 0;

	begin(p, out, ((const struct rec *)records)->ts);
	while (at < len && at < BLOCK_RAW) {
		const struct rec *r = (const struct rec *)(records + at);
		struct kind *k;

		if (!is_sound(r, len - at))
			return 0;
		k = kind_of(p, r);
		if (!k)
			break;
		pack_one(p, r, k->at == UINT32_MAX ? NULL : (const struct rec *)(records + k->at), k->slot);
		k->at = (uint32_t)at;
		k->count++;
		count(&out->header, r);
		at += r->len;
	}
	out->header.raw = (uint32_t)at;
	finish(p, out, records);
	return at;
}
