// SPDX-License-Identifier: BSD-2-Clause
// options: -e aio:*
// abis: native i386 arm
/* Requests of aio, as the calls that they stand for. */
#include "live.h"

#include <linux/aio_abi.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/uio.h>

static unsigned long ctx;
static char in[8], in2[8];

static struct iocb request(int op, int fd, const void *buf, unsigned long n, long long offset)
{
	return (struct iocb){ .aio_data = 7, .aio_lio_opcode = op, .aio_fildes = fd, .aio_buf = (uintptr_t)buf, .aio_nbytes = n, .aio_offset = offset };
}

static long submit(struct iocb **all, long n)
{
	return syscall(SYS_io_submit, ctx, n, all);
}

static long reap(struct io_event *events, long least, long n)
{
	return syscall(SYS_io_getevents, ctx, least, n, events, NULL);
}

/* The result of one request. */
static long long carry_out(struct iocb a)
{
	static struct iocb kept;
	struct iocb *all[] = { &kept };
	struct io_event e;

	kept = a;
	if (submit(all, 1) != 1 || reap(&e, 1, 1) != 1)
		exit(1);
	return e.res;
}

static void files(int fd, const char *f)
{
	struct iovec out[] = { { "hello, ", 7 }, { "world", 5 } }, room[] = { { in, 3 }, { in2, 5 } };

	expect(ABI "aio:pwrite64(fd: %s, buf: \"abc\\ndef\", count: 7, pos: 0) = 7", f);
	carry_out(request(IOCB_CMD_PWRITE, fd, "abc\ndef", 7, 0));
	expect(ABI "aio:pread64(fd: %s, buf: \"c\\nde\", count: 4, pos: 2) = 4", f);
	carry_out(request(IOCB_CMD_PREAD, fd, in, 4, 2));
	expect(ABI "aio:pread64(fd: %s, buf: \"ef\", count: 8, pos: 5) = 2", f);
	carry_out(request(IOCB_CMD_PREAD, fd, in, 8, 5));
	expect(ABI "aio:pread64(fd: %s, buf: \"\", count: 8, pos: 4294967396) = 0", f);
	carry_out(request(IOCB_CMD_PREAD, fd, in, 8, 100 + (1ll << 32)));
	expect(ABI "aio:pwritev(fd: %s, vec: [{iov_base: \"hello, \", iov_len: 7}, {iov_base: \"world\", iov_len: 5}], vlen: 2, pos: 1) = 12", f);
	carry_out(request(IOCB_CMD_PWRITEV, fd, out, 2, 1));
	expect(ABI "aio:preadv(fd: %s, vec: [{iov_base: \"hel\", iov_len: 3}, {iov_base: \"lo, w\", iov_len: 5}], vlen: 2, pos: 1) = 8", f);
	carry_out(request(IOCB_CMD_PREADV, fd, room, 2, 1));
	expect(ABI "aio:preadv(fd: %s, vec: [{iov_base: \"rld\", iov_len: 3}, {iov_base: @@, iov_len: 5}], vlen: 2, pos: 10) = 3", f);
	carry_out(request(IOCB_CMD_PREADV, fd, room, 2, 10));
	expect(ABI "aio:pread64(fd: %s, buf: 0x8, count: 4, pos: 0) = -1 EFAULT (Bad address)", f);
	carry_out(request(IOCB_CMD_PREAD, fd, BAD, 4, 0));
}

/* Several in one call, of which the second uses the memory of the first; taken in two calls, and not in order. */
static void several(int fd, const char *f)
{
	struct iocb a = request(IOCB_CMD_PWRITE, fd, "12345678", 8, 0), b = request(IOCB_CMD_PREAD, fd, in, 3, 0), c = request(IOCB_CMD_PREAD, fd, in2, 8, 4);
	struct iocb *all[] = { &a, &b, &c };
	struct io_event e[3];

	if (submit(all, 3) != 3)
		exit(1);
	for (int n = 0; n < 3; n++) {
		if (reap(e, 1, 1) != 1)
			exit(1);
		if (e[0].obj == (uintptr_t)&a)
			expect(ABI "aio:pwrite64(fd: %s, buf: \"12345678\", count: 8, pos: 0) = 8", f);
		else if (e[0].obj == (uintptr_t)&b)
			expect(ABI "aio:pread64(fd: %s, buf: \"%.3s\", count: 3, pos: 0) = 3", f, in);
		else
			expect(ABI "aio:pread64(fd: %s, buf: \"%.8s\", count: 8, pos: 4) = %lld", f, in2, (long long)e[0].res);
	}
}

/* Polls for input, told of by an eventfd; and a program that overwrites its struct iocb. */
static void others(int fd, const char *f)
{
	int told = eventfd(0, 0), pipes[2];
	struct iocb a = request(IOCB_CMD_POLL, 0, NULL, 0, 0), *all[] = { &a };
	struct iocb b = request(IOCB_CMD_PREAD, fd, in, 4, 0);
	struct io_event e;
	const char *names;

	if (pipe(pipes) || write(pipes[1], "x", 1) != 1)
		exit(1);
	a.aio_fildes = pipes[0];
	a.aio_buf = POLLIN;
	a.aio_flags = IOCB_FLAG_RESFD;
	a.aio_resfd = told;
	names = text("%d<%s>", pipes[0], link_of(pipes[0]));
	if (submit(all, 1) == 1 && reap(&e, 1, 1) == 1)	/* from Linux 4.18 on */
		expect(ABI "aio:poll(fd: %s, events: IN, resfd: %d<@@eventfd@@>) = IN", names, told);
	all[0] = &b;
	if (submit(all, 1) != 1)
		exit(1);
	b.aio_buf = 0;
	if (reap(&e, 1, 1) != 1)
		exit(1);
	expect(ABI "aio:pread64(fd: %s, buf: %p <unread>, count: 4, pos: 0) = 4", f, in);
	b = request(IOCB_CMD_PWRITE, fd, "zz", 2, 0);
	b.aio_rw_flags = 2;	/* RWF_DSYNC */
	expect(ABI "aio:pwrite64(fd: %s, buf: \"zz\", count: 2, pos: 0, flags: DSYNC) = 2", f);
	carry_out(b);
}

/* One that is not taken before its context is destroyed, and one that the kernel refuses. */
static void open_ends(int fd, const char *f)
{
	struct iocb a = request(IOCB_CMD_PWRITE, fd, "end", 3, 0), bad = request(IOCB_CMD_PWRITE, 999, "end", 3, 0);
	struct iocb *all[] = { &a, &bad };

	if (submit(all, 2) != 1)
		exit(1);
	expect(ABI "aio:pwrite64(fd: %s, buf: \"end\", count: 3, pos: 0) = ?", f);
	syscall(SYS_io_destroy, ctx);
}

int main(void)
{
	int fd = memfd_create("aio", 0);
	const char *f = text("%d</memfd:aio (deleted)>", fd);

	if (syscall(SYS_io_setup, 8, &ctx))
		skip("io_setup: %s", strerror(errno));
	begin();
	files(fd, f);
	several(fd, f);
	others(fd, f);
	open_ends(fd, f);
	end();
	return 0;
}
