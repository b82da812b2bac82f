/* SPDX-License-Identifier: BSD-2-Clause */
/* counts.h - the numbers of a recording's records and calls: from its blocks' headers and summaries, or record by record. */
#pragma once

#include "file_reader.h"
#include "lib/hash.h"
#include "record_types.h"
#include "syscalltbl/syscalltbl.h"

struct origin;

struct counts {
	const struct origin *origin;	/* the recording's header; borrowed */
	uint64_t size;			/* bytes of the file */
	uint64_t blocks, raw;		/* raw: bytes of their records, unpacked; 0: not known */
	uint64_t records, lost;
	uint64_t first, last;		/* ns: times of records */
	uint64_t of[RECORD_COUNTS];	/* records, by enum record_count */
	uint64_t tallied;		/* calls that were counted instead of recorded (REC_TALLY) */
	uint64_t calls[ABI_COUNT][SYSCALL_SET_BITS];	/* those of COUNT_CALL and these, by ABI and slot */
	struct hash threads;		/* by tid */
};

void counts__add_block(struct counts *c, const struct block *b);
void counts__add_record(struct counts *c, const struct rec *rec);
/* Only its calls: as a record it is one of its block. */
void counts__add_tally(struct counts *c, const struct rec_tally *r);
void counts__free(struct counts *c);
