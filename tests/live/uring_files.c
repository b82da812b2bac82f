// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/* Requests of io_uring on files and paths. */
#include "uring.h"

#include <sys/uio.h>

static char buf[64];

static uint64_t at(const void *p)
{
	return (uintptr_t)p;
}

/* Requests that the kernel refuses before it submits them: buf_index is not 0. */
static void refused(int fd)
{
	expect("io_uring:fsync(fd: %s, offset: 0, len: 0, flags: 0, buf_index: 1) = -1 EINVAL (Invalid argument)", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_FSYNC, .fd = fd, .buf_index = 1 });
	expect("io_uring:openat(dfd: CWD, filename: \"f\", flags: RDONLY, buf_index: 1) = -1 EINVAL (Invalid argument)");
	request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("f"), .buf_index = 1 });
	expect("io_uring:nop() = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_NOP });
}

static void reads_and_writes(int fd)
{
	struct iovec out[] = { { "abc", 3 }, { "defg", 4 } }, in[] = { { buf, 2 }, { buf + 2, 5 } };

	expect("io_uring:write(fd: %s, buf: \"hello\", count: 5, pos: 0, flags: 0) = 5", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_WRITE, .fd = fd, .addr = at("hello"), .len = 5 });
	expect("io_uring:read(fd: %s, buf: \"ello\", count: 60, pos: 1, flags: 0) = 4", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = at(buf), .len = 60, .off = 1 });
	expect("io_uring:writev(fd: %s, vec: [@@\"abc\"@@\"defg\"@@], vlen: 2, pos: 0, flags: 0) = 7", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_WRITEV, .fd = fd, .addr = at(out), .len = 2 });
	expect("io_uring:readv(fd: %s, vec: [@@\"ab\"@@\"cdefg\"@@], vlen: 2, pos: 0, flags: 0) = 7", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READV, .fd = fd, .addr = at(in), .len = 2 });
	expect("io_uring:fsync(fd: %s, offset: 0, len: 0, flags: DATASYNC) = 0", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_FSYNC, .fd = fd, .fsync_flags = IORING_FSYNC_DATASYNC });
	expect("io_uring:fallocate(fd: %s, mode: 0, offset: 0, len: 100) = 0", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_FALLOCATE, .fd = fd, .addr = 100 });
	expect("io_uring:fadvise(fd: %s, offset: 0, len: 100, advice: WILLNEED) = 0", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_FADVISE, .fd = fd, .len = 100, .fadvise_advice = POSIX_FADV_WILLNEED });
	if (!has(IORING_OP_SOCKET))	/* before 5.18 refused requests are not shown */
		return;
	expect("io_uring:read(fd: 999, buf: 0x@@, count: 60, pos: 0, flags: 0) = -1 EBADF (Bad file descriptor)");
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = 999, .addr = at(buf), .len = 60 });
	refused(fd);
}

static void paths(void)
{
	static char stx[256];

	if (!has(IORING_OP_MKDIRAT))
		return;
	expect("io_uring:mkdirat(dfd: CWD, pathname: \"d\", mode: 0750) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_MKDIRAT, .fd = AT_FDCWD, .addr = at("d"), .len = 0750 });
	expect("io_uring:symlinkat(oldname: \"f\", newdfd: CWD, newname: \"l\") = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_SYMLINKAT, .fd = AT_FDCWD, .addr = at("f"), .addr2 = at("l") });
	expect("io_uring:linkat(olddfd: CWD, oldname: \"f\", newdfd: CWD, newname: \"g\", flags: 0) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_LINKAT, .fd = AT_FDCWD, .addr = at("f"), .addr2 = at("g"), .len = (unsigned)AT_FDCWD });
	expect("io_uring:renameat(olddfd: CWD, oldname: \"g\", newdfd: CWD, newname: \"h\", flags: NOREPLACE) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_RENAMEAT, .fd = AT_FDCWD, .addr = at("g"), .addr2 = at("h"), .len = (unsigned)AT_FDCWD, .rename_flags = 1 });
	expect("io_uring:unlinkat(dfd: CWD, pathname: \"h\", flag: 0) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_UNLINKAT, .fd = AT_FDCWD, .addr = at("h") });
	expect("io_uring:unlinkat(dfd: CWD, pathname: \"nowhere\", flag: REMOVEDIR) = -1 ENOENT (No such file or directory)");
	request((struct io_uring_sqe){ .opcode = IORING_OP_UNLINKAT, .fd = AT_FDCWD, .addr = at("nowhere"), .unlink_flags = AT_REMOVEDIR });
	expect("io_uring:statx(dfd: CWD, filename: \"d\", flags: STATX_SYNC_AS_STAT, mask: MODE, buffer: {@@stx_mode: IFDIR|0750@@}) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_STATX, .fd = AT_FDCWD, .addr = at("d"), .len = 2, .off = at(stx) });
}

/* What the number in the ring's table is, kernels tell that tell which request completes. */
static const char *number(int n, const char *path)
{
	static char text[400];

	snprintf(text, sizeof(text), has(IORING_OP_SOCKET) ? "%d<registered %s/%s>" : "%d<registered>", n, cwd, path);
	return text;
}

static void registered(int fd)
{
	int files[2] = { -1, -1 }, ends[2];
	int res;

	if (!has(IORING_OP_MKDIRAT) || syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_FILES, files, 2))
		return;
	expect("io_uring:openat(dfd: CWD, filename: \"f\", flags: RDONLY, file_index: 1<registered>) = 0");
	res = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("f"), .file_index = 2 });
	if (res)
		skip("files are not opened into the ring's table here");
	expect("io_uring:read(fd: %s, buf: \"abc\", count: 3, pos: 0, flags: 0) = 3", number(1, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_FIXED_FILE, .fd = 1, .addr = at(buf), .len = 3 });
	if (pipe(ends))
		exit(1);
	expect("io_uring:splice(fd_in: 1<registered>, off_in: 0, fd_out: %d<pipe:[@@]>, off_out: -1, len: 2, flags: FD_IN_FIXED) = 2", ends[1]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_SPLICE, .fd = ends[1], .splice_fd_in = 1, .splice_flags = SPLICE_F_FD_IN_FIXED, .off = -1, .len = 2 });
	close(ends[0]);
	close(ends[1]);
	expect("io_uring:close(fd: 1<registered>) = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .file_index = 2 });
	if (has(IORING_OP_SOCKET)) {
		expect("io_uring:read(fd: 1<registered>, buf: 0x@@, count: 3, pos: 0, flags: 0) = -1 EBADF (Bad file descriptor)");
		request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_FIXED_FILE, .fd = 1, .addr = at(buf), .len = 3 });
	}
	expect("io_uring:read(fd: %s, buf: \"bcdefg\"@@, count: 6, pos: 1, flags: 0) = 6", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = at(buf), .len = 6, .off = 1 });
	expect("io_uring:read(fd: %s, buf: \"\", count: 0, pos: 0, flags: 0) = 0", result_fd(0, "/dev/null"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = 0, .addr = at(buf) });
}

int main(void)
{
	struct open_how { uint64_t flags, mode, resolve; } how = { .flags = O_RDONLY };
	int fd;

	begin();
	dup2(open("/dev/null", O_RDWR), 0);
	if (!set_up() || !has(IORING_OP_OPENAT2))
		skip("no io_uring here, or one that does not open files");
	expect("io_uring:nop() = 0");
	request((struct io_uring_sqe){ .opcode = IORING_OP_NOP });
	fd = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("f"), .len = 0640, .open_flags = O_CREAT | O_RDWR });
	expect("io_uring:openat(dfd: CWD, filename: \"f\", flags: RDWR|CREAT, mode: 0640) = %s", result_fd(fd, "f"));
	reads_and_writes(fd);
	paths();
	registered(fd);
	expect("io_uring:close(fd: %s) = 0", result_fd(fd, "f"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .fd = fd });
	fd = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT2, .fd = AT_FDCWD, .addr = at("f"), .len = sizeof(how), .addr2 = at(&how) });
	expect("io_uring:openat2(dfd: CWD, filename: \"f\", how: {flags: RDONLY, mode: 0, resolve: 0}, usize: 24) = %s", result_fd(fd, "f"));
	fd = request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = at("/nonexistent/x"), .open_flags = O_RDONLY });
	expect("io_uring:openat(dfd: CWD, filename: \"/nonexistent/x\", flags: RDONLY) = -1 ENOENT (No such file or directory)");
	end();
	return 0;
}
