// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of socketcall, the multiplexer of calls on sockets in older ABIs. The arguments of the call are an array in memory; if
 * that can be read, socketcall is captured as the call that it makes.
 */
#include <linux/net.h>

#include "beautifiers/rows.h"
#include "words.h"

#define SOCKET_TYPE ENUM_FLAGS("type", socket_types, socket_type_flags)
#define MSG_FLAGS   FLAGS("flags", msg_flags)

#define SOCKET_WORDS(W) W(0, ENUM("family", socket_domains)), W(1, SOCKET_TYPE), W(2, INT("protocol"))
#define BIND_WORDS(W) W(0, FD("fd")), W(1, PTR("umyaddr")), W(2, INT("addrlen"))
#define CONNECT_WORDS(W) W(0, FD("fd")), W(1, PTR("uservaddr")), W(2, INT("addrlen"))
#define LISTEN_WORDS(W) W(0, FD("fd")), W(1, INT("backlog"))
#define ACCEPT_WORDS(W) W(0, FD("fd")), W(1, PTR("upeer_sockaddr")), W(2, PTR("upeer_addrlen"))
#define ACCEPT4_WORDS(W) W(0, FD("fd")), W(1, PTR("upeer_sockaddr")), W(2, PTR("upeer_addrlen")), W(3, FLAGS("flags", accept4_flags))
#define GETNAME_WORDS(W) W(0, FD("fd")), W(1, PTR("usockaddr")), W(2, PTR("usockaddr_len"))
#define SOCKETPAIR_WORDS(W) W(0, ENUM("family", socket_domains)), W(1, SOCKET_TYPE), W(2, INT("protocol")), W(3, PTR("usockvec"))
#define SEND_WORDS(W) W(0, FD("fd")), W(1, PTR("buff")), W(2, ULONG("len")), W(3, MSG_FLAGS)
#define RECV_WORDS(W) W(0, FD("fd")), W(1, PTR("ubuf")), W(2, ULONG("size")), W(3, MSG_FLAGS)
#define SENDTO_WORDS(W) W(0, FD("fd")), W(1, PTR("buff")), W(2, ULONG("len")), W(3, MSG_FLAGS), W(4, PTR("addr")), W(5, INT("addr_len"))
#define RECVFROM_WORDS(W) W(0, FD("fd")), W(1, PTR("ubuf")), W(2, ULONG("size")), W(3, MSG_FLAGS), W(4, PTR("addr")), W(5, PTR("addr_len"))
#define SHUTDOWN_WORDS(W) W(0, FD("fd")), W(1, ENUM("how", socket_shutdown))
#define SOCKOPT_WORDS(W) W(0, FD("fd")), W(1, ENUM("level", socket_levels)), W(2, INT("optname")), W(3, PTR("optval")), W(4, HEX32("optlen"))
#define MSG_WORDS(W) W(0, FD("fd")), W(1, PTR("msg")), W(2, MSG_FLAGS)
#define RECVMMSG_WORDS(W) W(0, FD("fd")), W(1, PTR("mmsg")), W(2, UINT("vlen")), W(3, MSG_FLAGS), W(4, PTR("timeout"))
#define SENDMMSG_WORDS(W) W(0, FD("fd")), W(1, PTR("mmsg")), W(2, UINT("vlen")), W(3, MSG_FLAGS)

WORDS(socket, SOCKET_WORDS)
WORDS(bind, BIND_WORDS)
WORDS(connect, CONNECT_WORDS)
WORDS(listen, LISTEN_WORDS)
WORDS(accept, ACCEPT_WORDS)
WORDS(accept4, ACCEPT4_WORDS)
WORDS(getname, GETNAME_WORDS)
WORDS(socketpair, SOCKETPAIR_WORDS)
WORDS(send, SEND_WORDS)
WORDS(recv, RECV_WORDS)
WORDS(sendto, SENDTO_WORDS)
WORDS(recvfrom, RECVFROM_WORDS)
WORDS(shutdown, SHUTDOWN_WORDS)
WORDS(sockopt, SOCKOPT_WORDS)
WORDS(msg, MSG_WORDS)
WORDS(recvmmsg, RECVMMSG_WORDS)
WORDS(sendmmsg, SENDMMSG_WORDS)

#define CALL(number, call, shape, n, ...) { SYS_##number, { "socketcall", \
	ARGS(ENUM("call", socketcall_calls), STRUCT_IN("args", shape)), STANDS_FOR(#call, FROM_WORDS(1, n)), ##__VA_ARGS__ } }

static const struct subrow socketcall_subs[] = {
	CALL(SOCKET,      socket,       shape_socket,      3, .ret = RET_FD, .effect = OPENS_INFO),
	CALL(BIND,        bind,         shape_bind,        3),
	CALL(CONNECT,     connect,      shape_connect,     3),
	CALL(LISTEN,      listen,       shape_listen,      2),
	CALL(ACCEPT,      accept,       shape_accept,      3, .ret = RET_FD, .effect = OPENS_INFO),
	CALL(GETSOCKNAME, getsockname,  shape_getname,     3),
	CALL(GETPEERNAME, getpeername,  shape_getname,     3),
	CALL(SOCKETPAIR,  socketpair,   shape_socketpair,  4),
	CALL(SEND,        send,         shape_send,        4),
	CALL(RECV,        recv,         shape_recv,        4),
	CALL(SENDTO,      sendto,       shape_sendto,      6),
	CALL(RECVFROM,    recvfrom,     shape_recvfrom,    6),
	CALL(SHUTDOWN,    shutdown,     shape_shutdown,    2),
	CALL(SETSOCKOPT,  setsockopt,   shape_sockopt,     5),
	CALL(GETSOCKOPT,  getsockopt,   shape_sockopt,     5),
	CALL(SENDMSG,     sendmsg,      shape_msg,         3),
	CALL(RECVMSG,     recvmsg,      shape_msg,         3),
	CALL(ACCEPT4,     accept4,      shape_accept4,     4, .ret = RET_FD, .effect = OPENS_INFO),
	CALL(RECVMMSG,    recvmmsg,     shape_recvmmsg,    5),
	CALL(SENDMMSG,    sendmmsg,     shape_sendmmsg,    4),
};

static const struct row rows[] = {
	{ "socketcall", ARGS(ENUM("call", socketcall_calls), PTR("args")), SUB(0, socketcall_subs) },
};

const struct row_table rows_socketcall = ROW_TABLE(rows);
