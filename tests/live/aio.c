// SPDX-License-Identifier: BSD-2-Clause
// options: -e io_submit
// abis: native i386 arm
/* Asynchronous I/O: an array of pointers to structures, which point at data or at iovecs. */
#include "live.h"

#include <linux/aio_abi.h>
#include <poll.h>
#include <sys/uio.h>

static struct iocb request(int op, int fd, const void *buf, unsigned long n)
{
	return (struct iocb){ .aio_data = 7, .aio_lio_opcode = op, .aio_fildes = fd, .aio_buf = (uintptr_t)buf, .aio_nbytes = n };
}

int main(void)
{
	static char in[8];
	struct iovec out[] = { { "hello, ", 7 }, { "world", 5 } }, room[] = { { in, 8 } }, bad[] = { { "ok", 2 }, { BAD, 4 } };
	int fd = memfd_create("aio", 0);
	struct iocb a = request(IOCB_CMD_PWRITE, fd, "abc\n", 4), b = request(IOCB_CMD_PREAD, fd, in, 4), c = request(IOCB_CMD_PWRITEV, fd, out, 2),
		    d = request(IOCB_CMD_PREADV, fd, room, 1), e = request(IOCB_CMD_FSYNC, fd, NULL, 0), f = request(IOCB_CMD_PWRITEV, fd, bad, 2);
	struct iocb *all[] = { &a, &b, &c, &d }, *some[] = { &e, BAD }, *cut[] = { &f };
	unsigned long ctx = 0;
	const char *path;
	long n;

	if (syscall(SYS_io_setup, 8, &ctx))
		skip("io_setup: %s", strerror(errno));
	path = text("%d</memfd:aio (deleted)>", fd);
	begin();
	n = syscall(SYS_io_submit, ctx, 4, all);
	expect(ABI "io_submit(ctx_id: %#lx, nr: 4, iocbpp: ["
	       "{aio_data: 0x7, aio_lio_opcode: PWRITE, aio_fildes: %s, aio_buf: \"abc\\n\", aio_nbytes: 4, aio_offset: 0, ...}, "
	       "{aio_data: 0x7, aio_lio_opcode: PREAD, aio_fildes: %s, aio_buf: %p, aio_nbytes: 4, aio_offset: 0, ...}, "
	       "{aio_data: 0x7, aio_lio_opcode: PWRITEV, aio_fildes: %s, aio_buf: [{iov_base: \"hello, \", iov_len: 7}, {iov_base: \"world\", iov_len: 5}], "
	       "aio_nbytes: 2, aio_offset: 0, ...}, "
	       "{aio_data: 0x7, aio_lio_opcode: PREADV, aio_fildes: %s, aio_buf: [{iov_base: %p, iov_len: 8}], aio_nbytes: 1, aio_offset: 0, ...}]) = %s",
	       ctx, path, path, in, path, path, in, result(n));
	/* unreadable structures, and data of an iovec, are shown as addresses */
	n = syscall(SYS_io_submit, ctx, 2, some);
	expect(ABI "io_submit(ctx_id: %#lx, nr: 2, iocbpp: [{aio_data: 0x7, aio_lio_opcode: FSYNC, aio_fildes: %s, aio_buf: NULL, aio_nbytes: 0, "
	       "aio_offset: 0, ...}, 0x8 <unread>]) = %s", ctx, path, result(n));
	n = syscall(SYS_io_submit, ctx, 1, cut);
	expect(ABI "io_submit(ctx_id: %#lx, nr: 1, iocbpp: [{aio_data: 0x7, aio_lio_opcode: PWRITEV, aio_fildes: %s, aio_buf: [{iov_base: \"ok\", iov_len: 2}, "
	       "{iov_base: 0x8 <unread>, iov_len: 4}], aio_nbytes: 2, aio_offset: 0, ...}]) = %s", ctx, path, result(n));
	end();
	return 0;
}
