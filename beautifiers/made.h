/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * made.h - structures behind ioctl's requests, from the kernel's headers (structs/gen): compact tables, from which struct shape
 * is made when it is first used. There are no pointers in them, so that they cost nothing at start.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "row.h"
#include "shape.h"

enum made_flag {
	MADE_ARRAY = 1 << 0,	/* elements of `shape` */
	MADE_LEADS = 1 << 1,	/* a pointer that is followed */
	MADE_IF_SET = 1 << 2,
	MADE_IN = 1 << 3,
	MADE_OUT = 1 << 4,
	MADE_BRIEF = 1 << 5,
	MADE_BRIEF_IF = 1 << 6,	/* brief if the field of `cond` is not 0 */
	MADE_OURS = 1 << 7,
	MADE_AGAIN = 1 << 8,
	MADE_ON_ERROR = 1 << 9,
	MADE_WITH_RESULT = 1 << 10,
	MADE_DETAIL = 1 << 11,
	MADE_WHOLE = 1 << 12,
	MADE_CHANGES = 1 << 13,
	MADE_LATE = 1 << 14,
	MADE_CHANGED = 1 << 15,
	MADE_UNNAMED = 1 << 16,
	MADE_REST = 1 << 17,	/* a flexible array member, as far as the structure was captured */
};

struct made_field {
	uint32_t name;			/* in made_names */
	uint32_t flags;			/* enum made_flag */
	uint16_t offset, size;
	uint16_t shape;			/* in made_shapes, from 1; 0: none */
	uint16_t list, list2;		/* in made_lists, from 1 */
	uint16_t cond;			/* in made_conds, from 1 */
	uint16_t count_at;
	uint8_t kind;			/* in made_kinds */
	uint8_t count_size;
	uint8_t bit, bits;
	uint8_t first;
	uint8_t len_how, len_with;	/* as in struct field */
	uint16_t unit;
	uint8_t strace;			/* in made_kinds, from 1: in strace's format; 0: `kind` */
};

struct made_shape {
	uint32_t name, first;
	uint16_t size, n;
	bool bare, abridge, joined, again, more, direct, dated, partial;
	uint8_t shown, strace;		/* in made_shown, from 1: shapes in C whose show() is used, always or in strace's format */
};

#define MADE_SETS 4

/* The layouts of a type: of 64-bit ABIs, of i386, of x32, of arm. 0: not known */
struct made_entry {
	uint32_t name;
	uint16_t shape[MADE_SETS];
	uint8_t dir;			/* bit 0: the program passes it; bit 1: the kernel fills it */
	bool machine;			/* other machines may have another layout */
	bool noted;			/* preferred to others of its number */
	bool beyond;			/* strace does not know it */
};

extern const char made_names[];
extern const struct made_field made_fields[];
extern const struct made_shape made_shapes[];
extern const unsigned made_nshapes;
extern const struct field_cond made_conds[];
extern const struct made_entry made_requests[];	/* by name */
extern const unsigned made_nrequests;
extern const struct made_entry made_types[];	/* of rows that have a type from here: shape.made is 1 + an index */
extern const struct kind *const made_kinds[];
extern const struct flag_table *const made_lists[];
extern const struct shape *const made_shown[];

/* The layout for an ABI; if there is none, one without fields. */
const struct shape *made__shape(unsigned made, enum abi abi);
const struct shape *made__layout(const struct made_entry *e, enum abi abi);
/* Which of the layouts an ABI has. */
unsigned made__set(enum abi abi);
/* What the headers say about a request of ioctl, to a driver or (NULL) one that is not known, in this ABI; NULL: nothing. */
const struct made_entry *made__request(enum abi abi, uint32_t cmd, const char *driver);
