// SPDX-License-Identifier: BSD-2-Clause
/*
 * work.c - one request after the other in DIR, prepared by liburing: prints the name of each, and its result. What the kernel does not have is
 * left out. Apart from the other programs, for these need no library.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static struct io_uring ring;
static struct io_uring_probe *probe;

/* The result of the request that was prepared. */
static int made(const char *name, struct io_uring_sqe *sqe)
{
	static unsigned long long number;
	struct io_uring_cqe *cqe;
	bool last = false;
	int res = 0;

	if (!io_uring_opcode_supported(probe, sqe->opcode)) {
		io_uring_prep_nop(sqe);
		name = "nop";
	}
	sqe->user_data = ++number;
	if (io_uring_submit_and_wait(&ring, 1) != 1)
		exit(1);
	while (!last) {		/* a request that sends without copying completes twice */
		if (io_uring_wait_cqe(&ring, &cqe) || cqe->user_data != number)
			exit(1);
		if (!(cqe->flags & 8))	/* IORING_CQE_F_NOTIF */
			res = cqe->res;
		last = !(cqe->flags & IORING_CQE_F_MORE);
		io_uring_cqe_seen(&ring, cqe);
	}
	if (res < 0)
		printf("%s -1 %s\n", name, strerrorname_np(-res));
	else
		printf("%s %d\n", name, res);
	return res;
}

#define MAKE(name, ...) ({ \
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring); \
	io_uring_prep_##name(sqe, ##__VA_ARGS__); \
	made(#name, sqe); \
})

static void files(void)
{
	static char buf[4096], more[4096];
	struct open_how how = { .flags = O_RDONLY };
	struct iovec vec[2] = { { buf, 3 }, { more, 2 } };
	struct statx st;
	int fd = MAKE(openat, AT_FDCWD, "file", O_RDWR | O_CREAT | O_TRUNC, 0600), again;

	memcpy(buf, "abc", 3);
	memcpy(more, "de", 2);
	MAKE(write, fd, "hello", 5, 0);
	MAKE(writev, fd, vec, 2, 5);
	MAKE(fallocate, fd, 0, 0, 4096);
	MAKE(fsync, fd, IORING_FSYNC_DATASYNC);
	MAKE(sync_file_range, fd, 4096, 0, SYNC_FILE_RANGE_WRITE);
	MAKE(fadvise, fd, 0, 4096, POSIX_FADV_SEQUENTIAL);
	MAKE(read, fd, buf, sizeof(buf), 0);
	MAKE(readv, fd, vec, 2, 5);
	MAKE(read, fd, buf, 8, 8192);
	MAKE(statx, AT_FDCWD, "file", 0, STATX_SIZE, &st);
	MAKE(madvise, buf, 0, MADV_NORMAL);
	again = MAKE(openat2, AT_FDCWD, "file", &how);
	MAKE(read, again, buf, 4, 1);
	MAKE(write, again, "x", 1, 0);
	MAKE(close, again);
	MAKE(close, again);
	MAKE(openat, AT_FDCWD, "nothing", O_RDONLY, 0);
	MAKE(fsetxattr, fd, "user.a", "abc", 0, 3);
	MAKE(fgetxattr, fd, "user.none", buf, 16);
	MAKE(setxattr, "user.a", "abc", "nothing", 0, 3);
	MAKE(getxattr, "user.a", buf, "nothing", 16);
	MAKE(close, fd);
}

static void names(void)
{
	MAKE(mkdirat, AT_FDCWD, "dir", 0700);
	MAKE(mkdirat, AT_FDCWD, "dir", 0700);
	MAKE(linkat, AT_FDCWD, "file", AT_FDCWD, "dir/linked", 0);
	MAKE(symlinkat, "file", AT_FDCWD, "dir/symbolic");
	MAKE(renameat, AT_FDCWD, "dir/linked", AT_FDCWD, "dir/renamed", 0);
	MAKE(unlinkat, AT_FDCWD, "dir/renamed", 0);
	MAKE(unlinkat, AT_FDCWD, "dir/symbolic", 0);
	MAKE(unlinkat, AT_FDCWD, "dir", AT_REMOVEDIR);
	MAKE(unlinkat, AT_FDCWD, "file", 0);
	MAKE(unlinkat, AT_FDCWD, "file", 0);
}

static void sockets(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(at);
	char buf[16] = "data";
	struct iovec vec = { buf, 4 };
	struct msghdr msg = { .msg_iov = &vec, .msg_iovlen = 1 };
	int listening = socket(AF_INET, SOCK_STREAM, 0), client, server, ends[2];

	if (bind(listening, (struct sockaddr *)&at, len) || listen(listening, 1) || getsockname(listening, (struct sockaddr *)&at, &len) ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		exit(1);
	client = MAKE(socket, AF_INET, SOCK_STREAM, 0, 0);
	if (client <= 0)
		client = socket(AF_INET, SOCK_STREAM, 0);
	MAKE(connect, client, (struct sockaddr *)&at, len);
	server = MAKE(accept, listening, NULL, NULL, 0);
	MAKE(send, client, "hello", 5, 0);
	MAKE(recv, server, buf, sizeof(buf), 0);
	MAKE(sendmsg, ends[0], &msg, 0);
	MAKE(poll_add, ends[1], POLLIN);	/* 1 */
	MAKE(recvmsg, ends[1], &msg, 0);
	MAKE(shutdown, client, SHUT_WR);
	MAKE(recv, server, buf, sizeof(buf), 0);
	MAKE(send_zc, 999, buf, 4, 0, 0);
	MAKE(poll_remove, 77);
	MAKE(close, server);
	MAKE(close, client);
}

static void others(void)
{
	struct __kernel_timespec soon = { .tv_nsec = 1000000 };
	struct epoll_event event = { .events = EPOLLIN };
	int first[2], second[2], epoll = epoll_create1(0);
	static char room[64];

	if (pipe(first) || pipe(second) || epoll < 0)
		exit(1);
	MAKE(nop);
	MAKE(timeout, &soon, 0, 0);
	MAKE(timeout_remove, 77, 0);
	MAKE(epoll_ctl, epoll, first[0], EPOLL_CTL_ADD, &event);
	MAKE(write, first[1], "pipe", 4, -1);
	MAKE(tee, first[0], second[1], 4, 0);
	MAKE(read, second[0], room, 4, -1);
	MAKE(splice, first[0], -1, second[1], -1, 4, 0);
	MAKE(read, second[0], room, 4, -1);
	MAKE(provide_buffers, room, 16, 4, 1, 0);
	MAKE(remove_buffers, 2, 1);
	MAKE(msg_ring, 999, 1, 2, 0);
}

int main(int argc, char **argv)
{
	if (argc < 2 || chdir(argv[1]))
		return 1;
	if (io_uring_queue_init(8, &ring, 0))
		return 77;
	probe = io_uring_get_probe_ring(&ring);
	if (!probe || !io_uring_opcode_supported(probe, IORING_OP_SOCKET))
		return 77;	/* the kernel does not tell of requests that it refuses */
	files();
	names();
	sockets();
	others();
	return 0;
}
