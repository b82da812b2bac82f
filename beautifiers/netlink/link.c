// SPDX-License-Identifier: BSD-2-Clause
/* link.c - network interfaces: struct ifinfomsg (linux/rtnetlink.h) and its attributes (linux/if_link.h). */
#include <sys/socket.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/snmp.h>

#include "route.h"

/* -- Ports of a bridge ------------------------------------------------------------------------------------------------ */

static void show_prio(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < len; i++) {
		s->w->item(s->o);
		s->w->uinteger(s->o, p[i]);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
static const struct shape prio = { .name = "prio", .size = 2, .show = show_prio };

struct bridge_id { uint8_t prio[2], addr[6]; };		/* struct ifla_bridge_id */
static const struct field bridge_id_fields[] = {
	FIELD_STRUCT(struct bridge_id, prio, prio),
	FIELD_STRUCT(struct bridge_id, addr, nl_mac),
};
static const struct shape bridge_id = SHAPE(struct bridge_id, bridge_id_fields);

static const struct attr brport[] = {
	[IFLA_BRPORT_STATE]                  = U8,
	[IFLA_BRPORT_PRIORITY]               = U16,
	[IFLA_BRPORT_COST]                   = U32,
	[IFLA_BRPORT_MODE]                   = U8,
	[IFLA_BRPORT_GUARD]                  = U8,
	[IFLA_BRPORT_PROTECT]                = U8,
	[IFLA_BRPORT_FAST_LEAVE]             = U8,
	[IFLA_BRPORT_LEARNING]               = U8,
	[IFLA_BRPORT_UNICAST_FLOOD]          = U8,
	[IFLA_BRPORT_PROXYARP]               = U8,
	[IFLA_BRPORT_LEARNING_SYNC]          = U8,
	[IFLA_BRPORT_PROXYARP_WIFI]          = U8,
	[IFLA_BRPORT_ROOT_ID]                = STRUCT(bridge_id),
	[IFLA_BRPORT_BRIDGE_ID]              = STRUCT(bridge_id),
	[IFLA_BRPORT_DESIGNATED_PORT]        = U16,
	[IFLA_BRPORT_DESIGNATED_COST]        = U16,
	[IFLA_BRPORT_ID]                     = U16,
	[IFLA_BRPORT_NO]                     = U16,
	[IFLA_BRPORT_TOPOLOGY_CHANGE_ACK]    = U8,
	[IFLA_BRPORT_CONFIG_PENDING]         = U8,
	[IFLA_BRPORT_MESSAGE_AGE_TIMER]      = TICKS,
	[IFLA_BRPORT_FORWARD_DELAY_TIMER]    = TICKS,
	[IFLA_BRPORT_HOLD_TIMER]             = TICKS,
	[IFLA_BRPORT_MULTICAST_ROUTER]       = U8,
	[IFLA_BRPORT_MCAST_FLOOD]            = U8,
	[IFLA_BRPORT_MCAST_TO_UCAST]         = U8,
	[IFLA_BRPORT_VLAN_TUNNEL]            = U8,
	[IFLA_BRPORT_BCAST_FLOOD]            = U8,
	[IFLA_BRPORT_GROUP_FWD_MASK]         = X16,
	[IFLA_BRPORT_NEIGH_SUPPRESS]         = U8,
	[IFLA_BRPORT_ISOLATED]               = U8,
	[IFLA_BRPORT_BACKUP_PORT]            = IFINDEX,
	[IFLA_BRPORT_MRP_RING_OPEN]          = U8,
	[IFLA_BRPORT_MRP_IN_OPEN]            = U8,
	[IFLA_BRPORT_MCAST_EHT_HOSTS_LIMIT]  = U32,
	[IFLA_BRPORT_MCAST_EHT_HOSTS_CNT]    = U32,
	[IFLA_BRPORT_LOCKED]                 = U8,
};
static const struct attr brport_more[] = { [IFLA_BRPORT_FLUSH] = FLAG };
static const struct named_attr brport_later[] = {
	AS("MAB NEIGH_VLAN_SUPPRESS NEIGH_FORWARD_GRAT", U8), AS("MCAST_N_GROUPS MCAST_MAX_GROUPS BACKUP_NHID", U32),
};
const struct attrs nl_brport_attrs = ATTRS_AND(ifla_brport_attrs, brport, brport_more, LATER(brport_later));

/* -- Families' own: IFLA_AF_SPEC, IFLA_PROTINFO ------------------------------------------------------------------------ */

static const struct attr inet[] = { [IFLA_INET_CONF] = INDEXED_FROM(1, 4, int, ipv4_devconf) };
static const struct attrs inet_attrs = ATTRS(ifla_inet_attrs, inet);

/*
 * A counter for each index, the first of which has their number. Kernels before 6.7 have 37; later ones have added one, and have moved the others, so
 * that only a few are the same in all.
 */
static bool show_ip_stats(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr old = INDEXED(8, ulong, ip_stats), later = INDEXED(8, ulong, ip_stats_common);
	bool is_old = len >= 8 && nl__has(n, at, 8) && nl__load(n, at, 8) == 37 && __IPSTATS_MIB_MAX == 37;

	(void)t;
	return attr__array(n, is_old || n->s->w->strace_marks ? &old : &later, at, len);
}

static const struct attr inet6[] = {
	[IFLA_INET6_FLAGS]         = BITS(4, inet6_if_flags),
	[IFLA_INET6_CONF]          = INDEXED(4, int, ipv6_devconf),
	[IFLA_INET6_STATS]         = { .show = show_ip_stats },
	[IFLA_INET6_CACHEINFO]     = STRUCT(shape_nl_ifla_cacheinfo),
	[IFLA_INET6_ICMP6STATS]    = INDEXED(8, ulong, icmp6_stats),
	[IFLA_INET6_TOKEN]         = IN6_ADDR,
	[IFLA_INET6_ADDR_GEN_MODE] = NAME(1, in6_addr_gen_modes),
	[IFLA_INET6_RA_MTU]        = U32,
};
static const struct attr inet6_more[] = { [IFLA_INET6_MCAST] = BINARY };
static const struct attrs inet6_attrs = ATTRS_AND(ifla_inet6_attrs, inet6, inet6_more);

static const struct attr mctp[] = { [IFLA_MCTP_NET] = U32 };
static const struct named_attr mctp_later[] = { AS("PHYS_BINDING", U8) };
static const struct attrs mctp_attrs = ATTRS(ifla_mctp_attrs, mctp, LATER(mctp_later));

static const struct attr vlan_tunnel[] = {
	[IFLA_BRIDGE_VLAN_TUNNEL_ID]    = U32,
	[IFLA_BRIDGE_VLAN_TUNNEL_VID]   = U16,
	[IFLA_BRIDGE_VLAN_TUNNEL_FLAGS] = BITS(2, bridge_vlan_flags),
};
static const struct attrs vlan_tunnel_attrs = ATTRS(ifla_bridge_vlan_tunnel_attrs, vlan_tunnel);

static const struct attr bridge[] = {
	[IFLA_BRIDGE_FLAGS]            = BITS(2, bridge_flags),
	[IFLA_BRIDGE_MODE]             = NAME(2, bridge_modes),
	[IFLA_BRIDGE_VLAN_INFO]        = STRUCT_AND_BYTES(shape_nl_bridge_vlan_info),
	[IFLA_BRIDGE_VLAN_TUNNEL_INFO] = NESTED(vlan_tunnel_attrs),
};
static const struct attr bridge_more[] = {
	[IFLA_BRIDGE_MRP] = NESTED(nl_mrp_attrs),
	[IFLA_BRIDGE_CFM] = NESTED(nl_cfm_attrs),
	[IFLA_BRIDGE_MST] = NESTED(nl_mst_attrs),
};
static const struct attrs bridge_attrs = ATTRS_AND(ifla_bridge_attrs, bridge, bridge_more);

#define FAMILY_MCTP 45		/* AF_MCTP of linux/socket.h, 5.15 */

/* The type is a family. */
static const struct choice af_choices[] = {
	{ .value = AF_INET, .attrs = &inet_attrs, .strace = true },
	{ .value = AF_INET6, .attrs = &inet6_attrs, .strace = true },
	{ .value = FAMILY_MCTP, .attrs = &mctp_attrs, .strace = true },
};
static const struct choices by_type = CHOICES(BY_TYPE, 0, af_choices);
static const struct attr any_af = CHOSEN(by_type);
static const struct attrs af_attrs = { .names = &socket_domains, .any = &any_af };
static const struct attr af_spec_any = NESTED(af_attrs);

static const struct choice spec_choices[] = { { .value = AF_BRIDGE, .attrs = &bridge_attrs, .strace = true } };
static const struct choices af_spec = CHOICES(BY_FAMILY, 0, spec_choices, .otherwise = &af_spec_any);
static const struct choice protinfo_choices[] = {
	{ .value = AF_BRIDGE, .attrs = &nl_brport_attrs, .strace = true },
	{ .value = AF_INET6, .attrs = &inet6_attrs, .strace = true },
};
static const struct choices protinfo = CHOICES(BY_FAMILY, 0, protinfo_choices);

/* -- Kinds of interfaces: IFLA_LINKINFO -------------------------------------------------------------------------------- */

static const struct flag boolopt_flags[] = {
	BIT_OF("1<<BR_BOOLOPT_NO_LL_LEARN", "1<<BR_BOOLOPT_", BR_BOOLOPT_NO_LL_LEARN),
	BIT_OF("1<<BR_BOOLOPT_MCAST_VLAN_SNOOPING", "1<<BR_BOOLOPT_", BR_BOOLOPT_MCAST_VLAN_SNOOPING),
	BIT_OF("1<<BR_BOOLOPT_MST_ENABLE", "1<<BR_BOOLOPT_", BR_BOOLOPT_MST_ENABLE),
};
static const struct flag_table boolopts = BIT_TABLE("br_boolopts", "1<<BR_BOOLOPT_", boolopt_flags);
static const struct field boolopt_fields[] = {
	FIELD_BITS(struct br_boolopt_multi, optval, boolopts),
	FIELD_BITS(struct br_boolopt_multi, optmask, boolopts),
};
static const struct shape boolopt = SHAPE(struct br_boolopt_multi, boolopt_fields);

static const struct attr querier[] = {
	[BRIDGE_QUERIER_IP_ADDRESS]       = IN_ADDR,
	[BRIDGE_QUERIER_IP_PORT]          = IFINDEX,
	[BRIDGE_QUERIER_IP_OTHER_TIMER]   = TICKS,
	[BRIDGE_QUERIER_IPV6_ADDRESS]     = IN6_ADDR,
	[BRIDGE_QUERIER_IPV6_PORT]        = IFINDEX,
	[BRIDGE_QUERIER_IPV6_OTHER_TIMER] = TICKS,
};
const struct attrs nl_br_querier_attrs = ATTRS(br_querier_attrs, querier);

static const struct attr br[] = {
	[IFLA_BR_FORWARD_DELAY]              = TICKS,
	[IFLA_BR_HELLO_TIME]                 = TICKS,
	[IFLA_BR_MAX_AGE]                    = TICKS,
	[IFLA_BR_AGEING_TIME]                = TICKS,
	[IFLA_BR_STP_STATE]                  = U32,
	[IFLA_BR_PRIORITY]                   = U16,
	[IFLA_BR_VLAN_FILTERING]             = U8,
	[IFLA_BR_VLAN_PROTOCOL]              = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[IFLA_BR_GROUP_FWD_MASK]             = X16,
	[IFLA_BR_ROOT_ID]                    = STRUCT(bridge_id),
	[IFLA_BR_BRIDGE_ID]                  = STRUCT(bridge_id),
	[IFLA_BR_ROOT_PORT]                  = U16,
	[IFLA_BR_ROOT_PATH_COST]             = U32,
	[IFLA_BR_TOPOLOGY_CHANGE]            = U8,
	[IFLA_BR_TOPOLOGY_CHANGE_DETECTED]   = U8,
	[IFLA_BR_HELLO_TIMER]                = TICKS,
	[IFLA_BR_TCN_TIMER]                  = TICKS,
	[IFLA_BR_TOPOLOGY_CHANGE_TIMER]      = TICKS,
	[IFLA_BR_GC_TIMER]                   = TICKS,
	[IFLA_BR_GROUP_ADDR]                 = HWADDR,
	[IFLA_BR_MCAST_ROUTER]               = U8,
	[IFLA_BR_MCAST_SNOOPING]             = U8,
	[IFLA_BR_MCAST_QUERY_USE_IFADDR]     = U8,
	[IFLA_BR_MCAST_QUERIER]              = U8,
	[IFLA_BR_MCAST_HASH_ELASTICITY]      = U32,
	[IFLA_BR_MCAST_HASH_MAX]             = U32,
	[IFLA_BR_MCAST_LAST_MEMBER_CNT]      = U32,
	[IFLA_BR_MCAST_STARTUP_QUERY_CNT]    = U32,
	[IFLA_BR_MCAST_LAST_MEMBER_INTVL]    = TICKS,
	[IFLA_BR_MCAST_MEMBERSHIP_INTVL]     = TICKS,
	[IFLA_BR_MCAST_QUERIER_INTVL]        = TICKS,
	[IFLA_BR_MCAST_QUERY_INTVL]          = TICKS,
	[IFLA_BR_MCAST_QUERY_RESPONSE_INTVL] = TICKS,
	[IFLA_BR_MCAST_STARTUP_QUERY_INTVL]  = TICKS,
	[IFLA_BR_NF_CALL_IPTABLES]           = U8,
	[IFLA_BR_NF_CALL_IP6TABLES]          = U8,
	[IFLA_BR_NF_CALL_ARPTABLES]          = U8,
	[IFLA_BR_VLAN_DEFAULT_PVID]          = U16,
	[IFLA_BR_VLAN_STATS_ENABLED]         = U8,
	[IFLA_BR_MCAST_STATS_ENABLED]        = U8,
	[IFLA_BR_MCAST_IGMP_VERSION]         = U8,
	[IFLA_BR_MCAST_MLD_VERSION]          = U8,
	[IFLA_BR_VLAN_STATS_PER_PORT]        = U8,
	[IFLA_BR_MULTI_BOOLOPT]              = STRUCT(boolopt),
	[IFLA_BR_MCAST_QUERIER_STATE]        = NESTED(nl_br_querier_attrs),
};
static const struct attr br_more[] = { [IFLA_BR_FDB_FLUSH] = FLAG };
static const struct named_attr br_later[] = { AS("FDB_N_LEARNED FDB_MAX_LEARNED", U32), OF("STP_MODE", NAME, br_stp_modes) };
const struct attrs nl_br_attrs = ATTRS_AND(ifla_br_attrs, br, br_more, LATER(br_later));

static const struct attr tun[] = {
	[IFLA_TUN_OWNER]               = VALUE(4, uid),
	[IFLA_TUN_GROUP]               = VALUE(4, uid),
	[IFLA_TUN_TYPE]                = NAME(1, tun_types),
	[IFLA_TUN_PI]                  = U8,
	[IFLA_TUN_VNET_HDR]            = U8,
	[IFLA_TUN_PERSIST]             = U8,
	[IFLA_TUN_MULTI_QUEUE]         = U8,
	[IFLA_TUN_NUM_QUEUES]          = U32,
	[IFLA_TUN_NUM_DISABLED_QUEUES] = U32,
};
const struct attrs nl_tun_attrs = ATTRS(ifla_tun_attrs, tun);

static const struct attr can_xstats = STRUCT(shape_nl_can_device_stats);
static const struct choice xstats_choices[] = { { .name = "can", .as = &can_xstats, .strace = true } };
static const struct choices xstats = CHOICES(BY_TEXT, IFLA_INFO_KIND, xstats_choices);

static const struct attr info[] = {
	[IFLA_INFO_KIND]       = WORD,
	[IFLA_INFO_DATA]       = CHOSEN(nl_link_data),
	[IFLA_INFO_XSTATS]     = CHOSEN(xstats),
	[IFLA_INFO_SLAVE_KIND] = WORD,
	[IFLA_INFO_SLAVE_DATA] = CHOSEN(nl_link_slave_data),
};
static const struct attrs info_attrs = ATTRS(ifla_info_attrs, info);

/* -- Virtual functions and their ports --------------------------------------------------------------------------------- */

static void show_hwaddr32(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->hwaddr(s->o, p, len);
}
static const struct shape hwaddr32 = { .name = "hwaddr", .size = HWADDR_MAX, .show = show_hwaddr32 };

struct vf_mac { uint32_t vf; uint8_t mac[HWADDR_MAX]; };	/* struct ifla_vf_mac */
static const struct field vf_mac_fields[] = { FIELD(struct vf_mac, vf, uint), FIELD_STRUCT(struct vf_mac, mac, hwaddr32) };
static const struct shape vf_mac = SHAPE(struct vf_mac, vf_mac_fields);
struct vf_broadcast { uint8_t broadcast[HWADDR_MAX]; };		/* struct ifla_vf_broadcast */
static const struct field vf_broadcast_fields[] = { FIELD_STRUCT(struct vf_broadcast, broadcast, hwaddr32) };
static const struct shape vf_broadcast = SHAPE(struct vf_broadcast, vf_broadcast_fields);

/* Compilers for 32 bits do not align the identifier. */
struct vf_guid { uint32_t vf, pad; uint64_t guid; };
struct vf_guid32 { uint32_t vf; uint64_t guid; } __attribute__((packed));
static const struct field vf_guid_fields[] = { FIELD(struct vf_guid, vf, uint), FIELD(struct vf_guid, guid, hex64) };
static const struct field vf_guid32_fields[] = { FIELD(struct vf_guid32, vf, uint), FIELD(struct vf_guid32, guid, hex64) };
static const struct shape vf_guid = SHAPE(struct vf_guid, vf_guid_fields), vf_guid32 = SHAPE(struct vf_guid32, vf_guid32_fields);

static bool show_vf_guid(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = len == vf_guid.size ? &vf_guid : &vf_guid32;

	(void)t;
	if (len == sh->size)
		nl__structure(n, sh, at, len);
	return len == sh->size;
}

static const struct attr vf_stats[] = {
	[IFLA_VF_STATS_RX_PACKETS] = U64,
	[IFLA_VF_STATS_TX_PACKETS] = U64,
	[IFLA_VF_STATS_RX_BYTES]   = U64,
	[IFLA_VF_STATS_TX_BYTES]   = U64,
	[IFLA_VF_STATS_BROADCAST]  = U64,
	[IFLA_VF_STATS_MULTICAST]  = U64,
	[IFLA_VF_STATS_RX_DROPPED] = U64,
	[IFLA_VF_STATS_TX_DROPPED] = U64,
};
static const struct attrs vf_stats_attrs = ATTRS(ifla_vf_stats_attrs, vf_stats);
static const struct attr vf_vlans[] = { [IFLA_VF_VLAN_INFO] = STRUCT(shape_nl_ifla_vf_vlan_info) };
static const struct attrs vf_vlan_attrs = ATTRS(ifla_vf_vlan_attrs, vf_vlans);

static const struct attr vf[] = {
	[IFLA_VF_MAC]          = STRUCT(vf_mac),
	[IFLA_VF_VLAN]         = STRUCT(shape_nl_ifla_vf_vlan),
	[IFLA_VF_TX_RATE]      = STRUCT(shape_nl_ifla_vf_tx_rate),
	[IFLA_VF_SPOOFCHK]     = STRUCT(shape_nl_ifla_vf_spoofchk),
	[IFLA_VF_LINK_STATE]   = STRUCT(shape_nl_ifla_vf_link_state),
	[IFLA_VF_RATE]         = STRUCT(shape_nl_ifla_vf_rate),
	[IFLA_VF_RSS_QUERY_EN] = STRUCT(shape_nl_ifla_vf_spoofchk),
	[IFLA_VF_STATS]        = NESTED(vf_stats_attrs),
	[IFLA_VF_TRUST]        = STRUCT(shape_nl_ifla_vf_spoofchk),
	[IFLA_VF_IB_NODE_GUID] = { .show = show_vf_guid },
	[IFLA_VF_IB_PORT_GUID] = { .show = show_vf_guid },
	[IFLA_VF_VLAN_LIST]    = NESTED(vf_vlan_attrs),
	[IFLA_VF_BROADCAST]    = STRUCT(vf_broadcast),
};
static const struct attrs vf_attrs = ATTRS(ifla_vf_attrs, vf);
static const struct attr vfinfo[] = { [IFLA_VF_INFO] = NESTED(vf_attrs) };
static const struct attrs vfinfo_attrs = ATTRS(ifla_vfinfo_attrs, vfinfo);

static void show_octets(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->octets(s->o, p, len, STRING_WHOLE);
}
static const struct shape octets3 = { .name = "octets", .size = 3, .show = show_octets };

static bool has_pad(const struct call *c, const uint8_t *p)
{
	p += offsetof(struct ifla_port_vsi, pad);
	(void)c;
	return p[0] | p[1] | p[2];
}
static const struct field port_vsi_fields[] = {
	FIELD(struct ifla_port_vsi, vsi_mgr_id, uint),
	FIELD_STRUCT(struct ifla_port_vsi, vsi_type_id, octets3),
	FIELD(struct ifla_port_vsi, vsi_type_version, uint),
	{ .spec = { .name = "pad", .kind = &kind_struct_in, .shape = &octets3 }, .offset = offsetof(struct ifla_port_vsi, pad), .size = 3, .when = has_pad },
};
static const struct shape port_vsi = SHAPE(struct ifla_port_vsi, port_vsi_fields);
static const struct attr port[] = {
	[IFLA_PORT_VF]       = U32,
	[IFLA_PORT_PROFILE]  = STRING,
	[IFLA_PORT_VSI_TYPE] = STRUCT(port_vsi),
	[IFLA_PORT_REQUEST]  = U8,
	[IFLA_PORT_RESPONSE] = U16,
};
static bool show_port_uuid(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len != 16)
		return false;
	if (nl__has(n, at, 16))
		n->s->w->uuid(n->s->o, n->bytes + at);
	else
		nl__missing(n, at);
	return true;
}
static const struct attr port_more[] = { [IFLA_PORT_INSTANCE_UUID] = { .show = show_port_uuid }, [IFLA_PORT_HOST_UUID] = { .show = show_port_uuid } };
static const struct attrs port_attrs = ATTRS_AND(ifla_port_attrs, port, port_more);
static const struct attr vf_ports[] = { [IFLA_VF_PORT] = NESTED(port_attrs) };
static const struct attrs vf_port_attrs = ATTRS(ifla_vf_port_attrs, vf_ports);

/* -- Interfaces -------------------------------------------------------------------------------------------------------- */

static const struct attr xdp[] = {
	[IFLA_XDP_FD]          = VALUE(4, fd),
	[IFLA_XDP_ATTACHED]    = NAME(1, xdp_attached),
	[IFLA_XDP_FLAGS]       = VALUE_OF(4, flags, xdp_attach_flags),
	[IFLA_XDP_PROG_ID]     = U32,
	[IFLA_XDP_DRV_PROG_ID] = U32,
	[IFLA_XDP_SKB_PROG_ID] = U32,
	[IFLA_XDP_HW_PROG_ID]  = U32,
	[IFLA_XDP_EXPECTED_FD] = VALUE(4, fd),
};
static const struct attrs xdp_attrs = ATTRS(ifla_xdp_attrs, xdp);

static const struct attr proto_down[] = {
	[IFLA_PROTO_DOWN_REASON_MASK]  = X32,
	[IFLA_PROTO_DOWN_REASON_VALUE] = X32,
};
static const struct attrs proto_down_attrs = ATTRS(ifla_proto_down_reason_attrs, proto_down);

static const struct attr prop[] = { [IFLA_ALT_IFNAME] = STRING };
static const struct attrs prop_attrs = ATTRS(ifla_attrs, prop);

/* Kernels before 4.6 and 5.19 lack the last fields. */
bool attr__link_stats64(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr whole = STRUCT_LEAST(shape_nl_link_stats64, offsetof(struct rtnl_link_stats64, rx_nohandler));
	static const struct attr newer = STRUCT_LEAST(shape_nl_link_stats64, offsetof(struct rtnl_link_stats64, rx_otherhost_dropped));

	(void)t;
	return attr__struct(n, len == newer.size ? &newer : &whole, at, len);
}

static const struct attr link[] = {
	[IFLA_ADDRESS]             = HWADDR,
	[IFLA_BROADCAST]           = HWADDR,
	[IFLA_IFNAME]              = STRING,
	[IFLA_MTU]                 = U32,
	[IFLA_LINK]                = U32,
	[IFLA_QDISC]               = STRING,
	[IFLA_STATS]               = STRUCT_LEAST(shape_nl_link_stats, offsetof(struct rtnl_link_stats, rx_nohandler)),
	[IFLA_MASTER]              = U32,
	[IFLA_PROTINFO]            = CHOSEN(protinfo),
	[IFLA_TXQLEN]              = U32,
	[IFLA_MAP]                 = STRUCT(shape_nl_rtnl_link_ifmap),
	[IFLA_WEIGHT]              = U32,
	[IFLA_OPERSTATE]           = U8,
	[IFLA_LINKMODE]            = U8,
	[IFLA_LINKINFO]            = NESTED(info_attrs),
	[IFLA_NET_NS_PID]          = U32,
	[IFLA_IFALIAS]             = STRING,
	[IFLA_NUM_VF]              = U32,
	[IFLA_VFINFO_LIST]         = NESTED(vfinfo_attrs),
	[IFLA_STATS64]             = { .show = attr__link_stats64 },
	[IFLA_VF_PORTS]            = NESTED(vf_port_attrs),
	[IFLA_PORT_SELF]           = NESTED(port_attrs),
	[IFLA_AF_SPEC]             = CHOSEN(af_spec),
	[IFLA_GROUP]               = U32,
	[IFLA_NET_NS_FD]           = VALUE(4, fd),
	[IFLA_EXT_MASK]            = BITS(4, ifla_ext_filters),
	[IFLA_PROMISCUITY]         = U32,
	[IFLA_NUM_TX_QUEUES]       = U32,
	[IFLA_NUM_RX_QUEUES]       = U32,
	[IFLA_CARRIER]             = U8,
	[IFLA_CARRIER_CHANGES]     = U32,
	[IFLA_LINK_NETNSID]        = S32,
	[IFLA_PHYS_PORT_NAME]      = STRING,
	[IFLA_PROTO_DOWN]          = U8,
	[IFLA_GSO_MAX_SEGS]        = U32,
	[IFLA_GSO_MAX_SIZE]        = U32,
	[IFLA_XDP]                 = NESTED(xdp_attrs),
	[IFLA_EVENT]               = VALUE_OF(4, enum, ifla_events),
	[IFLA_NEW_NETNSID]         = S32,
	[IFLA_IF_NETNSID]          = S32,
	[IFLA_CARRIER_UP_COUNT]    = U32,
	[IFLA_CARRIER_DOWN_COUNT]  = U32,
	[IFLA_NEW_IFINDEX]         = IFINDEX,
	[IFLA_MIN_MTU]             = U32,
	[IFLA_MAX_MTU]             = U32,
	[IFLA_PROP_LIST]           = NESTED(prop_attrs),
	[IFLA_ALT_IFNAME]          = STRING,
	[IFLA_PERM_ADDRESS]        = HWADDR,
	[IFLA_PROTO_DOWN_REASON]   = NESTED(proto_down_attrs),
	[IFLA_PARENT_DEV_NAME]     = STRING,
	[IFLA_PARENT_DEV_BUS_NAME] = STRING,
	[IFLA_GRO_MAX_SIZE]        = U32,
	[IFLA_TSO_MAX_SIZE]        = U32,
	[IFLA_TSO_MAX_SEGS]        = U32,
	[IFLA_ALLMULTI]            = U32,
};

static const struct attr link_more[] = {
	[IFLA_OPERSTATE]      = NAME(1, if_oper_states),
	[IFLA_LINKMODE]       = NAME(1, if_link_modes),
	[IFLA_COST]           = U32,
	[IFLA_PRIORITY]       = U32,
	[IFLA_WIRELESS]       = BINARY,
	[IFLA_PHYS_PORT_ID]   = HWADDR,
	[IFLA_PHYS_SWITCH_ID] = HWADDR,
};
static const struct named_attr link_later[] = {
	OF("DEVLINK_PORT", NEST, nl_devlink_attrs), AS("GSO_IPV4_MAX_SIZE GRO_IPV4_MAX_SIZE", U32), OF("DPLL_PIN", NEST, nl_dpll_pin_attrs),
	AS("MAX_PACING_OFFLOAD_HORIZON", UINT), AS("NETNS_IMMUTABLE", U8), AS("HEADROOM TAILROOM", U16),
};
const struct attrs nl_link_attrs = ATTRS_AND(ifla_attrs, link, link_more, LATER(link_later));
