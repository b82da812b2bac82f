// SPDX-License-Identifier: BSD-2-Clause
/* call_record.c - the first chunks that fit stay with the call; each of the others is divided into as many parts as it needs. */
#include "call_record.h"

#include <string.h>

#include "lib/record.h"
#include "pair_event.h"

#define PIECE (REC_MAX - sizeof(struct rec_more) - sizeof(struct chunk))

struct more_chunk {
	struct chunk k;
	struct chunk_more more;
};

/* Bytes of the first chunks: as many as fit into `room`. */
static size_t that_fit(const struct call_memory *c, size_t room)
{
	size_t len = 0, next;

	for (; len < c->len; len = next) {
		next = len + chunk__padded((const struct chunk *)(c->chunks + len));
		if (next > room)
			break;
	}
	return len;
}

/* Bytes of the chunk from `at` on. */
static void make_part(struct record_maker *m, const struct chunk_more *more, const struct chunk *k, uint32_t at)
{
	uint32_t len = k->len - at < PIECE ? k->len - at : PIECE;
	struct rec_more *r = m->make(m, REC_MORE, sizeof(*r) + sizeof(*k) + len);

	if (!r)
		return;
	r->call = more->call;
	r->number = more->parts;
	r->chunks[0] = *k;
	r->chunks[0].len = len;
	r->chunks[0].addr += at;
	if (at)
		r->chunks[0].status |= CHUNK_REST;
	if (at + len < k->len)
		r->chunks[0].status = (r->chunks[0].status & (uint8_t)~CHUNK_STATUS_MASK) | CHUNK_TRUNC | CHUNK_MORE;
	memcpy(r->chunks + 1, (const uint8_t *)(k + 1) + at, len);
}

/* Parts of the chunks from `from` on. */
static void make_parts(struct record_maker *m, struct chunk_more *more, const struct call_memory *c, size_t from)
{
	for (const uint8_t *at = c->chunks + from; at < c->chunks + c->len; at += chunk__padded((const struct chunk *)at)) {
		const struct chunk *k = (const struct chunk *)at;
		uint32_t done = 0;

		do {
			make_part(m, more, k, done);
			more->parts++;
			done += PIECE;
		} while (done < k->len);
	}
}

struct rec_call *call_record__make(struct record_maker *m, uint16_t type, unsigned nargs, const struct call_memory *c)
{
	struct more_chunk parts = { .k = { .arg = CHUNK_RET, .part = PART_MORE, .len = sizeof(parts.more) }, .more.call = c->call };
	size_t fixed = sizeof(struct rec_call) + nargs * sizeof(uint64_t), len = c->len;
	struct rec_call *r;

	if (len > c->most - fixed) {
		len = that_fit(c, c->most - fixed - sizeof(parts));
		make_parts(m, &parts.more, c, len);
	}
	r = m->make(m, type, fixed + len + (parts.more.parts ? sizeof(parts) : 0));
	if (!r)
		return NULL;
	r->nargs = (uint8_t)nargs;
	r->fixed = (uint16_t)fixed;
	if (len)
		memcpy((uint8_t *)r + fixed, c->chunks, len);
	if (parts.more.parts)
		memcpy((uint8_t *)r + fixed + len, &parts, sizeof(parts));
	return r;
}

struct buf_maker {
	struct record_maker maker;
	struct buf *records;
	const struct rec *of;		/* whose time and thread the records have */
};

static void *make_in_buf(struct record_maker *maker, uint16_t type, size_t len)
{
	struct buf_maker *m = (struct buf_maker *)maker;
	struct rec *r;

	len = REC_LEN(len);
	if (!buf__reserve(m->records, len))
		return NULL;
	r = memset(m->records->p + m->records->len, 0, len);
	m->records->len += len;
	*r = *m->of;
	r->type = type;
	r->len = (uint32_t)len;
	return r;
}

void call_record__divide(struct buf *records, const struct rec_call *pending)
{
	struct buf_maker m = { .maker.make = make_in_buf, .records = records, .of = &pending->rec };
	struct call_memory memory = {
		.call = pending->rec.ts, .chunks = (const uint8_t *)pending + pending->fixed, .len = pending->rec.len - pending->fixed,
		.most = REC_MAX / 2,
	};
	struct rec_call *r = call_record__make(&m.maker, REC_PENDING, pending->nargs, &memory);

	if (r)
		memcpy(&r->rec + 1, &pending->rec + 1, pending->fixed - sizeof(r->rec));
}
