// SPDX-License-Identifier: BSD-2-Clause
/* uring.c - names of io_uring's operations, by opcode (enum io_uring_op of linux/io_uring.h), and the calls that they are like. */
#include "tables.h"

#define SAME(op)     { SYSCALL_URING_PREFIX op, op }
#define LIKE(op, as) { SYSCALL_URING_PREFIX op, as }
#define OWN(op)      { SYSCALL_URING_PREFIX op, NULL }

const struct uring_name uring_names[SYSCALL_URING_END - SYSCALL_URING] = {
	[0]  = OWN("nop"),
	[1]  = SAME("readv"),
	[2]  = SAME("writev"),
	[3]  = SAME("fsync"),
	[4]  = LIKE("read_fixed", "read"),
	[5]  = LIKE("write_fixed", "write"),
	[6]  = LIKE("poll_add", "poll"),
	[7]  = OWN("poll_remove"),
	[8]  = SAME("sync_file_range"),
	[9]  = SAME("sendmsg"),
	[10] = SAME("recvmsg"),
	[11] = OWN("timeout"),
	[12] = OWN("timeout_remove"),
	[13] = SAME("accept"),
	[14] = OWN("async_cancel"),
	[15] = OWN("link_timeout"),
	[16] = SAME("connect"),
	[17] = SAME("fallocate"),
	[18] = SAME("openat"),
	[19] = SAME("close"),
	[20] = OWN("files_update"),
	[21] = SAME("statx"),
	[22] = SAME("read"),
	[23] = SAME("write"),
	[24] = LIKE("fadvise", "fadvise64"),
	[25] = SAME("madvise"),
	[26] = LIKE("send", "sendto"),
	[27] = LIKE("recv", "recvfrom"),
	[28] = SAME("openat2"),
	[29] = SAME("epoll_ctl"),
	[30] = SAME("splice"),
	[31] = OWN("provide_buffers"),
	[32] = OWN("remove_buffers"),
	[33] = SAME("tee"),
	[34] = SAME("shutdown"),
	[35] = LIKE("renameat", "renameat2"),
	[36] = SAME("unlinkat"),
	[37] = SAME("mkdirat"),
	[38] = SAME("symlinkat"),
	[39] = SAME("linkat"),
	[40] = OWN("msg_ring"),
	[41] = SAME("fsetxattr"),
	[42] = SAME("setxattr"),
	[43] = SAME("fgetxattr"),
	[44] = SAME("getxattr"),
	[45] = SAME("socket"),
	[46] = OWN("uring_cmd"),
	[47] = LIKE("send_zc", "sendto"),
	[48] = LIKE("sendmsg_zc", "sendmsg"),
	[49] = LIKE("read_multishot", "read"),
	[50] = SAME("waitid"),
	[51] = SAME("futex_wait"),
	[52] = SAME("futex_wake"),
	[53] = SAME("futex_waitv"),
	[54] = OWN("fixed_fd_install"),
	[55] = SAME("ftruncate"),
	[56] = SAME("bind"),
	[57] = SAME("listen"),
	[58] = LIKE("recv_zc", "recvfrom"),
	[59] = SAME("epoll_wait"),
	[60] = LIKE("readv_fixed", "readv"),
	[61] = LIKE("writev_fixed", "writev"),
	[62] = LIKE("pipe", "pipe2"),
	[63] = OWN("nop128"),
};

const char *syscalltbl__uring_like(unsigned nr)
{
	return syscalltbl__is_uring(nr) ? uring_names[nr - SYSCALL_URING].like : NULL;
}
