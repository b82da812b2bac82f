// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of getsockopt and setsockopt: the level selects the list of options, an option the value. Rows here are of options that strace
 * shows otherwise than by their length, or with pointers that are followed; others are made: sockopt_values.c.
 */
#include <asm/socket.h>
#include <linux/icmp.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "beautifiers/rows.h"
#include "made_shapes.h"
#include "sockopt.h"

/* Levels of which no option has a row here */
#define LEVELS(X) \
	X(IPPROTO_TCP,    tcp_options)     \
	X(IPPROTO_UDP,    udp_options)     \
	X(IPPROTO_SCTP,   sctp_options)    \
	X(LEVEL_VSOCK,    vsock_options)   \
	X(LEVEL_CAN_RAW,  can_raw_options) \
	X(LEVEL_IPX,      ipx_options)     \
	X(LEVEL_AX25,     ax25_options)    \
	X(LEVEL_IRDA,     irda_options)    \
	X(LEVEL_LLC,      llc_options)     \
	X(LEVEL_DCCP,     dccp_options)    \
	X(LEVEL_TIPC,     tipc_options)    \
	X(LEVEL_RXRPC,    rxrpc_options)   \
	X(LEVEL_PPPOL2TP, pppol2tp_options) \
	X(LEVEL_BLUETOOTH, bluetooth_options) \
	X(LEVEL_PNPIPE,   pnpipe_options)  \
	X(LEVEL_RDS,      rds_options)     \
	X(LEVEL_IUCV,     iucv_options)    \
	X(LEVEL_CAIF,     caif_options)    \
	X(LEVEL_ALG,      alg_options)     \
	X(LEVEL_NFC,      nfc_options)     \
	X(LEVEL_KCM,      kcm_options)     \
	X(LEVEL_TLS,      tls_options)     \
	X(LEVEL_XDP,      xdp_options)

/* Those of which strace knows no names of options */
#define PLAIN_LEVELS(X) \
	X(LEVEL_CAN_ISOTP, can_isotp_options) \
	X(LEVEL_CAN_J1939, j1939_options) \
	X(LEVEL_NETROM,   netrom_options)  \
	X(LEVEL_ROSE,     rose_options)    \
	X(LEVEL_X25,      x25_options)     \
	X(LEVEL_ATM,      atm_options)     \
	X(LEVEL_MPTCP,    mptcp_options)   \
	X(LEVEL_MCTP,     mctp_options)    \
	X(LEVEL_SMC,      smc_options)

#define GET_OF(levels, newer, ...) ARGS(FD("fd"), ENUM_EITHER("level", levels, newer, .strace = &kind_socket_level), __VA_ARGS__, SOCKLEN_INOUT("optlen"))
#define SET_OF(levels, newer, ...) ARGS(FD("fd"), ENUM_EITHER("level", levels, newer, .strace = &kind_socket_level), __VA_ARGS__, INT("optlen"))
#define GET(optname, optval) GET_OF(socket_levels, socket_newer_levels, optname, optval)
#define SET(optname, optval) SET_OF(socket_levels, socket_newer_levels, optname, optval)
#define GET_SO(shape)        GET(ENUM("optname", so_options), STRUCT_OUT_UPTO("optval", shape, 4))
#define SET_SO(shape)        SET(ENUM("optname", so_options), STRUCT_UPTO("optval", shape, 4))
#define OPT_GET(opt, shape)  { opt, { "getsockopt", GET_SO(shape), .named = #opt } }	/* powerpc has other numbers */
#define OPT_SET(opt, shape)  { opt, { "setsockopt", SET_SO(shape), .named = #opt } }
#define ANY_OUT              OPTVAL_OUT("optval", 4)
#define ANY_IN               OPTVAL_IN("optval", 4)
#define OPTIONS(table)       SUB(2, table), .otherwise = sockopt__row
#define MADE                 SUB_TABLES(2, no_tables), .otherwise = sockopt__row
#define GET_LEVEL(level, list) { level, { "getsockopt", GET(ENUM("optname", list), ANY_OUT), MADE } },
#define SET_LEVEL(level, list) { level, { "setsockopt", SET(ENUM("optname", list), ANY_IN), MADE } },
#define GET_PLAIN(level, list) { level, { "getsockopt", GET(ENUM("optname", list, .strace = &kind_uint), ANY_OUT), MADE } },
#define SET_PLAIN(level, list) { level, { "setsockopt", SET(ENUM("optname", list, .strace = &kind_uint), ANY_IN), MADE } },
static const struct sub_table *const no_tables[] = { NULL };

/* Options of SOL_SOCKET that are an int: the kernel reads one, even if the length is larger. */
#define NUMBERS(X) \
	X(SO_DEBUG) X(SO_REUSEADDR) X(SO_REUSEPORT) X(SO_DONTROUTE) X(SO_BROADCAST) X(SO_SNDBUF) X(SO_RCVBUF) X(SO_SNDBUFFORCE) \
	X(SO_RCVBUFFORCE) X(SO_KEEPALIVE) X(SO_OOBINLINE) X(SO_NO_CHECK) X(SO_PRIORITY) X(SO_BSDCOMPAT) X(SO_PASSCRED) X(SO_PASSSEC) \
	X(SO_RCVLOWAT) X(SO_SNDLOWAT) X(SO_TIMESTAMP_NEW) \
	X(SO_TIMESTAMPNS_NEW) X(SO_DETACH_FILTER) X(SO_DETACH_REUSEPORT_BPF) X(SO_LOCK_FILTER) X(SO_MARK) \
	X(SO_ACCEPTCONN) X(SO_RXQ_OVFL) X(SO_WIFI_STATUS) X(SO_PEEK_OFF) X(SO_NOFCS) X(SO_SELECT_ERR_QUEUE) X(SO_BUSY_POLL) \
	X(SO_PREFER_BUSY_POLL) X(SO_BUSY_POLL_BUDGET) X(SO_INCOMING_CPU) X(SO_INCOMING_NAPI_ID) X(SO_CNX_ADVICE) X(SO_ZEROCOPY) \
	X(SO_RESERVE_MEM) X(SO_RCVMARK)
#define SET_NUMBER(opt) { 0, { "setsockopt", SET(ENUM("optname", so_options), NUMBER_IN("optval", 4)), .named = #opt } },
#define GET_NUMBER(opt) { 0, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT("optval", shape_int, 4, .strace = &kind_number_out)), .named = #opt } },

/* strace has the names of the numbers for times, and shows timeouts as values of any option. */
static const struct row get_timeout = { "getsockopt", GET(ENUM("optname", so_old_names), OPTVAL_OUT("optval", 4)) };
static const struct row set_timeout = { "setsockopt", SET(ENUM("optname", so_old_names), OPTVAL_IN("optval", 4)) };
static const struct row get_stamp = { "getsockopt", GET(ENUM("optname", so_old_names), OPTVAL_OUT("optval", 4, .strace = &kind_number_out)) };
static const struct row set_stamp = { "setsockopt", SET(ENUM("optname", so_old_names), NUMBER_IN("optval", 4)) };
#define GET_TIMEOUT(opt) { opt, { "getsockopt", GET_SO(shape_timeval), .named = #opt, .strace = &get_timeout } }
#define SET_TIMEOUT(opt) { opt, { "setsockopt", SET_SO(shape_timeval), .named = #opt, .strace = &set_timeout } }
#define STAMPS(X) X(SO_TIMESTAMP_OLD, int) X(SO_TIMESTAMPNS_OLD, int) X(SO_TIMESTAMPING_OLD, timestamping)
#define GET_STAMP(opt, s) { opt, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT("optval", shape_##s, 4)), .named = #opt, .strace = &get_stamp } },
#define SET_STAMP(opt, s) { opt, { "setsockopt", SET(ENUM("optname", so_options), VALUE_IN("optval", shape_##s, 4)), .named = #opt, .strace = &set_stamp } },

static const struct subrow get_so_options[] = {
	OPT_GET(SO_LINGER,       shape_linger),
	OPT_GET(SO_PEERCRED,     shape_ucred),
	GET_TIMEOUT(SO_RCVTIMEO_OLD),
	GET_TIMEOUT(SO_SNDTIMEO_OLD),
	/* its length counts statements, not bytes */
	{ SO_ATTACH_FILTER, { "getsockopt", GET(ENUM("optname", so_get_filter), ARG_("optval", filter_out, .shape = &shape_sock_filter, .len_arg = 4)), .named = "SO_ATTACH_FILTER" } },
	{ SO_ERROR, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT("optval", shape_errno, 4, .strace = &kind_error_out)), .named = "SO_ERROR", .error_at = 1 + 3 } },
	{ 0, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT("optval", shape_txrehash, 4, .strace = &kind_txrehash_out)), .named = "SO_TXREHASH" } },
	{ 0, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT("optval", shape_timestamping, 4, .strace = &kind_number_out)), .named = "SO_TIMESTAMPING_NEW" } },
	STAMPS(GET_STAMP)
	NUMBERS(GET_NUMBER)
};

static const struct subrow set_so_options[] = {
	OPT_SET(SO_LINGER,       shape_linger),
	SET_TIMEOUT(SO_RCVTIMEO_OLD),
	SET_TIMEOUT(SO_SNDTIMEO_OLD),
	OPT_SET(SO_ATTACH_FILTER, shape_sock_fprog),
	OPT_SET(SO_ATTACH_REUSEPORT_CBPF, shape_sock_fprog),
	{ 0, { "setsockopt", SET(ENUM("optname", so_options), VALUE_IN("optval", shape_txrehash, 4, .strace = &kind_txrehash_in)), .named = "SO_TXREHASH" } },
	{ 0, { "setsockopt", SET(ENUM("optname", so_options), VALUE_IN("optval", shape_timestamping, 4, .strace = &kind_number_in)), .named = "SO_TIMESTAMPING_NEW" } },
	STAMPS(SET_STAMP)
	NUMBERS(SET_NUMBER)
	SET_NUMBER(SO_PASSPIDFD)
	SET_NUMBER(SO_RCVPRIORITY)
};

#define PACKET(opt, shape) { opt, { "setsockopt", SET(ENUM("optname", packet_options), STRUCT_UPTO("optval", shape, 4)) } }
static const struct subrow set_packet_options[] = {
	PACKET(PACKET_ADD_MEMBERSHIP,  shape_packet_mreq),
	PACKET(PACKET_DROP_MEMBERSHIP, shape_packet_mreq),
	PACKET(PACKET_RX_RING,         shape_packet_ring),
	PACKET(PACKET_TX_RING,         shape_packet_ring),
};

#define GET_RAW(opt, shape) { opt, { "getsockopt", GET(ENUM("optname", raw_options), STRUCT_OUT_UPTO("optval", shape, 4)) } }
#define SET_RAW(opt, shape) { opt, { "setsockopt", SET(ENUM("optname", raw_options), STRUCT_UPTO("optval", shape, 4)) } }
static const struct subrow get_raw_options[] = { GET_RAW(ICMP_FILTER, shape_icmp_filter) }, set_raw_options[] = { SET_RAW(ICMP_FILTER, shape_icmp_filter) };
static const struct subrow get_netlink_options[] = {
	{ NETLINK_LIST_MEMBERSHIPS, { "getsockopt", GET(ENUM("optname", netlink_options), VALUE_OUT("optval", shape_netlink_groups, 4, .strace = &kind_memberships_out)) } },
};
#define GET_PACKET(opt, shape) { opt, { "getsockopt", GET(ENUM("optname", packet_options), STRUCT_OUT_UPTO("optval", shape, 4)) } }
static const struct subrow get_packet_options[] = { GET_PACKET(PACKET_STATISTICS, shape_tpacket_stats) };

/* Multicast groups: a larger structure that begins with this one is accepted, too */
#define GROUP(list, opt, shape) { opt, { "setsockopt", SET(ENUM("optname", list), STRUCT_UPTO("optval", shape, 4)) } }
static const struct subrow set_ip_options[] = {
	GROUP(ip_options, IP_ADD_MEMBERSHIP,  shape_membership),
	GROUP(ip_options, IP_DROP_MEMBERSHIP, shape_membership),
	GROUP(ip_options, MCAST_JOIN_GROUP,   shape_group_req),
	GROUP(ip_options, MCAST_LEAVE_GROUP,  shape_group_req),
};

static const struct subrow set_ipv6_options[] = {
	GROUP(ipv6_options, IPV6_JOIN_GROUP,    shape_ipv6_mreq),
	GROUP(ipv6_options, IPV6_LEAVE_GROUP,   shape_ipv6_mreq),
	GROUP(ipv6_options, IPV6_JOIN_ANYCAST,  shape_ipv6_mreq),
	GROUP(ipv6_options, IPV6_LEAVE_ANYCAST, shape_ipv6_mreq),
	GROUP(ipv6_options, MCAST_JOIN_GROUP,   shape_group_req),
	GROUP(ipv6_options, MCAST_LEAVE_GROUP,  shape_group_req),
};

static const struct subrow getsockopt_levels[] = {
	{ SOL_SOCKET, { "getsockopt", GET(ENUM("optname", so_options), ANY_OUT), OPTIONS(get_so_options) } },
	{ SOL_PACKET, { "getsockopt", GET(ENUM("optname", packet_options), ANY_OUT), OPTIONS(get_packet_options) } },
	{ IPPROTO_IP, { "getsockopt", GET(ENUM_EITHER("optname", ip_options, ip_table_gets), ANY_OUT), MADE } },
	{ IPPROTO_IPV6, { "getsockopt", GET(ENUM_EITHER("optname", ipv6_options, ip6_table_gets), ANY_OUT), MADE } },
	GET_PLAIN(LEVEL_UDPLITE, udp_options)
	GET_PLAIN(IPPROTO_ICMPV6, icmpv6_options)
	{ SOL_NETLINK, { "getsockopt", GET(ENUM("optname", netlink_options), OPTVAL_OUT("optval", 4, .strace = &kind_int_out)), OPTIONS(get_netlink_options) } },
	{ SOL_RAW, { "getsockopt", GET(ENUM("optname", raw_options), ANY_OUT), OPTIONS(get_raw_options) } },
	LEVELS(GET_LEVEL)
	PLAIN_LEVELS(GET_PLAIN)
};

static const struct subrow setsockopt_levels[] = {
	{ SOL_SOCKET, { "setsockopt", SET(ENUM("optname", so_options), ANY_IN), OPTIONS(set_so_options) } },
	{ SOL_PACKET, { "setsockopt", SET(ENUM("optname", packet_options), ANY_IN), OPTIONS(set_packet_options) } },
	{ IPPROTO_IP, { "setsockopt", SET(ENUM_EITHER("optname", ip_options, ip_table_sets), ANY_IN), OPTIONS(set_ip_options) } },
	{ IPPROTO_IPV6, { "setsockopt", SET(ENUM_EITHER("optname", ipv6_options, ip6_table_sets), ANY_IN), OPTIONS(set_ipv6_options) } },
	SET_PLAIN(LEVEL_UDPLITE, udp_options)
	SET_PLAIN(IPPROTO_ICMPV6, icmpv6_options)
	{ SOL_NETLINK, { "setsockopt", SET(ENUM("optname", netlink_options), OPTVAL_IN("optval", 4, .strace = &kind_number_in)), MADE } },
	{ SOL_RAW, { "setsockopt", SET(ENUM("optname", raw_options), ANY_IN), OPTIONS(set_raw_options) } },
	LEVELS(SET_LEVEL)
	PLAIN_LEVELS(SET_PLAIN)
};

/* Bluetooth has levels of its own, of which three have the numbers of IP, TCP and UDP. No UAPI header has their options. */
#define BLUETOOTH(X) X(IPPROTO_IP, hci_options) X(IPPROTO_TCP, l2cap_options) X(IPPROTO_UDP, sco_options) X(LEVEL_RFCOMM, rfcomm_options)
#define GET_BLUETOOTH(level, list) \
	{ level, { "getsockopt", GET_OF(bluetooth_levels, bluetooth_newer_levels, ENUM("optname", list, .strace = &kind_uint), ANY_OUT), MADE } },
#define SET_BLUETOOTH(level, list) \
	{ level, { "setsockopt", SET_OF(bluetooth_levels, bluetooth_newer_levels, ENUM("optname", list, .strace = &kind_uint), ANY_IN), MADE } },
static const struct subrow get_bluetooth[] = { BLUETOOTH(GET_BLUETOOTH) }, set_bluetooth[] = { BLUETOOTH(SET_BLUETOOTH) };

#define LEVEL_TABLES(levels, bluetooth) SUB_TABLES(1, ((const struct sub_table *const[]){ \
	&(const struct sub_table)SUB_TABLE(levels), &(const struct sub_table)SUB_TABLE(bluetooth, .of = OF_FAMILY(AF_BLUETOOTH)), NULL }))

static const struct row rows[] = {
	{ "getsockopt", GET(INT("optname", .strace = &kind_uint), ANY_OUT), LEVEL_TABLES(getsockopt_levels, get_bluetooth) },
	{ "setsockopt", SET(INT("optname", .strace = &kind_uint), ANY_IN), LEVEL_TABLES(setsockopt_levels, set_bluetooth) },
};

const struct row_table rows_sockopt = ROW_TABLE(rows);
