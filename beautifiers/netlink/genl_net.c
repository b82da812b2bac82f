// SPDX-License-Identifier: BSD-2-Clause
/*
 * genl_net.c - families of generic netlink of protocols: MPTCP, TCP metrics, segment routing, ILA, IOAM, TIPC, SMC, IPVS, samples, drop monitor,
 * NetLabel (linux/mptcp.h, tcp_metrics.h, seg6_genl.h, ila.h, ioam6_genl.h, tipc_netlink.h, smc.h, ip_vs.h, psample.h, net_dropmon.h).
 */
#include <linux/ip_vs.h>

#include "beautifiers/shape.h"
#include "generic.h"

static const struct attr u32 = NUMBER(4, uint), u64 = NUMBER(8, ulong);
static const struct attrs u32_each = { .any = &u32 };

/* -- MPTCP ------------------------------------------------------------------------------------------------------------- */

static const struct named_attr address[] = {
	OF("FAMILY", NAME, socket_domains), AS("ID", U8), AS("ADDR4", IN), AS("ADDR6", IN6), AS("PORT", U16), OF("FLAGS", BITS, mptcp_addr_flags), AS("IF_IDX", INDEX),
};
static const struct attrs address_attrs = NAMED(mptcp_addr_attrs, address);
static const struct named_attr pm[] = { OF("ADDR ADDR_REMOTE", NEST, address_attrs), AS("RCV_ADD_ADDRS SUBFLOWS", U32), AS("TOKEN", X32), AS("LOC_ID", U8) };
static const struct attrs pm_attrs = NAMED(mptcp_pm_attrs, pm);
static const struct named_attr pm_event[] = {
	AS("TOKEN", X32), OF("FAMILY", NAME, socket_domains), AS("LOC_ID REM_ID BACKUP ERROR SERVER_SIDE", U8), AS("SADDR4 DADDR4", IN),
	AS("SADDR6 DADDR6", IN6), AS("SPORT DPORT", BE16), OF("FLAGS", BITS, mptcp_event_flags), AS("TIMEOUT RESET_REASON", U32), AS("RESET_FLAGS", X32), AS("IF_IDX", INDEX),
};
static const struct attrs pm_event_attrs = NAMED(mptcp_event_attrs, pm_event);
static const struct genl_family mptcp = {
	.name = "mptcp_pm", .cmds = &mptcp_pm_cmds, .attrs = &pm_attrs, .events = &mptcp_events, .event_attrs = &pm_event_attrs, .notified = true,
};

/* -- TCP metrics, IPv6 ------------------------------------------------------------------------------------------------- */

static const struct named_attr metrics[] = {
	AS("ADDR_IPV4 SADDR_IPV4", IN), AS("ADDR_IPV6 SADDR_IPV6", IN6), AS("AGE FOPEN_SYN_DROP_TS", U64), AS("TW_TSVAL", U32), AS("TW_TS_STAMP", S32),
	OF("VALS", NEST, u32_each), AS("FOPEN_MSS FOPEN_SYN_DROPS", U16), AS("FOPEN_COOKIE", BYTES),
};
static const struct attrs metrics_attrs = NAMED(tcp_metrics_attrs, metrics);
static const struct genl_family tcp_metrics = { .name = "tcp_metrics", .cmds = &tcp_metrics_cmds, .attrs = &metrics_attrs };
static const struct named_attr segment[] = { AS("SECRET HMACINFO", BYTES), AS("DST", IN6), AS("DSTLEN HMACKEYID", U32), AS("SECRETLEN ALGID", U8) };
static const struct attrs segment_attrs = NAMED(seg6_attrs, segment);
static const struct genl_family seg6 = { .name = "SEG6", .cmds = &seg6_cmds, .attrs = &segment_attrs };
static const struct named_attr ila_attr[] = {
	AS("LOCATOR IDENTIFIER LOCATOR_MATCH", BE64), AS("IFINDEX", INDEX), OF("CSUM_MODE", NAME, ila_csum_modes), OF("IDENT_TYPE", NAME, ila_ident_types), AS("HOOK_TYPE", U8), AS("DIR", U32),
};
static const struct attrs all_ila = NAMED(ila_attrs, ila_attr);
static const struct genl_family ila = { .name = "ila", .cmds = &ila_cmds, .attrs = &all_ila };
static const struct named_attr ioam[] = { AS("NS_ID", U16), AS("NS_DATA", X32), AS("NS_DATA_WIDE", X64), AS("SC_ID", U32), AS("SC_DATA", BYTES), AS("SC_NONE", FLAG) };
static const struct attrs ioam_attrs = NAMED(ioam6_attrs, ioam);
static const struct named_attr ioam_event[] = { AS("TRACE_NAMESPACE", U16), AS("TRACE_NODELEN", U8), AS("TRACE_TYPE", X32), AS("TRACE_DATA", BYTES) };
static const struct attrs ioam_event_attrs = NAMED(ioam6_event_attrs, ioam_event);
static const struct genl_family ioam6 = {
	.name = "IOAM6", .cmds = &ioam6_cmds, .attrs = &ioam_attrs, .events = &ioam6_events, .event_attrs = &ioam_event_attrs, .notified = true,
};

/* -- TIPC -------------------------------------------------------------------------------------------------------------- */

#define TIPC(t, list) static const struct attrs t##_attrs = NAMED(tipc_##list##_attrs, t)
static const struct attrs prop_attrs = { .names = &tipc_prop_attrs, .any = &u32 }, stats_attrs = { .names = &tipc_stats_attrs, .any = &u32 };
static const struct attrs sock_stats = { .names = &tipc_sock_stat_attrs, .any = &u32 };
static const struct named_attr udp[] = { AS("LOCAL REMOTE", SOCKADDR), AS("MULTI_REMOTEIP", FLAG) };
TIPC(udp, udp);
static const struct named_attr bearer[] = { AS("NAME", TEXT), OF("PROP", NEST, prop_attrs), AS("DOMAIN", X32), OF("UDP_OPTS", NEST, udp_attrs) };
TIPC(bearer, bearer);
static const struct named_attr con[] = { AS("FLAG", FLAG), AS("NODE", X32), AS("SOCK TYPE INST", U32) };
TIPC(con, con);
static const struct named_attr sock_group[] = { AS("ID INSTANCE BC_SEND_NEXT", U32), AS("OPEN NODE_SCOPE CLUSTER_SCOPE", FLAG) };
TIPC(sock_group, sock_group);
static const struct named_attr sock[] = {
	AS("HAS_PUBL", FLAG), OF("GROUP", NEST, sock_group_attrs),
	AS("ADDR", X32), AS("REF TYPE INO TIPC_STATE", U32), AS("UID", UID), AS("COOKIE", X64), OF("CON", NEST, con_attrs), OF("STAT", NEST, sock_stats),
};
TIPC(sock, sock);
static const struct named_attr link[] = {
	AS("NAME", TEXT), AS("DEST", X32), AS("MTU RX TX", U32), AS("UP ACTIVE BROADCAST", FLAG), OF("PROP", NEST, prop_attrs), OF("STATS", NEST, stats_attrs),
};
TIPC(link, link);
static const struct named_attr media[] = { AS("NAME", TEXT), OF("PROP", NEST, prop_attrs) };
TIPC(media, media);
static const struct named_attr node[] = { AS("ADDR", X32), AS("REKEYING", U32), AS("UP KEY_MASTER", FLAG), AS("ID KEY", BYTES) };
TIPC(node, node);
static const struct named_attr net[] = { AS("ID", U32), AS("ADDR", X32), AS("NODEID NODEID_W1", X64), AS("ADDR_LEGACY", FLAG) };
TIPC(net, net);
static const struct named_attr publ[] = { AS("TYPE LOWER UPPER SCOPE REF KEY", U32), AS("NODE", X32) };
TIPC(publ, publ);
static const struct named_attr name_table[] = { OF("PUBL", NEST, publ_attrs) };
TIPC(name_table, name_table);
static const struct named_attr mon[] = { AS("ACTIVATION_THRESHOLD REF PEERCNT LISTGEN", U32), AS("BEARER_NAME", TEXT), AS("ACTIVE", FLAG) };
TIPC(mon, mon);
static const struct named_attr mon_peer[] = { AS("ADDR", X32), AS("DOMGEN APPLIED", U32), AS("UPMAP", X64), AS("UP HEAD LOCAL", FLAG), AS("MEMBERS", BYTES) };
TIPC(mon_peer, mon_peer);
static const struct named_attr tipc_attr[] = {
	OF("BEARER", NEST, bearer_attrs), OF("SOCK", NEST, sock_attrs), OF("PUBL", NEST, publ_attrs), OF("LINK", NEST, link_attrs), OF("MEDIA", NEST, media_attrs),
	OF("NODE", NEST, node_attrs), OF("NET", NEST, net_attrs), OF("NAME_TABLE", NEST, name_table_attrs), OF("MON", NEST, mon_attrs), OF("MON_PEER", NEST, mon_peer_attrs),
};
const struct attrs nl_tipc_attrs = NAMED(tipc_attrs, tipc_attr);
static const struct genl_family tipc = { .name = "TIPCv2", .cmds = &tipc_cmds, .attrs = &nl_tipc_attrs };

/* -- SMC --------------------------------------------------------------------------------------------------------------- */

static const struct named_attr pnetid[] = { AS("NAME ETHNAME IBNAME", TEXT), AS("IBPORT", U8) };
static const struct attrs pnetid_attrs = NAMED(smc_pnetid_attrs, pnetid);
static const struct genl_family smc_pnetid = { .name = "SMC_PNETID", .cmds = &smc_pnetid_cmds, .attrs = &pnetid_attrs };
static const struct named_attr v2[] = { AS("VER REL OS", U8), AS("NEG_EID PEER_HOST", TEXT) };
static const struct attrs v2_attrs = NAMED(smc_lgr_v2_attrs, v2);
static const struct named_attr r_v2[] = { AS("DIRECT", U8) };
static const struct attrs r_v2_attrs = NAMED(smc_lgr_r_v2_attrs, r_v2);
static const struct attrs pload_attrs = { .names = &smc_stats_pload_attrs, .any = &u64 }, rmb_attrs = { .names = &smc_stats_rmb_attrs, .any = &u64 };
static const struct named_attr tech[] = {
	OF("TX_RMB_SIZE RX_RMB_SIZE TXPLOAD_SIZE RXPLOAD_SIZE", NEST, pload_attrs), OF("TX_RMB_STATS RX_RMB_STATS", NEST, rmb_attrs),
	AS("CLNT_V1_SUCC CLNT_V2_SUCC SRV_V1_SUCC SRV_V2_SUCC SENDPAGE_CNT SPLICE_CNT CORK_CNT NDLY_CNT URG_DATA_CNT RX_BYTES TX_BYTES RX_CNT TX_CNT", U64),
};
static const struct attrs tech_attrs = NAMED(smc_stats_t_attrs, tech);
static const struct named_attr smc_stats[] = { OF("SMCD_TECH SMCR_TECH", NEST, tech_attrs), AS("CLNT_HS_ERR_CNT SRV_HS_ERR_CNT", U64) };
static const struct attrs smc_stats_all = NAMED(smc_stats_attrs, smc_stats);
static const struct named_attr fback[] = { AS("TYPE", U8), AS("SRV_CNT CLNT_CNT", U64), AS("RSN_CODE", X32), AS("RSN_CNT", U16) };
static const struct attrs fback_attrs = NAMED(smc_fback_attrs, fback);
static const struct named_attr eid[] = { AS("ENTRY", TEXT) }, seid[] = { AS("ENTRY", TEXT), AS("ENABLED", U8) }, hs_limit[] = { AS("ENABLED", U8) };
static const struct attrs eid_attrs = NAMED(smc_eid_attrs, eid), seid_attrs = NAMED(smc_seid_attrs, seid), hs_attrs = NAMED(smc_hs_attrs, hs_limit);
static const struct genl_cmds smc_by[] = { { "DUMP_UEID ADD_UEID REMOVE_UEID FLUSH_UEID", &eid_attrs }, { "DUMP_SEID ENABLE_SEID DISABLE_SEID", &seid_attrs }, { "DUMP_HS_LIMITATION ENABLE_HS DISABLE_HS", &hs_attrs } };
static const struct named_attr sys[] = { AS("VER REL IS_ISM_V2 IS_SMCR_V2", U8), AS("LOCAL_HOST SEID", TEXT) };
static const struct attrs sys_attrs = NAMED(smc_sys_attrs, sys);
static const struct named_attr lgr_r[] = { AS("ID CONNS_NUM", U32), AS("ROLE TYPE VLAN_ID BUF_TYPE", U8), AS("PNETID", TEXT), AS("NET_COOKIE", X64), OF("V2_COMMON", NEST, v2_attrs), OF("V2", NEST, r_v2_attrs) };
static const struct attrs lgr_r_attrs = NAMED(smc_lgr_r_attrs, lgr_r);
static const struct named_attr smc_link[] = { AS("ID IB_PORT", U8), AS("IB_DEV GID PEER_GID", TEXT), AS("CONN_CNT STATE", U32), AS("NET_DEV", INDEX), AS("UID PEER_UID", X32) };
static const struct attrs smc_link_all = NAMED(smc_link_attrs, smc_link);
static const struct named_attr lgr_d[] = { AS("ID CONNS_NUM", U32), AS("GID PEER_GID", X64), AS("VLAN_ID", U8), AS("PNETID", TEXT), AS("CHID", X16), OF("V2_COMMON", NEST, v2_attrs) };
static const struct attrs lgr_d_attrs = NAMED(smc_lgr_d_attrs, lgr_d);
static const struct named_attr dev_port[] = { AS("PNET_USR STATE VALID", U8), AS("PNETID", TEXT), AS("NETDEV", INDEX), AS("LNK_CNT", U32) };
static const struct attrs dev_port_attrs = NAMED(smc_dev_port_attrs, dev_port);
static const struct named_attr smc_dev[] = {
	AS("USE_CNT", U32), AS("PCI_FID", X32), AS("IS_CRIT", U8), AS("PCI_CHID PCI_VENDOR PCI_DEVICE", X16), AS("PCI_ID IB_NAME", TEXT), OF("PORT PORT2", NEST, dev_port_attrs),
};
static const struct attrs smc_dev_all = NAMED(smc_dev_attrs, smc_dev);
static const struct named_attr smc[] = {
	OF("SYS_INFO", NEST, sys_attrs), OF("LGR_SMCR", NEST, lgr_r_attrs), OF("LINK_SMCR", NEST, smc_link_all), OF("LGR_SMCD", NEST, lgr_d_attrs), OF("DEV_SMCD DEV_SMCR", NEST, smc_dev_all), OF("STATS", NEST, smc_stats_all),
	OF("FBACK_STATS", NEST, fback_attrs),
};
static const struct attrs smc_attrs = NAMED(smc_gen_attrs, smc);
static const struct genl_family smc_gen = { .name = "SMC_GEN_NETLINK", .cmds = &smc_gen_cmds, .attrs = &smc_attrs, BY(smc_by) };

/* -- IPVS -------------------------------------------------------------------------------------------------------------- */

static const struct named_attr vs_stats[] = { AS("CONNS INPKTS OUTPKTS CPS INPPS OUTPPS INBPS OUTBPS", U32), AS("INBYTES OUTBYTES", U64) };
static const struct attrs vs_stats_attrs = NAMED(ipvs_stats_attrs, vs_stats), vs_stats64_attrs = { .names = &ipvs_stats_attrs, .any = &u64 };
#define STATISTICS OF("STATS", NEST, vs_stats_attrs), OF("STATS64", NEST, vs_stats64_attrs)
/* An address of 16 bytes, whose family is beside it: IPVS_SVC_ATTR_AF, IPVS_DEST_ATTR_ADDR_FAMILY; destinations of older kernels have none */
static bool show_vs_address(struct nl *n, unsigned family_type, uint64_t at, uint64_t len)
{
	uint64_t family = 0, family_len = 0;

	if (len < 4 || !n->level || !nl__beside(n, n->level, family_type, at, &family, &family_len) || family_len != 2)
		return false;
	nl__inet(n, (unsigned)nl__load(n, family, 2), at, len);
	return true;
}
static bool show_svc_address(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_vs_address(n, IPVS_SVC_ATTR_AF, at, len);
}
static bool show_dest_address(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_vs_address(n, IPVS_DEST_ATTR_ADDR_FAMILY, at, len);
}
static const struct attr svc_address = { .show = show_svc_address }, dest_address = { .show = show_dest_address };
struct vs_flags { uint32_t flags, mask; };		/* struct ip_vs_flags */
static const struct field vs_flags_fields[] = { FIELDS(struct vs_flags, hex, flags, mask) };
static const struct shape vs_flags = SHAPE(struct vs_flags, vs_flags_fields);
static const struct named_attr svc[] = {
	OF("ADDR", ATTR, svc_address), OF("FLAGS", STRUCT, vs_flags), AS("NETMASK", BE32),
	OF("AF", NAME, socket_domains), OF("PROTOCOL", NAME, ip_protocols), AS("PORT", BE16), AS("FWMARK", X32), AS("SCHED_NAME PE_NAME", TEXT), AS("TIMEOUT", U32), STATISTICS,
};
static const struct attrs svc_attrs = NAMED(ipvs_svc_attrs, svc);
static const struct named_attr dest[] = {
	OF("ADDR", ATTR, dest_address),
	AS("PORT TUN_PORT", BE16), AS("FWD_METHOD", X32), AS("WEIGHT", S32), AS("U_THRESH L_THRESH ACTIVE_CONNS INACT_CONNS PERSIST_CONNS", U32),
	OF("ADDR_FAMILY", NAME, socket_domains), AS("TUN_TYPE", U8), AS("TUN_FLAGS", X16), STATISTICS,
};
static const struct attrs dest_attrs = NAMED(ipvs_dest_attrs, dest);
static const struct named_attr vs_daemon[] = {
	AS("STATE SYNC_ID", U32), AS("MCAST_IFN", TEXT), AS("SYNC_MAXLEN MCAST_PORT", U16), AS("MCAST_GROUP", IN), AS("MCAST_GROUP6", IN6), AS("MCAST_TTL", U8),
};
static const struct attrs daemon_attrs = NAMED(ipvs_daemon_attrs, vs_daemon);
static const struct named_attr info[] = { AS("VERSION", X32), AS("CONN_TAB_SIZE", U32) };
static const struct attrs info_attrs = NAMED(ipvs_info_attrs, info);
static const struct named_attr vs[] = {
	OF("SERVICE", NEST, svc_attrs), OF("DEST", NEST, dest_attrs), OF("DAEMON", NEST, daemon_attrs), AS("TIMEOUT_TCP TIMEOUT_TCP_FIN TIMEOUT_UDP", U32),
};
static const struct attrs vs_attrs = NAMED(ipvs_attrs, vs);
static const struct genl_cmds vs_by[] = { { "SET_INFO GET_INFO", &info_attrs } };
static const struct genl_family ipvs = { .name = "IPVS", .cmds = &ipvs_cmds, .attrs = &vs_attrs, BY(vs_by) };

/* -- Samples, drops, labels -------------------------------------------------------------------------------------------- */

static const struct named_attr tunnel[] = {
	AS("ID", BE64), AS("IPV4_SRC IPV4_DST", IN), AS("IPV6_SRC IPV6_DST", IN6), AS("TOS TTL", U8), AS("TP_SRC TP_DST", BE16),
	AS("CSUM DONT_FRAGMENT OAM IPV4_INFO_BRIDGE", FLAG), AS("GENEVE_OPTS ERSPAN_OPTS VXLAN_OPTS", BYTES),
};
static const struct attrs tunnel_attrs = NAMED(psample_tunnel_attrs, tunnel);
static const struct named_attr sample[] = {
	AS("IIFINDEX OIFINDEX OUT_TC", U16), AS("ORIGSIZE SAMPLE_GROUP GROUP_SEQ SAMPLE_RATE GROUP_REFCOUNT", U32), OF("TUNNEL", NEST, tunnel_attrs),
	AS("DATA", BYTES), AS("OUT_TC_OCC LATENCY TIMESTAMP", U64), AS("PROTO", X16),
};
static const struct attrs sample_attrs = NAMED(psample_attrs, sample);
static const struct genl_family psample = { .name = "psample", .cmds = &psample_cmds, .attrs = &sample_attrs };

static const struct named_attr drop_port[] = { AS("PORT_NETDEV_IFINDEX", INDEX), AS("PORT_NETDEV_NAME", TEXT) };
static const struct attrs drop_port_attrs = NAMED(net_dm_port_attrs, drop_port);
static const struct attrs drop_stats = { .names = &net_dm_stats_attrs, .any = &u64 };
static const struct attrs drop_attrs;
static const struct named_attr drop[] = {
	OF("ALERT_MODE", NAME, net_dm_modes), AS("PC", X64), AS("SYMBOL HW_TRAP_GROUP_NAME HW_TRAP_NAME REASON", TEXT), OF("IN_PORT", NEST, drop_port_attrs),
	AS("PAYLOAD FLOW_ACTION_COOKIE", BYTES), AS("SW_DROPS HW_DROPS", FLAG), OF("HW_ENTRIES HW_ENTRY", NEST, drop_attrs),
	AS("TIMESTAMP", U64), AS("PROTO", X16), AS("TRUNC_LEN ORIG_LEN QUEUE_LEN HW_TRAP_COUNT", U32), OF("STATS HW_STATS", NEST, drop_stats), OF("ORIGIN", NAME, net_dm_origins),
};
static const struct attrs drop_attrs = NAMED(net_dm_attrs, drop);
static const struct genl_family net_dm = { .name = "NET_DM", .cmds = &net_dm_cmds, .attrs = &drop_attrs };

#define ADDRESSES AS("IPV6ADDR IPV6MASK", IN6), AS("IPV4ADDR IPV4MASK", IN)
static const struct attrs mgmt_attrs;
static const struct named_attr mgmt[] = { AS("DOMAIN", TEXT), AS("PROTOCOL VERSION CV4DOI CLPDOI", U32), ADDRESSES, OF("FAMILY", NAME, socket_domains), OF("ADDRSELECTOR SELECTORLIST", NEST, mgmt_attrs) };
static const struct attrs mgmt_attrs = NAMED(netlbl_mgmt_attrs, mgmt);
static const struct genl_family netlbl_mgmt = { .name = "NLBL_MGMT", .cmds = &netlbl_mgmt_cmds, .attrs = &mgmt_attrs };
static const struct named_attr unlabel[] = { AS("ACPTFLG", U8), ADDRESSES, AS("IFACE SECCTX", TEXT) };
static const struct attrs unlabel_attrs = NAMED(netlbl_unlabel_attrs, unlabel);
static const struct genl_family netlbl_unlabel = { .name = "NLBL_UNLBL", .cmds = &netlbl_unlabel_cmds, .attrs = &unlabel_attrs };
static const struct attrs cipso_attrs;
static const struct named_attr cipso[] = {
	AS("DOI MTYPE MLSLVLLOC MLSLVLREM MLSCATLOC MLSCATREM", U32), AS("TAG", U8), OF("TAGLST MLSLVL MLSLVLLST MLSCAT MLSCATLST", NEST, cipso_attrs),
};
static const struct attrs cipso_attrs = NAMED(netlbl_cipso_attrs, cipso);
static const struct genl_family netlbl_cipso = { .name = "NLBL_CIPSOv4", .cmds = &netlbl_cipso_cmds, .attrs = &cipso_attrs };
static const struct named_attr calipso[] = { AS("DOI MTYPE", U32) };
static const struct attrs calipso_attrs = NAMED(netlbl_calipso_attrs, calipso);
static const struct genl_family netlbl_calipso = { .name = "NLBL_CALIPSO", .cmds = &netlbl_calipso_cmds, .attrs = &calipso_attrs };

const struct genl_family *const genl_net[] = {
	&mptcp, &tcp_metrics, &seg6, &ila, &ioam6, &tipc, &smc_pnetid, &smc_gen, &ipvs, &psample, &net_dm, &netlbl_mgmt, &netlbl_unlabel, &netlbl_cipso,
	&netlbl_calipso, NULL,
};
