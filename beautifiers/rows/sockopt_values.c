// SPDX-License-Identifier: BSD-2-Clause
/*
 * sockopt_values.c - what the values of socket options are, without pointers that are followed: a line each. Options of one level are
 * found by its list of names.
 */
#include <netinet/in.h>
#include <asm/socket.h>
#include <linux/atm.h>
#include <linux/atmdev.h>
#include <linux/atmsap.h>
#include <linux/ax25.h>
#include <linux/can/isotp.h>
#include <linux/can/j1939.h>
#include <linux/can/raw.h>
#include <linux/icmp.h>
#include <linux/icmpv6.h>
#include <linux/if_alg.h>
#include <linux/if_packet.h>
#include <linux/if_pppol2tp.h>
#include <linux/if_xdp.h>
#include <linux/kcm.h>
#include <linux/llc.h>
#include <linux/mptcp.h>
#include <linux/netfilter_arp/arp_tables.h>
#include <linux/netfilter_bridge/ebtables.h>
#include <linux/netfilter_ipv4/ip_tables.h>
#include <linux/netfilter_ipv6/ip6_tables.h>
#include <linux/netlink.h>
#include <linux/netrom.h>
#include <linux/nfc.h>
#include <linux/rds.h>
#include <linux/rose.h>
#include <linux/rxrpc.h>
#include <linux/sctp.h>
#include <linux/tcp.h>
#include <linux/tipc.h>
#include <linux/tls.h>
#include <linux/udp.h>
#include <linux/vm_sockets.h>
#include <linux/x25.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "beautifiers/xtables.h"
#include "made_shapes.h"
#include "sockopt.h"

/* Numbers that headers of older distributions lack, with the version that added them */
#ifndef IPV6_FLOWINFO		/* linux/in6.h leaves them out beside netinet/in.h */
#define IPV6_FLOWINFO 11
#define IPV6_FLOWLABEL_MGR 32
#define IPV6_FLOWINFO_SEND 33
#endif
#ifndef SCTP_REMOTE_UDP_ENCAPS_PORT
#define SCTP_REMOTE_UDP_ENCAPS_PORT 132		/* linux/sctp.h, 5.11 */
#endif
#ifndef SCTP_PLPMTUD_PROBE_INTERVAL
#define SCTP_PLPMTUD_PROBE_INTERVAL 133		/* 5.15 */
#endif
#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71			/* asm-generic/socket.h, 5.14 */
#endif
#ifndef SO_BUF_LOCK
#define SO_BUF_LOCK 72				/* 5.14 */
#endif
#ifndef SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD
#define SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD 6	/* linux/vm_sockets.h, 5.12 */
#define SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW 8
#endif
#ifndef MPTCP_INFO
#define MPTCP_INFO 1				/* linux/mptcp.h, 5.16 */
#define MPTCP_TCPINFO 2
#define MPTCP_SUBFLOW_ADDRS 3
#endif
#ifndef TLS_TX_ZEROCOPY_RO
#define TLS_TX_ZEROCOPY_RO 3			/* linux/tls.h, 6.0 */
#endif
#ifndef TLS_RX_EXPECT_NO_PAD
#define TLS_RX_EXPECT_NO_PAD 4			/* 6.0 */
#endif

enum form {
	VALUE,			/* of `shape`, or a number of `size` bytes */
	VALUES,			/* as many as there is room for */
	TEXT,			/* up to a NUL */
	BYTES,
};

struct option {
	uint32_t number;	/* the build machine's; other ABIs' is found by the name */
	uint8_t form, size;
	uint8_t dirs;		/* GETS, SETS, or 0: both */
	const struct kind *kind;	/* of the number */
	const struct flag_table *list;
	const struct shape *shape;
};

#define GETS 1
#define SETS 2
#define NUMBER(o, k, bytes) { o, VALUE, bytes, 0, &kind_##k, NULL, NULL }
#define N(o)          { o, VALUE, 4, 0, &kind_int, NULL, NULL }
#define U(o)          { o, VALUE, 4, 0, &kind_uint, NULL, NULL }
#define X(o)          { o, VALUE, 4, 0, &kind_hex32, NULL, NULL }
#define U64(o)        { o, VALUE, 8, 0, &kind_ulong, NULL, NULL }
#define E(o, t)       { o, VALUE, 4, 0, &kind_enum, &t, NULL }
#define B(o, t)       { o, VALUE, 4, 0, &kind_flags, &t, NULL }
#define AS(o, k)      { o, VALUE, 4, 0, &kind_##k, NULL, NULL }
#define ONE(o, s)     { o, VALUE, 0, 0, NULL, NULL, &shape_##s }
#define GET(o, s)     { o, VALUE, 0, GETS, NULL, NULL, &shape_##s }
#define SET(o, s)     { o, VALUE, 0, SETS, NULL, NULL, &shape_##s }
#define MANY(o, s)    { o, VALUES, 0, 0, NULL, NULL, &shape_##s }
#define ARRAY(o, k, bytes, t) { o, VALUES, bytes, 0, &kind_##k, t, NULL }
#define S(o)          { o, TEXT, 0, 0, NULL, NULL, NULL }
#define RAW(o)        { o, BYTES, 0, 0, NULL, NULL, NULL }

/* Others have rows in sockopt.c */
static const struct option of_socket[] = {
	E(SO_TYPE, socket_types), N(SO_SECURITY_AUTHENTICATION), N(SO_SECURITY_ENCRYPTION_TRANSPORT), N(SO_SECURITY_ENCRYPTION_NETWORK), S(SO_BINDTODEVICE),
	ONE(SO_PEERNAME, sockaddr_value), S(SO_PEERSEC), N(SO_PROTOCOL), E(SO_DOMAIN, socket_domains), ONE(SO_MAX_PACING_RATE, pacing_rate), N(SO_BPF_EXTENSIONS),
	AS(SO_ATTACH_BPF, fd), AS(SO_ATTACH_REUSEPORT_EBPF, fd), ARRAY(SO_MEMINFO, uint, 4, &sk_meminfo), U64(SO_COOKIE), ARRAY(SO_PEERGROUPS, uid, 4, NULL),
	ONE(SO_TXTIME, sock_txtime), AS(SO_BINDTOIFINDEX, ifindex), U64(SO_NETNS_COOKIE), B(SO_BUF_LOCK, so_buf_lock), ONE(SO_RCVTIMEO_NEW, timeval64), ONE(SO_SNDTIMEO_NEW, timeval64),
	/* Newer than headers of supported distributions: flags/so_options.list */
	N(76), AS(77, fd), MANY(80, dmabuf_token), N(82), N(83), N(84),
};

static const struct option of_ip[] = {
	E(IP_MTU_DISCOVER, ip_pmtudisc), X(IP_TOS), N(IP_TTL), N(IP_HDRINCL), RAW(IP_OPTIONS), N(IP_ROUTER_ALERT), N(IP_RECVOPTS), N(IP_RETOPTS),
	N(IP_PKTINFO), ONE(IP_PKTOPTIONS, cmsgs), N(IP_RECVERR), N(IP_RECVTTL), N(IP_RECVTOS), N(IP_MTU), N(IP_FREEBIND), RAW(IP_IPSEC_POLICY), RAW(IP_XFRM_POLICY),
	N(IP_PASSSEC), N(IP_TRANSPARENT), N(IP_ORIGDSTADDR), N(IP_MINTTL), N(IP_NODEFRAG), N(IP_CHECKSUM), N(IP_BIND_ADDRESS_NO_PORT),
	N(IP_RECVFRAGSIZE), N(IP_RECVERR_RFC4884), ONE(IP_MULTICAST_IF, multicast_if), N(IP_MULTICAST_TTL), N(IP_MULTICAST_LOOP),
	ONE(IP_ADD_MEMBERSHIP, membership), ONE(IP_DROP_MEMBERSHIP, membership), ONE(IP_UNBLOCK_SOURCE, ip_mreq_source), ONE(IP_BLOCK_SOURCE, ip_mreq_source),
	ONE(IP_ADD_SOURCE_MEMBERSHIP, ip_mreq_source), ONE(IP_DROP_SOURCE_MEMBERSHIP, ip_mreq_source), ONE(IP_MSFILTER, ip_msfilter),
	ONE(MCAST_JOIN_GROUP, group_req), ONE(MCAST_LEAVE_GROUP, group_req), ONE(MCAST_BLOCK_SOURCE, group_source_req), ONE(MCAST_UNBLOCK_SOURCE, group_source_req),
	ONE(MCAST_JOIN_SOURCE_GROUP, group_source_req), ONE(MCAST_LEAVE_SOURCE_GROUP, group_source_req), ONE(MCAST_MSFILTER, group_filter),
	N(IP_MULTICAST_ALL), AS(IP_UNICAST_IF, ifindex_be), ONE(51, port_range), E(52, ip_protocols),
	SET(IPT_SO_SET_REPLACE, ipt_table), SET(IPT_SO_SET_ADD_COUNTERS, xt_counters_info), GET(IPT_SO_GET_INFO, ipt_getinfo),
	GET(IPT_SO_GET_ENTRIES, ipt_entries), GET(IPT_SO_GET_REVISION_MATCH, xt_get_revision), GET(IPT_SO_GET_REVISION_TARGET, xt_get_revision),
	SET(ARPT_SO_SET_REPLACE, arpt_table), SET(ARPT_SO_SET_ADD_COUNTERS, xt_counters_info), GET(ARPT_SO_GET_INFO, arpt_getinfo),
	GET(ARPT_SO_GET_ENTRIES, arpt_entries), GET(ARPT_SO_GET_REVISION_TARGET, xt_get_revision),
	SET(EBT_SO_SET_ENTRIES, ebt_replace), SET(EBT_SO_SET_COUNTERS, ebt_replace), GET(EBT_SO_GET_INFO, ebt_replace), GET(EBT_SO_GET_ENTRIES, ebt_replace),
	GET(EBT_SO_GET_INIT_INFO, ebt_replace), GET(EBT_SO_GET_INIT_ENTRIES, ebt_replace),
};

static const struct option of_ipv6[] = {
	E(IPV6_ADDRFORM, socket_domains), N(IPV6_2292PKTINFO), N(IPV6_2292HOPOPTS), N(IPV6_2292DSTOPTS), N(IPV6_2292RTHDR), ONE(IPV6_2292PKTOPTIONS, cmsgs), N(IPV6_CHECKSUM),
	N(IPV6_2292HOPLIMIT), ONE(IPV6_NEXTHOP, sockaddr_value), N(IPV6_AUTHHDR), N(IPV6_FLOWINFO), N(IPV6_UNICAST_HOPS), AS(IPV6_MULTICAST_IF, ifindex), N(IPV6_MULTICAST_HOPS),
	N(IPV6_MULTICAST_LOOP), ONE(IPV6_JOIN_GROUP, ipv6_mreq), ONE(IPV6_LEAVE_GROUP, ipv6_mreq), N(IPV6_ROUTER_ALERT), E(IPV6_MTU_DISCOVER, ipv6_pmtudisc),
	N(IPV6_MTU), N(IPV6_RECVERR), N(IPV6_V6ONLY), ONE(IPV6_JOIN_ANYCAST, ipv6_mreq), ONE(IPV6_LEAVE_ANYCAST, ipv6_mreq), N(IPV6_MULTICAST_ALL), N(IPV6_ROUTER_ALERT_ISOLATE),
	N(IPV6_RECVERR_RFC4884), ONE(IPV6_FLOWLABEL_MGR, in6_flowlabel_req), N(IPV6_FLOWINFO_SEND), RAW(IPV6_IPSEC_POLICY), RAW(IPV6_XFRM_POLICY), N(IPV6_HDRINCL),
	N(IPV6_RECVPKTINFO), ONE(IPV6_PKTINFO, in6_pktinfo), N(IPV6_RECVHOPLIMIT), N(IPV6_HOPLIMIT), N(IPV6_RECVHOPOPTS), RAW(IPV6_HOPOPTS), RAW(IPV6_RTHDRDSTOPTS), N(IPV6_RECVRTHDR),
	RAW(IPV6_RTHDR), N(IPV6_RECVDSTOPTS), RAW(IPV6_DSTOPTS), N(IPV6_RECVPATHMTU), ONE(IPV6_PATHMTU, ip6_mtuinfo), N(IPV6_DONTFRAG), N(63), N(IPV6_RECVTCLASS),
	X(IPV6_TCLASS), N(IPV6_AUTOFLOWLABEL), B(IPV6_ADDR_PREFERENCES, ipv6_prefer_src), N(IPV6_MINHOPCOUNT), N(IPV6_ORIGDSTADDR), N(IPV6_TRANSPARENT),
	AS(IPV6_UNICAST_IF, ifindex_be), N(IPV6_RECVFRAGSIZE), N(IPV6_FREEBIND), ONE(MCAST_JOIN_GROUP, group_req), ONE(MCAST_LEAVE_GROUP, group_req),
	ONE(MCAST_BLOCK_SOURCE, group_source_req), ONE(MCAST_UNBLOCK_SOURCE, group_source_req), ONE(MCAST_JOIN_SOURCE_GROUP, group_source_req),
	ONE(MCAST_LEAVE_SOURCE_GROUP, group_source_req), ONE(MCAST_MSFILTER, group_filter), SET(IP6T_SO_SET_REPLACE, ip6t_table),
	SET(IP6T_SO_SET_ADD_COUNTERS, xt_counters_info), GET(IP6T_SO_GET_INFO, ip6t_getinfo), GET(IP6T_SO_GET_ENTRIES, ip6t_entries),
	GET(IP6T_SO_GET_REVISION_MATCH, xt_get_revision), GET(IP6T_SO_GET_REVISION_TARGET, xt_get_revision),
};

static const struct option of_tcp[] = {
	N(TCP_NODELAY), N(TCP_MAXSEG), N(TCP_CORK), N(TCP_KEEPIDLE), N(TCP_KEEPINTVL), N(TCP_KEEPCNT), N(TCP_SYNCNT), N(TCP_LINGER2), N(TCP_DEFER_ACCEPT), N(TCP_WINDOW_CLAMP),
	ONE(TCP_INFO, tcp_info), N(TCP_QUICKACK), S(TCP_CONGESTION), ONE(TCP_MD5SIG, tcp_md5sig), RAW(15), N(TCP_THIN_LINEAR_TIMEOUTS), N(TCP_THIN_DUPACK), N(TCP_USER_TIMEOUT),
	E(TCP_REPAIR, tcp_repair_modes), E(TCP_REPAIR_QUEUE, tcp_repair_queues), U(TCP_QUEUE_SEQ), MANY(TCP_REPAIR_OPTIONS, tcp_repair_opt), N(TCP_FASTOPEN), U(TCP_TIMESTAMP),
	N(TCP_NOTSENT_LOWAT), ONE(TCP_CC_INFO, tcp_cc_info), N(TCP_SAVE_SYN), RAW(TCP_SAVED_SYN), ONE(TCP_REPAIR_WINDOW, tcp_repair_window), N(TCP_FASTOPEN_CONNECT), S(TCP_ULP),
	ONE(TCP_MD5SIG_EXT, tcp_md5sig_ext), RAW(TCP_FASTOPEN_KEY), N(TCP_FASTOPEN_NO_COOKIE), ONE(TCP_ZEROCOPY_RECEIVE, tcp_zerocopy_receive), N(TCP_INQ), N(TCP_TX_DELAY),
	ONE(38, tcp_ao_add), ONE(39, tcp_ao_del), ONE(40, tcp_ao_info), MANY(41, tcp_ao_getsockopt), ONE(42, tcp_ao_repair), N(43), N(44), N(45), N(46),
};

static const struct option of_udp[] = {
	N(UDP_CORK), E(UDP_ENCAP, udp_encaps), N(UDP_NO_CHECK6_TX), N(UDP_NO_CHECK6_RX), N(UDP_SEGMENT), N(UDP_GRO),
};

static const struct option of_sctp[] = {
	ONE(SCTP_RTOINFO, sctp_rtoinfo), ONE(SCTP_ASSOCINFO, sctp_assocparams), ONE(SCTP_INITMSG, sctp_initmsg), N(SCTP_NODELAY), N(SCTP_AUTOCLOSE),
	ONE(SCTP_SET_PEER_PRIMARY_ADDR, sctp_setpeerprim), ONE(SCTP_PRIMARY_ADDR, sctp_prim), N(SCTP_ADAPTATION_LAYER), N(SCTP_DISABLE_FRAGMENTS),
	ONE(SCTP_PEER_ADDR_PARAMS, sctp_paddrparams), ONE(SCTP_DEFAULT_SEND_PARAM, sctp_sndrcvinfo), ONE(SCTP_EVENTS, sctp_event_subscribe), N(SCTP_I_WANT_MAPPED_V4_ADDR),
	ONE(SCTP_MAXSEG, sctp_value), ONE(SCTP_STATUS, sctp_status), ONE(SCTP_GET_PEER_ADDR_INFO, sctp_paddrinfo), ONE(SCTP_DELAYED_SACK, sctp_sack), ONE(SCTP_CONTEXT, sctp_assoc_value),
	N(SCTP_FRAGMENT_INTERLEAVE), N(SCTP_PARTIAL_DELIVERY_POINT), ONE(SCTP_MAX_BURST, sctp_value), ONE(SCTP_AUTH_CHUNK, sctp_authchunk), ONE(SCTP_HMAC_IDENT, sctp_hmacalgo),
	ONE(SCTP_AUTH_KEY, sctp_authkey), ONE(SCTP_AUTH_ACTIVE_KEY, sctp_authkeyid), ONE(SCTP_AUTH_DELETE_KEY, sctp_authkeyid), ONE(SCTP_PEER_AUTH_CHUNKS, sctp_authchunks),
	ONE(SCTP_LOCAL_AUTH_CHUNKS, sctp_authchunks), N(SCTP_GET_ASSOC_NUMBER), ONE(SCTP_GET_ASSOC_ID_LIST, sctp_assoc_ids), N(SCTP_AUTO_ASCONF),
	ONE(SCTP_PEER_ADDR_THLDS, sctp_paddrthlds), N(SCTP_RECVRCVINFO), N(SCTP_RECVNXTINFO), ONE(SCTP_DEFAULT_SNDINFO, sctp_sndinfo), ONE(SCTP_AUTH_DEACTIVATE_KEY, sctp_authkeyid),
	N(SCTP_REUSE_PORT), ONE(SCTP_PEER_ADDR_THLDS_V2, sctp_paddrthlds_v2), ONE(SCTP_SOCKOPT_BINDX_ADD, sockaddrs), ONE(SCTP_SOCKOPT_BINDX_REM, sockaddrs),
	ONE(SCTP_SOCKOPT_PEELOFF, sctp_peeloff), ONE(SCTP_SOCKOPT_CONNECTX_OLD, sockaddrs), ONE(SCTP_GET_PEER_ADDRS, sctp_addresses), ONE(SCTP_GET_LOCAL_ADDRS, sctp_addresses),
	ONE(SCTP_SOCKOPT_CONNECTX, sockaddrs), ONE(SCTP_SOCKOPT_CONNECTX3, sctp_getaddrs_old), ONE(SCTP_GET_ASSOC_STATS, sctp_assoc_stats), ONE(SCTP_PR_SUPPORTED, sctp_assoc_value), ONE(SCTP_DEFAULT_PRINFO, sctp_default_prinfo),
	ONE(SCTP_PR_ASSOC_STATUS, sctp_prstatus), ONE(SCTP_PR_STREAM_STATUS, sctp_prstatus), ONE(SCTP_RECONFIG_SUPPORTED, sctp_assoc_value), ONE(SCTP_ENABLE_STREAM_RESET, sctp_assoc_value),
	ONE(SCTP_RESET_STREAMS, sctp_reset_streams), N(SCTP_RESET_ASSOC), ONE(SCTP_ADD_STREAMS, sctp_add_streams), ONE(SCTP_SOCKOPT_PEELOFF_FLAGS, sctp_peeloff_flags),
	ONE(SCTP_STREAM_SCHEDULER, sctp_scheduler), ONE(SCTP_STREAM_SCHEDULER_VALUE, sctp_stream_value), ONE(SCTP_INTERLEAVING_SUPPORTED, sctp_assoc_value), N(SCTP_SENDMSG_CONNECT),
	ONE(SCTP_EVENT, sctp_event), ONE(SCTP_ASCONF_SUPPORTED, sctp_assoc_value), ONE(SCTP_AUTH_SUPPORTED, sctp_assoc_value), ONE(SCTP_ECN_SUPPORTED, sctp_assoc_value),
	ONE(SCTP_EXPOSE_POTENTIALLY_FAILED_STATE, sctp_assoc_value), ONE(SCTP_REMOTE_UDP_ENCAPS_PORT, sctp_udpencaps), ONE(SCTP_PLPMTUD_PROBE_INTERVAL, sctp_probeinterval),
	N(103), RAW(104), N(105), RAW(106),
};

static const struct option of_packet[] = {
	ONE(PACKET_ADD_MEMBERSHIP, packet_mreq), ONE(PACKET_DROP_MEMBERSHIP, packet_mreq), N(PACKET_RECV_OUTPUT), ONE(PACKET_RX_RING, packet_ring), ONE(PACKET_STATISTICS, tpacket_stats),
	N(PACKET_COPY_THRESH), N(PACKET_AUXDATA), N(PACKET_ORIGDEV), E(PACKET_VERSION, tpacket_versions), N(PACKET_HDRLEN), N(PACKET_RESERVE), ONE(PACKET_TX_RING, packet_ring), N(PACKET_LOSS),
	N(PACKET_VNET_HDR), N(PACKET_TX_TIMESTAMP), B(PACKET_TIMESTAMP, sof_timestamping), ONE(PACKET_FANOUT, packet_fanout), ONE(PACKET_FANOUT_DATA, fanout_data), N(PACKET_TX_HAS_OFF), N(PACKET_QDISC_BYPASS),
	ONE(PACKET_ROLLOVER_STATS, tpacket_rollover_stats), N(PACKET_IGNORE_OUTGOING), N(24),
};

static const struct option of_netlink[] = {
	N(NETLINK_ADD_MEMBERSHIP), N(NETLINK_DROP_MEMBERSHIP), N(NETLINK_PKTINFO), N(NETLINK_BROADCAST_ERROR), N(NETLINK_NO_ENOBUFS), RAW(NETLINK_RX_RING), RAW(NETLINK_TX_RING),
	N(NETLINK_LISTEN_ALL_NSID), ONE(NETLINK_LIST_MEMBERSHIPS, netlink_groups), N(NETLINK_CAP_ACK), N(NETLINK_EXT_ACK), N(NETLINK_GET_STRICT_CHK),
};

static const struct option of_tls[] = {
	ONE(TLS_TX, tls_crypto), ONE(TLS_RX, tls_crypto), N(TLS_TX_ZEROCOPY_RO), N(TLS_RX_EXPECT_NO_PAD), { 5 /* TLS_TX_MAX_PAYLOAD_LEN */, VALUE, 2, 0, &kind_uint, NULL, NULL },
};

static const struct option of_mptcp[] = {
	ONE(MPTCP_INFO, mptcp_info), ONE(MPTCP_TCPINFO, mptcp_subflow_data), ONE(MPTCP_SUBFLOW_ADDRS, mptcp_subflow_data), ONE(4, mptcp_full_info),
};

static const struct option of_xdp[] = {
	ONE(XDP_MMAP_OFFSETS, xdp_mmap_offsets), N(XDP_RX_RING), N(XDP_TX_RING), ONE(XDP_UMEM_REG, xdp_umem_reg), N(XDP_UMEM_FILL_RING), N(XDP_UMEM_COMPLETION_RING),
	ONE(XDP_STATISTICS, xdp_statistics), ONE(XDP_OPTIONS, xdp_options),
};

static const struct option of_alg[] = {
	RAW(ALG_SET_KEY), RAW(ALG_SET_IV), RAW(ALG_SET_OP), RAW(ALG_SET_AEAD_ASSOCLEN), RAW(ALG_SET_AEAD_AUTHSIZE), RAW(ALG_SET_DRBG_ENTROPY), ONE(7, key_serial),
};

static const struct option of_vsock[] = {
	U64(SO_VM_SOCKETS_BUFFER_SIZE), U64(SO_VM_SOCKETS_BUFFER_MIN_SIZE), U64(SO_VM_SOCKETS_BUFFER_MAX_SIZE), N(SO_VM_SOCKETS_PEER_HOST_VM_ID), N(SO_VM_SOCKETS_TRUSTED),
	ONE(SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD, timeval), N(SO_VM_SOCKETS_NONBLOCK_TXRX), ONE(SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW, timeval64),
};

static const struct option of_can_raw[] = {
	MANY(CAN_RAW_FILTER, can_filter), X(CAN_RAW_ERR_FILTER), N(CAN_RAW_LOOPBACK), N(CAN_RAW_RECV_OWN_MSGS), N(CAN_RAW_FD_FRAMES), N(CAN_RAW_JOIN_FILTERS), N(7), ONE(8, can_raw_vcid),
};

static const struct option of_can_isotp[] = {
	ONE(CAN_ISOTP_OPTS, can_isotp_options), ONE(CAN_ISOTP_RECV_FC, can_isotp_fc_options), U(CAN_ISOTP_TX_STMIN), U(CAN_ISOTP_RX_STMIN), ONE(CAN_ISOTP_LL_OPTS, can_isotp_ll_options),
};

static const struct option of_j1939[] = { MANY(SO_J1939_FILTER, j1939_filter), N(SO_J1939_PROMISC), N(SO_J1939_SEND_PRIO), N(SO_J1939_ERRQUEUE) };

static const struct option of_bluetooth[] = {
	ONE(4, bt_security), N(7), E(8, bt_flushables), NUMBER(9, uint, 1), E(10, bt_channel_policies), ONE(11, bt_voice), NUMBER(12, uint, 2), NUMBER(13, uint, 2),
	X(14), { 15, VALUE, 1, 0, &kind_enum, &bt_modes, NULL }, N(16), RAW(17), RAW(19),
};

/* Numbers: flags/hci_options.list, l2cap_options.list, sco_options.list, rfcomm_options.list */
static const struct option of_hci[] = { N(1), ONE(2, hci_filter), N(3) }, of_l2cap[] = { ONE(1, l2cap_options), ONE(2, bt_conninfo), B(3, l2cap_lm) };
static const struct option of_sco[] = { ONE(1, sco_options), ONE(2, bt_conninfo) }, of_rfcomm[] = { ONE(2, bt_conninfo), B(3, l2cap_lm) };

static const struct option of_tipc[] = {
	E(TIPC_IMPORTANCE, tipc_importances), N(TIPC_SRC_DROPPABLE), N(TIPC_DEST_DROPPABLE), N(TIPC_CONN_TIMEOUT), N(TIPC_NODE_RECVQ_DEPTH), N(TIPC_SOCK_RECVQ_DEPTH),
	N(TIPC_MCAST_BROADCAST), N(TIPC_MCAST_REPLICAST), ONE(TIPC_GROUP_JOIN, tipc_group_req), N(TIPC_GROUP_LEAVE), N(TIPC_SOCK_RECVQ_USED), N(TIPC_NODELAY),
};

static const struct option of_rds[] = {
	ONE(RDS_CANCEL_SENT_TO, sockaddr_value), ONE(RDS_GET_MR, rds_get_mr_args), ONE(RDS_FREE_MR, rds_free_mr_args), N(4), N(RDS_RECVERR), N(RDS_CONG_MONITOR),
	ONE(RDS_GET_MR_FOR_DEST, rds_get_mr_for_dest_args), E(SO_RDS_TRANSPORT, rds_transports), ONE(SO_RDS_MSG_RXPATH_LATENCY, rds_rx_trace_so), N(SO_TIMESTAMP_OLD),
};

static const struct option of_dccp[] = {
	N(1), MANY(2, be32), RAW(3), RAW(4), N(5), N(6), N(10), N(11), ARRAY(12, uint, 1, NULL), ARRAY(13, uint, 1, NULL), N(14), N(15), N(16), N(17), RAW(128), RAW(192),
};

static const struct option of_rxrpc[] = {
	S(RXRPC_SECURITY_KEY), S(RXRPC_SECURITY_KEYRING), N(RXRPC_EXCLUSIVE_CONNECTION), E(RXRPC_MIN_SECURITY_LEVEL, rxrpc_levels),
	ARRAY(RXRPC_UPGRADEABLE_SERVICE, uint, 2, NULL), N(RXRPC_SUPPORTED_CMSG), N(7),
};

static const struct option of_pppol2tp[] = {
	X(PPPOL2TP_SO_DEBUG), N(PPPOL2TP_SO_RECVSEQ), N(PPPOL2TP_SO_SENDSEQ), N(PPPOL2TP_SO_LNSMODE), N(PPPOL2TP_SO_REORDERTO),
};

static const struct option of_llc[] = {
	N(LLC_OPT_UNKNOWN), N(LLC_OPT_RETRY), N(LLC_OPT_SIZE), N(LLC_OPT_ACK_TMR_EXP), N(LLC_OPT_P_TMR_EXP), N(LLC_OPT_REJ_TMR_EXP), N(LLC_OPT_BUSY_TMR_EXP), N(LLC_OPT_TX_WIN),
	N(LLC_OPT_RX_WIN), N(LLC_OPT_PKTINFO),
};

static const struct option of_nfc[] = {
	N(NFC_LLCP_RW), N(NFC_LLCP_MIUX), N(NFC_LLCP_REMOTE_MIU), N(NFC_LLCP_REMOTE_LTO), N(NFC_LLCP_REMOTE_RW),
};

static const struct option of_ax25[] = {	/* linux/ax25.h */
	N(1), N(2), N(3), N(4), N(5), N(6), N(7), N(8), N(9), N(10), N(11), N(12), S(SO_BINDTODEVICE),
};

static const struct option of_rose[] = { N(ROSE_DEFER), N(ROSE_T1), N(ROSE_T2), N(ROSE_T3), N(ROSE_IDLE), N(ROSE_QBITINCL), N(ROSE_HOLDBACK) };
static const struct option of_netrom[] = { N(NETROM_T1), N(NETROM_T2), N(NETROM_N2), N(NETROM_T4), N(NETROM_IDLE) };
static const struct option of_x25[] = { N(X25_QBITINCL) }, of_mctp[] = { N(1) }, of_smc[] = { N(1) };

static const struct option of_atm[] = {
	N(SO_SETCLP), ONE(SO_CIRANGE, atm_cirange), ONE(SO_ATMQOS, atm_qos), ONE(SO_ATMSAP, atm_sap), ONE(SO_ATMPVC, sockaddr_value), N(SO_MULTIPOINT),
};

static const struct option of_irda[] = {
	RAW(1), RAW(2), RAW(3), N(4), RAW(5), RAW(6), N(7), RAW(8), RAW(9), N(10), N(11),
};

static const struct option of_pnpipe[] = { N(1), AS(2, ifindex), N(3), N(4) }, of_iucv[] = { N(0x80), N(0x800), N(0x1000) };
static const struct option of_caif[] = { E(127, caif_links), RAW(128), RAW(129) }, of_kcm[] = { N(KCM_RECV_DISABLE) }, of_ipx[] = { N(1) };
static const struct option of_raw[] = { ONE(ICMP_FILTER, icmp_filter) }, of_icmpv6[] = { ONE(ICMPV6_FILTER, icmp6_filter) };

/* -- Rows ------------------------------------------------------------------------------------------------------------- */

#define LEVEL(list, options) { &list, options, sizeof(options) / sizeof((options)[0]) }
static const struct level {
	const struct flag_table *list;
	const struct option *options;
	unsigned n;
} levels[] = {
	LEVEL(so_options, of_socket), LEVEL(ip_options, of_ip), LEVEL(ipv6_options, of_ipv6), LEVEL(tcp_options, of_tcp), LEVEL(udp_options, of_udp), LEVEL(sctp_options, of_sctp),
	LEVEL(packet_options, of_packet), LEVEL(netlink_options, of_netlink), LEVEL(tls_options, of_tls), LEVEL(mptcp_options, of_mptcp), LEVEL(xdp_options, of_xdp),
	LEVEL(alg_options, of_alg), LEVEL(vsock_options, of_vsock), LEVEL(can_raw_options, of_can_raw), LEVEL(bluetooth_options, of_bluetooth), LEVEL(tipc_options, of_tipc),
	LEVEL(rds_options, of_rds), LEVEL(dccp_options, of_dccp), LEVEL(rxrpc_options, of_rxrpc), LEVEL(pppol2tp_options, of_pppol2tp), LEVEL(llc_options, of_llc),
	LEVEL(nfc_options, of_nfc), LEVEL(ax25_options, of_ax25), LEVEL(irda_options, of_irda), LEVEL(pnpipe_options, of_pnpipe), LEVEL(iucv_options, of_iucv),
	LEVEL(can_isotp_options, of_can_isotp), LEVEL(j1939_options, of_j1939), LEVEL(rose_options, of_rose), LEVEL(netrom_options, of_netrom), LEVEL(x25_options, of_x25),
	LEVEL(atm_options, of_atm), LEVEL(mctp_options, of_mctp), LEVEL(smc_options, of_smc), LEVEL(hci_options, of_hci), LEVEL(l2cap_options, of_l2cap), LEVEL(sco_options, of_sco),
	LEVEL(rfcomm_options, of_rfcomm),
	LEVEL(caif_options, of_caif), LEVEL(kcm_options, of_kcm), LEVEL(ipx_options, of_ipx), LEVEL(raw_options, of_raw), LEVEL(icmpv6_options, of_icmpv6),
};
#define LEVELS (sizeof(levels) / sizeof(levels[0]))

/* A row, and the shape of its value if that is a number. */
struct made {
	struct row row;
	struct arg_spec args[CALL_ARGS];
	struct shape shape;
	struct field field;
};

/* Rows of the options of a level in one direction; kept until the program ends. */
struct made_rows {
	const struct row *level;
	const struct made **rows;	/* by the option's place in its table */
};

static const struct level *level_of(const struct row *level)
{
	for (unsigned i = 0; i < LEVELS; i++)
		if (levels[i].list == level->args[2].flags)
			return &levels[i];
	return NULL;
}

static const struct option *option_of(const struct level *l, uint32_t number, unsigned dir)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->options[i].number == number && (!l->options[i].dirs || l->options[i].dirs & dir))
			return &l->options[i];
	return NULL;
}

/* Another ABI's number of an option is found by its name. */
static const struct option *find_option(const struct level *l, enum abi abi, uint32_t number, unsigned dir)
{
	const struct flag_table *t = flag_table__in(l->list, abi);
	const struct option *found = NULL;

	if (t == l->list)
		return option_of(l, number, dir);
	for (const struct flag *f = flag_table__find(t, number); f && !found; f = flag_table__next(t, f)) {
		const struct flag *own = flag_table__named(l->list, f->name, strlen(f->name));

		found = own ? option_of(l, (uint32_t)own->value, dir) : NULL;
	}
	return found ? found : flag_table__find(t, number) ? NULL : option_of(l, number, dir);
}

static const struct made *make(const struct row *level, const struct option *o)
{
	static const struct kind *const kinds[][2] = {
		[VALUE] = { &kind_value_in, &kind_value_out }, [VALUES] = { &kind_values_in, &kind_values_out },
		[TEXT] = { &kind_text_value_in, &kind_text_value_out }, [BYTES] = { &kind_bytes_value_in, &kind_bytes_value_out },
	};
	struct made *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->field = (struct field){ .spec = { .name = "", .kind = o->kind, .flags = o->form == VALUE ? o->list : NULL }, .size = o->size };
	m->shape = (struct shape){ .name = "number", .size = o->size, .nfields = 1, .fields = &m->field, .bare = true, .or_byte = level->args[2].flags == &ip_options };
	m->row = *level;
	m->row.sub = NULL;
	m->row.strace = level->strace ? level->strace : level;
	m->row.args = m->args;
	memcpy(m->args, level->args, level->nargs * sizeof(m->args[0]));
	m->args[3] = (struct arg_spec){
		.name = "optval", .name_len = 6, .kind = kinds[o->form][level->args[3].kind->out], .flags = o->form == VALUES ? o->list : NULL,
		.shape = o->shape ? o->shape : o->size ? &m->shape : NULL, .len_arg = 4,
	};
	return m;
}

const struct row *sockopt__row(const struct row *level, enum abi abi, uint32_t number, const uint64_t *args, const struct names *names)
{
	static struct made_rows all[2 * LEVELS + 8];
	const struct level *l = level_of(level);
	const struct option *o = l ? find_option(l, abi, number, level->args[3].kind->out ? GETS : SETS) : NULL;
	struct made_rows *r = all;

	(void)args;
	(void)names;
	if (!o)
		return NULL;
	while (r < all + sizeof(all) / sizeof(all[0]) - 1 && r->level && r->level != level)
		r++;
	if (!r->level && (r->rows = calloc(l->n, sizeof(struct made *))))
		r->level = level;
	if (r->level != level)
		return NULL;
	if (!r->rows[o - l->options])
		r->rows[o - l->options] = make(level, o);
	return r->rows[o - l->options] ? &r->rows[o - l->options]->row : NULL;
}
