// SPDX-License-Identifier: BSD-2-Clause
/* link_stats.c - statistics of network interfaces: struct if_stats_msg (linux/if_link.h). */
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/if_bonding.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/mpls.h>

#include "route.h"

#define PRE "1<<IFLA_STATS_"
static const struct flag filter_flags[] = {
	BIT_OF("1<<IFLA_STATS_UNSPEC", PRE, IFLA_STATS_UNSPEC),
	BIT_OF("1<<IFLA_STATS_LINK_64", PRE, IFLA_STATS_LINK_64),
	BIT_OF("1<<IFLA_STATS_LINK_XSTATS", PRE, IFLA_STATS_LINK_XSTATS),
	BIT_OF("1<<IFLA_STATS_LINK_XSTATS_SLAVE", PRE, IFLA_STATS_LINK_XSTATS_SLAVE),
	BIT_OF("1<<IFLA_STATS_LINK_OFFLOAD_XSTATS", PRE, IFLA_STATS_LINK_OFFLOAD_XSTATS),
	BIT_OF("1<<IFLA_STATS_AF_SPEC", PRE, IFLA_STATS_AF_SPEC),
};
static const struct flag_table filters = BIT_TABLE("ifla_stats_filters", PRE, filter_flags);

#undef PRE
/* IFLA_STATS_FILTER_BIT of linux/if_link.h is one less than the attribute. strace names the bit of the attribute's number. */
#define FILTER(name) BIT_OF("IFLA_STATS_" #name, "IFLA_STATS_", IFLA_STATS_##name - 1)
static const struct flag asked_flags[] = { FILTER(LINK_64), FILTER(LINK_XSTATS), FILTER(LINK_XSTATS_SLAVE), FILTER(LINK_OFFLOAD_XSTATS), FILTER(AF_SPEC) };
static const struct flag_table asked = BIT_TABLE("ifla_stats_asked", "IFLA_STATS_", asked_flags);

static void show_filters(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	show__flags(s, s->w->strace_marks ? &filters : &asked, load_uint(p, 4, s->swap));
}
static const struct shape filter_mask = { .name = "filter_mask", .size = 4, .show = show_filters };

static bool has_pad1(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct if_stats_msg, pad1)];
}
static bool has_pad2(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct if_stats_msg, pad2)] | p[offsetof(struct if_stats_msg, pad2) + 1];
}
static const struct field if_stats_msg_fields[] = {
	FAMILY_FIELD(struct if_stats_msg, family),
	FIELD(struct if_stats_msg, pad1, hex, .when = has_pad1),
	FIELD(struct if_stats_msg, pad2, hex, .when = has_pad2),
	FIELD_INDEX(struct if_stats_msg, ifindex),
	FIELD_STRUCT(struct if_stats_msg, filter_mask, filter_mask),
};
const struct shape nl_if_stats_msg = SHAPE(struct if_stats_msg, if_stats_msg_fields);

/* -- Bridges ----------------------------------------------------------------------------------------------------------- */

static bool has_vlan_pad(const struct call *c, const uint8_t *p)
{
	p += offsetof(struct bridge_vlan_xstats, pad2);
	(void)c;
	return p[0] | p[1] | p[2] | p[3];
}
static const struct field vlan_fields[] = {
	FIELDS(struct bridge_vlan_xstats, ulong, rx_bytes, rx_packets, tx_bytes, tx_packets),
	FIELD(struct bridge_vlan_xstats, vid, uint),
	FIELD_BITS(struct bridge_vlan_xstats, flags, bridge_vlan_flags),
	FIELD(struct bridge_vlan_xstats, pad2, hex, .when = has_vlan_pad),
};
static const struct shape vlan = SHAPE(struct bridge_vlan_xstats, vlan_fields);

/* Counts of what was received and sent. */
static void show_directions(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < len / 8; i++) {
		const struct flag *f = flag_table__find(&br_mcast_dirs, i);

		s->w->item(s->o);
		s->w->index(s->o, i, 0, f ? f->name : NULL, f ? f->skip : 0, &br_mcast_dirs);
		s->w->uinteger(s->o, load_uint(p + i * 8, 8, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
static const struct shape directions = { .name = "directions", .size = 16, .show = show_directions };

#define COUNTS(member) FIELD_STRUCT(struct br_mcast_stats, member, directions)
static const struct field mcast_fields[] = {
	COUNTS(igmp_v1queries), COUNTS(igmp_v2queries), COUNTS(igmp_v3queries), COUNTS(igmp_leaves),
	COUNTS(igmp_v1reports), COUNTS(igmp_v2reports), COUNTS(igmp_v3reports), FIELD(struct br_mcast_stats, igmp_parse_errors, ulong),
	COUNTS(mld_v1queries), COUNTS(mld_v2queries), COUNTS(mld_leaves), COUNTS(mld_v1reports), COUNTS(mld_v2reports),
	FIELD(struct br_mcast_stats, mld_parse_errors, ulong),
	COUNTS(mcast_bytes), COUNTS(mcast_packets),
};
static const struct shape mcast = SHAPE(struct br_mcast_stats, mcast_fields);

static const struct attr bridge[] = {
	[BRIDGE_XSTATS_VLAN]  = STRUCT_AND_BYTES(vlan),
	[BRIDGE_XSTATS_MCAST] = STRUCT_AND_BYTES(mcast),
	[BRIDGE_XSTATS_STP]   = STRUCT_AND_BYTES(shape_nl_bridge_stp_xstats),
};
static const struct attrs bridge_attrs = ATTRS(bridge_xstats_attrs, bridge);

/* -- Others ------------------------------------------------------------------------------------------------------------ */

static const struct attr lacp[] = {
	[BOND_3AD_STAT_LACPDU_RX]         = U64,
	[BOND_3AD_STAT_LACPDU_TX]         = U64,
	[BOND_3AD_STAT_LACPDU_UNKNOWN_RX] = U64,
	[BOND_3AD_STAT_LACPDU_ILLEGAL_RX] = U64,
	[BOND_3AD_STAT_MARKER_RX]         = U64,
	[BOND_3AD_STAT_MARKER_TX]         = U64,
	[BOND_3AD_STAT_MARKER_RESP_RX]    = U64,
	[BOND_3AD_STAT_MARKER_RESP_TX]    = U64,
	[BOND_3AD_STAT_MARKER_UNKNOWN_RX] = U64,
};
static const struct attrs lacp_attrs = ATTRS(bond_3ad_stats_attrs, lacp);
static const struct attr bond[] = { [BOND_XSTATS_3AD] = NESTED(lacp_attrs) };
static const struct attrs bond_attrs = ATTRS(bond_xstats_attrs, bond);

static const struct attr xstats[] = { [LINK_XSTATS_TYPE_BRIDGE] = NESTED(bridge_attrs), [LINK_XSTATS_TYPE_BOND] = NESTED(bond_attrs) };
static const struct attrs xstats_attrs = ATTRS(link_xstats_types, xstats);

static const struct attr offload[] = { [IFLA_OFFLOAD_XSTATS_CPU_HIT] = { .show = attr__link_stats64 } };
static const struct attr offload_info[] = { [IFLA_OFFLOAD_XSTATS_HW_S_INFO_REQUEST] = U8, [IFLA_OFFLOAD_XSTATS_HW_S_INFO_USED] = U8 };
static const struct attrs offload_info_attrs = ATTRS_BEYOND(ifla_offload_hw_s_info_attrs, offload_info);
static const struct attr any_offload_info = NESTED(offload_info_attrs);
static const struct attrs offload_infos = { .names = &ifla_offload_xstats_attrs, .any = &any_offload_info };
static const struct attr offload_more[] = { [IFLA_OFFLOAD_XSTATS_HW_S_INFO] = NESTED(offload_infos), [IFLA_OFFLOAD_XSTATS_L3_STATS] = MADE(rtnl_hw_stats64) };
static const struct attrs offload_attrs = ATTRS_AND(ifla_offload_xstats_attrs, offload, offload_more);

static const struct attr mpls[] = { [MPLS_STATS_LINK] = STRUCT_AND_BYTES(shape_nl_mpls_link_stats) };
static const struct attrs mpls_attrs = ATTRS(mpls_stats_attrs, mpls);

/* The type is a family. */
static bool show_af(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if ((n->attr_type & 0xff) != AF_MPLS)
		return false;
	nl__attrs(n, at, len, &mpls_attrs);
	return true;
}
static const struct attr any_af = { .show = show_af };
static const struct attrs af_attrs = { .names = &socket_domains, .any = &any_af };

static const struct attr stats[] = {
	[IFLA_STATS_LINK_64]             = { .show = attr__link_stats64 },
	[IFLA_STATS_LINK_XSTATS]         = NESTED(xstats_attrs),
	[IFLA_STATS_LINK_XSTATS_SLAVE]   = NESTED(xstats_attrs),
	[IFLA_STATS_LINK_OFFLOAD_XSTATS] = NESTED(offload_attrs),
	[IFLA_STATS_AF_SPEC]             = NESTED(af_attrs),
};
const struct attrs nl_stats_attrs = ATTRS(ifla_stats_attrs, stats);

#define GET_FILTERS 1		/* IFLA_STATS_GET_FILTERS and IFLA_STATS_SET_OFFLOAD_XSTATS_L3_STATS of linux/if_link.h, 5.19 */
#define SET_L3_STATS 2
/* For each kind of statistics a mask of its own */
static const struct attr stats_filters[] = { [IFLA_STATS_LINK_OFFLOAD_XSTATS] = X32 };
static const struct attrs stats_filters_attrs = ATTRS_BEYOND(ifla_stats_attrs, stats_filters);
static const struct attr stats_asked[] = { [GET_FILTERS] = NESTED(stats_filters_attrs), [SET_L3_STATS] = U8 };
const struct attrs nl_stats_asked_attrs = ATTRS_BEYOND(ifla_stats_getset_attrs, stats_asked);
