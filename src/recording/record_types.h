/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * record_types.h - what is known of each type of record (bpf/wire.h): its name, its least length, where its members are. Whoever reads
 * records, swaps bytes or counts goes by this table, and trace.data(5) is checked against it.
 */
#ifndef TRACE_RECORD_TYPES_H
#define TRACE_RECORD_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

#define RECORD_TYPES 32		/* more than there are */

/* Numbers, or bytes that have no order: `count` of `size` bytes each. Padding is no member. */
struct record_member {
	uint16_t at;
	uint8_t size;		/* 1: bytes; otherwise numbers in the byte order of the recorder */
	uint8_t count;
};

/* What a count of records adds to. */
enum record_count { COUNT_OTHER, COUNT_CALL, COUNT_SIGNAL, COUNT_EXIT, COUNT_EVENT };

struct record_type {
	const char *name;			/* as trace.data(5) has it; NULL: there is no such type */
	uint32_t least;				/* bytes: a shorter one is not looked at */
	uint8_t counts;				/* enum record_count */
	bool made_by_merge;			/* it is in no file */
	const struct record_member *members;	/* up to one of size 0; without struct rec's and what is repeated behind them */
};

extern const struct record_type record_types[RECORD_TYPES];
extern const struct record_member fdinfo_members[], file_path_members[], chunk_more_members[], chunk_members[];

/* Is the type known, and the record not too short for it? */
static inline bool record_type__fits(const struct rec *r)
{
	return r->type < RECORD_TYPES && record_types[r->type].name && r->len >= record_types[r->type].least;
}

#endif
