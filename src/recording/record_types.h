/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * record_types.h - the table of record types (bpf/wire.h): name, least length, members. Reading, byte swapping and counting use it, and
 * a test compares trace.data(5) with it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

#define RECORD_TYPES 46		/* above the highest type */

/* A member: `count` numbers of `size` bytes each; size 1: bytes. Padding is no member. */
struct record_member {
	uint16_t at;
	uint8_t size;		/* 1: bytes; otherwise numbers in the byte order of the recorder */
	uint8_t count;
};

/* Which of `trace info`'s counts a record belongs to. */
enum record_count { COUNT_OTHER, COUNT_CALL, COUNT_SIGNAL, COUNT_EXIT, COUNT_EVENT, RECORD_COUNTS };

struct record_type {
	const char *name;			/* as in trace.data(5); NULL: no such type */
	uint32_t least;				/* bytes: shorter records are invalid */
	uint32_t whole;				/* bytes, with members that records of older recordings lack; 0: as `least` */
	uint8_t counts;				/* enum record_count */
	bool made_by_merge;			/* not in files */
	const struct record_member *members;	/* without those of struct rec and repeated ones; ends with size 0 */
};

extern const struct record_type record_types[RECORD_TYPES];
extern const struct record_member fdinfo_members[], file_path_members[], chunk_more_members[], chunk_members[];

/* Is the type known, and the record not too short for it? */
static inline bool record_type__fits(const struct rec *r)
{
	return r->type < RECORD_TYPES && record_types[r->type].name && r->len >= record_types[r->type].least;
}
