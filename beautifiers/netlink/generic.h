/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * generic.h - private to this directory: families of NETLINK_GENERIC, by tables.
 *
 *	static const struct named_attr eee[] = {
 *		OF("HEADER", NEST, header),
 *		AS("ACTIVE ENABLED TX_LPI_ENABLED", U8),
 *	};
 *	static const struct attrs eee_attrs = NAMED(ethtool_eee_attrs, eee);
 *
 * Attributes have their names in the list, without its prefix: what the build machine's headers lack is left out. Those without an entry
 * are bytes.
 */
#pragma once

#include "netlink.h"

enum attr_as {
	AS_U8, AS_U16, AS_U32, AS_U64, AS_S8, AS_S16, AS_S32, AS_S64,
	AS_X8, AS_X16, AS_X32, AS_X64,			/* hexadecimal */
	AS_BE16, AS_BE32, AS_BE64,			/* network byte order */
	AS_UINT,					/* 4 or 8 bytes */
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

/* Commands, all whose names begin with one of `names`: the first entry that fits applies. */
struct genl_cmds {
	const char *names;
	const struct attrs *attrs;
};

struct genl_family {
	const char *name;
	const struct flag_table *cmds;
	const struct flag_table *events;	/* of what the kernel sends, if these have other numbers; else NULL */
	const struct attrs *event_attrs;	/* of all events; NULL: as of commands */
	bool notified;				/* replies have the numbers of commands: events are only what no process asked for */
	const struct attrs *attrs;		/* of commands without an entry in `by` */
	const struct genl_cmds *by;
	unsigned nby;
	const struct shape *header;		/* precedes the attributes; NULL: none */
};
#define BY(tab) .by = tab, .nby = sizeof(tab) / sizeof((tab)[0])

extern const struct genl_family genl_nlctrl, genl_ethtool, genl_devlink, genl_nl80211, genl_taskstats, genl_netdev;
extern const struct genl_family *const genl_links[], *const genl_ovs[], *const genl_net[], *const genl_host[];	/* NULL at the end */

/* All families, in any order; NULL at the end. For tests */
const struct genl_family *genl_family__nth(unsigned i);
/* The attribute of this type in a table of names; false: it has no entry. */
bool named_attr__find(const struct attrs *t, uint16_t type, enum abi abi, struct attr *made);
extern const struct attrs nl_tipc_attrs;
nl_attr_show attr__structure;	/* AS_STRUCT */
