// SPDX-License-Identifier: BSD-2-Clause
/* ovs.c - Open vSwitch's families of generic netlink (linux/openvswitch.h). */
#include <linux/openvswitch.h>

#include "generic.h"

static const struct field header_fields[] = { FIELD_INDEX(struct ovs_header, dp_ifindex) };
static const struct shape header = SHAPE(struct ovs_header, header_fields);

static const struct field dp_stats_fields[] = { FIELDS(struct ovs_dp_stats, ulong, n_hit, n_missed, n_lost, n_flows) };
static const struct shape dp_stats = SHAPE(struct ovs_dp_stats, dp_stats_fields);
static const struct named_attr dp[] = {
	AS("NAME", TEXT), AS("UPCALL_PID MASKS_CACHE_SIZE", U32), AS("USER_FEATURES", X32), AS("PER_CPU_PIDS", U32S), AS("IFINDEX", INDEX), OF("STATS", STRUCT, dp_stats),
};
static const struct attrs dp_attrs = NAMED(ovs_dp_attrs, dp);
static const struct genl_family datapath = { .name = "ovs_datapath", .cmds = &ovs_dp_cmds, .attrs = &dp_attrs, .header = &header };

static const struct field vport_stats_fields[] = {
	FIELDS(struct ovs_vport_stats, ulong, rx_packets, tx_packets, rx_bytes, tx_bytes, rx_errors, tx_errors, rx_dropped, tx_dropped),
};
static const struct shape vport_stats = SHAPE(struct ovs_vport_stats, vport_stats_fields);
static const struct named_attr tunnel_option[] = { AS("DST_PORT", U16) };
static const struct attrs tunnel_attrs = NAMED(ovs_tunnel_attrs, tunnel_option);
static const struct named_attr vport[] = {
	AS("PORT_NO", U32), OF("TYPE", NAME, ovs_vport_types), AS("NAME", TEXT), OF("OPTIONS", NEST, tunnel_attrs), AS("UPCALL_PID", U32S),
	OF("STATS", STRUCT, vport_stats), AS("IFINDEX", INDEX), AS("NETNSID", S32),
};
static const struct attrs vport_attrs = NAMED(ovs_vport_attrs, vport);
static const struct genl_family vports = { .name = "ovs_vport", .cmds = &ovs_vport_cmds, .attrs = &vport_attrs, .header = &header };

/* -- Flows, packets ---------------------------------------------------------------------------------------------------- */

static const struct field ethernet_fields[] = { FIELD_STRUCT(struct ovs_key_ethernet, eth_src, nl_mac), FIELD_STRUCT(struct ovs_key_ethernet, eth_dst, nl_mac) };
static const struct shape ethernet = SHAPE(struct ovs_key_ethernet, ethernet_fields);
static const struct field ipv4_fields[] = {
	FIELD_STRUCT(struct ovs_key_ipv4, ipv4_src, shape_in_addr), FIELD_STRUCT(struct ovs_key_ipv4, ipv4_dst, shape_in_addr),
	FIELD_ENUM(struct ovs_key_ipv4, ipv4_proto, ip_protocols), FIELD(struct ovs_key_ipv4, ipv4_tos, hex), FIELDS(struct ovs_key_ipv4, uint, ipv4_ttl, ipv4_frag),
};
static const struct shape ipv4 = SHAPE(struct ovs_key_ipv4, ipv4_fields);
static const struct field ipv6_fields[] = {
	FIELD_STRUCT(struct ovs_key_ipv6, ipv6_src, shape_in6_addr), FIELD_STRUCT(struct ovs_key_ipv6, ipv6_dst, shape_in6_addr),
	FIELD(struct ovs_key_ipv6, ipv6_label, be32), FIELD_ENUM(struct ovs_key_ipv6, ipv6_proto, ip_protocols),
	FIELDS(struct ovs_key_ipv6, uint, ipv6_tclass, ipv6_hlimit, ipv6_frag),
};
static const struct shape ipv6 = SHAPE(struct ovs_key_ipv6, ipv6_fields);
static const struct field ports_fields[] = { FIELD_NAMED(struct ovs_key_tcp, tcp_src, "src", be16), FIELD_NAMED(struct ovs_key_tcp, tcp_dst, "dst", be16) };
static const struct shape ports = SHAPE(struct ovs_key_tcp, ports_fields);
static const struct field icmp_fields[] = { FIELDS(struct ovs_key_icmp, uint, icmp_type, icmp_code) };
static const struct shape icmp = SHAPE(struct ovs_key_icmp, icmp_fields);

static const struct attrs key_attrs;
static const struct named_attr key[] = {
	OF("ENCAP", NEST, key_attrs),
	AS("PRIORITY IN_PORT RECIRC_ID", U32), AS("SKB_MARK DP_HASH CT_STATE CT_MARK", X32), AS("CT_ZONE", U16), AS("VLAN ETHERTYPE TCP_FLAGS", BE16),
	OF("ETHERNET", STRUCT, ethernet), OF("IPV4", STRUCT, ipv4), OF("IPV6", STRUCT, ipv6), OF("TCP UDP SCTP", STRUCT, ports), OF("ICMP ICMPV6", STRUCT, icmp),
};
static const struct attrs key_attrs = NAMED(ovs_key_attrs, key);
static const struct attrs action_attrs;
static const struct named_attr action[] = { AS("OUTPUT RECIRC METER", U32), OF("SET", NEST, key_attrs), OF("CLONE", NEST, action_attrs), AS("POP_MPLS", BE16) };
static const struct attrs action_attrs = NAMED(ovs_action_attrs, action);
static const struct field flow_stats_fields[] = { FIELDS(struct ovs_flow_stats, ulong, n_packets, n_bytes) };
static const struct shape flow_stats = SHAPE(struct ovs_flow_stats, flow_stats_fields);
static const struct named_attr flow[] = {
	OF("KEY MASK", NEST, key_attrs), OF("ACTIONS", NEST, action_attrs), OF("STATS", STRUCT, flow_stats), AS("TCP_FLAGS", X8), AS("USED", U64), AS("UFID_FLAGS", X32),
};
static const struct attrs flow_attrs = NAMED(ovs_flow_attrs, flow);
static const struct genl_family flows = { .name = "ovs_flow", .cmds = &ovs_flow_cmds, .attrs = &flow_attrs, .header = &header };
static const struct named_attr packet[] = {
	OF("KEY", NEST, key_attrs), OF("ACTIONS", NEST, action_attrs), AS("MRU", U16), AS("LEN", U32), AS("HASH", X64),
};
static const struct attrs packet_attrs = NAMED(ovs_packet_attrs, packet);
static const struct genl_family packets = { .name = "ovs_packet", .cmds = &ovs_packet_cmds, .attrs = &packet_attrs, .header = &header };

/* -- Limits ------------------------------------------------------------------------------------------------------------ */

static const struct named_attr band[] = { AS("TYPE RATE BURST", U32), OF("STATS", STRUCT, flow_stats) };
static const struct attrs band_attrs = NAMED(ovs_band_attrs, band);
static const struct named_attr meter[] = {
	AS("ID MAX_METERS MAX_BANDS", U32), AS("USED", U64), OF("STATS", STRUCT, flow_stats), OF("BANDS", EACH, band_attrs),
};
static const struct attrs meter_attrs = NAMED(ovs_meter_attrs, meter);
static const struct genl_family meters = { .name = "ovs_meter", .cmds = &ovs_meter_cmds, .attrs = &meter_attrs, .header = &header };
static const struct field zone_fields[] = { FIELD(struct ovs_zone_limit, zone_id, int), FIELDS(struct ovs_zone_limit, uint, limit, count) };
static const struct shape zone = SHAPE(struct ovs_zone_limit, zone_fields);
static const struct named_attr ct_limit[] = { OF("ZONE_LIMIT", STRUCTS, zone) };
static const struct attrs ct_limit_attrs = NAMED(ovs_ct_limit_attrs, ct_limit);
static const struct genl_family ct_limits = { .name = "ovs_ct_limit", .cmds = &ovs_ct_limit_cmds, .attrs = &ct_limit_attrs, .header = &header };

const struct genl_family *const genl_ovs[] = { &datapath, &vports, &flows, &packets, &meters, &ct_limits, NULL };
