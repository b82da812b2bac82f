/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flags.h - names of values: one table for each list in flags/NAME.list.
 *
 * The tables are made at build time (flags/gen, flags/gen-ioctl) from the kernel's UAPI headers and are constant.
 * flags/README describes how to write a list.
 */
#ifndef TRACE_FLAGS_H
#define TRACE_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "syscalltbl/syscalltbl.h"

struct flag {
	uint64_t value;
	uint64_t mask;		/* lists of bits: bits it occupies, never 0 within flags[0..n); enums: 0 */
	const char *name;	/* in full: "O_RDONLY" */
	uint8_t len;
	uint8_t skip;		/* bytes of name to leave out where prefixes are dropped; 0 when it lacks the prefix */
};

/*
 * Values are those of the type the header gives them, zero-extended: -1 of an int is 0xffffffff.
 *
 * Lists of bits are shown by
 *
 *	if (!v && t->zero) { emit(t->zero); return; }
 *	for (i = 0; i < t->n && ...; i++)
 *		if ((v & flags[i].mask) == flags[i].value) { emit(&flags[i]); v &= ~flags[i].mask; }
 *	if (v) emit_hex(v);
 *
 * Compound names stand before the first of their bits.  Names of a field (O_RDONLY, O_WRONLY, O_RDWR under O_ACCMODE)
 * share its mask, and the one of value 0 stands first among them.
 */
struct flag_table {
	const char *id;			/* "open_flags" */
	const char *prefix;		/* "O_"; "" when the list has none */
	uint8_t prefix_len;
	bool bits;			/* or-ed bits; false: one value out of many */
	uint16_t n;
	const struct flag *flags;	/* n of them; enums: sorted by value, names of one value in order of preference */
	const uint16_t *dense;		/* enums of small values: 1 + index of the first name of a value, 0: none */
	uint32_t ndense;
	const struct flag *zero;	/* lists of bits: name of 0 as a whole (PROT_NONE), or NULL; not one of flags[0..n) */
	uint64_t known;			/* lists of bits: all masks or-ed */
	const struct flag_table *base;	/* not NULL: an overlay (of an enum) over that one; an empty name removes base's */
	/* By ABI: the list of that ABI's headers, NULL: the same. NULL in the ABIs' own tables */
	const struct flag_table *const *other;
};

/* The list of an ABI. */
static inline const struct flag_table *flag_table__in(const struct flag_table *t, enum abi abi)
{
	return t->other && t->other[abi] ? t->other[abi] : t;
}

/* ABI_BIT()s whose headers were present at build time; the others have the build machine's values. */
extern const unsigned flag_abis;

/* The name of a value in an enum, the preferred one if several; sign-extended 32-bit values are found too. NULL: unknown. */
const struct flag *flag_table__find(const struct flag_table *t, uint64_t value);
/* The next name of the same value, or NULL. f must be in t. */
const struct flag *flag_table__next(const struct flag_table *t, const struct flag *f);
/* By name, with or without prefix, in any list; len bytes at name. NULL: unknown. Linear: for options, not for records. */
const struct flag *flag_table__named(const struct flag_table *t, const char *name, size_t len);

/* All lists, in the order of their names. */
extern const struct flag_table *const flag_tables[];
extern const unsigned nflag_tables;

/* Request numbers of ioctl (an enum), from all UAPI headers of the build machine; made by flags/gen-ioctl. */
extern const struct flag_table ioctl_requests;

#include "flag_tables.h"	/* one extern const struct flag_table for each list */

#endif
