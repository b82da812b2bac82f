// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of getsockopt and setsockopt: the level selects the list of options, an option the kind of value if it is neither a number
 * nor plain bytes.
 */
#include <asm/socket.h>
#include <linux/if_packet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "beautifiers/rows.h"

/* Levels that C libraries lack: linux/socket.h of the kernel, with the version that added them. */
#define LEVEL_UDPLITE 136
#define LEVEL_CAN_RAW 101
#define LEVEL_TIPC    271
#define LEVEL_ALG     279
#define LEVEL_TLS     282	/* 4.13 */
#define LEVEL_XDP     283	/* 4.18 */
#define LEVEL_MPTCP   284	/* 5.13 */
#define LEVEL_VSOCK   AF_VSOCK

#define LEVELS(X) \
	X(IPPROTO_IP,     ip_options)      \
	X(IPPROTO_TCP,    tcp_options)     \
	X(IPPROTO_UDP,    udp_options)     \
	X(LEVEL_UDPLITE,  udp_options)     \
	X(IPPROTO_IPV6,   ipv6_options)    \
	X(IPPROTO_ICMPV6, icmpv6_options)  \
	X(SOL_RAW,        raw_options)     \
	X(IPPROTO_SCTP,   sctp_options)    \
	X(SOL_NETLINK,    netlink_options) \
	X(LEVEL_VSOCK,    vsock_options)   \
	X(LEVEL_CAN_RAW,  can_raw_options) \
	X(LEVEL_TIPC,     tipc_options)    \
	X(LEVEL_ALG,      alg_options)     \
	X(LEVEL_TLS,      tls_options)     \
	X(LEVEL_XDP,      xdp_options)     \
	X(LEVEL_MPTCP,    mptcp_options)

#define GET_OF(levels, ...) ARGS(FD("fd"), ENUM("level", levels), __VA_ARGS__, SOCKLEN_INOUT("optlen"))
#define SET_OF(levels, ...) ARGS(FD("fd"), ENUM("level", levels), __VA_ARGS__, INT("optlen"))
#define GET(optname, optval) GET_OF(socket_levels, optname, optval)
#define SET(optname, optval) SET_OF(socket_levels, optname, optval)
#define GET_SO(shape)        GET(ENUM("optname", so_options), STRUCT_OUT_UPTO("optval", shape, 4))
#define SET_SO(shape)        SET(ENUM("optname", so_options), STRUCT_UPTO("optval", shape, 4))
#define OPT_GET(opt, shape)  { opt, { "getsockopt", GET_SO(shape), .named = #opt } }	/* powerpc has other numbers */
#define OPT_SET(opt, shape)  { opt, { "setsockopt", SET_SO(shape), .named = #opt } }
#define VALUE_OUT            OPTVAL_OUT("optval", 4)
#define VALUE_IN             OPTVAL_IN("optval", 4)
#define GET_LEVEL(level, list) { level, { "getsockopt", GET(ENUM("optname", list), VALUE_OUT) } },
#define SET_LEVEL(level, list) { level, { "setsockopt", SET(ENUM("optname", list), VALUE_IN) } },

/* Options of SOL_SOCKET that are an int: the kernel reads one, even if the length is larger. */
#define NUMBER(opt)          { 0, { "setsockopt", SET(ENUM("optname", so_options), NUMBER_IN("optval", 4)), .named = #opt } }

static const struct subrow get_so_options[] = {
	OPT_GET(SO_LINGER,       shape_linger),
	OPT_GET(SO_PEERCRED,     shape_ucred),
	OPT_GET(SO_RCVTIMEO_OLD, shape_timeval),
	OPT_GET(SO_SNDTIMEO_OLD, shape_timeval),
	/* its length counts statements, not bytes */
	{ SO_ATTACH_FILTER, { "getsockopt", GET(ENUM("optname", so_get_filter), PTR("optval")), .named = "SO_ATTACH_FILTER" } },
};

static const struct subrow set_so_options[] = {
	OPT_SET(SO_LINGER,       shape_linger),
	OPT_SET(SO_RCVTIMEO_OLD, shape_timeval),
	OPT_SET(SO_SNDTIMEO_OLD, shape_timeval),
	OPT_SET(SO_ATTACH_FILTER, shape_sock_fprog),
	OPT_SET(SO_ATTACH_REUSEPORT_CBPF, shape_sock_fprog),
	NUMBER(SO_DEBUG),
	NUMBER(SO_REUSEADDR),
	NUMBER(SO_REUSEPORT),
	NUMBER(SO_DONTROUTE),
	NUMBER(SO_BROADCAST),
	NUMBER(SO_SNDBUF),
	NUMBER(SO_RCVBUF),
	NUMBER(SO_SNDBUFFORCE),
	NUMBER(SO_RCVBUFFORCE),
	NUMBER(SO_KEEPALIVE),
	NUMBER(SO_OOBINLINE),
	NUMBER(SO_NO_CHECK),
	NUMBER(SO_PRIORITY),
	NUMBER(SO_PASSCRED),
	NUMBER(SO_PASSSEC),
	NUMBER(SO_PASSPIDFD),
	NUMBER(SO_RCVLOWAT),
	NUMBER(SO_TIMESTAMP_OLD),
	NUMBER(SO_TIMESTAMPNS_OLD),
	NUMBER(SO_TIMESTAMP_NEW),
	NUMBER(SO_TIMESTAMPNS_NEW),
	NUMBER(SO_DETACH_FILTER),
	NUMBER(SO_LOCK_FILTER),
	NUMBER(SO_MARK),
	NUMBER(SO_RXQ_OVFL),
	NUMBER(SO_WIFI_STATUS),
	NUMBER(SO_PEEK_OFF),
	NUMBER(SO_NOFCS),
	NUMBER(SO_SELECT_ERR_QUEUE),
	NUMBER(SO_BUSY_POLL),
	NUMBER(SO_PREFER_BUSY_POLL),
	NUMBER(SO_BUSY_POLL_BUDGET),
	NUMBER(SO_INCOMING_CPU),
	NUMBER(SO_CNX_ADVICE),
	NUMBER(SO_ZEROCOPY),
	NUMBER(SO_BUF_LOCK),
	NUMBER(SO_RESERVE_MEM),
	NUMBER(SO_TXREHASH),
	NUMBER(SO_RCVMARK),
	NUMBER(SO_RCVPRIORITY),
};

#define PACKET(opt, shape) { opt, { "setsockopt", SET(ENUM("optname", packet_options), STRUCT_UPTO("optval", shape, 4)) } }
static const struct subrow set_packet_options[] = {
	PACKET(PACKET_ADD_MEMBERSHIP,  shape_packet_mreq),
	PACKET(PACKET_DROP_MEMBERSHIP, shape_packet_mreq),
	PACKET(PACKET_RX_RING,         shape_tpacket_req),
	PACKET(PACKET_TX_RING,         shape_tpacket_req),
};

static const struct subrow getsockopt_levels[] = {
	{ SOL_SOCKET, { "getsockopt", GET(ENUM("optname", so_options), VALUE_OUT), SUB(2, get_so_options) } },
	{ SOL_PACKET, { "getsockopt", GET(ENUM("optname", packet_options), VALUE_OUT) } },
	LEVELS(GET_LEVEL)
};

static const struct subrow setsockopt_levels[] = {
	{ SOL_SOCKET, { "setsockopt", SET(ENUM("optname", so_options), VALUE_IN), SUB(2, set_so_options) } },
	{ SOL_PACKET, { "setsockopt", SET(ENUM("optname", packet_options), VALUE_IN), SUB(2, set_packet_options) } },
	LEVELS(SET_LEVEL)
};

/* Bluetooth has levels of its own with the numbers of IP, TCP and UDP: HCI, L2CAP and SCO. No UAPI header has their options. */
#define GET_BLUETOOTH(level) { level, { "getsockopt", GET_OF(bluetooth_levels, INT("optname"), VALUE_OUT) } }
#define SET_BLUETOOTH(level) { level, { "setsockopt", SET_OF(bluetooth_levels, INT("optname"), VALUE_IN) } }
static const struct subrow get_bluetooth[] = { GET_BLUETOOTH(IPPROTO_IP), GET_BLUETOOTH(IPPROTO_TCP), GET_BLUETOOTH(IPPROTO_UDP) };
static const struct subrow set_bluetooth[] = { SET_BLUETOOTH(IPPROTO_IP), SET_BLUETOOTH(IPPROTO_TCP), SET_BLUETOOTH(IPPROTO_UDP) };

#define LEVEL_TABLES(levels, bluetooth) SUB_TABLES(1, ((const struct sub_table *const[]){ \
	&(const struct sub_table)SUB_TABLE(levels), &(const struct sub_table)SUB_TABLE(bluetooth, .of = OF_FAMILY(AF_BLUETOOTH)), NULL }))

static const struct row rows[] = {
	{ "getsockopt", GET(INT("optname"), VALUE_OUT), LEVEL_TABLES(getsockopt_levels, get_bluetooth) },
	{ "setsockopt", SET(INT("optname"), VALUE_IN), LEVEL_TABLES(setsockopt_levels, set_bluetooth) },
};

const struct row_table rows_sockopt = ROW_TABLE(rows);
