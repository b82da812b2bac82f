// SPDX-License-Identifier: BSD-2-Clause
/* swap.c - swaps members by the table of record types; repeated parts by functions for their types. */
#include "swap.h"

#include <stdint.h>
#include <string.h>

#include "aggregate/tally.h"
#include "record_types.h"

static void swap_number(uint8_t *p, unsigned size)
{
	for (unsigned i = 0; i < size / 2; i++) {
		uint8_t t = p[i];

		p[i] = p[size - 1 - i];
		p[size - 1 - i] = t;
	}
}

/* Swaps the members that lie within `len` bytes. */
static void swap_members(uint8_t *base, size_t len, const struct record_member *m)
{
	for (; m->size; m++)
		for (unsigned n = 0; n < m->count && m->size > 1; n++)
			if (m->at + (n + 1) * m->size <= len)
				swap_number(base + m->at + n * m->size, m->size);
}

static void swap_sets(struct rec_select *r)
{
	uint8_t *p = (uint8_t *)r->sets, *end = (uint8_t *)r + r->rec.len;

	for (unsigned i = 0; i < r->nsets && (size_t)(end - p) >= sizeof(struct select_set); i++) {
		struct select_set *set = (struct select_set *)p;

		swap_number((uint8_t *)&set->abi, sizeof(set->abi));
		for (unsigned n = 0; n < sizeof(set->bits) / sizeof(set->bits[0]); n++)
			swap_number((uint8_t *)&set->bits[n], sizeof(set->bits[n]));
		p += sizeof(*set);
	}
}

/* Addresses and registers; the copy of the stack stays as it was in memory. */
static void swap_words(struct rec_stack *r)
{
	size_t n = (size_t)r->nkernel + r->nuser + r->nregs, room = (r->rec.len - sizeof(*r)) / sizeof(uint64_t);

	for (size_t i = 0; i < n && i < room; i++)
		swap_number((uint8_t *)&r->words[i], sizeof(r->words[i]));
}

static void swap_pidns(struct rec_pidns *r)
{
	for (uint8_t *p = (uint8_t *)r->numbers, *end = (uint8_t *)r + r->rec.len; p < end; p += sizeof(uint32_t))
		swap_number(p, sizeof(uint32_t));
}

static void swap_buckets(struct rec_tally *r)
{
	const struct tally_path *path = tally__path(r);
	uint8_t *p = (uint8_t *)r->buckets, *end = path ? (uint8_t *)&path->path : (uint8_t *)r + r->rec.len;

	for (; p < end; p += sizeof(uint64_t))
		swap_number(p, sizeof(uint64_t));
}

static void swap_chunks(uint8_t *p, const uint8_t *end)
{
	while (end - p >= (ptrdiff_t)sizeof(struct chunk)) {
		struct chunk k;

		swap_members(p, sizeof(k), chunk_members);
		memcpy(&k, p, sizeof(k));
		p += sizeof(k);
		if (k.len > (size_t)(end - p))
			return;
		if ((k.part & PART_MASK) == PART_FDINFO)
			swap_members(p, k.len, fdinfo_members);
		if ((k.part & PART_MASK) == PART_PATH)
			swap_members(p, k.len, file_path_members);
		if ((k.part & PART_MASK) == PART_MORE)
			swap_members(p, k.len, chunk_more_members);
		p += (k.len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	}
}

static void swap_call(struct rec_call *c)
{
	if (c->fixed >= sizeof(*c) && c->fixed <= c->rec.len)
		swap_chunks((uint8_t *)c + c->fixed, (uint8_t *)c + c->rec.len);
}

void rec__swap(struct rec *r)
{
	if (r->type == REC_CALL || r->type == REC_PENDING) {	/* its numbers come from the unpacker, and are native */
		swap_call((struct rec_call *)r);
		return;
	}
	swap_members((uint8_t *)r, r->len, record_types[r->type].members);
	switch (r->type) {
	case REC_FD: swap_members((uint8_t *)&((struct rec_fd *)r)->info, sizeof(struct fdinfo), fdinfo_members); break;
	case REC_PEER: swap_members((uint8_t *)&((struct rec_peer *)r)->info, sizeof(struct fdinfo), fdinfo_members); break;
	case REC_SELECT: swap_sets((struct rec_select *)r); break;
	case REC_STACK: swap_words((struct rec_stack *)r); break;
	case REC_MORE: swap_chunks((uint8_t *)((struct rec_more *)r)->chunks, (uint8_t *)r + r->len); break;
	case REC_TALLY: swap_buckets((struct rec_tally *)r); break;
	case REC_PIDNS: swap_pidns((struct rec_pidns *)r); break;
	}
}
