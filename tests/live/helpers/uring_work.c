// SPDX-License-Identifier: BSD-2-Clause
/*
 * uring_work calls|requests DIR - makes, reads and removes files in DIR, by calls or by requests of an io_uring.
 * uring_work nops N - N requests that do nothing, several at once.
 * uring_work chain FILE - a read of the file by a thread of the kernel, two requests linked, and one that waits for them; prints `worker`
 *	if the kernel tells of the first.
 * uring_work open N - N polls that do not end yet; prints `known` if the kernel tells which requests end, and `first`. After a line of input it begins another one and prints
 *	`second`, and after the next line ends the first ones and prints `third`.
 * uring_work registered FILE - reads the file by its number in the ring's table.
 * uring_work skips N - N requests that complete only if they fail, each followed by one that does nothing in the same memory; 0: a single one.
 */
#include "../uring.h"

#include <poll.h>

static bool by_requests;

static int opened(const char *path, int flags)
{
	if (by_requests)
		return request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = (uintptr_t)path, .open_flags = (unsigned)flags, .len = 0600 });
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

static void written(int fd, const char *text, size_t len)
{
	if (by_requests)
		request((struct io_uring_sqe){ .opcode = IORING_OP_WRITE, .fd = fd, .addr = (uintptr_t)text, .len = (unsigned)len, .off = -1ull });
	else
		syscall(SYS_write, fd, text, len);
}

static void read_back(int fd)
{
	static char buf[100];

	if (by_requests)
		request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = (uintptr_t)buf, .len = sizeof(buf), .off = -1ull });
	else
		syscall(SYS_read, fd, buf, sizeof(buf));
}

static void closed(int fd)
{
	if (by_requests)
		request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .fd = fd });
	else
		syscall(SYS_close, fd);
}

static void removed(const char *path)
{
	if (by_requests)
		request((struct io_uring_sqe){ .opcode = IORING_OP_UNLINKAT, .fd = AT_FDCWD, .addr = (uintptr_t)path });
	else
		syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static void files(const char *dir)
{
	char path[256];

	for (unsigned i = 0; i < 10; i++) {
		int fd;

		snprintf(path, sizeof(path), "%s/f%u", dir, i);
		fd = opened(path, O_CREAT | O_RDWR);
		written(fd, "0123456789", i + 1);
		closed(fd);
		fd = opened(path, O_RDONLY);
		read_back(fd);
		closed(fd);
		removed(path);
		opened(path, O_RDONLY);
	}
}

/* The last one fails. */
static void skips(unsigned n)
{
	int fd = open(".", O_RDONLY);

	if (!(ring.p.features & IORING_FEAT_CQE_SKIP))
		exit(77);
	if (!n) {
		add((struct io_uring_sqe){ .opcode = IORING_OP_FADVISE, .flags = IOSQE_CQE_SKIP_SUCCESS, .fd = fd });
		syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		add((struct io_uring_sqe){ .opcode = IORING_OP_FADVISE, .flags = IOSQE_CQE_SKIP_SUCCESS, .fd = fd, .user_data = i % 2 });
		syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0);
		request((struct io_uring_sqe){ .opcode = IORING_OP_NOP });
	}
	request((struct io_uring_sqe){ .opcode = IORING_OP_FADVISE, .flags = IOSQE_CQE_SKIP_SUCCESS, .fd = fd, .fadvise_advice = 99 });
}

static void registered(const char *path)
{
	static char buf[8];
	int fds[2] = { -1, open(path, O_RDONLY) };

	if (syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_FILES, fds, 2))
		exit(1);
	close(fds[1]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_FIXED_FILE, .fd = 1, .addr = (uintptr_t)buf, .len = 3 });
	if (has(IORING_OP_SOCKET))	/* Linux 5.19 */
		puts("named");
}

static void chain(const char *path)
{
	static char buf[8];
	static const uint8_t flags[] = { IOSQE_IO_LINK, IOSQE_IO_HARDLINK, 0, IOSQE_IO_DRAIN };

	/* First: after a request that waits for others, some kernels carry out the next one at once */
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_ASYNC, .fd = open(path, O_RDONLY), .addr = (uintptr_t)buf, .len = 3 });
	for (unsigned i = 0; i < 4; i++)
		add((struct io_uring_sqe){ .opcode = IORING_OP_NOP, .flags = flags[i], .user_data = i });
	submit(4);
	for (unsigned i = 0; i < 4; i++)
		completion();
	if (has(IORING_OP_SOCKET))	/* Linux 5.19 */
		puts("worker");
}

static void wait_for_line(void)
{
	struct pollfd p = { .fd = 0, .events = POLLIN };
	int null = open("/dev/null", O_WRONLY);
	char c;

	while (!poll(&p, 1, 20))
		if (write(null, ".", 1) != 1)
			exit(1);
	close(null);
	if (read(0, &c, 1) != 1)
		exit(1);
}

static void polls(unsigned n, int fd)
{
	for (unsigned i = 0; i < n; i++)
		add((struct io_uring_sqe){ .opcode = IORING_OP_POLL_ADD, .fd = fd, .poll32_events = 1, .user_data = (unsigned)fd << 8 | i });
	if (syscall(SYS_io_uring_enter, ring.fd, n, 0, 0, NULL, 0) != (int)n)
		exit(1);
}

static void says(const char *what)
{
	puts(what);
	fflush(stdout);
}

static void keep_open(unsigned n)
{
	int first[2], second[2];

	if (n > 8 || pipe(first) || pipe(second))
		exit(1);
	polls(n, first[0]);
	if (has(IORING_OP_SOCKET))	/* Linux 5.19 */
		says("known");
	says("first");
	wait_for_line();
	polls(1, second[0]);
	says("second");
	wait_for_line();
	if (write(first[1], "x", 1) != 1)
		exit(1);
	for (unsigned i = 0; i < n; i++) {
		syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
		completion();
	}
	says("third");
	wait_for_line();
}

static void nops(unsigned n)
{
	for (unsigned at = 0; at < n; at += 4) {
		for (unsigned i = 0; i < 4; i++)
			add((struct io_uring_sqe){ .opcode = IORING_OP_NOP, .user_data = at + i });
		submit(4);
		for (unsigned i = 0; i < 4; i++)
			completion();
	}
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	if (!set_up() || !has(IORING_OP_UNLINKAT))
		return 77;
	by_requests = !strcmp(argv[1], "requests");
	if (!strcmp(argv[1], "nops"))
		nops((unsigned)atoi(argv[2]));
	else if (!strcmp(argv[1], "chain"))
		chain(argv[2]);
	else if (!strcmp(argv[1], "registered"))
		registered(argv[2]);
	else if (!strcmp(argv[1], "open"))
		keep_open((unsigned)atoi(argv[2]));
	else if (!strcmp(argv[1], "skips"))
		skips((unsigned)atoi(argv[2]));
	else
		mkdir(argv[2], 0700), files(argv[2]);
	return 0;
}
