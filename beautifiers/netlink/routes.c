// SPDX-License-Identifier: BSD-2-Clause
/*
 * routes.c - addresses, routes, rules, next hops, network namespaces and settings of interfaces (linux/if_addr.h, if_addrlabel.h,
 * rtnetlink.h, fib_rules.h, nexthop.h, net_namespace.h, netconf.h).
 */
#include <sys/socket.h>
#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/if_addrlabel.h>
#include <linux/net_namespace.h>
#include <linux/netconf.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>

#include "route.h"

/* -- Addresses --------------------------------------------------------------------------------------------------------- */

static const struct attr addr[] = {
	[IFA_ADDRESS]        = ADDRESS,
	[IFA_LOCAL]          = ADDRESS,
	[IFA_LABEL]          = STRING,
	[IFA_BROADCAST]      = ADDRESS,
	[IFA_ANYCAST]        = ADDRESS,
	[IFA_CACHEINFO]      = STRUCT(shape_nl_ifa_cacheinfo),
	[IFA_MULTICAST]      = ADDRESS,
	[IFA_FLAGS]          = VALUE_OF(4, flags, ifa_flags),
	[IFA_RT_PRIORITY]    = U32,
	[IFA_TARGET_NETNSID] = S32,
};
static const struct attr addr_more[] = { [IFA_PROTO] = NAME(1, ifa_protos) };
const struct attrs nl_addr_attrs = ATTRS_AND(ifa_attrs, addr, addr_more);

static const struct attr addrlabel[] = { [IFAL_ADDRESS] = ADDRESS, [IFAL_LABEL] = U32 };
const struct attrs nl_addrlabel_attrs = ATTRS(ifal_attrs, addrlabel);

/* -- Routes ------------------------------------------------------------------------------------------------------------ */

static const struct attr metrics[] = {
	[RTAX_LOCK]       = U32,
	[RTAX_MTU]        = U32,
	[RTAX_WINDOW]     = U32,
	[RTAX_RTT]        = U32,
	[RTAX_RTTVAR]     = U32,
	[RTAX_SSTHRESH]   = U32,
	[RTAX_CWND]       = U32,
	[RTAX_ADVMSS]     = U32,
	[RTAX_REORDERING] = U32,
	[RTAX_HOPLIMIT]   = U32,
	[RTAX_INITCWND]   = U32,
	[RTAX_FEATURES]   = U32,
	[RTAX_RTO_MIN]    = U32,
	[RTAX_INITRWND]   = U32,
	[RTAX_QUICKACK]   = U32,
	[RTAX_CC_ALGO]    = STRING,
};
static const struct attr metrics_more[] = { [RTAX_FEATURES] = BITS(4, rtax_features), [RTAX_FASTOPEN_NO_COOKIE] = U32 };
static const struct attrs metrics_attrs = ATTRS_AND(rtax_attrs, metrics, metrics_more);

/* struct rtvia: a family, and as many bytes of an address as follow. */
static bool show_via(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len < 2)
		return false;
	if (!nl__has(n, at, 2)) {
		nl__missing(n, at);
		return true;
	}
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "rtvia_family");
	show__enum(n->s, &socket_domains, nl__load(n, at, 2));
	if (len > 2) {
		show_field_name(n->s, "rtvia_addr");
		nl__inet(n, (unsigned)nl__load(n, at, 2), at + 2, len - 2);
	}
	n->s->w->struct_end(n->s->o, false);
	return true;
}

static nl_attr_show show_multipath;
static const struct attr flow_label = BEX32;

static const struct attr route[] = {
	[RTA_DST]           = ADDRESS,
	[RTA_SRC]           = ADDRESS,
	[RTA_IIF]           = IFINDEX,
	[RTA_OIF]           = IFINDEX,
	[RTA_GATEWAY]       = ADDRESS,
	[RTA_PRIORITY]      = U32,
	[RTA_PREFSRC]       = ADDRESS,
	[RTA_METRICS]       = NESTED(metrics_attrs),
	[RTA_MULTIPATH]     = { .show = show_multipath },
	[RTA_PROTOINFO]     = U32,
	[RTA_FLOW]          = U32,
	[RTA_CACHEINFO]     = STRUCT(shape_nl_rta_cacheinfo),
	[RTA_MP_ALGO]       = U32,
	[RTA_TABLE]         = VALUE_OF(4, enum, rt_tables),
	[RTA_MARK]          = U32,
	[RTA_MFC_STATS]     = STRUCT(shape_nl_rta_mfc_stats),
	[RTA_VIA]           = { .show = show_via },
	[RTA_NEWDST]        = ADDRESS,
	[RTA_PREF]          = U8,
	[RTA_ENCAP_TYPE]    = VALUE_OF(2, enum, lwtunnel_encaps),
	[RTA_EXPIRES]       = U64,
	[RTA_UID]           = U32,
	[RTA_TTL_PROPAGATE] = U8,
	[RTA_IP_PROTO]      = U8,
	[RTA_SPORT]         = U16,
	[RTA_DPORT]         = U16,
};
static const struct attr route_more[] = {
	[RTA_PREF]       = NAME(1, icmpv6_router_prefs),
	[RTA_ENCAP]   = CHOSEN(nl_route_encap),
	[RTA_SESSION] = BINARY,
	[RTA_NH_ID]   = U32,
};
static const struct named_attr route_later[] = { OF("FLOWLABEL", ATTR, flow_label) };
const struct attrs nl_route_attrs = ATTRS_AND(rta_attrs, route, route_more, LATER(route_later));

static void show_next_hop(struct nl *n, uint64_t at, uint64_t len)
{
	uint64_t size = shape_nl_rtnexthop.size, full = nl__load(n, at, 2);

	if (full > len)
		full = len;
	if (full <= size) {
		nl__structure(n, &shape_nl_rtnexthop, at, size);
		return;
	}
	n->s->w->array_begin(n->s->o);
	n->s->w->item(n->s->o);
	nl__structure(n, &shape_nl_rtnexthop, at, size);
	n->s->w->item(n->s->o);
	nl__attrs(n, at + size, full - size, &nl_route_attrs);
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

/* Next hops (struct rtnexthop), each with attributes. */
static bool show_multipath(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	bool array;

	(void)t;
	if (len < shape_nl_rtnexthop.size)
		return false;
	if (!nl__has(n, at, shape_nl_rtnexthop.size)) {
		nl__missing(n, at);
		return true;
	}
	array = nl__load(n, at, 2) < len;
	if (array) {
		n->s->w->array_begin(n->s->o);
		n->s->w->item(n->s->o);
	}
	for (;;) {
		uint64_t next = nl__load(n, at, 2);

		show_next_hop(n, at, len);
		next = nl__align(next < len ? next : len);
		if (next >= len || !next)
			break;
		at += next;
		len -= next;
		n->s->w->item(n->s->o);
		if (!nl__has(n, at, shape_nl_rtnexthop.size) || len < shape_nl_rtnexthop.size) {
			nl__missing(n, at);
			break;
		}
	}
	if (array)
		n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
	return true;
}

/* -- Rules ------------------------------------------------------------------------------------------------------------- */

static const struct attr rule[] = {
	[FRA_DST]                = ADDRESS,
	[FRA_SRC]                = ADDRESS,
	[FRA_IIFNAME]            = STRING,
	[FRA_GOTO]               = U32,
	[FRA_PRIORITY]           = U32,
	[FRA_FWMARK]             = U32,
	[FRA_FLOW]               = U32,
	[FRA_TUN_ID]             = BE64,
	[FRA_SUPPRESS_IFGROUP]   = U32,
	[FRA_SUPPRESS_PREFIXLEN] = U32,
	[FRA_TABLE]              = VALUE_OF(4, enum, rt_tables),
	[FRA_FWMASK]             = U32,
	[FRA_OIFNAME]            = STRING,
	[FRA_L3MDEV]             = U8,
	[FRA_UID_RANGE]          = STRUCT(shape_nl_fib_rule_uid_range),
	[FRA_PROTOCOL]           = VALUE_OF(1, enum, rt_protocols),
	[FRA_IP_PROTO]           = NAME(0, ip_protocols),
	[FRA_SPORT_RANGE]        = STRUCT(shape_nl_fib_rule_port_range),
	[FRA_DPORT_RANGE]        = STRUCT(shape_nl_fib_rule_port_range),
};
static const struct named_attr rule_later[] = {
	AS("DSCP", U8), AS("DSCP_MASK", X8), AS("SPORT_MASK DPORT_MASK", X16), OF("FLOWLABEL FLOWLABEL_MASK", ATTR, flow_label),
};
const struct attrs nl_rule_attrs = ATTRS(fra_attrs, rule, LATER(rule_later));

/* -- Next hops --------------------------------------------------------------------------------------------------------- */

static bool has_resvd(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct nhmsg, resvd)];
}
static const struct field nhmsg_fields[] = {
	FAMILY_FIELD(struct nhmsg, nh_family),
	FIELD_ENUM(struct nhmsg, nh_scope, rt_scopes),
	FIELD_ENUM(struct nhmsg, nh_protocol, rt_protocols),
	FIELD(struct nhmsg, resvd, hex, .when = has_resvd),
	FIELD_BITS(struct nhmsg, nh_flags, rtnh_flags),
};
const struct shape nl_nhmsg = SHAPE(struct nhmsg, nhmsg_fields);

struct hop { uint32_t id; uint8_t weight, resvd1; uint16_t resvd2; };		/* struct nexthop_grp */
static bool has_resvd1(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct hop, resvd1)];
}
static bool has_resvd2(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct hop, resvd2)] | p[offsetof(struct hop, resvd2) + 1];
}
static const struct field nexthop_grp_fields[] = {
	FIELDS(struct hop, uint, id, weight),
	FIELD(struct hop, resvd1, hex, .when = has_resvd1),
	FIELD(struct hop, resvd2, hex, .when = has_resvd2),
};
static const struct shape nexthop_grp = SHAPE(struct hop, nexthop_grp_fields);

static const struct attr res_group[] = {
	[NHA_RES_GROUP_BUCKETS]          = U16,
	[NHA_RES_GROUP_IDLE_TIMER]       = TICKS,
	[NHA_RES_GROUP_UNBALANCED_TIMER] = TICKS,
	[NHA_RES_GROUP_UNBALANCED_TIME]  = TICKS,
};
static const struct attrs res_group_attrs = ATTRS(nha_res_group_attrs, res_group);
static const struct attr res_bucket[] = {
	[NHA_RES_BUCKET_INDEX]     = U16,
	[NHA_RES_BUCKET_IDLE_TIME] = TICKS,
	[NHA_RES_BUCKET_NH_ID]     = U32,
};
static const struct attrs res_bucket_attrs = ATTRS(nha_res_bucket_attrs, res_bucket);

static const struct attr nexthop[] = {
	[NHA_ID]         = U32,
	[NHA_GROUP]      = STRUCTS(nexthop_grp),
	[NHA_GROUP_TYPE] = NAME(2, nexthop_grp_types),
	[NHA_BLACKHOLE]  = U32,
	[NHA_OIF]        = IFINDEX,
	[NHA_GATEWAY]    = ADDRESS,
	[NHA_ENCAP_TYPE] = VALUE_OF(2, enum, lwtunnel_encaps),
	[NHA_GROUPS]     = U32,
	[NHA_MASTER]     = IFINDEX,
	[NHA_FDB]        = U32,
	[NHA_RES_GROUP]  = NESTED(res_group_attrs),
	[NHA_RES_BUCKET] = NESTED(res_bucket_attrs),
};
static const struct attr nexthop_more[] = { [NHA_ENCAP] = CHOSEN(nl_nexthop_encap) };
static const struct named_attr group_stats_entry[] = { AS("ID", U32), AS("PACKETS PACKETS_HW", UINT) };
static const struct attrs group_stats_entry_attrs = NAMED(nha_group_stats_entry_attrs, group_stats_entry);
static const struct named_attr group_stats[] = { OF("ENTRY", NEST, group_stats_entry_attrs) };
static const struct attrs group_stats_attrs = NAMED(nha_group_stats_attrs, group_stats);
static const struct named_attr nexthop_later[] = {
	OF("OP_FLAGS", BITS, nha_op_flags), OF("GROUP_STATS", NEST, group_stats_attrs), AS("HW_STATS_ENABLE HW_STATS_USED", U32),
};
const struct attrs nl_nexthop_attrs = ATTRS_AND(nha_attrs, nexthop, nexthop_more, LATER(nexthop_later));

/* -- Namespaces and settings ------------------------------------------------------------------------------------------- */

static const struct attr nsid[] = {
	[NETNSA_NSID]         = S32,
	[NETNSA_PID]          = U32,
	[NETNSA_FD]           = VALUE(4, fd),
	[NETNSA_TARGET_NSID]  = S32,
	[NETNSA_CURRENT_NSID] = S32,
};
const struct attrs nl_nsid_attrs = ATTRS(netnsa_attrs, nsid);

static const struct attr netconf[] = {
	[NETCONFA_IFINDEX]                      = IFINDEX,
	[NETCONFA_FORWARDING]                   = S32,
	[NETCONFA_RP_FILTER]                    = S32,
	[NETCONFA_MC_FORWARDING]                = S32,
	[NETCONFA_PROXY_NEIGH]                  = S32,
	[NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN]  = S32,
	[NETCONFA_INPUT]                        = S32,
	[NETCONFA_BC_FORWARDING]                = S32,
};
static const struct named_attr netconf_later[] = { AS("FORCE_FORWARDING", S32) };
const struct attrs nl_netconf_attrs = ATTRS(netconfa_attrs, netconf, LATER(netconf_later));
