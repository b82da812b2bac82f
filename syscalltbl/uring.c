// SPDX-License-Identifier: BSD-2-Clause
/* uring.c - names of io_uring's operations, by opcode (enum io_uring_op of linux/io_uring.h), and the calls that they are like. */
#include "tables.h"

#define SAME(op)     { SYSCALL_URING_PREFIX op, op }
#define LIKE(op, as) { SYSCALL_URING_PREFIX op, as }
#define OWN(op)      { SYSCALL_URING_PREFIX op, NULL }

#define OP(opcode)   (SYSCALL_URING - SYSCALL_COMMANDS + (opcode))

const struct uring_name uring_names[SYSCALL_URING_END - SYSCALL_COMMANDS] = {
	[0] = SAME("ioctl"),	/* enum uring_command */
	[1] = SAME("getsockopt"),
	[2] = SAME("setsockopt"),
	[3] = SAME("getsockname"),
	[4] = SAME("getpeername"),
	[OP(0)]  = OWN("nop"),
	[OP(1)]  = SAME("readv"),
	[OP(2)]  = SAME("writev"),
	[OP(3)]  = SAME("fsync"),
	[OP(4)]  = LIKE("read_fixed", "read"),
	[OP(5)]  = LIKE("write_fixed", "write"),
	[OP(6)]  = LIKE("poll_add", "poll"),
	[OP(7)]  = OWN("poll_remove"),
	[OP(8)]  = SAME("sync_file_range"),
	[OP(9)]  = SAME("sendmsg"),
	[OP(10)] = SAME("recvmsg"),
	[OP(11)] = OWN("timeout"),
	[OP(12)] = OWN("timeout_remove"),
	[OP(13)] = SAME("accept"),
	[OP(14)] = OWN("async_cancel"),
	[OP(15)] = OWN("link_timeout"),
	[OP(16)] = SAME("connect"),
	[OP(17)] = SAME("fallocate"),
	[OP(18)] = SAME("openat"),
	[OP(19)] = SAME("close"),
	[OP(20)] = OWN("files_update"),
	[OP(21)] = SAME("statx"),
	[OP(22)] = SAME("read"),
	[OP(23)] = SAME("write"),
	[OP(24)] = LIKE("fadvise", "fadvise64"),
	[OP(25)] = SAME("madvise"),
	[OP(26)] = LIKE("send", "sendto"),
	[OP(27)] = LIKE("recv", "recvfrom"),
	[OP(28)] = SAME("openat2"),
	[OP(29)] = SAME("epoll_ctl"),
	[OP(30)] = SAME("splice"),
	[OP(31)] = OWN("provide_buffers"),
	[OP(32)] = OWN("remove_buffers"),
	[OP(33)] = SAME("tee"),
	[OP(34)] = SAME("shutdown"),
	[OP(35)] = LIKE("renameat", "renameat2"),
	[OP(36)] = SAME("unlinkat"),
	[OP(37)] = SAME("mkdirat"),
	[OP(38)] = SAME("symlinkat"),
	[OP(39)] = SAME("linkat"),
	[OP(40)] = OWN("msg_ring"),
	[OP(41)] = SAME("fsetxattr"),
	[OP(42)] = SAME("setxattr"),
	[OP(43)] = SAME("fgetxattr"),
	[OP(44)] = SAME("getxattr"),
	[OP(45)] = SAME("socket"),
	[OP(46)] = OWN("uring_cmd"),
	[OP(47)] = LIKE("send_zc", "sendto"),
	[OP(48)] = LIKE("sendmsg_zc", "sendmsg"),
	[OP(49)] = LIKE("read_multishot", "read"),
	[OP(50)] = SAME("waitid"),
	[OP(51)] = SAME("futex_wait"),
	[OP(52)] = SAME("futex_wake"),
	[OP(53)] = SAME("futex_waitv"),
	[OP(54)] = OWN("fixed_fd_install"),
	[OP(55)] = SAME("ftruncate"),
	[OP(56)] = SAME("bind"),
	[OP(57)] = SAME("listen"),
	[OP(58)] = LIKE("recv_zc", "recvfrom"),
	[OP(59)] = SAME("epoll_wait"),
	[OP(60)] = LIKE("readv_fixed", "readv"),
	[OP(61)] = LIKE("writev_fixed", "writev"),
	[OP(62)] = LIKE("pipe", "pipe2"),
	[OP(63)] = OWN("nop128"),
};

const char *syscalltbl__uring_like(unsigned nr)
{
	return syscalltbl__is_uring(nr) ? uring_names[nr - SYSCALL_COMMANDS].like : NULL;
}
