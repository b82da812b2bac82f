// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on sockets. Their options are in sockopt.c. */
#include <sys/socket.h>

#include "beautifiers/rows.h"

/* The protocol's names depend on the family. */
#define SOCKET(protocol) \
	ARGS(ENUM("family", socket_domains), ENUM_FLAGS("type", socket_types, socket_type_flags), protocol), RET_FD, OPENS_INFO
#define SOCKETPAIR(protocol) \
	ARGS(ENUM("family", socket_domains), ENUM_FLAGS("type", socket_types, socket_type_flags), protocol, FD_PAIR("usockvec")), RET_INT, OPENS_PAIR

static const struct subrow socket_families[] = {
	{ AF_INET,      { "socket", SOCKET(ENUM("protocol", ip_protocols)) } },
	{ AF_INET6,     { "socket", SOCKET(ENUM("protocol", ip_protocols)) } },
	{ AF_NETLINK,   { "socket", SOCKET(ENUM("protocol", netlink_protocols)) } },
	{ AF_PACKET,    { "socket", SOCKET(ENUM_BE16("protocol", ethernet_protocols)) } },
	{ AF_BLUETOOTH, { "socket", SOCKET(ENUM("protocol", bluetooth_protocols)) } },
	{ AF_CAN,       { "socket", SOCKET(ENUM("protocol", can_protocols)) } },
};

static const struct subrow socketpair_families[] = {
	{ AF_INET,      { "socketpair", SOCKETPAIR(ENUM("protocol", ip_protocols)) } },
	{ AF_INET6,     { "socketpair", SOCKETPAIR(ENUM("protocol", ip_protocols)) } },
};

static const struct row rows[] = {
	{ "socket",      SOCKET(INT("protocol")), SUB(0, socket_families) },
	{ "socketpair",  SOCKETPAIR(INT("protocol")), SUB(0, socketpair_families) },
	{ "bind",        ARGS(FD("fd"), SOCKADDR_IN("umyaddr", 2), INT("addrlen")), RET_INT, NAMES_SOCK(0) },
	{ "listen",      ARGS(FD("fd"), INT("backlog")), RET_INT, NAMES_SOCK(0) },
	{ "accept",      ARGS(FD("fd"), SOCKADDR_OUT("upeer_sockaddr", 2), SOCKLEN_INOUT("upeer_addrlen")), RET_FD, OPENS_INFO },
	{ "accept4",     ARGS(FD("fd"), SOCKADDR_OUT("upeer_sockaddr", 2), SOCKLEN_INOUT("upeer_addrlen"), FLAGS("flags", accept4_flags)), RET_FD, OPENS_INFO },
	{ "connect",     ARGS(FD("fd"), SOCKADDR_IN("uservaddr", 2), INT("addrlen")), RET_INT, NAMES_SOCK(0) },
	{ "getsockname", ARGS(FD("fd"), SOCKADDR_OUT("usockaddr", 2), SOCKLEN_INOUT("usockaddr_len")) },
	{ "getpeername", ARGS(FD("fd"), SOCKADDR_OUT("usockaddr", 2), SOCKLEN_INOUT("usockaddr_len")) },
	{ "shutdown",    ARGS(FD("fd"), ENUM("how", socket_shutdown)) },

	{ "sendto",      ARGS(FD("fd"), BUF_IN("buff", 2), ULONG("len"), FLAGS("flags", msg_flags), SOCKADDR_IN("addr", 5), INT("addr_len")) },
	{ "recvfrom",    ARGS(FD("fd"), BUF_OUT_MAX("ubuf", 2), ULONG("size"), FLAGS("flags", msg_flags), SOCKADDR_OUT("addr", 5), SOCKLEN_INOUT("addr_len")) },
	{ "send",        ARGS(FD("fd"), BUF_IN("buff", 2), ULONG("len"), FLAGS("flags", msg_flags)) },
	{ "recv",        ARGS(FD("fd"), BUF_OUT_MAX("ubuf", 2), ULONG("size"), FLAGS("flags", msg_flags)) },
	{ "sendmsg",     ARGS(FD("fd"), MSGHDR_IN("msg"), FLAGS("flags", msg_flags)) },
	{ "recvmsg",     ARGS(FD("fd"), MSGHDR_OUT("msg"), FLAGS("flags", msg_flags)), RET_INT, RECEIVES_FDS },
	{ "sendmmsg",    ARGS(FD("fd"), MMSGHDR_IN("mmsg", 2), UINT("vlen"), FLAGS("flags", msg_flags)) },
	{ "recvmmsg",    ARGS(FD("fd"), MMSGHDR_OUT("mmsg", 2), UINT("vlen"), FLAGS("flags", msg_flags), TIME_LEFT("timeout", shape_timespec)), RET_INT, RECEIVES_FDS },
};

const struct row_table rows_network = ROW_TABLE(rows);
