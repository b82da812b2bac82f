/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * named_attrs.h - private to this directory: tables of attributes by their names.
 *
 *	static const struct named_attr eee[] = {
 *		OF("HEADER", NEST, header),
 *		AS("ACTIVE ENABLED TX_LPI_ENABLED", U8),
 *	};
 *	static const struct attrs eee_attrs = NAMED(ethtool_eee_attrs, eee);
 *
 * Attributes have their names in the list, without its prefix: what neither the build machine's headers nor a `kernel` line of the list have is left
 * out. Those without an entry are bytes. Tables by number have such a table for attributes that headers may lack: LATER (netlink.h).
 */
#pragma once

#include "netlink.h"

enum attr_as {
	AS_U8, AS_U16, AS_U32, AS_U64, AS_S8, AS_S16, AS_S32, AS_S64,
	AS_X8, AS_X16, AS_X32, AS_X64,			/* hexadecimal */
	AS_BE16, AS_BE32, AS_BE64,			/* network byte order */
	AS_UINT, AS_SINT,				/* 4 or 8 bytes */
	AS_NAME, AS_BITS,				/* of a list, any size */
	AS_U8S, AS_U16S, AS_U32S, AS_U64S, AS_S32S,	/* arrays */
	AS_TEXT, AS_INDEX, AS_MAC, AS_IN, AS_IN6, AS_INET, AS_SOCKADDR, AS_FD, AS_PID, AS_UID,
	AS_NEST,		/* a table */
	AS_EACH, AS_EACH2,	/* attributes, whose types are indices, of which each nests a table; two levels of indices */
	AS_STRUCT,		/* a structure, of which the end may be missing, or that is longer */
	AS_STRUCTS,
	AS_ATTR,		/* of a struct attr */
	AS_FLAG, AS_BYTES,	/* no data; bytes, by their definition: for lists of what is known */
};

struct named_attr {
	const char *names;	/* separated by blanks */
	const void *of;		/* list, table or shape */
	uint8_t as;		/* enum attr_as */
};

#define AS(n, k) { .names = n, .as = AS_##k }
#define OF(n, k, x) { .names = n, .as = AS_##k, .of = &x }
#define NAMED(list, tab) { .names = &list, .named = tab, .n = sizeof(tab) / sizeof((tab)[0]) }
#define NAMES_ONLY(list) { .names = &list }

/* The attribute of this type in a table of names; false: it has no entry. */
bool named_attr__find(const struct attrs *t, uint16_t type, enum abi abi, struct attr *made);
nl_attr_show attr__structure;	/* AS_STRUCT */
/* Tables that others nest */
extern const struct attrs nl_devlink_attrs, nl_dpll_pin_attrs;
