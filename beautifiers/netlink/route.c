// SPDX-License-Identifier: BSD-2-Clause
/* route.c - NETLINK_ROUTE: which payload each type of message has (linux/rtnetlink.h). */
#include <sys/socket.h>
#include <linux/dcbnl.h>
#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/if_addrlabel.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/netconf.h>
#include <linux/netlink.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>

#include "route.h"

static const struct payload link = PAYLOAD(0, 0, shape_nl_ifinfomsg, struct ifinfomsg, &nl_link_attrs);
static const struct payload neigh = PAYLOAD(0, 0, shape_nl_ndmsg, struct ndmsg, &nl_neigh_attrs);

/* Of a bridge, neighbours are asked for by interface. */
static void show_getneigh(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	bool plain = len == sizeof(struct ndmsg) || len == sizeof(struct ndmsg) + NLA_HDRLEN + 4;	/* as the kernel tells them apart: net/core/rtnetlink.c */

	(void)p;
	nl__payload(n, n->family == AF_BRIDGE && (n->s->w->strace_marks || !plain) ? &link : &neigh, at, len);
}

#define BEYOND(from, to, s, type_, a) { .first = from, .last = to, .shape = &s, .size = sizeof(type_), .attrs = a, .beyond = true }

/* What the kernel tells of entries has other attributes than what a program sets. */
static void show_mdb(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	static const struct payload told = PAYLOAD(0, 0, shape_nl_br_port_msg, struct br_port_msg, &nl_mdb_attrs);
	const struct payload set = { .shape = p->shape, .size = p->size, .attrs = p->attrs };

	nl__payload(n, n->flags & NLM_F_REQUEST && !n->s->w->strace_marks ? &set : &told, at, len);
}

/* What asks has other attributes than what the kernel tells. strace takes them for the same. */
#define ASKED(what, sh, type_, asks, tells) \
	static void show_##what(struct nl *n, const struct payload *p, uint64_t at, uint64_t len) \
	{ \
		static const struct payload asked = PAYLOAD(0, 0, sh, type_, &asks), told = PAYLOAD(0, 0, sh, type_, &tells); \
		(void)p; \
		nl__payload(n, n->flags & NLM_F_REQUEST && !n->s->w->strace_marks ? &asked : &told, at, len); \
	}
ASKED(getmdb, shape_nl_br_port_msg, struct br_port_msg, nl_mdb_get_attrs, nl_mdb_attrs)
ASKED(getstats, nl_if_stats_msg, struct if_stats_msg, nl_stats_asked_attrs, nl_stats_attrs)
ASKED(getvlan, shape_nl_br_vlan_msg, struct br_vlan_msg, nl_vlandb_dump_attrs, nl_vlandb_attrs)
#define SHOWN(type, sh, type_, a, how, ...) { .first = type, .last = type, .shape = &sh, .size = sizeof(type_), .attrs = &a, .show = show_##how, ##__VA_ARGS__ }

static void show_actions(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	static const struct payload one = PAYLOAD(0, 0, shape_nl_tcamsg, struct tcamsg, &nl_tc_action_attrs);
	const struct payload all = { .shape = p->shape, .size = p->size, .attrs = p->attrs };

	nl__payload(n, n->s->w->strace_marks ? &one : &all, at, len);
}

static const struct payload payloads[] = {
	PAYLOAD(RTM_NEWLINK, RTM_SETLINK, shape_nl_ifinfomsg, struct ifinfomsg, &nl_link_attrs),
	PAYLOAD(RTM_NEWADDR, RTM_GETADDR, shape_nl_ifaddrmsg, struct ifaddrmsg, &nl_addr_attrs),
	PAYLOAD(RTM_NEWROUTE, RTM_GETROUTE, shape_nl_rtmsg, struct rtmsg, &nl_route_attrs),
	PAYLOAD(RTM_NEWNEIGH, RTM_DELNEIGH, shape_nl_ndmsg, struct ndmsg, &nl_neigh_attrs),
	{ .first = RTM_GETNEIGH, .last = RTM_GETNEIGH, .show = show_getneigh },
	PAYLOAD(RTM_NEWRULE, RTM_GETRULE, shape_nl_fib_rule_hdr, struct fib_rule_hdr, &nl_rule_attrs),
	PAYLOAD(RTM_NEWQDISC, RTM_GETQDISC, shape_nl_tcmsg, struct tcmsg, &nl_qdisc_attrs),
	PAYLOAD(RTM_NEWTCLASS, RTM_GETTCLASS, shape_nl_tcmsg, struct tcmsg, &nl_qdisc_attrs),
	PAYLOAD(RTM_NEWTFILTER, RTM_GETTFILTER, shape_nl_tcmsg, struct tcmsg, &nl_filter_attrs),
	{ .first = RTM_NEWACTION, .last = RTM_GETACTION, .shape = &shape_nl_tcamsg, .size = sizeof(struct tcamsg), .attrs = &nl_root_attrs, .show = show_actions },
	PAYLOAD(RTM_GETMULTICAST - 2, RTM_GETMULTICAST, shape_nl_ifaddrmsg, struct ifaddrmsg, &nl_addr_attrs),
	PAYLOAD(RTM_GETANYCAST - 2, RTM_GETANYCAST, shape_nl_ifaddrmsg, struct ifaddrmsg, &nl_addr_attrs),
	PAYLOAD(RTM_NEWNEIGHTBL, RTM_NEWNEIGHTBL, shape_nl_ndtmsg, struct ndtmsg, &nl_neightbl_attrs),
	PAYLOAD(RTM_GETNEIGHTBL, RTM_SETNEIGHTBL, shape_nl_ndtmsg, struct ndtmsg, &nl_neightbl_attrs),
	PAYLOAD(RTM_NEWADDRLABEL, RTM_GETADDRLABEL, shape_nl_ifaddrlblmsg, struct ifaddrlblmsg, &nl_addrlabel_attrs),
	PAYLOAD(RTM_GETDCB, RTM_SETDCB, shape_nl_dcbmsg, struct dcbmsg, &nl_dcb_attrs),
	PAYLOAD(RTM_NEWNETCONF, RTM_GETNETCONF, shape_nl_netconfmsg, struct netconfmsg, &nl_netconf_attrs),
	{ .first = RTM_NEWMDB, .last = RTM_DELMDB, .shape = &shape_nl_br_port_msg, .size = sizeof(struct br_port_msg), .attrs = &nl_mdb_set_attrs, .show = show_mdb },
	SHOWN(RTM_GETMDB, shape_nl_br_port_msg, struct br_port_msg, nl_mdb_get_attrs, getmdb),
	PAYLOAD(RTM_NEWNSID, RTM_GETNSID, shape_nl_rtgenmsg, struct rtgenmsg, &nl_nsid_attrs),
	PAYLOAD(RTM_NEWSTATS, RTM_NEWSTATS, nl_if_stats_msg, struct if_stats_msg, &nl_stats_attrs),
	SHOWN(RTM_GETSTATS, nl_if_stats_msg, struct if_stats_msg, nl_stats_asked_attrs, getstats),
	{ .first = RTM_NEWCACHEREPORT, .last = RTM_NEWCACHEREPORT, .size = sizeof(struct rtgenmsg), .show = nl__cachereport },
	PAYLOAD(RTM_NEWCHAIN, RTM_GETCHAIN, shape_nl_tcmsg, struct tcmsg, &nl_filter_attrs),
	PAYLOAD(RTM_NEWNEXTHOP, RTM_GETNEXTHOP, nl_nhmsg, struct nhmsg, &nl_nexthop_attrs),
	BEYOND(RTM_NEWLINKPROP, RTM_GETLINKPROP, shape_nl_ifinfomsg, struct ifinfomsg, &nl_link_attrs),
	BEYOND(RTM_NEWVLAN, RTM_DELVLAN, shape_nl_br_vlan_msg, struct br_vlan_msg, &nl_vlandb_attrs),
	SHOWN(RTM_GETVLAN, shape_nl_br_vlan_msg, struct br_vlan_msg, nl_vlandb_dump_attrs, getvlan, .beyond = true),
	BEYOND(RTM_NEWNEXTHOPBUCKET, RTM_GETNEXTHOPBUCKET, nl_nhmsg, struct nhmsg, &nl_nexthop_attrs),
	BEYOND(RTM_NEWTUNNEL, RTM_GETTUNNEL, shape_nl_tunnel_msg, struct tunnel_msg, &nl_vnifilter_attrs),
	BEYOND(RTM_NEWPREFIX, RTM_NEWPREFIX, shape_nl_prefixmsg, struct prefixmsg, &nl_prefix_attrs),
	{ .first = RTM_NEWNDUSEROPT, .last = RTM_NEWNDUSEROPT, .shape = &shape_nl_nduseroptmsg, .size = sizeof(struct nduseroptmsg), .attrs = &nl_nduseropt_attrs,
	  .show = nl__nduseropt, .beyond = true },
	SHOWN(RTM_SETSTATS, nl_if_stats_msg, struct if_stats_msg, nl_stats_asked_attrs, getstats, .beyond = true),
};

static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	if (n->type == NLMSG_DONE)
		return false;
	if (!nl__has(n, at, 1)) {
		nl__missing(n, at);
		return true;
	}
	n->family = n->bytes[at];
	nl__payload_of(n, payloads, sizeof(payloads) / sizeof(payloads[0]), at, len);
	return true;
}

/* Types come in fours: new, delete, get, set. RTM_DELACTION may delete all, as a get gets all. */
static const struct flag_table *flags(uint16_t type)
{
	static const struct flag_table *const by_kind[4] = { &netlink_new_flags, &netlink_delete_flags, &netlink_get_flags };

	return type == RTM_DELACTION ? &netlink_get_flags : by_kind[type & 3];
}

const struct nl_protocol nl_route = { .types = &rtnetlink_types, .flags = flags, .payload = show_payload, PAYLOADS(payloads) };
