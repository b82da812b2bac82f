// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of io_uring's requests: each has the arguments of the call that it stands for, and where they are in struct io_uring_sqe
 * (linux/io_uring.h). What a request does with `ioprio`, flags beside those of the call, comes last.
 */
#include <linux/fcntl.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "sockopt.h"
#include "uring.h"

#ifndef __O_TMPFILE
#define __O_TMPFILE 020000000	/* asm-generic/fcntl.h */
#endif

#define POS  OFFSET("pos")
#define RWF  FLAGS("flags", rwf_flags)
#define MSG_FLAGS FLAGS("flags", msg_flags)
#define IO_FLAGS  FLAGS("ioprio", io_uring_msg_io_flags, .when = has_ioprio)
#define TARGET    HEX64("user_data")	/* of another request */
#define SEND_TO   ARGS(FD("fd"), BUF_IN("buff", 2), ULONG("len"), MSG_FLAGS, SOCKADDR_IN("addr", 5), UINT("addr_len"))
#define SEND_SQE  SQE(FD, ADDR, LEN, FLAGS, OFF, ADDR_LEN)
#define RECV_FROM ARGS(FD("fd"), BUF_OUT_MAX("ubuf", 2), ULONG("size"), MSG_FLAGS, IO_FLAGS)
#define RECV_SQE  SQE(FD, ADDR, LEN, FLAGS, PRIO)

#define OPTION     FD("fd"), ENUM_EITHER("level", socket_levels, socket_newer_levels), INT("optname")
#define OPTION_SQE SQE(FD, LEVEL, OPTNAME, ADDR3, FILE), SUB_TABLES(1, no_tables), .otherwise = sockopt__request_row
#define NAME       FD("fd"), SOCKADDR_OUT("usockaddr", 2), SOCKLEN_INOUT("usockaddr_len")
static const struct sub_table *const no_tables[] = { NULL };

static bool openat_makes(const struct call *c)
{
	return c->args[2] & (O_CREAT | __O_TMPFILE);
}

static bool has_ioprio(const struct call *c)
{
	const struct row *row = rows__find(c->abi, c->nr);

	for (unsigned i = 0; row && i < row->nargs; i++)
		if ((row->sqe >> 4 * i & 15) == SQE_PRIO)
			return c->args[i];
	return false;
}

static bool has_flags(const struct call *c)
{
	return c->args[0];
}

static const struct arg_spec io_flags = FLAGS("ioprio", io_uring_msg_io_flags), io_class = IOPRIO("ioprio");
#define WITH_FLAGS .ioprio = &io_flags, .ioprio_flags = true
#define WITH_CLASS .ioprio = &io_class

#define OP(name, ...) { SYSCALL_URING_PREFIX name, __VA_ARGS__ }

static const struct row rows[] = {
	OP("nop",            ARGS(FLAGS("flags", io_uring_nop_flags, .when = has_flags)), SQE(FLAGS)),
	OP("nop128",         ARGS(FLAGS("flags", io_uring_nop_flags, .when = has_flags)), SQE(FLAGS)),

	/* Files */
	OP("openat",         ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_flags), MODE("mode", .when = openat_makes)), SQE(FD, ADDR, FLAGS, LEN), .ret = RET_FD, .effect = OPENS_FD),
	OP("openat2",        ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_SIZED("how", shape_open_how, 3), ULONG("usize")), SQE(FD, ADDR, OFF, LEN), .ret = RET_FD, .effect = OPENS_FD),
	OP("close",          ARGS(FD("fd")), SQE(CLOSED), .ret = RET_INT, CLOSES_FD(0)),
	OP("pipe",           ARGS(FD_PAIR("fildes"), FLAGS("flags", pipe_flags)), SQE(ADDR, FLAGS), .effect = OPENS_PAIR),
	OP("read",           ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), POS, RWF), SQE(FD, ADDR, LEN, OFF, FLAGS), WITH_CLASS, MOVES_BYTES),
	OP("write",          ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), POS, RWF), SQE(FD, ADDR, LEN, OFF, FLAGS), WITH_CLASS, MOVES_BYTES),
	OP("readv",          ARGS(FD("fd"), IOVEC_OUT("vec", 2), UINT("vlen"), POS, RWF), SQE(FD, ADDR, LEN, OFF, FLAGS), WITH_CLASS, MOVES_BYTES),
	OP("writev",         ARGS(FD("fd"), IOVEC_IN("vec", 2), UINT("vlen"), POS, RWF), SQE(FD, ADDR, LEN, OFF, FLAGS), WITH_CLASS, MOVES_BYTES),
	OP("read_fixed",     ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), POS, RWF, UINT("buf_index")), SQE(FD, ADDR, LEN, OFF, FLAGS, BUF), WITH_CLASS, MOVES_BYTES),
	OP("write_fixed",    ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), POS, RWF, UINT("buf_index")), SQE(FD, ADDR, LEN, OFF, FLAGS, BUF), WITH_CLASS, MOVES_BYTES),
	OP("readv_fixed",    ARGS(FD("fd"), IOVEC_OUT("vec", 2), UINT("vlen"), POS, RWF, UINT("buf_index")), SQE(FD, ADDR, LEN, OFF, FLAGS, BUF), WITH_CLASS, MOVES_BYTES),
	OP("writev_fixed",   ARGS(FD("fd"), IOVEC_IN("vec", 2), UINT("vlen"), POS, RWF, UINT("buf_index")), SQE(FD, ADDR, LEN, OFF, FLAGS, BUF), WITH_CLASS, MOVES_BYTES),
	OP("read_multishot", ARGS(FD("fd"), ULONG("count"), POS, UINT("buf_group")), SQE(FD, LEN, OFF, BUF), WITH_CLASS, RET_BYTES),
	OP("splice",         ARGS(FD("fd_in"), OFFSET("off_in"), FD("fd_out"), OFFSET("off_out"), NBYTES("len"), FLAGS("flags", io_uring_splice_flags)), SQE(FILE, ADDR, FD, OFF, LEN, FLAGS), RET_BYTES_FROM(0, 2)),
	OP("tee",            ARGS(FD("fdin"), FD("fdout"), ULONG("len"), FLAGS("flags", io_uring_splice_flags)), SQE(FILE, FD, LEN, FLAGS), RET_BYTES_FROM(0, 1)),
	OP("fsync",          ARGS(FD("fd"), OFFSET("offset"), UINT("len"), FLAGS("flags", io_uring_fsync_flags)), SQE(FD, OFF, LEN, FLAGS)),
	OP("sync_file_range", ARGS(FD("fd"), OFFSET("offset"), UINT("nbytes"), FLAGS("flags", sync_file_range_flags)), SQE(FD, OFF, LEN, FLAGS)),
	OP("fallocate",      ARGS(FD("fd"), FLAGS("mode", fallocate_modes), OFFSET("offset"), LENGTH64("len")), SQE(FD, LEN, OFF, ADDR)),
	OP("fadvise",        ARGS(FD("fd"), OFFSET("offset"), UINT("len"), ENUM("advice", fadvise_advice)), SQE(FD, OFF, LEN, FLAGS)),
	OP("madvise",        ARGS(PTR("start"), NBYTES("len_in"), ENUM("behavior", madvise_advice)), SQE(ADDR, LEN, FLAGS)),
	OP("ftruncate",      ARGS(FD("fd"), LENGTH64("length")), SQE(FD, OFF)),

	/* Paths */
	OP("statx",          ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", statx_flags), FLAGS("mask", statx_mask), STRUCT_OUT("buffer", shape_statx)), SQE(FD, ADDR, FLAGS, LEN, OFF)),
	OP("renameat",       ARGS(AT_FD("olddfd"), PATH_AT("oldname", 0), AT_FD("newdfd"), PATH_AT("newname", 2), FLAGS("flags", rename_flags)), SQE(FD, ADDR, LEN, OFF, FLAGS), RENAMES(4)),
	OP("unlinkat",       ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("flag", at_flags)), SQE(FD, ADDR, FLAGS), .effect = REMOVES),
	OP("mkdirat",        ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), MODE("mode")), SQE(FD, ADDR, LEN)),
	OP("symlinkat",      ARGS(PATH("oldname"), AT_FD("newdfd"), PATH_AT("newname", 1)), SQE(ADDR, FD, OFF)),
	OP("linkat",         ARGS(AT_FD("olddfd"), PATH_AT("oldname", 0), AT_FD("newdfd"), PATH_AT("newname", 2), FLAGS("flags", at_flags)), SQE(FD, ADDR, LEN, OFF, FLAGS)),
	OP("setxattr",       ARGS(PATH("pathname"), STR("name"), BUF_IN("value", 3), ULONG("size"), FLAGS("flags", xattr_flags)), SQE(ADDR3, ADDR, OFF, LEN, FLAGS)),
	OP("fsetxattr",      ARGS(FD("fd"), STR("name"), BUF_IN("value", 3), ULONG("size"), FLAGS("flags", xattr_flags)), SQE(FD, ADDR, OFF, LEN, FLAGS)),
	OP("getxattr",       ARGS(PATH("pathname"), STR("name"), BUF_OUT_MAX("value", 3), ULONG("size")), SQE(ADDR3, ADDR, OFF, LEN)),
	OP("fgetxattr",      ARGS(FD("fd"), STR("name"), BUF_OUT_MAX("value", 3), ULONG("size")), SQE(FD, ADDR, OFF, LEN)),

	/* Sockets */
	OP("socket",         ARGS(ENUM("family", socket_domains), ENUM_FLAGS("type", socket_types, socket_type_flags), INT("protocol")), SQE(FD, OFF, LEN), .ret = RET_FD, .effect = OPENS_INFO),
	OP("bind",           ARGS(FD("fd"), SOCKADDR_IN("umyaddr", 2), INT("addrlen")), SQE(FD, ADDR, OFF), NAMES_SOCK(0)),
	OP("listen",         ARGS(FD("fd"), INT("backlog")), SQE(FD, LEN), NAMES_SOCK(0)),
	OP("accept",         ARGS(FD("fd"), SOCKADDR_OUT("upeer_sockaddr", 2), SOCKLEN_INOUT("upeer_addrlen"), FLAGS("flags", accept4_flags), FLAGS("ioprio", io_uring_accept_flags, .when = has_ioprio)), SQE(FD, ADDR, OFF, FLAGS, PRIO), .ret = RET_FD, .effect = OPENS_INFO, .accepts = true),
	OP("connect",        ARGS(FD("fd"), SOCKADDR_IN("uservaddr", 2), INT("addrlen")), SQE(FD, ADDR, OFF), NAMES_SOCK(0), .connects = true),
	OP("shutdown",       ARGS(FD("fd"), ENUM("how", socket_shutdown)), SQE(FD, LEN)),
	OP("send",           SEND_TO, SEND_SQE, WITH_FLAGS, MOVES_BYTES),
	OP("send_zc",        SEND_TO, SEND_SQE, WITH_FLAGS, MOVES_BYTES),
	OP("recv",           RECV_FROM, RECV_SQE, MOVES_BYTES),
	OP("recv_zc",        ARGS(FD("fd"), UINT("len"), IO_FLAGS, UINT("zcrx_ifq_idx")), SQE(FD, LEN, PRIO, FILE), RET_BYTES),
	OP("sendmsg",        ARGS(FD("fd"), MSGHDR_IN("msg"), MSG_FLAGS, IO_FLAGS), SQE(FD, ADDR, FLAGS, PRIO), MOVES_BYTES),
	OP("sendmsg_zc",     ARGS(FD("fd"), MSGHDR_IN("msg"), MSG_FLAGS, IO_FLAGS), SQE(FD, ADDR, FLAGS, PRIO), MOVES_BYTES),
	OP("recvmsg",        ARGS(FD("fd"), MSGHDR_OUT("msg"), MSG_FLAGS, IO_FLAGS), SQE(FD, ADDR, FLAGS, PRIO), .effect = RECEIVES_FDS, MOVES_BYTES),

	/* Waiting */
	OP("poll_add",       ARGS(FD("fd"), FLAGS("events", poll_events), FLAGS("flags", io_uring_poll_flags)), SQE(FD, FLAGS, LEN), .ret = RET_FLAGS, .ret_flags = &poll_events),
	OP("poll_remove",    ARGS(TARGET, HEX64("new_user_data"), FLAGS("events", poll_events), FLAGS("flags", io_uring_poll_flags)), SQE(ADDR, OFF, FLAGS, LEN)),
	OP("epoll_ctl",      ARGS(FD("epfd"), ENUM("op", epoll_ops), FD("fd"), STRUCT_IN("event", shape_epoll_event)), SQE(FD, LEN, OFF, ADDR)),
	OP("epoll_wait",     ARGS(FD("epfd"), ARRAY_OUT("events", shape_epoll_event), INT("maxevents")), SQE(FD, ADDR, LEN)),
	OP("timeout",        ARGS(STRUCT_IN("ts", shape_timespec64), ULONG("count"), FLAGS("flags", io_uring_timeout_flags)), SQE(ADDR, OFF, FLAGS)),
	OP("timeout_remove", ARGS(TARGET, STRUCT_IN("ts", shape_timespec64), FLAGS("flags", io_uring_timeout_flags)), SQE(ADDR, OFF, FLAGS)),
	OP("link_timeout",   ARGS(STRUCT_IN("ts", shape_timespec64), FLAGS("flags", io_uring_timeout_flags)), SQE(ADDR, FLAGS)),
	OP("futex_wait",     ARGS(PTR("uaddr"), ULONG("val"), HEX64("mask"), FLAGS("flags", futex2_flags)), SQE(ADDR, OFF, ADDR3, FD)),
	OP("futex_wake",     ARGS(PTR("uaddr"), ULONG("nr"), HEX64("mask"), FLAGS("flags", futex2_flags)), SQE(ADDR, OFF, ADDR3, FD)),
	OP("futex_waitv",    ARGS(ARRAY_IN("waiters", shape_futex_waitv, 1), UINT("nr_futexes")), SQE(ADDR, LEN)),
	OP("waitid",         ARGS(ENUM("which", wait_idtypes), INT("upid"), STRUCT_OUT("infop", shape_waitinfo), FLAGS("options", waitid_options)), SQE(LEN, FD, OFF, FILE)),

	/* Requests, buffers and files of the ring */
	OP("async_cancel",   ARGS(TARGET, FLAGS("flags", io_uring_cancel_flags)), SQE(ADDR, FLAGS)),
	OP("files_update",   ARGS(ARRAY_IN("fds", shape_uring_fd, 1), UINT("nr_args"), OFFSET("offset")), SQE(ADDR, LEN, OFF)),
	OP("fixed_fd_install", ARGS(FD("fd"), FLAGS("flags", io_uring_install_flags)), SQE(FD, FLAGS), .ret = RET_FD, .effect = OPENS_INFO),
	OP("provide_buffers", ARGS(PTR("addr"), UINT("len"), INT("nr"), UINT("bid"), UINT("buf_group")), SQE(ADDR, LEN, FD, OFF, BUF)),
	OP("remove_buffers", ARGS(INT("nr"), UINT("buf_group")), SQE(FD, BUF)),
	OP("msg_ring",       ARGS(FD("fd"), ENUM64("cmd", io_uring_msg_cmds), INT("len"), HEX64("off"), HEX64("src_fd"), FLAGS("flags", io_uring_msg_flags)), SQE(FD, ADDR, LEN, OFF, ADDR3, FLAGS)),

	/* Commands of drivers, and of sockets those that are calls: enum uring_command */
	OP("uring_cmd",      ARGS(FD("fd"), ARG_("cmd_op", uring_command), HEX64("addr"), HEX32("len"), FLAGS("flags", io_uring_cmd_flags), ARG_("cmd", uring_command_bytes, .when = has_uring_command)), SQE(FD, CMD, ADDR, LEN, FLAGS, ADDR3)),
	OP("ioctl",          ARGS(FD("fd"), ENUM("cmd", io_uring_socket_cmds)), SQE(FD, CMD)),
	OP("getsockopt",     ARGS(OPTION, ARG_("optval", request_optval_out, .len_arg = 4), INT("optlen")), OPTION_SQE),
	OP("setsockopt",     ARGS(OPTION, OPTVAL_IN("optval", 4), INT("optlen")), OPTION_SQE),
	OP("getsockname",    ARGS(NAME), SQE(FD, ADDR, ADDR3)),
	OP("getpeername",    ARGS(NAME), SQE(FD, ADDR, ADDR3)),
};

const struct row_table rows_uring_ops = ROW_TABLE(rows);
