// SPDX-License-Identifier: BSD-2-Clause
/*
 * link_kinds.c - what IFLA_INFO_DATA, IFLA_INFO_SLAVE_DATA and IFLA_INFO_XSTATS have, by the kind of interface (linux/if_link.h and others).
 */
#include <linux/can/netlink.h>
#include <linux/can/vxcan.h>
#include <linux/if_bonding.h>
#include <linux/if_link.h>
#include <linux/if_tunnel.h>
#include <linux/veth.h>
#include <linux/rtnetlink.h>

#include "route.h"

static const struct attrs macvlan_attrs;
static const struct choices tunnel_addresses;
static const struct choices tunnel_flags;

static const struct attr vlan_qos[] = {
	[IFLA_VLAN_QOS_MAPPING] = MADE(ifla_vlan_qos_mapping),
};
static const struct attrs vlan_qos_attrs = ATTRS_BEYOND(ifla_vlan_qos_attrs, vlan_qos);

static const struct attr vlan[] = {
	[IFLA_VLAN_ID]          = U16,
	[IFLA_VLAN_FLAGS]       = MADE(ifla_vlan_flags),
	[IFLA_VLAN_EGRESS_QOS]  = NESTED(vlan_qos_attrs),
	[IFLA_VLAN_INGRESS_QOS] = NESTED(vlan_qos_attrs),
	[IFLA_VLAN_PROTOCOL]    = NUMBER_OF(2, enum_htons, ethernet_protocols),
};
static const struct attrs vlan_attrs = ATTRS_BEYOND(ifla_vlan_attrs, vlan);

static const struct attr macvlan[] = {
	[IFLA_MACVLAN_MODE]              = NAME(4, macvlan_modes),
	[IFLA_MACVLAN_FLAGS]             = BITS(2, macvlan_flags),
	[IFLA_MACVLAN_MACADDR_MODE]      = NAME(4, macvlan_macaddr_modes),
	[IFLA_MACVLAN_MACADDR]           = HWADDR,
	[IFLA_MACVLAN_MACADDR_DATA]      = NESTED(macvlan_attrs),
	[IFLA_MACVLAN_MACADDR_COUNT]     = U32,
	[IFLA_MACVLAN_BC_QUEUE_LEN]      = U32,
	[IFLA_MACVLAN_BC_QUEUE_LEN_USED] = U32,
};
static const struct named_attr macvlan_later[] = { AS("BC_CUTOFF", S32) };
static const struct attrs macvlan_attrs = ATTRS_BEYOND(ifla_macvlan_attrs, macvlan, LATER(macvlan_later));

static const struct attr vrf[] = {
	[IFLA_VRF_TABLE] = VALUE_OF(4, enum, rt_tables),
};
static const struct attrs vrf_attrs = ATTRS_BEYOND(ifla_vrf_attrs, vrf);

static const struct attr vrf_port[] = {
	[IFLA_VRF_PORT_TABLE] = VALUE_OF(4, enum, rt_tables),
};
static const struct attrs vrf_port_attrs = ATTRS_BEYOND(ifla_vrf_port_attrs, vrf_port);

static const struct attr macsec[] = {
	[IFLA_MACSEC_SCI]            = BE64,
	[IFLA_MACSEC_PORT]           = BE16,
	[IFLA_MACSEC_ICV_LEN]        = U8,
	[IFLA_MACSEC_CIPHER_SUITE]   = VALUE(8, hex64),
	[IFLA_MACSEC_WINDOW]         = U32,
	[IFLA_MACSEC_ENCODING_SA]    = U8,
	[IFLA_MACSEC_ENCRYPT]        = U8,
	[IFLA_MACSEC_PROTECT]        = U8,
	[IFLA_MACSEC_INC_SCI]        = U8,
	[IFLA_MACSEC_ES]             = U8,
	[IFLA_MACSEC_SCB]            = U8,
	[IFLA_MACSEC_REPLAY_PROTECT] = U8,
	[IFLA_MACSEC_VALIDATION]     = NAME(1, macsec_validations),
	[IFLA_MACSEC_OFFLOAD]        = NAME(1, macsec_offloads),
};
static const struct attrs macsec_kind_attrs = ATTRS_BEYOND(ifla_macsec_attrs, macsec);

static const struct attr xfrm_link[] = {
	[IFLA_XFRM_LINK]             = IFINDEX,
	[IFLA_XFRM_IF_ID]            = X32,
	[IFLA_XFRM_COLLECT_METADATA] = FLAG,
};
static const struct attrs xfrm_link_attrs = ATTRS_BEYOND(ifla_xfrm_attrs, xfrm_link);

static const struct attr ipvlan[] = {
	[IFLA_IPVLAN_MODE]  = NAME(2, ipvlan_modes),
	[IFLA_IPVLAN_FLAGS] = BITS(2, ipvlan_flags),
};
static const struct attrs ipvlan_attrs = ATTRS_BEYOND(ifla_ipvlan_attrs, ipvlan);

static const struct attr vxlan[] = {
	[IFLA_VXLAN_ID]                = U32,
	[IFLA_VXLAN_GROUP]             = IN_ADDR,
	[IFLA_VXLAN_LINK]              = IFINDEX,
	[IFLA_VXLAN_LOCAL]             = IN_ADDR,
	[IFLA_VXLAN_TTL]               = U8,
	[IFLA_VXLAN_TOS]               = U8,
	[IFLA_VXLAN_LEARNING]          = U8,
	[IFLA_VXLAN_AGEING]            = U32,
	[IFLA_VXLAN_LIMIT]             = U32,
	[IFLA_VXLAN_PORT_RANGE]        = MADE(ifla_vxlan_port_range),
	[IFLA_VXLAN_PROXY]             = U8,
	[IFLA_VXLAN_RSC]               = U8,
	[IFLA_VXLAN_L2MISS]            = U8,
	[IFLA_VXLAN_L3MISS]            = U8,
	[IFLA_VXLAN_PORT]              = BE16,
	[IFLA_VXLAN_GROUP6]            = IN6_ADDR,
	[IFLA_VXLAN_LOCAL6]            = IN6_ADDR,
	[IFLA_VXLAN_UDP_CSUM]          = U8,
	[IFLA_VXLAN_UDP_ZERO_CSUM6_TX] = U8,
	[IFLA_VXLAN_UDP_ZERO_CSUM6_RX] = U8,
	[IFLA_VXLAN_REMCSUM_TX]        = U8,
	[IFLA_VXLAN_REMCSUM_RX]        = U8,
	[IFLA_VXLAN_GBP]               = FLAG,
	[IFLA_VXLAN_REMCSUM_NOPARTIAL] = FLAG,
	[IFLA_VXLAN_COLLECT_METADATA]  = U8,
	[IFLA_VXLAN_LABEL]             = BEX32,
	[IFLA_VXLAN_GPE]               = FLAG,
	[IFLA_VXLAN_TTL_INHERIT]       = U8,
	[IFLA_VXLAN_DF]                = NAME(1, vxlan_dfs),
	[IFLA_VXLAN_VNIFILTER]         = U8,
};
static const struct named_attr vxlan_later[] = { AS("LOCALBYPASS MC_ROUTE", U8), OF("LABEL_POLICY", NAME, vxlan_label_policies), AS("RESERVED_BITS", BYTES) };
static const struct attrs vxlan_attrs = ATTRS_BEYOND(ifla_vxlan_attrs, vxlan, LATER(vxlan_later));

static const struct attr geneve[] = {
	[IFLA_GENEVE_ID]                  = U32,
	[IFLA_GENEVE_REMOTE]              = IN_ADDR,
	[IFLA_GENEVE_TTL]                 = U8,
	[IFLA_GENEVE_TOS]                 = U8,
	[IFLA_GENEVE_PORT]                = BE16,
	[IFLA_GENEVE_COLLECT_METADATA]    = FLAG,
	[IFLA_GENEVE_REMOTE6]             = IN6_ADDR,
	[IFLA_GENEVE_UDP_CSUM]            = U8,
	[IFLA_GENEVE_UDP_ZERO_CSUM6_TX]   = U8,
	[IFLA_GENEVE_UDP_ZERO_CSUM6_RX]   = U8,
	[IFLA_GENEVE_LABEL]               = BEX32,
	[IFLA_GENEVE_TTL_INHERIT]         = U8,
	[IFLA_GENEVE_DF]                  = NAME(1, geneve_dfs),
	[IFLA_GENEVE_INNER_PROTO_INHERIT] = FLAG,
};
static const struct attr port_range = MADE(ifla_vxlan_port_range);	/* struct ifla_geneve_port_range is the same */
static const struct named_attr geneve_later[] = { OF("PORT_RANGE", ATTR, port_range), AS("GRO_HINT", FLAG), AS("LOCAL", IN), AS("LOCAL6", IN6) };
static const struct attrs geneve_attrs = ATTRS_BEYOND(ifla_geneve_attrs, geneve, LATER(geneve_later));

static const struct attr bareudp[] = {
	[IFLA_BAREUDP_PORT]            = BE16,
	[IFLA_BAREUDP_ETHERTYPE]       = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[IFLA_BAREUDP_SRCPORT_MIN]     = U16,
	[IFLA_BAREUDP_MULTIPROTO_MODE] = FLAG,
};
static const struct attrs bareudp_attrs = ATTRS_BEYOND(ifla_bareudp_attrs, bareudp);

static const struct attr ppp[] = {
	[IFLA_PPP_DEV_FD] = VALUE(4, fd),
};
static const struct attrs ppp_attrs = ATTRS_BEYOND(ifla_ppp_attrs, ppp);

static const struct attr gtp[] = {
	[IFLA_GTP_FD0]            = VALUE(4, fd),
	[IFLA_GTP_FD1]            = VALUE(4, fd),
	[IFLA_GTP_PDP_HASHSIZE]   = U32,
	[IFLA_GTP_ROLE]           = NAME(4, gtp_roles),
	[IFLA_GTP_CREATE_SOCKETS] = U8,
	[IFLA_GTP_RESTART_COUNT]  = U8,
};
static const struct named_attr gtp_later[] = { AS("LOCAL", IN), AS("LOCAL6", IN6) };
static const struct attrs gtp_kind_attrs = ATTRS_BEYOND(ifla_gtp_attrs, gtp, LATER(gtp_later));

static const struct attr bond_ad_info[] = {
	[IFLA_BOND_AD_INFO_AGGREGATOR]  = U16,
	[IFLA_BOND_AD_INFO_NUM_PORTS]   = U16,
	[IFLA_BOND_AD_INFO_ACTOR_KEY]   = U16,
	[IFLA_BOND_AD_INFO_PARTNER_KEY] = U16,
	[IFLA_BOND_AD_INFO_PARTNER_MAC] = HWADDR,
};
static const struct attrs bond_ad_info_attrs = ATTRS_BEYOND(ifla_bond_ad_info_attrs, bond_ad_info);

static const struct attr any_in_addr = IN_ADDR, any_in6_addr = IN6_ADDR;
static const struct attrs in_addrs = { .any = &any_in_addr }, in6_addrs = { .any = &any_in6_addr };
static const struct attr bond[] = {
	[IFLA_BOND_MODE]              = NAME(1, bond_modes),
	[IFLA_BOND_ACTIVE_SLAVE]      = IFINDEX,
	[IFLA_BOND_MIIMON]            = U32,
	[IFLA_BOND_UPDELAY]           = U32,
	[IFLA_BOND_DOWNDELAY]         = U32,
	[IFLA_BOND_USE_CARRIER]       = U8,
	[IFLA_BOND_ARP_INTERVAL]      = U32,
	[IFLA_BOND_ARP_IP_TARGET]     = NESTED(in_addrs),
	[IFLA_BOND_ARP_VALIDATE]      = U32,
	[IFLA_BOND_ARP_ALL_TARGETS]   = U32,
	[IFLA_BOND_PRIMARY]           = IFINDEX,
	[IFLA_BOND_PRIMARY_RESELECT]  = U8,
	[IFLA_BOND_FAIL_OVER_MAC]     = U8,
	[IFLA_BOND_XMIT_HASH_POLICY]  = NAME(1, bond_hash_policies),
	[IFLA_BOND_RESEND_IGMP]       = U32,
	[IFLA_BOND_NUM_PEER_NOTIF]    = U8,
	[IFLA_BOND_ALL_SLAVES_ACTIVE] = U8,
	[IFLA_BOND_MIN_LINKS]         = U32,
	[IFLA_BOND_LP_INTERVAL]       = U32,
	[IFLA_BOND_PACKETS_PER_SLAVE] = U32,
	[IFLA_BOND_AD_LACP_RATE]      = U8,
	[IFLA_BOND_AD_SELECT]         = U8,
	[IFLA_BOND_AD_INFO]           = NESTED(bond_ad_info_attrs),
	[IFLA_BOND_AD_ACTOR_SYS_PRIO] = U16,
	[IFLA_BOND_AD_USER_PORT_KEY]  = U16,
	[IFLA_BOND_AD_ACTOR_SYSTEM]   = HWADDR,
	[IFLA_BOND_TLB_DYNAMIC_LB]    = U8,
	[IFLA_BOND_PEER_NOTIF_DELAY]  = U32,
	[IFLA_BOND_AD_LACP_ACTIVE]    = U8,
	[IFLA_BOND_MISSED_MAX]        = U8,
	[IFLA_BOND_NS_IP6_TARGET]     = NESTED(in6_addrs),
};
static const struct named_attr bond_later[] = { AS("COUPLED_CONTROL BROADCAST_NEIGH LACP_STRICT", U8) };
static const struct attrs bond_attrs = ATTRS_BEYOND(ifla_bond_attrs, bond, LATER(bond_later));

static const struct attr bond_slave[] = {
	[IFLA_BOND_SLAVE_STATE]                      = U8,
	[IFLA_BOND_SLAVE_MII_STATUS]                 = U8,
	[IFLA_BOND_SLAVE_LINK_FAILURE_COUNT]         = U32,
	[IFLA_BOND_SLAVE_PERM_HWADDR]                = HWADDR,
	[IFLA_BOND_SLAVE_QUEUE_ID]                   = U16,
	[IFLA_BOND_SLAVE_AD_AGGREGATOR_ID]           = U16,
	[IFLA_BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE]   = U8,
	[IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE] = U16,
	[IFLA_BOND_SLAVE_PRIO]                       = S32,
};
static const struct named_attr bond_slave_later[] = { AS("ACTOR_PORT_PRIO", U16), AS("AD_CHURN_ACTOR_STATE AD_CHURN_PARTNER_STATE", U8) };
static const struct attrs bond_slave_attrs = ATTRS_BEYOND(ifla_bond_slave_attrs, bond_slave, LATER(bond_slave_later));

static const struct attr ipoib[] = {
	[IFLA_IPOIB_PKEY]   = X16,
	[IFLA_IPOIB_MODE]   = NAME(2, ipoib_modes),
	[IFLA_IPOIB_UMCAST] = U16,
};
static const struct attrs ipoib_attrs = ATTRS_BEYOND(ifla_ipoib_attrs, ipoib);

static const struct attr hsr[] = {
	[IFLA_HSR_SLAVE1]           = IFINDEX,
	[IFLA_HSR_SLAVE2]           = IFINDEX,
	[IFLA_HSR_MULTICAST_SPEC]   = U8,
	[IFLA_HSR_SUPERVISION_ADDR] = HWADDR,
	[IFLA_HSR_SEQ_NR]           = U16,
	[IFLA_HSR_VERSION]          = U8,
	[IFLA_HSR_PROTOCOL]         = NAME(1, hsr_protocols),
};
static const struct named_attr hsr_later[] = { AS("INTERLINK", INDEX) };
static const struct attrs hsr_kind_attrs = ATTRS_BEYOND(ifla_hsr_attrs, hsr, LATER(hsr_later));

static const struct attr rmnet[] = {
	[IFLA_RMNET_MUX_ID] = U16,
	[IFLA_RMNET_FLAGS]  = MADE(ifla_rmnet_flags),
};
static const struct attrs rmnet_attrs = ATTRS_BEYOND(ifla_rmnet_attrs, rmnet);

static const struct attr dsa[] = {
	[IFLA_DSA_MASTER] = IFINDEX,
};
static const struct attrs dsa_attrs = ATTRS_BEYOND(ifla_dsa_attrs, dsa);

static const struct attr can_tdc[] = {
	[IFLA_CAN_TDC_TDCV_MIN] = U32,
	[IFLA_CAN_TDC_TDCV_MAX] = U32,
	[IFLA_CAN_TDC_TDCO_MIN] = U32,
	[IFLA_CAN_TDC_TDCO_MAX] = U32,
	[IFLA_CAN_TDC_TDCF_MIN] = U32,
	[IFLA_CAN_TDC_TDCF_MAX] = U32,
	[IFLA_CAN_TDC_TDCV]     = U32,
	[IFLA_CAN_TDC_TDCO]     = U32,
	[IFLA_CAN_TDC_TDCF]     = U32,
};
static const struct attrs can_tdc_attrs = ATTRS_BEYOND(ifla_can_tdc_attrs, can_tdc);

static const struct attr can_ctrlmode[] = {
	[IFLA_CAN_CTRLMODE_SUPPORTED] = BITS(4, can_ctrl_modes),
};
static const struct attrs can_ctrlmode_attrs = ATTRS_BEYOND(ifla_can_ctrlmode_attrs, can_ctrlmode);

static const struct attr can[] = {
	[IFLA_CAN_BITTIMING]            = MADE(can_bittiming),
	[IFLA_CAN_BITTIMING_CONST]      = MADE(can_bittiming_const),
	[IFLA_CAN_CLOCK]                = MADE(can_clock),
	[IFLA_CAN_STATE]                = NAME(4, can_states),
	[IFLA_CAN_CTRLMODE]             = MADE(can_ctrlmode),
	[IFLA_CAN_RESTART_MS]           = U32,
	[IFLA_CAN_RESTART]              = U32,
	[IFLA_CAN_BERR_COUNTER]         = MADE(can_berr_counter),
	[IFLA_CAN_DATA_BITTIMING]       = MADE(can_bittiming),
	[IFLA_CAN_DATA_BITTIMING_CONST] = MADE(can_bittiming_const),
	[IFLA_CAN_TERMINATION]          = U16,
	[IFLA_CAN_TERMINATION_CONST]    = ARRAY(2, uint),
	[IFLA_CAN_BITRATE_CONST]        = ARRAY(4, uint),
	[IFLA_CAN_DATA_BITRATE_CONST]   = ARRAY(4, uint),
	[IFLA_CAN_BITRATE_MAX]          = U32,
	[IFLA_CAN_TDC]                  = NESTED(can_tdc_attrs),
	[IFLA_CAN_CTRLMODE_EXT]         = NESTED(can_ctrlmode_attrs),
};
static const struct named_attr can_pwm[] = { AS("PWMS_MIN PWMS_MAX PWML_MIN PWML_MAX PWMO_MIN PWMO_MAX PWMS PWML PWMO", U32) };
static const struct attrs can_pwm_attrs = NAMED(ifla_can_pwm_attrs, can_pwm);
static const struct named_attr can_later[] = {
	OF("XL_DATA_BITTIMING", ATTR, can[IFLA_CAN_DATA_BITTIMING]), OF("XL_DATA_BITTIMING_CONST", ATTR, can[IFLA_CAN_DATA_BITTIMING_CONST]),
	AS("XL_DATA_BITRATE_CONST", U32S), OF("XL_TDC", NEST, can_tdc_attrs), OF("XL_PWM", NEST, can_pwm_attrs),
};
static const struct attrs can_attrs = ATTRS_BEYOND(ifla_can_attrs, can, LATER(can_later));

static const struct attr ip_tunnel[] = {
	[IFLA_IPTUN_LINK]                = IFINDEX,
	[IFLA_IPTUN_LOCAL]               = CHOSEN(tunnel_addresses),
	[IFLA_IPTUN_REMOTE]              = CHOSEN(tunnel_addresses),
	[IFLA_IPTUN_TTL]                 = U8,
	[IFLA_IPTUN_TOS]                 = U8,
	[IFLA_IPTUN_ENCAP_LIMIT]         = U8,
	[IFLA_IPTUN_FLOWINFO]            = BEX32,
	[IFLA_IPTUN_FLAGS]               = CHOSEN(tunnel_flags),
	[IFLA_IPTUN_PROTO]               = NAME(1, ip_protocols),
	[IFLA_IPTUN_PMTUDISC]            = U8,
	[IFLA_IPTUN_6RD_PREFIX]          = IN6_ADDR,
	[IFLA_IPTUN_6RD_RELAY_PREFIX]    = IN_ADDR,
	[IFLA_IPTUN_6RD_PREFIXLEN]       = U16,
	[IFLA_IPTUN_6RD_RELAY_PREFIXLEN] = U16,
	[IFLA_IPTUN_ENCAP_TYPE]          = NAME(2, tunnel_encaps),
	[IFLA_IPTUN_ENCAP_FLAGS]         = BITS(2, tunnel_encap_flags),
	[IFLA_IPTUN_ENCAP_SPORT]         = BE16,
	[IFLA_IPTUN_ENCAP_DPORT]         = BE16,
	[IFLA_IPTUN_COLLECT_METADATA]    = FLAG,
	[IFLA_IPTUN_FWMARK]              = X32,
};
static const struct attrs ip_tunnel_attrs = ATTRS_BEYOND(ifla_iptun_attrs, ip_tunnel);

static const struct attr gre[] = {
	[IFLA_GRE_LINK]             = IFINDEX,
	[IFLA_GRE_IFLAGS]           = BITS(2, gre_flags),
	[IFLA_GRE_OFLAGS]           = BITS(2, gre_flags),
	[IFLA_GRE_IKEY]             = BE32,
	[IFLA_GRE_OKEY]             = BE32,
	[IFLA_GRE_LOCAL]            = CHOSEN(tunnel_addresses),
	[IFLA_GRE_REMOTE]           = CHOSEN(tunnel_addresses),
	[IFLA_GRE_TTL]              = U8,
	[IFLA_GRE_TOS]              = U8,
	[IFLA_GRE_PMTUDISC]         = U8,
	[IFLA_GRE_ENCAP_LIMIT]      = U8,
	[IFLA_GRE_FLOWINFO]         = BEX32,
	[IFLA_GRE_FLAGS]            = X32,
	[IFLA_GRE_ENCAP_TYPE]       = NAME(2, tunnel_encaps),
	[IFLA_GRE_ENCAP_FLAGS]      = BITS(2, tunnel_encap_flags),
	[IFLA_GRE_ENCAP_SPORT]      = BE16,
	[IFLA_GRE_ENCAP_DPORT]      = BE16,
	[IFLA_GRE_COLLECT_METADATA] = FLAG,
	[IFLA_GRE_IGNORE_DF]        = U8,
	[IFLA_GRE_FWMARK]           = X32,
	[IFLA_GRE_ERSPAN_INDEX]     = U32,
	[IFLA_GRE_ERSPAN_VER]       = U8,
	[IFLA_GRE_ERSPAN_DIR]       = U8,
	[IFLA_GRE_ERSPAN_HWID]      = U16,
};
static const struct attrs gre_attrs = ATTRS_BEYOND(ifla_gre_attrs, gre);

static const struct attr vti[] = {
	[IFLA_VTI_LINK]   = IFINDEX,
	[IFLA_VTI_IKEY]   = BE32,
	[IFLA_VTI_OKEY]   = BE32,
	[IFLA_VTI_LOCAL]  = CHOSEN(tunnel_addresses),
	[IFLA_VTI_REMOTE] = CHOSEN(tunnel_addresses),
	[IFLA_VTI_FWMARK] = X32,
};
static const struct attrs vti_attrs = ATTRS_BEYOND(ifla_vti_attrs, vti);

/* -- Addresses of tunnels, by the kind that is beside what holds them -------------------------------------------------- */

static const struct attr in_addr = IN_ADDR, in6_addr = IN6_ADDR, flags16 = X16, flags32 = X32;
static const struct choice address_choices[] = {
	{ .name = "ipip", .as = &in_addr },
	{ .name = "sit", .as = &in_addr },
	{ .name = "gre", .as = &in_addr },
	{ .name = "gretap", .as = &in_addr },
	{ .name = "erspan", .as = &in_addr },
	{ .name = "vti", .as = &in_addr },
	{ .name = "ip6tnl", .as = &in6_addr },
	{ .name = "ip6gre", .as = &in6_addr },
	{ .name = "ip6gretap", .as = &in6_addr },
	{ .name = "ip6erspan", .as = &in6_addr },
	{ .name = "vti6", .as = &in6_addr },
};
static const struct choices tunnel_addresses = CHOICES(BY_TEXT, IFLA_INFO_KIND, address_choices, .up = 1);
static const struct choice flag_choices[] = {
	{ .name = "sit", .as = &flags16 },
	{ .name = "ipip", .as = &flags16 },
	{ .name = "ip6tnl", .as = &flags32 },
};
static const struct choices tunnel_flags = CHOICES(BY_TEXT, IFLA_INFO_KIND, flag_choices, .up = 1);

/* -- Pairs: the other interface's struct ifinfomsg and attributes ------------------------------------------------------- */

static const struct attr veth[] = { [VETH_INFO_PEER] = STRUCT_AND_ATTRS(shape_nl_ifinfomsg, nl_link_attrs) };
static const struct attrs veth_attrs = ATTRS_BEYOND(veth_info_attrs, veth);
static const struct attr vxcan[] = { [VXCAN_INFO_PEER] = STRUCT_AND_ATTRS(shape_nl_ifinfomsg, nl_link_attrs) };
static const struct attrs vxcan_attrs = ATTRS_BEYOND(vxcan_info_attrs, vxcan);

static const struct named_attr netkit[] = {
	OF("PEER_INFO", ATTR, vxcan[VXCAN_INFO_PEER]), AS("PRIMARY", U8), OF("POLICY PEER_POLICY", NAME, netkit_actions), OF("MODE", NAME, netkit_modes),
	OF("SCRUB PEER_SCRUB", NAME, netkit_scrubs), AS("HEADROOM TAILROOM", U16), OF("PAIRING", NAME, netkit_pairings),
};
static const struct attrs netkit_attrs = NAMED(ifla_netkit_attrs, netkit);

static const struct named_attr ovpn[] = { OF("MODE", NAME, ovpn_modes) };
static const struct attrs ovpn_kind_attrs = NAMED(ifla_ovpn_attrs, ovpn);

/* -- Kinds ------------------------------------------------------------------------------------------------------------- */

static const struct choice data_choices[] = {
	{ .name = "bareudp", .attrs = &bareudp_attrs },
	{ .name = "bond", .attrs = &bond_attrs },
	{ .name = "bridge", .attrs = &nl_br_attrs, .strace = true },
	{ .name = "can", .attrs = &can_attrs },
	{ .name = "dsa", .attrs = &dsa_attrs },
	{ .name = "erspan", .attrs = &gre_attrs },
	{ .name = "geneve", .attrs = &geneve_attrs },
	{ .name = "gre", .attrs = &gre_attrs },
	{ .name = "gretap", .attrs = &gre_attrs },
	{ .name = "gtp", .attrs = &gtp_kind_attrs },
	{ .name = "hsr", .attrs = &hsr_kind_attrs },
	{ .name = "ip6erspan", .attrs = &gre_attrs },
	{ .name = "ip6gre", .attrs = &gre_attrs },
	{ .name = "ip6gretap", .attrs = &gre_attrs },
	{ .name = "ip6tnl", .attrs = &ip_tunnel_attrs },
	{ .name = "ipip", .attrs = &ip_tunnel_attrs },
	{ .name = "ipoib", .attrs = &ipoib_attrs },
	{ .name = "ipvlan", .attrs = &ipvlan_attrs },
	{ .name = "ipvtap", .attrs = &ipvlan_attrs },
	{ .name = "macsec", .attrs = &macsec_kind_attrs },
	{ .name = "macvlan", .attrs = &macvlan_attrs },
	{ .name = "macvtap", .attrs = &macvlan_attrs },
	{ .name = "netkit", .attrs = &netkit_attrs },
	{ .name = "ovpn", .attrs = &ovpn_kind_attrs },
	{ .name = "ppp", .attrs = &ppp_attrs },
	{ .name = "rmnet", .attrs = &rmnet_attrs },
	{ .name = "sit", .attrs = &ip_tunnel_attrs },
	{ .name = "tun", .attrs = &nl_tun_attrs, .strace = true },
	{ .name = "veth", .attrs = &veth_attrs },
	{ .name = "vlan", .attrs = &vlan_attrs },
	{ .name = "vrf", .attrs = &vrf_attrs },
	{ .name = "vti", .attrs = &vti_attrs },
	{ .name = "vti6", .attrs = &vti_attrs },
	{ .name = "vxcan", .attrs = &vxcan_attrs },
	{ .name = "vxlan", .attrs = &vxlan_attrs },
	{ .name = "xfrm", .attrs = &xfrm_link_attrs },
};
const struct choices nl_link_data = CHOICES(BY_TEXT, IFLA_INFO_KIND, data_choices);

static const struct choice slave_choices[] = {
	{ .name = "bond", .attrs = &bond_slave_attrs },
	{ .name = "bridge", .attrs = &nl_brport_attrs, .strace = true },
	{ .name = "vrf", .attrs = &vrf_port_attrs },
};
const struct choices nl_link_slave_data = CHOICES(BY_TEXT, IFLA_INFO_SLAVE_KIND, slave_choices);
