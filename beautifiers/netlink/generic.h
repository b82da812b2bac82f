/* SPDX-License-Identifier: BSD-2-Clause */
/* generic.h - private to this directory: families of NETLINK_GENERIC, by tables. Their attributes are by name: named_attrs.h. */
#pragma once

#include "named_attrs.h"

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
extern const struct genl_family *const genl_links[], *const genl_ovs[], *const genl_net[], *const genl_host[], *const genl_specified[];	/* NULL at the end */

/* All families, in any order; NULL at the end. For tests */
const struct genl_family *genl_family__nth(unsigned i);
extern const struct attrs nl_tipc_attrs;
