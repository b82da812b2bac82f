// SPDX-License-Identifier: BSD-2-Clause
/* ovs.c - Open vSwitch's families of generic netlink (linux/openvswitch.h). */
#include <linux/openvswitch.h>

#include "generic.h"

static const struct named_attr dp[] = {
	OF("MEGAFLOW_STATS", STRUCT, shape_nl_ovs_dp_megaflow_stats),
	AS("NAME", TEXT), AS("UPCALL_PID MASKS_CACHE_SIZE", U32), OF("USER_FEATURES", BITS, ovs_dp_features), AS("PER_CPU_PIDS", U32S), AS("IFINDEX", INDEX), OF("STATS", STRUCT, shape_nl_ovs_dp_stats),
};
static const struct attrs dp_attrs = NAMED(ovs_dp_attrs, dp);
static const struct genl_family datapath = { .name = "ovs_datapath", .cmds = &ovs_dp_cmds, .attrs = &dp_attrs, .header = &shape_nl_ovs_header };

static const struct attrs extensions = NAMES_ONLY(ovs_vxlan_exts);
static const struct named_attr tunnel_option[] = { AS("DST_PORT", U16), OF("EXTENSION", NEST, extensions) };
static const struct attrs tunnel_attrs = NAMED(ovs_tunnel_attrs, tunnel_option);
static const struct named_attr vport[] = {
	AS("PORT_NO", U32), OF("TYPE", NAME, ovs_vport_types), AS("NAME", TEXT), OF("OPTIONS", NEST, tunnel_attrs), AS("UPCALL_PID", U32S),
	OF("STATS", STRUCT, shape_nl_ovs_vport_stats), AS("IFINDEX", INDEX), AS("NETNSID", S32),
};
static const struct attrs vport_attrs = NAMED(ovs_vport_attrs, vport);
static const struct genl_family vports = { .name = "ovs_vport", .cmds = &ovs_vport_cmds, .attrs = &vport_attrs, .header = &shape_nl_ovs_header };

/* -- Flows, packets ---------------------------------------------------------------------------------------------------- */

static const struct field ethernet_fields[] = { FIELD_STRUCT(struct ovs_key_ethernet, eth_src, nl_mac), FIELD_STRUCT(struct ovs_key_ethernet, eth_dst, nl_mac) };
static const struct shape ethernet = SHAPE(struct ovs_key_ethernet, ethernet_fields);
static const struct field ipv4_fields[] = {
	FIELD_STRUCT(struct ovs_key_ipv4, ipv4_src, shape_in_addr), FIELD_STRUCT(struct ovs_key_ipv4, ipv4_dst, shape_in_addr),
	FIELD_ENUM(struct ovs_key_ipv4, ipv4_proto, ip_protocols), FIELD(struct ovs_key_ipv4, ipv4_tos, hex), FIELD(struct ovs_key_ipv4, ipv4_ttl, uint), FIELD_ENUM(struct ovs_key_ipv4, ipv4_frag, ovs_frag_types),
};
static const struct shape ipv4 = SHAPE(struct ovs_key_ipv4, ipv4_fields);
static const struct field ipv6_fields[] = {
	FIELD_STRUCT(struct ovs_key_ipv6, ipv6_src, shape_in6_addr), FIELD_STRUCT(struct ovs_key_ipv6, ipv6_dst, shape_in6_addr),
	FIELD(struct ovs_key_ipv6, ipv6_label, be32), FIELD_ENUM(struct ovs_key_ipv6, ipv6_proto, ip_protocols),
	FIELDS(struct ovs_key_ipv6, uint, ipv6_tclass, ipv6_hlimit), FIELD_ENUM(struct ovs_key_ipv6, ipv6_frag, ovs_frag_types),
};
static const struct shape ipv6 = SHAPE(struct ovs_key_ipv6, ipv6_fields);
static const struct field ports_fields[] = { FIELD_NAMED(struct ovs_key_tcp, tcp_src, "src", be16), FIELD_NAMED(struct ovs_key_tcp, tcp_dst, "dst", be16) };
static const struct shape ports = SHAPE(struct ovs_key_tcp, ports_fields);

static const struct field arp_fields[] = {
	FIELD_STRUCT(struct ovs_key_arp, arp_sip, shape_in_addr), FIELD_STRUCT(struct ovs_key_arp, arp_tip, shape_in_addr), FIELD(struct ovs_key_arp, arp_op, be16),
	FIELD_STRUCT(struct ovs_key_arp, arp_sha, nl_mac), FIELD_STRUCT(struct ovs_key_arp, arp_tha, nl_mac),
};
static const struct shape arp = SHAPE(struct ovs_key_arp, arp_fields);
static const struct field nd_fields[] = {
	FIELD_STRUCT(struct ovs_key_nd, nd_target, shape_in6_addr), FIELD_STRUCT(struct ovs_key_nd, nd_sll, nl_mac), FIELD_STRUCT(struct ovs_key_nd, nd_tll, nl_mac),
};
static const struct shape nd = SHAPE(struct ovs_key_nd, nd_fields);
#define TUPLE_FIELDS(type, address, src, dst, proto) \
	FIELD_STRUCT(type, src, address), FIELD_STRUCT(type, dst, address), FIELDS(type, be16, src_port, dst_port), FIELD_ENUM(type, proto, ip_protocols)
static const struct field tuple4_fields[] = { TUPLE_FIELDS(struct ovs_key_ct_tuple_ipv4, shape_in_addr, ipv4_src, ipv4_dst, ipv4_proto) };
static const struct shape tuple4 = SHAPE(struct ovs_key_ct_tuple_ipv4, tuple4_fields);
static const struct field tuple6_fields[] = { TUPLE_FIELDS(struct ovs_key_ct_tuple_ipv6, shape_in6_addr, ipv6_src, ipv6_dst, ipv6_proto) };
static const struct shape tuple6 = SHAPE(struct ovs_key_ct_tuple_ipv6, tuple6_fields);
static const struct named_attr tunnel_key[] = {
	AS("ID", BE64), AS("IPV4_SRC IPV4_DST", IN), AS("IPV6_SRC IPV6_DST", IN6), AS("TOS TTL", U8), AS("TP_SRC TP_DST", BE16), AS("GENEVE_OPTS ERSPAN_OPTS", BYTES),
	AS("DONT_FRAGMENT CSUM OAM IPV4_INFO_BRIDGE", FLAG), AS("VXLAN_OPTS", BYTES),
};
static const struct attrs tunnel_key_attrs = NAMED(ovs_tunnel_key_attrs, tunnel_key);

/* struct ovs_nsh_key_base: a header of a service chain, as in packets */
static const struct named_attr nsh[] = { OF("BASE", STRUCT, shape_nl_ovs_nsh_key_base), AS("MD1 MD2", BYTES) };
static const struct attrs nsh_attrs = NAMED(ovs_nsh_key_attrs, nsh);

static const struct attrs key_attrs;
static const struct named_attr key[] = {
	OF("ENCAP", NEST, key_attrs),
	AS("PRIORITY IN_PORT RECIRC_ID", U32), AS("SKB_MARK DP_HASH CT_MARK", X32), AS("CT_ZONE", U16), AS("VLAN ETHERTYPE TCP_FLAGS", BE16), AS("PACKET_TYPE", BE32),
	OF("CT_STATE", BITS, ovs_ct_states), OF("ETHERNET", STRUCT, ethernet), OF("IPV4", STRUCT, ipv4), OF("IPV6", STRUCT, ipv6), OF("TCP UDP SCTP", STRUCT, ports),
	OF("ICMP ICMPV6", STRUCT, shape_nl_ovs_key_icmp), OF("ARP", STRUCT, arp), OF("ND", STRUCT, nd), OF("MPLS", STRUCTS, shape_nl_ovs_key_mpls), OF("TUNNEL", NEST, tunnel_key_attrs), OF("NSH", NEST, nsh_attrs),
	OF("CT_ORIG_TUPLE_IPV4", STRUCT, tuple4), OF("CT_ORIG_TUPLE_IPV6", STRUCT, tuple6), AS("IPV6_EXTHDRS", X16), AS("CT_LABELS ND_EXTENSIONS TUNNEL_INFO", BYTES),
};
static const struct attrs key_attrs = NAMED(ovs_key_attrs, key);

/* -- Actions ----------------------------------------------------------------------------------------------------------- */

struct masked { uint32_t value, mask; };
static const struct attr ethertype = NUMBER_OF(2, enum_htons, ethernet_protocols);
static const struct field masked_fields[] = { FIELDS(struct masked, hex, value, mask) };
static const struct shape masked = SHAPE(struct masked, masked_fields);

static const struct named_attr nat[] = { AS("SRC DST PERSISTENT PROTO_HASH PROTO_RANDOM", FLAG), AS("IP_MIN IP_MAX", INET), AS("PROTO_MIN PROTO_MAX", U16) };
static const struct attrs nat_attrs = NAMED(ovs_nat_attrs, nat);
static const struct named_attr ct[] = {
	AS("COMMIT FORCE_COMMIT", FLAG), AS("ZONE", U16), OF("MARK", STRUCT, masked), AS("LABELS", BYTES), AS("HELPER TIMEOUT", TEXT), OF("NAT", NEST, nat_attrs), AS("EVENTMASK", X32),
};
static const struct attrs ct_attrs = NAMED(ovs_ct_attrs, ct);
static const struct named_attr userspace[] = { AS("PID EGRESS_TUN_PORT", U32), AS("USERDATA", BYTES), AS("ACTIONS", FLAG) };
static const struct attrs userspace_attrs = NAMED(ovs_userspace_attrs, userspace);
static const struct attrs action_attrs;
static const struct named_attr sample[] = { AS("PROBABILITY", U32), OF("ACTIONS", NEST, action_attrs) };
static const struct attrs sample_attrs = NAMED(ovs_sample_attrs, sample);
static const struct named_attr pkt_len[] = { AS("PKT_LEN", U16), OF("ACTIONS_IF_GREATER ACTIONS_IF_LESS_EQUAL", NEST, action_attrs) };
static const struct attrs pkt_len_attrs = NAMED(ovs_check_pkt_len_attrs, pkt_len);
static const struct named_attr dec_ttl[] = { OF("ACTION", NEST, action_attrs) };
static const struct attrs dec_ttl_attrs = NAMED(ovs_dec_ttl_attrs, dec_ttl);
static const struct named_attr action[] = {
	AS("OUTPUT RECIRC METER TRUNC", U32), OF("SET SET_MASKED", NEST, key_attrs), OF("CLONE", NEST, action_attrs), OF("POP_MPLS", ATTR, ethertype), OF("USERSPACE", NEST, userspace_attrs),
	OF("PUSH_VLAN", STRUCT, shape_nl_ovs_action_push_vlan), OF("SAMPLE", NEST, sample_attrs), OF("HASH", STRUCT, shape_nl_ovs_action_hash), OF("PUSH_MPLS", STRUCT, shape_nl_ovs_action_push_mpls), OF("ADD_MPLS", STRUCT, shape_nl_ovs_action_add_mpls),
	OF("CT", NEST, ct_attrs), OF("PUSH_ETH", STRUCT, ethernet), OF("PUSH_NSH", NEST, nsh_attrs), OF("CHECK_PKT_LEN", NEST, pkt_len_attrs), OF("DEC_TTL", NEST, dec_ttl_attrs),
	AS("POP_VLAN POP_ETH CT_CLEAR POP_NSH", FLAG),
};
static const struct attrs action_attrs = NAMED(ovs_action_attrs, action);
static const struct named_attr flow[] = {
	OF("KEY MASK", NEST, key_attrs), OF("ACTIONS", NEST, action_attrs), OF("STATS", STRUCT, shape_nl_ovs_flow_stats), AS("TCP_FLAGS", X8), AS("USED", U64), OF("UFID_FLAGS", BITS, ovs_ufid_flags), AS("UFID", BYTES), AS("CLEAR PROBE", FLAG),
};
static const struct attrs flow_attrs = NAMED(ovs_flow_attrs, flow);
static const struct genl_family flows = { .name = "ovs_flow", .cmds = &ovs_flow_cmds, .attrs = &flow_attrs, .header = &shape_nl_ovs_header };
static const struct named_attr packet[] = {
	OF("KEY", NEST, key_attrs), OF("ACTIONS", NEST, action_attrs), OF("EGRESS_TUN_KEY", NEST, tunnel_key_attrs), AS("PACKET USERDATA", BYTES), AS("PROBE", FLAG), AS("MRU", U16), AS("LEN", U32), AS("HASH", X64),
};
static const struct attrs packet_attrs = NAMED(ovs_packet_attrs, packet);
static const struct genl_family packets = { .name = "ovs_packet", .cmds = &ovs_packet_cmds, .attrs = &packet_attrs, .header = &shape_nl_ovs_header };

/* -- Limits ------------------------------------------------------------------------------------------------------------ */

static const struct named_attr band[] = { OF("TYPE", NAME, ovs_band_types), AS("RATE BURST", U32), OF("STATS", STRUCT, shape_nl_ovs_flow_stats) };
static const struct attrs band_attrs = NAMED(ovs_band_attrs, band);
static const struct named_attr meter[] = {
	AS("ID MAX_METERS MAX_BANDS", U32), AS("USED", U64), AS("KBPS CLEAR", FLAG), OF("STATS", STRUCT, shape_nl_ovs_flow_stats), OF("BANDS", EACH, band_attrs),
};
static const struct attrs meter_attrs = NAMED(ovs_meter_attrs, meter);
static const struct genl_family meters = { .name = "ovs_meter", .cmds = &ovs_meter_cmds, .attrs = &meter_attrs, .header = &shape_nl_ovs_header };
static const struct named_attr ct_limit[] = { OF("ZONE_LIMIT", STRUCTS, shape_nl_ovs_zone_limit) };
static const struct attrs ct_limit_attrs = NAMED(ovs_ct_limit_attrs, ct_limit);
static const struct genl_family ct_limits = { .name = "ovs_ct_limit", .cmds = &ovs_ct_limit_cmds, .attrs = &ct_limit_attrs, .header = &shape_nl_ovs_header };

const struct genl_family *const genl_ovs[] = { &datapath, &vports, &flows, &packets, &meters, &ct_limits, NULL };
