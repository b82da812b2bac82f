// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on sockets. Their options are in sockopt.c. */
#include <sys/socket.h>

#include "beautifiers/rows.h"

/* The protocol's names depend on the family. */
#define SOCKET(protocol) \
	ARGS(ENUM("family", socket_domains), ENUM_FLAGS("type", socket_types, socket_type_flags, .strace = &kind_socket_type), protocol), RET_FD, OPENS_INFO
#define SOCKETPAIR(protocol) \
	ARGS(ENUM("family", socket_domains), ENUM_FLAGS("type", socket_types, socket_type_flags, .strace = &kind_socket_type), protocol, FD_PAIR("usockvec")), RET_INT, OPENS_PAIR

static const struct subrow socket_families[] = {
	{ AF_AX25,      { "socket", SOCKET(ENUM("protocol", ax25_protocols, .strace = &kind_hex_noted)) } },
	{ AF_INET,      { "socket", SOCKET(ENUM("protocol", ip_protocols)) } },
	{ AF_INET6,     { "socket", SOCKET(ENUM("protocol", ip_protocols)) } },
	{ AF_NETLINK,   { "socket", SOCKET(ENUM("protocol", netlink_protocols)) } },
	{ AF_PACKET,    { "socket", SOCKET(ENUM_BE16("protocol", ethernet_protocols, .strace = &kind_enum_htons)) } },
	{ AF_IRDA,      { "socket", SOCKET(INT("protocol", .strace = &kind_enum_second, .flags2 = &irda_protocols)) } },
	{ AF_ISDN,      { "socket", SOCKET(ENUM("protocol", isdn_protocols)) } },
	{ AF_PHONET,    { "socket", SOCKET(ENUM("protocol", phonet_protocols)) } },
	{ AF_CAIF,      { "socket", SOCKET(ENUM("protocol", caif_protocols)) } },
	{ AF_RXRPC,     { "socket", SOCKET(ENUM("protocol", socket_domains)) } },
	{ AF_NFC,       { "socket", SOCKET(ENUM("protocol", nfc_sock_protocols)) } },
	{ AF_KCM,       { "socket", SOCKET(ENUM("protocol", kcm_protocols)) } },
	{ AF_SMC,       { "socket", SOCKET(ENUM("protocol", smc_protocols)) } },
	{ AF_BLUETOOTH, { "socket", SOCKET(ENUM("protocol", bluetooth_protocols)) } },
	{ AF_CAN,       { "socket", SOCKET(ENUM("protocol", can_protocols)) } },
};

static const struct subrow socketpair_families[] = {
	{ AF_INET,      { "socketpair", SOCKETPAIR(ENUM("protocol", ip_protocols, .strace = &kind_ulong)) } },
	{ AF_INET6,     { "socketpair", SOCKETPAIR(ENUM("protocol", ip_protocols, .strace = &kind_ulong)) } },
};

/* Rows for descriptors of AF_NETLINK. The command is the descriptor's sign bit, always 0. */
#define BY_NETLINK(rows) SUB_TABLES(0, ((const struct sub_table *const[]){ &(const struct sub_table)SUB_TABLE(rows, .of = OF_FAMILY(AF_NETLINK)), NULL })), .sub_mask = 1u << 31
#define SENDTO(buff)   ARGS(FD("fd"), buff, ULONG("len"), FLAGS("flags", msg_flags), SOCKADDR_IN("addr", 5), INT("addr_len"))
#define RECVFROM(ubuf) ARGS(FD("fd"), ubuf, ULONG("size"), FLAGS("flags", msg_flags), SOCKADDR_OUT("addr", 5), SOCKLEN_INOUT("addr_len", .strace = &kind_socklen))
#define SEND(buff)     ARGS(FD("fd"), buff, ULONG("len"), FLAGS("flags", msg_flags))
#define RECV(ubuf)     ARGS(FD("fd"), ubuf, ULONG("size"), FLAGS("flags", msg_flags))
#define SENDMSG(msg)   ARGS(FD("fd"), msg, FLAGS("flags", msg_flags))
#define RECVMSG(msg)   ARGS(FD("fd"), msg, FLAGS("flags", msg_flags))
#define SENDMMSG(mmsg) ARGS(FD("fd"), mmsg, UINT("vlen"), FLAGS("flags", msg_flags))
#define RECVMMSG(mmsg) ARGS(FD("fd"), mmsg, UINT("vlen"), FLAGS("flags", msg_flags), TIME_LEFT("timeout", shape_timespec))

static const struct subrow netlink_sendto[] = { { 0, { "sendto", SENDTO(NETLINK_IN("buff", 2)), MOVES_BYTES } } };
static const struct subrow netlink_recvfrom[] = { { 0, { "recvfrom", RECVFROM(NETLINK_OUT("ubuf", 2)), MOVES_BYTES } } };
static const struct subrow netlink_send[] = { { 0, { "send", SEND(NETLINK_IN("buff", 2)), MOVES_BYTES } } };
static const struct subrow netlink_recv[] = { { 0, { "recv", RECV(NETLINK_OUT("ubuf", 2)), MOVES_BYTES } } };
static const struct subrow netlink_sendmsg[] = { { 0, { "sendmsg", SENDMSG(NETLINK_MSGHDR_IN("msg")), MOVES_BYTES } } };
static const struct subrow netlink_recvmsg[] = { { 0, { "recvmsg", RECVMSG(NETLINK_MSGHDR_OUT("msg")), MOVES_BYTES } } };
static const struct subrow netlink_sendmmsg[] = { { 0, { "sendmmsg", SENDMMSG(NETLINK_MMSGHDR_IN("mmsg", 2)), MOVES_MESSAGES } } };
static const struct subrow netlink_recvmmsg[] = { { 0, { "recvmmsg", RECVMMSG(NETLINK_MMSGHDR_OUT("mmsg", 2)), MOVES_MESSAGES, .ret_extra = extra_time_left } } };

static const struct row rows[] = {
	{ "socket",      SOCKET(INT("protocol", .strace = &kind_ulong)), SUB(0, socket_families) },
	{ "socketpair",  SOCKETPAIR(INT("protocol", .strace = &kind_ulong)), SUB(0, socketpair_families) },
	{ "bind",        ARGS(FD("fd"), SOCKADDR_IN("umyaddr", 2), INT("addrlen")), RET_INT, NAMES_SOCK(0) },
	{ "listen",      ARGS(FD("fd"), INT("backlog")), RET_INT, NAMES_SOCK(0) },
	{ "accept",      ARGS(FD("fd"), SOCKADDR_OUT("upeer_sockaddr", 2), SOCKLEN_INOUT("upeer_addrlen", .strace = &kind_socklen)), RET_FD, OPENS_INFO, .accepts = true },
	{ "accept4",     ARGS(FD("fd"), SOCKADDR_OUT("upeer_sockaddr", 2), SOCKLEN_INOUT("upeer_addrlen", .strace = &kind_socklen), FLAGS("flags", accept4_flags)), RET_FD, OPENS_INFO, .accepts = true },
	{ "connect",     ARGS(FD("fd"), SOCKADDR_IN("uservaddr", 2), INT("addrlen")), RET_INT, NAMES_SOCK(0), .connects = true },
	{ "getsockname", ARGS(FD("fd"), SOCKADDR_OUT("usockaddr", 2), SOCKLEN_INOUT("usockaddr_len", .strace = &kind_socklen)) },
	{ "getpeername", ARGS(FD("fd"), SOCKADDR_OUT("usockaddr", 2), SOCKLEN_INOUT("usockaddr_len", .strace = &kind_socklen)) },
	{ "shutdown",    ARGS(FD("fd"), ENUM("how", socket_shutdown)) },

	{ "sendto",      SENDTO(BUF_IN("buff", 2)), BY_NETLINK(netlink_sendto), MOVES_BYTES },
	{ "recvfrom",    RECVFROM(BUF_OUT_MAX("ubuf", 2)), BY_NETLINK(netlink_recvfrom), MOVES_BYTES },
	{ "send",        SEND(BUF_IN("buff", 2)), BY_NETLINK(netlink_send), MOVES_BYTES },
	{ "recv",        RECV(BUF_OUT_MAX("ubuf", 2)), BY_NETLINK(netlink_recv), MOVES_BYTES },
	{ "sendmsg",     SENDMSG(MSGHDR_IN("msg")), BY_NETLINK(netlink_sendmsg), MOVES_BYTES },
	{ "recvmsg",     RECVMSG(MSGHDR_OUT("msg")), RET_INT, RECEIVES_FDS, BY_NETLINK(netlink_recvmsg), MOVES_BYTES },
	{ "sendmmsg",    SENDMMSG(MMSGHDR_IN("mmsg", 2)), BY_NETLINK(netlink_sendmmsg), MOVES_MESSAGES },
	{ "recvmmsg",    RECVMMSG(MMSGHDR_OUT("mmsg", 2)), RET_INT, RECEIVES_FDS, .ret_extra = extra_time_left, BY_NETLINK(netlink_recvmmsg), MOVES_MESSAGES },
};

const struct row_table rows_network = ROW_TABLE(rows);
