// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/* What requests have beside the arguments of their calls: priorities and flags in ioprio, personalities, groups of buffers, elements of the ring's table. */
#include "uring.h"

#include <sys/socket.h>

#define SEND_ZC 47
#define SEND 26
#define RECV 27
#define POLL_FIRST 1	/* IORING_RECVSEND_POLL_FIRST, 5.19 */
#define FIXED_BUF 4	/* IORING_RECVSEND_FIXED_BUF */
#define REPORTS 8	/* IORING_SEND_ZC_REPORT_USAGE, 6.2 */
#define ANY UINT32_MAX	/* IORING_FILE_INDEX_ALLOC, 5.19 */
#define SKIPS 64	/* IOSQE_CQE_SKIP_SUCCESS, 5.17 */

static char bytes[64] = "abcdef";

static uint64_t at(const void *p)
{
	return (uintptr_t)p;
}

static void make(const char *line, struct io_uring_sqe sqe)
{
	int res = request(sqe);

	if (ring.flags & 2) {	/* IORING_CQE_F_MORE: of memory that was sent without copying */
		syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
		completion();
	}
	errno = -res;
	expect("io_uring:%s = %s@@", line, result(res < 0 ? -1 : res));
}

static void priorities(int fd, const int pair[2])
{
	make(text("read(fd: %s, buf: \"abc\", count: 3, pos: 0, flags: 0, ioprio: {class: BE, level: 5})", result_fd(fd, "f")),
	     (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = at(bytes), .len = 3, .ioprio = 2 << 13 | 5 });
	make("read(fd: 999, buf: 0x@@, count: 3, pos: 0, flags: 0, ioprio: {class: IDLE, level: 0})",
	     (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = 999, .addr = at(bytes), .len = 3, .ioprio = 3 << 13 });
	make(text("send(fd: %d@@, buff: \"abc\", len: 3, flags: 0, addr: NULL, addr_len: 0, ioprio: RECVSEND_POLL_FIRST)", pair[0]),
	     (struct io_uring_sqe){ .opcode = SEND, .fd = pair[0], .addr = at(bytes), .len = 3, .ioprio = POLL_FIRST });
	make(text("recv(fd: %d@@, ubuf: \"abc\", size: 3, flags: 0, ioprio: RECVSEND_POLL_FIRST)", pair[1]),
	     (struct io_uring_sqe){ .opcode = RECV, .fd = pair[1], .addr = at(bytes), .len = 3, .ioprio = POLL_FIRST });
	if (has(SEND_ZC)) {
		make("send_zc(fd: 999, buff: \"abc\", len: 3, flags: 0, addr: NULL, addr_len: 0, ioprio: RECVSEND_POLL_FIRST|SEND_ZC_REPORT_USAGE)",
		     (struct io_uring_sqe){ .opcode = SEND_ZC, .fd = 999, .addr = at(bytes), .len = 3, .ioprio = POLL_FIRST | REPORTS });
		make("send_zc(fd: 999, buff: \"abc\", len: 3, flags: 0, addr: NULL, addr_len: 0, ioprio: RECVSEND_FIXED_BUF, buf_index: 0)",
		     (struct io_uring_sqe){ .opcode = SEND_ZC, .fd = 999, .addr = at(bytes), .len = 3, .ioprio = FIXED_BUF });
	}
	make("fsync(fd: 999, offset: 0, len: 0, flags: 0, ioprio: 0x9)", (struct io_uring_sqe){ .opcode = IORING_OP_FSYNC, .fd = 999, .ioprio = 9 });
}

static void others(int fd)
{
	make(text("read(fd: %s, buf: @@, count: 3, pos: 0, flags: 0, buf_group: 7)", result_fd(fd, "f")),	/* no buffers are there */
	     (struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_BUFFER_SELECT, .fd = fd, .len = 3, .buf_group = 7 });
	make(text("read(fd: %s, buf: 0x@@, count: 3, pos: 0, flags: 0, personality: 9)", result_fd(fd, "f")),
	     (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = at(bytes), .len = 3, .personality = 9 });
	errno = EBADF;
	expect("io_uring:fsync(fd: 999, offset: 0, len: 0, flags: 0) = %s (async) (worker) (skip_success)", result(-1));
	if (request((struct io_uring_sqe){ .opcode = IORING_OP_FSYNC, .flags = IOSQE_ASYNC | SKIPS, .fd = 999 }) != -EBADF)
		exit(1);
}

/* The kernel puts a file where the request says, and returns 0; or where there is room, and returns the number. */
static void table(void)
{
	int none[4] = { -1, -1, -1, -1 }, res;

	if (syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_FILES, none, 4))
		exit(1);
	res = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("f"), .file_index = 1 });
	expect("io_uring:openat(dfd: CWD, filename: \"f\", flags: RDONLY, file_index: 0<registered>) = %d", res);
	res = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("f"), .file_index = ANY });
	expect("io_uring:openat(dfd: CWD, filename: \"f\", flags: RDONLY, file_index: ALLOC) = %d<registered>", res);
	res = request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .file_index = 1 });
	expect("io_uring:close(fd: 0<registered>) = %d", res);
}

int main(void)
{
	int pair[2], fd;

	begin();
	if (!set_up() || !has(IORING_OP_SOCKET) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		skip("the kernel does not tell of requests that it refuses");
	fd = open("f", O_CREAT | O_RDWR, 0600);
	if (write(fd, bytes, 6) != 6)
		return 1;
	mlockall(MCL_CURRENT);
	priorities(fd, pair);
	others(fd);
	table();
	end();
	return 0;
}
