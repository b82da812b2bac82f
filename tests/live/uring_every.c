// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/*
 * A request with each operation that the kernel knows and no other test makes: most fail, for the descriptor or what the request is about does
 * not exist.
 */
#include "uring.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>

static char bytes[16] = "abc";
static const struct { int64_t sec, nsec; } ts = { 1, 5 };
static struct iovec vec[1] = { { bytes, 3 } };
static struct epoll_event event = { .events = EPOLLIN, .data.u64 = 7 };
static struct { uint64_t val, uaddr; uint32_t flags, reserved; } waiter = { 9, 0, 2, 0 };
static uint32_t word = 5;
static struct msghdr msg = { .msg_iov = vec, .msg_iovlen = 1 };
static struct { uint16_t family; char path[6]; } unix_at = { AF_UNIX, "where" };

static uint64_t at(const void *p)
{
	return (uintptr_t)p;
}

#define FD 999

static void make(const char *line, struct io_uring_sqe sqe)
{
	int res;

	if (!has(sqe.opcode))
		return;
	res = request(sqe);
	if (ring.flags & 2) {	/* IORING_CQE_F_MORE: of memory that was sent without copying */
		syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
		completion();
	}
	errno = -res;
	expect("io_uring:%s = %s", line, result(res < 0 ? -1 : res));
}

/* Numbers, for headers may be older than the kernel. The fields of struct io_uring_sqe overlap: off and addr2, len, rw_flags and others. */
static void make_all(void)
{
	make("read_fixed(fd: 999, buf: 0x@@, count: 3, pos: 2, flags: 0, buf_index: 1)", (struct io_uring_sqe){ .opcode = 4, .fd = FD, .addr = at(bytes), .len = 3, .off = 2, .buf_index = 1 });
	make("write_fixed(fd: 999, buf: \"abc\", count: 3, pos: 2, flags: 0, buf_index: 1)", (struct io_uring_sqe){ .opcode = 5, .fd = FD, .addr = at(bytes), .len = 3, .off = 2, .buf_index = 1 });
	make("poll_remove(user_data: 0x55, new_user_data: 0, events: 0, flags: 0)", (struct io_uring_sqe){ .opcode = 7, .addr = 0x55 });
	make("sync_file_range(fd: 999, offset: 1, nbytes: 2, flags: WRITE)", (struct io_uring_sqe){ .opcode = 8, .fd = FD, .off = 1, .len = 2, .rw_flags = 2 });
	make("timeout_remove(user_data: 0x55, ts: NULL, flags: 0)", (struct io_uring_sqe){ .opcode = 12, .addr = 0x55 });
	make("link_timeout(ts: {tv_sec: 1, tv_nsec: 5}, flags: 0)", (struct io_uring_sqe){ .opcode = 15, .addr = at(&ts), .len = 1 });
	make("files_update(fds: [5], nr_args: 1, offset: 3)", (struct io_uring_sqe){ .opcode = 20, .addr = at(&word), .len = 1, .off = 3 });
	make("madvise(start: 0x@@, len_in: 4096, behavior: DONTNEED)", (struct io_uring_sqe){ .opcode = 25, .addr = 0x10000, .len = 4096, .rw_flags = 4 });
	make("epoll_ctl(epfd: 999, op: ADD, fd: 3@@, event: {events: IN, data: 0x7})", (struct io_uring_sqe){ .opcode = 29, .fd = FD, .len = 1, .off = 3, .addr = at(&event) });
	make("splice(fd_in: 998, off_in: -1, fd_out: 999, off_out: -1, len: 8, flags: MOVE)", (struct io_uring_sqe){ .opcode = 30, .fd = FD, .splice_fd_in = 998, .addr = -1, .off = -1, .len = 8, .rw_flags = 1 });
	make("provide_buffers(addr: 0x@@, len: 4, nr: 2, bid: 1, buf_group: 9)", (struct io_uring_sqe){ .opcode = 31, .fd = 2, .addr = at(bytes), .len = 4, .off = 1, .buf_group = 9 });
	make("remove_buffers(nr: 2, buf_group: 9)", (struct io_uring_sqe){ .opcode = 32, .fd = 2, .buf_group = 9 });
	make("tee(fdin: 998, fdout: 999, len: 8, flags: 0)", (struct io_uring_sqe){ .opcode = 33, .fd = FD, .splice_fd_in = 998, .len = 8 });
	make("shutdown(fd: 999, how: WR)", (struct io_uring_sqe){ .opcode = 34, .fd = FD, .len = 1 });
	make("msg_ring(fd: 999, cmd: DATA, len: 6, off: 0x7, src_fd: 0, flags: 0)", (struct io_uring_sqe){ .opcode = 40, .fd = FD, .len = 6, .off = 7 });
	make("fsetxattr(fd: 999, name: \"user.a\", value: \"abc\", size: 3, flags: CREATE)", (struct io_uring_sqe){ .opcode = 41, .fd = FD, .addr = at("user.a"), .off = at(bytes), .len = 3, .rw_flags = 1 });
	make("setxattr(pathname: \"nowhere\", name: \"user.a\", value: \"abc\", size: 3, flags: 0)", (struct io_uring_sqe){ .opcode = 42, .addr3 = at("nowhere"), .addr = at("user.a"), .off = at(bytes), .len = 3 });
	make("fgetxattr(fd: 999, name: \"user.a\", value: 0x@@, size: 3)", (struct io_uring_sqe){ .opcode = 43, .fd = FD, .addr = at("user.a"), .off = at(bytes), .len = 3 });
	make("getxattr(pathname: \"nowhere\", name: \"user.a\", value: 0x@@, size: 3)", (struct io_uring_sqe){ .opcode = 44, .addr3 = at("nowhere"), .addr = at("user.a"), .off = at(bytes), .len = 3 });
	make("socket(family: 0x4d, type: STREAM, protocol: 0)", (struct io_uring_sqe){ .opcode = 45, .fd = 77, .off = 1 });
	make("uring_cmd(fd: 999, cmd_op: 0x12, addr: @@, len: @@, flags: 0)", (struct io_uring_sqe){ .opcode = 46, .fd = FD, .off = 0x12 });
	make("send_zc(fd: 999, buff: \"abc\", len: 3, flags: 0, addr: NULL, addr_len: 0)", (struct io_uring_sqe){ .opcode = 47, .fd = FD, .addr = at(bytes), .len = 3 });
	make("sendmsg_zc(fd: 999, msg: {@@\"abc\"@@}, flags: 0)", (struct io_uring_sqe){ .opcode = 48, .fd = FD, .addr = at(&msg), .len = 1 });
	make("read_multishot(fd: 999, count: 0, pos: 0, buf_group: 9)", (struct io_uring_sqe){ .opcode = 49, .flags = 32, .fd = FD, .buf_group = 9 });
	make("waitid(which: PID, upid: 1, infop: NULL, options: WNOHANG|WEXITED)", (struct io_uring_sqe){ .opcode = 50, .fd = 1, .len = 1, .file_index = 5 });
	make("futex_wait(uaddr: 0x@@, val: 4, mask: 0xffffffff, flags: SIZE_U32)", (struct io_uring_sqe){ .opcode = 51, .fd = 2, .addr = at(&word), .off = 4, .addr3 = 0xffffffff });
	make("futex_wake(uaddr: 0x@@, nr: 1, mask: 0xffffffff, flags: SIZE_U32)", (struct io_uring_sqe){ .opcode = 52, .fd = 2, .addr = at(&word), .off = 1, .addr3 = 0xffffffff });
	make("futex_waitv(waiters: [{val: 9, uaddr: 0x@@, flags: SIZE_U32}], nr_futexes: 1)", (struct io_uring_sqe){ .opcode = 53, .addr = at(&waiter), .len = 1 });
	make("fixed_fd_install(fd: 5<registered>, flags: 0)", (struct io_uring_sqe){ .opcode = 54, .flags = 1, .fd = 5 });
	make("ftruncate(fd: 999, length: 4)", (struct io_uring_sqe){ .opcode = 55, .fd = FD, .off = 4 });
	make("bind(fd: 999, umyaddr: {sa_family: UNIX, sun_path: \"where\"}, addrlen: 8)", (struct io_uring_sqe){ .opcode = 56, .fd = FD, .addr = at(&unix_at), .off = 8 });
	make("listen(fd: 999, backlog: 4)", (struct io_uring_sqe){ .opcode = 57, .fd = FD, .len = 4 });
	make("recv_zc(fd: 999, len: 0@@)", (struct io_uring_sqe){ .opcode = 58, .fd = FD, .ioprio = 2 });
	make("epoll_wait(epfd: 999, events: @@, maxevents: 2)", (struct io_uring_sqe){ .opcode = 59, .fd = FD, .addr = at(bytes), .len = 2 });
	make("readv_fixed(fd: 999, vec: @@, vlen: 1, pos: 2, flags: 0, buf_index: 1)", (struct io_uring_sqe){ .opcode = 60, .fd = FD, .addr = at(vec), .len = 1, .off = 2, .buf_index = 1 });
	make("writev_fixed(fd: 999, vec: [@@], vlen: 1, pos: 2, flags: 0, buf_index: 1)", (struct io_uring_sqe){ .opcode = 61, .fd = FD, .addr = at(vec), .len = 1, .off = 2, .buf_index = 1 });
	make("pipe(fildes: @@, flags: 0x1)", (struct io_uring_sqe){ .opcode = 62, .addr = at(bytes), .rw_flags = 1 });
	make("nop128()", (struct io_uring_sqe){ .opcode = 63 });
	make("uring_cmd(fd: 999, cmd_op: 0x12, addr: @@, len: @@, flags: 0)", (struct io_uring_sqe){ .opcode = 64, .fd = FD, .off = 0x12 });
}

int main(void)
{
	begin();
	waiter.uaddr = at(&word);
	vec[0].iov_base = bytes;
	if (!set_up() || !has(IORING_OP_SOCKET))
		skip("the kernel does not tell of requests that it refuses");
	mlockall(MCL_CURRENT);
	make_all();
	end();
	return 0;
}
