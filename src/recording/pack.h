/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.h - records of one block, packed into streams and back.
 *
 * A record is told by how it differs from an earlier one of the same block: the last that used the same slot. The writer
 * gives each kind of call of each thread a slot. Times, numbers and bytes go to streams of their own, because they
 * compress better among their like. trace.data(5) has the details.
 */
#ifndef TRACE_PACK_H
#define TRACE_PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "bpf/wire.h"
#include "format.h"
#include "syscalltbl/syscalltbl.h"

struct packer;

/* A packed block: what its header says, and where its parts are. Valid until the next call. */
struct packed {
	struct block_header header;	/* all but len, crc and compression; stored[] is unpacked[] */
	const uint8_t *summary;
	const uint8_t *stream[STREAMS];
};

struct packer *packer__new(void);		/* NULL: no memory */
void packer__free(struct packer *p);
/* Packs records that lie one behind the other. Returns the bytes taken, which may be less than len. */
size_t packer__pack(struct packer *p, const uint8_t *records, size_t len, struct packed *out);

/* The last record that used a slot. */
struct unpack_slot {
	uint32_t at;			/* offset + 1; 0: none */
	uint32_t skipped;		/* bytes of a call that nobody wants, which was not unpacked; 0: it was */
};

/* What a reader holds of one block. */
struct unpacker {
	struct unpack_slot slots[BLOCK_SLOTS];
	const struct syscall_set *want;	/* calls that are unpacked; NULL: all */
	const uint8_t *p[STREAMS], *end[STREAMS];
	uint8_t *raw;			/* the records so far, in native byte order except for what behind struct rec is not a call's number */
	size_t len, size;
	size_t skipped;			/* bytes of records that were not unpacked */
	uint64_t ts;
};

/* Before that, `want` is set. Begins a block of `size` (at most BLOCK_RAW_MAX) bytes, to be unpacked at `raw`; p and end are set. */
void unpacker__begin(struct unpacker *u, uint8_t *raw, size_t size, uint64_t first);
/* The next record that is wanted, where `raw` has it; NULL: at its end, or with *bad set where the streams make no sense. */
struct rec *unpacker__next(struct unpacker *u, bool *bad);

#endif
