// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of socketcall, through which older i386 programs make all calls on sockets: the arguments of the call that it
 * stands for are an array in memory. What these point at in turn is not captured.
 */
#include <linux/net.h>

#include "rows.h"
#include "words.h"

#define SOCKET_TYPE ENUM_FLAGS("type", socket_types, socket_type_flags)
#define MSG_FLAGS   FLAGS("flags", msg_flags)

static const struct field socket_words[] = { WORD(0, ENUM("family", socket_domains)), WORD(1, SOCKET_TYPE), WORD(2, INT("protocol")) };
static const struct field bind_words[] = { WORD(0, FD("fd")), WORD(1, PTR("umyaddr")), WORD(2, INT("addrlen")) };
static const struct field connect_words[] = { WORD(0, FD("fd")), WORD(1, PTR("uservaddr")), WORD(2, INT("addrlen")) };
static const struct field listen_words[] = { WORD(0, FD("fd")), WORD(1, INT("backlog")) };
static const struct field accept_words[] = { WORD(0, FD("fd")), WORD(1, PTR("upeer_sockaddr")), WORD(2, PTR("upeer_addrlen")) };
static const struct field accept4_words[] = { WORD(0, FD("fd")), WORD(1, PTR("upeer_sockaddr")), WORD(2, PTR("upeer_addrlen")), WORD(3, FLAGS("flags", accept4_flags)) };
static const struct field getname_words[] = { WORD(0, FD("fd")), WORD(1, PTR("usockaddr")), WORD(2, PTR("usockaddr_len")) };
static const struct field socketpair_words[] = { WORD(0, ENUM("family", socket_domains)), WORD(1, SOCKET_TYPE), WORD(2, INT("protocol")), WORD(3, PTR("usockvec")) };
static const struct field send_words[] = { WORD(0, FD("fd")), WORD(1, PTR("buff")), WORD(2, UINT("len")), WORD(3, MSG_FLAGS) };
static const struct field recv_words[] = { WORD(0, FD("fd")), WORD(1, PTR("ubuf")), WORD(2, UINT("size")), WORD(3, MSG_FLAGS) };
static const struct field sendto_words[] = { WORD(0, FD("fd")), WORD(1, PTR("buff")), WORD(2, UINT("len")), WORD(3, MSG_FLAGS), WORD(4, PTR("addr")), WORD(5, INT("addr_len")) };
static const struct field recvfrom_words[] = { WORD(0, FD("fd")), WORD(1, PTR("ubuf")), WORD(2, UINT("size")), WORD(3, MSG_FLAGS), WORD(4, PTR("addr")), WORD(5, PTR("addr_len")) };
static const struct field shutdown_words[] = { WORD(0, FD("fd")), WORD(1, ENUM("how", socket_shutdown)) };
static const struct field sockopt_words[] = { WORD(0, FD("fd")), WORD(1, ENUM("level", socket_levels)), WORD(2, INT("optname")), WORD(3, PTR("optval")), WORD(4, HEX32("optlen")) };
static const struct field msg_words[] = { WORD(0, FD("fd")), WORD(1, PTR("msg")), WORD(2, MSG_FLAGS) };
static const struct field recvmmsg_words[] = { WORD(0, FD("fd")), WORD(1, PTR("mmsg")), WORD(2, UINT("vlen")), WORD(3, MSG_FLAGS), WORD(4, PTR("timeout")) };
static const struct field sendmmsg_words[] = { WORD(0, FD("fd")), WORD(1, PTR("mmsg")), WORD(2, UINT("vlen")), WORD(3, MSG_FLAGS) };

static const struct shape shape_socket = WORDS(socket_words);
static const struct shape shape_bind = WORDS(bind_words);
static const struct shape shape_connect = WORDS(connect_words);
static const struct shape shape_listen = WORDS(listen_words);
static const struct shape shape_accept = WORDS(accept_words);
static const struct shape shape_accept4 = WORDS(accept4_words);
static const struct shape shape_getname = WORDS(getname_words);
static const struct shape shape_socketpair = WORDS(socketpair_words);
static const struct shape shape_send = WORDS(send_words);
static const struct shape shape_recv = WORDS(recv_words);
static const struct shape shape_sendto = WORDS(sendto_words);
static const struct shape shape_recvfrom = WORDS(recvfrom_words);
static const struct shape shape_shutdown = WORDS(shutdown_words);
static const struct shape shape_sockopt = WORDS(sockopt_words);
static const struct shape shape_msg = WORDS(msg_words);
static const struct shape shape_recvmmsg = WORDS(recvmmsg_words);
static const struct shape shape_sendmmsg = WORDS(sendmmsg_words);

#define CALL(number, shape, ...) { SYS_##number, { "socketcall", ARGS(ENUM("call", socketcall_calls), STRUCT_IN("args", shape)), ##__VA_ARGS__ } }

static const struct subrow socketcall_subs[] = {
	CALL(SOCKET,      shape_socket, RET_FD, OPENS_INFO),
	CALL(BIND,        shape_bind),
	CALL(CONNECT,     shape_connect),
	CALL(LISTEN,      shape_listen),
	CALL(ACCEPT,      shape_accept, RET_FD, OPENS_INFO),
	CALL(GETSOCKNAME, shape_getname),
	CALL(GETPEERNAME, shape_getname),
	CALL(SOCKETPAIR,  shape_socketpair),
	CALL(SEND,        shape_send),
	CALL(RECV,        shape_recv),
	CALL(SENDTO,      shape_sendto),
	CALL(RECVFROM,    shape_recvfrom),
	CALL(SHUTDOWN,    shape_shutdown),
	CALL(SETSOCKOPT,  shape_sockopt),
	CALL(GETSOCKOPT,  shape_sockopt),
	CALL(SENDMSG,     shape_msg),
	CALL(RECVMSG,     shape_msg),
	CALL(ACCEPT4,     shape_accept4, RET_FD, OPENS_INFO),
	CALL(RECVMMSG,    shape_recvmmsg),
	CALL(SENDMMSG,    shape_sendmmsg),
};

static const struct row rows[] = {
	{ "socketcall", ARGS(ENUM("call", socketcall_calls), PTR("args")), SUB(0, socketcall_subs) },
};

const struct row_table rows_socketcall = ROW_TABLE(rows);
