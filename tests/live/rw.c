// SPDX-License-Identifier: BSD-2-Clause
// options: -e read,write,pread64,pwrite64,readv,writev,preadv,pwritev,preadv2,pwritev2,lseek,sendfile,copy_file_range,splice
// abis: native i386 arm
/* Buffers: data written and read, in one buffer and in several; positions. */
#include "live.h"

#include <sys/uio.h>

#define FILE_FD result_fd(fd, "file")
#define LEFT(n) (n) < 0 ? error() : text("%ld", (long)(n))

static int fd;

static void plain(void)
{
	char buf[100], long_text[100];
	long n;

	memset(long_text, 'a', sizeof(long_text));
	n = syscall(SYS_write, fd, "hello\n\0\1x", 9);
	expect(ABI "write(fd: %s, buf: \"hello\\n\\0\\1x\", count: 9) = %ld", FILE_FD, n);
	n = syscall(SYS_write, fd, long_text, 64);
	expect(ABI "write(fd: %s, buf: \"%.64s\", count: 64) = %ld", FILE_FD, long_text, n);
	n = syscall(SYS_write, fd, long_text, 100);
	expect(ABI "write(fd: %s, buf: \"%.64s\"..., count: 100) = %ld", FILE_FD, long_text, n);
	n = syscall(SYS_write, fd, long_text, 0);
	expect(ABI "write(fd: %s, buf: \"\", count: 0) = %ld", FILE_FD, n);
	n = syscall(SYS_write, fd, NULL, 5);
	expect(ABI "write(fd: %s, buf: NULL, count: 5) = %s", FILE_FD, result(n));
	n = syscall(SYS_write, fd, BAD, 5);
	expect(ABI "write(fd: %s, buf: 0x8 <unread>, count: 5) = %s", FILE_FD, result(n));
	n = syscall(SYS_write, -1, long_text, 1);	/* the kernel does not read it, so it must be resident */
	expect(ABI "write(fd: -1, buf: \"a\", count: 1) = %s", result(n));
	n = syscall(SYS_lseek, fd, 0, SEEK_SET);
	expect(ABI "lseek(fd: %s, offset: 0, whence: SET) = %ld", FILE_FD, n);
	n = syscall(SYS_read, fd, buf, 5);
	expect(ABI "read(fd: %s, buf: \"hello\", count: 5) = %ld", FILE_FD, n);
	n = syscall(SYS_read, fd, buf, 100);
	expect(ABI "read(fd: %s, buf: \"\\n\\0\\1x%.60s\"..., count: 100) = %ld", FILE_FD, long_text, n);
	n = syscall(SYS_lseek, fd, -3L, SEEK_END);
	expect(ABI "lseek(fd: %s, offset: -3, whence: END) = %ld", FILE_FD, n);
	n = syscall(SYS_read, fd, buf, 100);
	expect(ABI "read(fd: %s, buf: \"aaa\", count: 100) = %ld", FILE_FD, n);
	n = syscall(SYS_read, fd, buf, 100);
	expect(ABI "read(fd: %s, buf: \"\", count: 100) = %ld", FILE_FD, n);
	n = syscall(SYS_read, -1, buf, 100);
	expect(ABI "read(fd: -1, buf: %p, count: 100) = %s", buf, result(n));
	n = syscall(SYS_lseek, fd, 1, 77);
	expect(ABI "lseek(fd: %s, offset: 1, whence: 0x4d) = %s", FILE_FD, result(n));
}

/* The kernel takes a 64-bit position in one register, or in two. */
#if __SIZEOF_LONG__ == 4
#define POS(v) (uint32_t)(v), (uint32_t)((uint64_t)(v) >> 32)
#define POS_NAME "pos"
#else
#define POS_NAME "pos_l"
#define POS(v) (uint64_t)(v), 0
#endif
#ifdef __arm__			/* in two, the first one even */
#define EVEN 0,
#else
#define EVEN
#endif

static void positions(void)
{
	char buf[10];
	uint64_t far = 0x100000002;
	long n;

	n = syscall(SYS_pwrite64, fd, "here", 4, EVEN POS(2));
	expect(ABI "pwrite64(fd: %s, buf: \"here\", count: 4, pos: 2) = %ld", FILE_FD, n);
	n = syscall(SYS_pwrite64, fd, "far", 3, EVEN POS(far));
	expect(ABI "pwrite64(fd: %s, buf: \"far\", count: 3, pos: 4294967298) = %ld", FILE_FD, n);
	n = syscall(SYS_pread64, fd, buf, 10, EVEN POS(far + 1));
	expect(ABI "pread64(fd: %s, buf: \"ar\", count: 10, pos: 4294967299) = %ld", FILE_FD, n);
	n = syscall(SYS_pread64, fd, buf, 10, EVEN POS(-1));
	expect(ABI "pread64(fd: %s, buf: %p, count: 10, pos: -1) = %s", FILE_FD, buf, result(n));
}

static void vectors(void)
{
	char one[8], two[8];
	struct iovec out[] = { { "abc", 3 }, { "defgh", 5 }, { NULL, 0 } }, in[] = { { one, 4 }, { two, 8 } };
	struct iovec bad[] = { { "ok", 2 }, { BAD, 3 } };
	long n;

	n = syscall(SYS_pwritev, fd, out, 3, POS(0));
	expect(ABI "pwritev(fd: %s, vec: [{iov_base: \"abc\", iov_len: 3}, {iov_base: \"defgh\", iov_len: 5}, {iov_base: NULL, iov_len: 0}]"
	       ", vlen: 3, " POS_NAME ": 0) = %ld", FILE_FD, n);
	n = syscall(SYS_preadv, fd, in, 2, POS(1));
	expect(ABI "preadv(fd: %s, vec: [{iov_base: \"bcde\", iov_len: 4}, {iov_base: \"fghxaaaa\", iov_len: 8}], vlen: 2, " POS_NAME ": 1) = %ld",
	       FILE_FD, n);
	syscall(SYS_lseek, fd, 0, SEEK_SET);
	expect(ABI "lseek(fd: %s, offset: 0, whence: SET) = 0", FILE_FD);
	n = syscall(SYS_writev, fd, out, 1);
	expect(ABI "writev(fd: %s, vec: [{iov_base: \"abc\", iov_len: 3}], vlen: 1) = %ld", FILE_FD, n);
	in[1].iov_len = 2;
	n = syscall(SYS_readv, fd, in, 2);
	expect(ABI "readv(fd: %s, vec: [{iov_base: \"defg\", iov_len: 4}, {iov_base: \"hx\", iov_len: 2}], vlen: 2) = %ld", FILE_FD, n);
	n = syscall(SYS_writev, fd, out, 0);
	expect(ABI "writev(fd: %s, vec: %p, vlen: 0) = %ld", FILE_FD, out, n);
	n = syscall(SYS_writev, fd, BAD, 2);
	expect(ABI "writev(fd: %s, vec: 0x8 <unread>, vlen: 2) = %s", FILE_FD, result(n));
	n = syscall(SYS_writev, fd, bad, 2);
	expect(ABI "writev(fd: %s, vec: [{iov_base: \"ok\", iov_len: 2}, {iov_base: 0x8 <unread>, iov_len: 3}], vlen: 2) = %s", FILE_FD,
	       result(n));
	n = syscall(SYS_pwritev2, fd, out, 1, POS(0), RWF_DSYNC);
	expect(ABI "pwritev2(fd: %s, vec: [{iov_base: \"abc\", iov_len: 3}], vlen: 1, " POS_NAME ": 0, flags: DSYNC) = %ld", FILE_FD, n);
}

int main(void)
{
	fd = open("file", O_RDWR | O_CREAT | O_TRUNC | O_LARGEFILE, 0600);
	begin();
	plain();
	positions();
	vectors();
	end();
	return 0;
}
