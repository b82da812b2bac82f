/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.h - packs a block's records into streams, and unpacks them.
 *
 * A record is stored as its difference from the last record of the same slot in the block. Each kind of call of each thread has a
 * slot. Times, numbers and bytes are separate streams, because similar data compresses better. trace.data(5) has the details.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bpf/wire.h"
#include "format.h"
#include "syscalltbl/syscalltbl.h"

/* Is it a call? Its numbers are packed one by one, like those of struct rec; other records' are packed as bytes. */
static inline bool rec__has_numbers(const struct rec *r)
{
	return r->type == REC_CALL || r->type == REC_PENDING;
}

/* Length of a record's part that is stored as numbers, not as bytes. */
static inline size_t rec__numbers_len(const struct rec *r)
{
	return rec__has_numbers(r) ? sizeof(struct rec_call) + ((const struct rec_call *)r)->nargs * sizeof(uint64_t) : sizeof(*r);
}

/* FIELD_CALL: several members as one number. */
static inline uint64_t rec_call__word(const struct rec_call *c)
{
	return c->nr | (uint64_t)c->abi << 16 | (uint64_t)c->nargs << 24 | (uint64_t)c->flags << 32 | (uint64_t)c->fixed << 48;
}

struct packer;

/* A packed block: its header, and pointers to its parts, valid until the next call. */
struct packed {
	struct block_header header;	/* all but len, crc and compression; stored[] is unpacked[] */
	const uint8_t *summary;
	const uint8_t *stream[STREAMS];
};

struct packer *packer__new(void);		/* NULL: no memory */
void packer__free(struct packer *p);
/* Packs an array of records. Returns the bytes taken, which may be less than len. */
size_t packer__pack(struct packer *p, const uint8_t *records, size_t len, struct packed *out);

/* The last record that used a slot. */
struct unpack_slot {
	uint32_t at;			/* its offset + 1; 0: none */
	uint32_t skipped;		/* bytes of a call that is not wanted and was not unpacked; 0: it was unpacked */
};

/* The state of unpacking one block. */
struct unpacker {
	struct unpack_slot slots[BLOCK_SLOTS];
	const struct syscall_set *want;	/* calls that are unpacked; NULL: all */
	const uint8_t *p[STREAMS], *end[STREAMS];
	uint8_t *raw;			/* the records so far; struct rec and numbers of calls in native byte order, all else in the recorder's */
	size_t len, size;
	size_t skipped;			/* bytes of records that were not unpacked */
	uint64_t ts;
};

/* Begins a block of `size` (at most BLOCK_RAW_MAX) bytes, to be unpacked at `raw`. The caller has set want, p and end. */
void unpacker__begin(struct unpacker *u, uint8_t *raw, size_t size, uint64_t first);
/* The next wanted record, in `raw`; NULL: at the end, or, with *bad set, if the streams are invalid. */
struct rec *unpacker__next(struct unpacker *u, bool *bad);
