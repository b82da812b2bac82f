// SPDX-License-Identifier: BSD-2-Clause
/*
 * genl_links.c - families of generic netlink of virtual links: WireGuard, MACsec, team, GTP, batman-adv, L2TP, HSR, FOU (linux/wireguard.h,
 * if_macsec.h, if_team.h, gtp.h, batman_adv.h, l2tp.h, hsr_netlink.h, fou.h).
 */
#include <linux/if_team.h>

#include "beautifiers/shape.h"
#include "generic.h"

static const struct attr u64 = NUMBER(8, ulong), u32 = NUMBER(4, uint);

/* -- WireGuard --------------------------------------------------------------------------------------------------------- */

static const struct named_attr allowed[] = { OF("FAMILY", NAME, socket_domains), AS("IPADDR", INET), AS("CIDR_MASK", U8) };
static const struct attrs allowed_attrs = NAMED(wg_allowedip_attrs, allowed);
static const struct named_attr peer[] = {
	AS("PUBLIC_KEY PRESHARED_KEY", BYTES), AS("FLAGS", X32), AS("ENDPOINT", SOCKADDR), AS("PERSISTENT_KEEPALIVE_INTERVAL", U16), OF("LAST_HANDSHAKE_TIME", STRUCT, shape_timespec64),
	AS("RX_BYTES TX_BYTES", U64), OF("ALLOWEDIPS", EACH, allowed_attrs), AS("PROTOCOL_VERSION", U32),
};
static const struct attrs peer_attrs = NAMED(wg_peer_attrs, peer);
static const struct named_attr wg[] = {
	AS("PRIVATE_KEY PUBLIC_KEY", BYTES), AS("IFINDEX", INDEX), AS("IFNAME", TEXT), AS("FLAGS FWMARK", X32), AS("LISTEN_PORT", U16), OF("PEERS", EACH, peer_attrs),
};
static const struct attrs wg_attrs = NAMED(wg_device_attrs, wg);
static const struct genl_family wireguard = { .name = "wireguard", .cmds = &wg_cmds, .attrs = &wg_attrs };

/* -- MACsec ------------------------------------------------------------------------------------------------------------ */

static const struct attrs rxsc_stats = { .names = &macsec_rxsc_stats, .any = &u64 }, txsc_stats = { .names = &macsec_txsc_stats, .any = &u64 };
static const struct attrs secy_stats = { .names = &macsec_secy_stats, .any = &u64 }, sa_stats = { .names = &macsec_sa_stats, .any = &u32 };
static const struct named_attr sa[] = { AS("AN ACTIVE", U8), AS("PN", UINT), AS("SSCI", BE32), OF("STATS", NEST, sa_stats), AS("KEY KEYID SALT", BYTES) };
static const struct attrs sa_attrs = NAMED(macsec_sa_attrs, sa);
static const struct named_attr rxsc[] = { AS("SCI", BE64), AS("ACTIVE", U8), OF("SA_LIST", EACH, sa_attrs), OF("STATS", NEST, rxsc_stats) };
static const struct attrs rxsc_attrs = NAMED(macsec_rxsc_attrs, rxsc);
static const struct named_attr secy[] = {
	AS("SCI", BE64), AS("WINDOW", U32), AS("CIPHER_SUITE", X64), AS("ENCODING_SA ICV_LEN PROTECT REPLAY OPER VALIDATE ENCRYPT INC_SCI ES SCB", U8),
};
static const struct attrs secy_attrs = NAMED(macsec_secy_attrs, secy);
static const struct named_attr offload[] = { AS("TYPE", U8) };
static const struct attrs offload_attrs = NAMED(macsec_offload_attrs, offload);
static const struct named_attr macsec_attr[] = {
	AS("IFINDEX", INDEX), OF("RXSC_CONFIG", NEST, rxsc_attrs), OF("SA_CONFIG", NEST, sa_attrs), OF("SECY", NEST, secy_attrs), OF("TXSA_LIST", EACH, sa_attrs),
	OF("RXSC_LIST", EACH, rxsc_attrs), OF("TXSC_STATS", NEST, txsc_stats), OF("SECY_STATS", NEST, secy_stats), OF("OFFLOAD", NEST, offload_attrs),
};
static const struct attrs all_macsec = NAMED(macsec_attrs, macsec_attr);
static const struct genl_family macsec = { .name = "macsec", .cmds = &macsec_cmds, .attrs = &all_macsec };

/* -- Team -------------------------------------------------------------------------------------------------------------- */

/* The type of an option is that of an attribute: NLA_U32 and others of the kernel's net/netlink.h */
static const struct attr text_data = STRING, s32_data = S32, bytes_data = BINARY;
static const struct choice option_types[] = { { .value = 3, .as = &u32 }, { .value = 5, .as = &text_data }, { .value = 11, .as = &bytes_data }, { .value = 14, .as = &s32_data } };
static const struct choices option_data = CHOICES(BY_NUMBER, TEAM_ATTR_OPTION_TYPE, option_types);
static const struct attr option_chosen = CHOSEN(option_data);
static const struct named_attr option[] = {
	AS("NAME", TEXT), AS("TYPE", U8), AS("PORT_IFINDEX", INDEX), AS("ARRAY_INDEX", U32), AS("CHANGED REMOVED", FLAG), OF("DATA", ATTR, option_chosen),
};
static const struct attrs option_attrs = NAMED(team_option_attrs, option);
static const struct named_attr option_item[] = { OF("OPTION", NEST, option_attrs) };
static const struct attrs options = NAMED(team_option_items, option_item);
static const struct named_attr port[] = { AS("IFINDEX", INDEX), AS("SPEED", U32), AS("DUPLEX", U8), AS("CHANGED LINKUP REMOVED", FLAG) };
static const struct attrs port_attrs = NAMED(team_port_attrs, port);
static const struct named_attr port_item[] = { OF("PORT", NEST, port_attrs) };
static const struct attrs ports = NAMED(team_port_items, port_item);
static const struct named_attr team_attr[] = { AS("TEAM_IFINDEX", INDEX), OF("LIST_OPTION", NEST, options), OF("LIST_PORT", NEST, ports) };
static const struct attrs all_team = NAMED(team_attrs, team_attr);
static const struct genl_family team = { .name = "team", .cmds = &team_cmds, .attrs = &all_team };

/* -- GTP, batman-adv --------------------------------------------------------------------------------------------------- */

static const struct named_attr gtp_attr[] = {
	AS("LINK", INDEX), AS("VERSION I_TEI O_TEI", U32), AS("TID", U64), AS("PEER_ADDRESS MS_ADDRESS", IN), AS("FLOW", U16), AS("NET_NS_FD", FD),
};
static const struct attrs all_gtp = NAMED(gtp_attrs, gtp_attr);
static const struct genl_family gtp = { .name = "gtp", .cmds = &gtp_cmds, .attrs = &all_gtp };

static const struct named_attr batadv_attr[] = {
	AS("VERSION ALGO_NAME MESH_IFNAME HARD_IFNAME", TEXT),
	AS("MESH_IFINDEX HARD_IFINDEX", INDEX),
	AS("MESH_ADDRESS HARD_ADDRESS ORIG_ADDRESS TT_ADDRESS NEIGH_ADDRESS ROUTER BLA_ADDRESS BLA_BACKBONE DAT_CACHE_HWADDRESS", MAC),
	AS("DAT_CACHE_IP4ADDRESS", IN),
	AS("ACTIVE BLA_OWN FLAG_BEST", FLAG),
	AS("TPMETER_TEST_TIME TPMETER_COOKIE LAST_SEEN_MSECS THROUGHPUT BANDWIDTH_UP BANDWIDTH_DOWN GW_BANDWIDTH_DOWN GW_BANDWIDTH_UP GW_SEL_CLASS "
	   "ORIG_INTERVAL ELP_INTERVAL THROUGHPUT_OVERRIDE MULTICAST_FANOUT", U32),
	AS("TT_CRC32 TT_FLAGS MCAST_FLAGS MCAST_FLAGS_PRIV ISOLATION_MARK ISOLATION_MASK LOG_LEVEL", X32),
	AS("TPMETER_BYTES", U64),
	AS("TT_VID BLA_VID DAT_CACHE_VID VLANID BLA_CRC", X16),
	AS("TPMETER_RESULT TT_TTVN TT_LAST_TTVN TQ AGGREGATED_OGMS_ENABLED AP_ISOLATION_ENABLED BONDING_ENABLED BRIDGE_LOOP_AVOIDANCE_ENABLED "
	   "DISTRIBUTED_ARP_TABLE_ENABLED FRAGMENTATION_ENABLED GW_MODE HOP_PENALTY MULTICAST_FORCEFLOOD_ENABLED NETWORK_CODING_ENABLED", U8),
};
static const struct attrs all_batadv = NAMED(batadv_attrs, batadv_attr);
static const struct genl_family batadv = { .name = "batadv", .cmds = &batadv_cmds, .attrs = &all_batadv };

/* -- L2TP, HSR, FOU ---------------------------------------------------------------------------------------------------- */

static const struct attrs l2tp_stats = { .names = &l2tp_stats_attrs, .any = &u64 };
static const struct named_attr l2tp_attr[] = {
	OF("PW_TYPE", NAME, l2tp_pwtypes), OF("ENCAP_TYPE", NAME, l2tp_encaps),
	AS("OFFSET VLAN_ID UDP_SPORT UDP_DPORT MTU MRU", U16),
	AS("DATA_SEQ L2SPEC_TYPE L2SPEC_LEN PROTO_VERSION UDP_CSUM RECV_SEQ SEND_SEQ LNS_MODE USING_IPSEC", U8),
	AS("IFNAME", TEXT), AS("CONN_ID PEER_CONN_ID SESSION_ID PEER_SESSION_ID", U32), AS("DEBUG", X32), AS("COOKIE PEER_COOKIE", BYTES), AS("UDP_ZERO_CSUM6_TX UDP_ZERO_CSUM6_RX", FLAG), AS("RECV_TIMEOUT", U64), AS("FD", FD),
	AS("IP_SADDR IP_DADDR", IN), AS("IP6_SADDR IP6_DADDR", IN6), OF("STATS", NEST, l2tp_stats),
};
static const struct attrs all_l2tp = NAMED(l2tp_attrs, l2tp_attr);
static const struct genl_family l2tp = { .name = "l2tp", .cmds = &l2tp_cmds, .attrs = &all_l2tp };

static const struct named_attr hsr_attr[] = {
	AS("NODE_ADDR NODE_ADDR_B", MAC), AS("IFINDEX IF1_IFINDEX IF2_IFINDEX ADDR_B_IFINDEX", INDEX), AS("IF1_AGE IF2_AGE", U32), AS("IF1_SEQ IF2_SEQ", U16),
};
static const struct attrs all_hsr = NAMED(hsr_attrs, hsr_attr);
static const struct genl_family hsr = { .name = "HSR", .cmds = &hsr_cmds, .attrs = &all_hsr };

static const struct named_attr fou_attr[] = {
	AS("PORT PEER_PORT", BE16), AS("REMCSUM_NOPARTIAL", FLAG), OF("AF", NAME, socket_domains), OF("IPPROTO", NAME, ip_protocols), OF("TYPE", NAME, fou_encaps),
	AS("LOCAL_V4 PEER_V4", IN), AS("LOCAL_V6 PEER_V6", IN6), AS("IFINDEX", INDEX),
};
static const struct attrs all_fou = NAMED(fou_attrs, fou_attr);
static const struct genl_family fou = { .name = "fou", .cmds = &fou_cmds, .attrs = &all_fou };

const struct genl_family *const genl_links[] = { &wireguard, &macsec, &team, &gtp, &batadv, &l2tp, &hsr, &fou, NULL };
