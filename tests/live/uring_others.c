// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/* Requests of io_uring on sockets, that wait, that are linked, cancelled, or complete repeatedly; and a thread that polls the queue. */
#include "uring.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

struct timespec64 { int64_t sec, nsec; };

static char buf[64];

static uint64_t at(const void *p)
{
	return (uintptr_t)p;
}

static void messages(const int *pair)
{
	struct iovec iov = { "msg", 3 }, in = { buf, sizeof(buf) };
	struct msghdr out = { .msg_iov = &iov, .msg_iovlen = 1 }, got = { .msg_iov = &in, .msg_iovlen = 1 };

	expect("io_uring:send(fd: %d<@@>, buff: \"hi\", len: 2, flags: NOSIGNAL, addr: NULL, addr_len: 0) = 2", pair[0]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_SEND, .fd = pair[0], .addr = at("hi"), .len = 2, .msg_flags = MSG_NOSIGNAL });
	expect("io_uring:recv(fd: %d<@@>, ubuf: \"hi\", size: 64, flags: 0) = 2", pair[1]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_RECV, .fd = pair[1], .addr = at(buf), .len = sizeof(buf) });
	expect("io_uring:sendmsg(fd: %d<@@>, msg: {@@\"msg\"@@}, flags: 0) = 3", pair[0]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_SENDMSG, .fd = pair[0], .addr = at(&out) });
	expect("io_uring:recvmsg(fd: %d<@@>, msg: {@@\"msg\"@@}, flags: 0) = 3", pair[1]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_RECVMSG, .fd = pair[1], .addr = at(&got) });
}

static void connects(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(to);
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0), made;

	if (bind(listener, (struct sockaddr *)&to, len) || listen(listener, 1) || getsockname(listener, (struct sockaddr *)&to, &len))
		skip("no loopback here");
	expect("io_uring:connect(fd: %d<@@>, uservaddr: {sa_family: INET, sin_port: %d, sin_addr: \"127.0.0.1\"}, addrlen: 16) = 0", fd, ntohs(to.sin_port));
	request((struct io_uring_sqe){ .opcode = IORING_OP_CONNECT, .fd = fd, .addr = at(&to), .off = len });
	made = request((struct io_uring_sqe){ .opcode = IORING_OP_ACCEPT, .fd = listener, .addr = at(&to), .addr2 = at(&len), .accept_flags = SOCK_CLOEXEC });
	expect("io_uring:accept(fd: %d<@@>, upeer_sockaddr: {sa_family: INET, @@}, upeer_addrlen: [16], flags: CLOEXEC) = %d<@@>", listener, made);
	expect("io_uring:close(fd: %d<@@>) = 0", made);
	request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .fd = made });
}

static void waits(const int *pair)
{
	struct timespec64 ts = { 0, 1000 };

	expect("io_uring:timeout(ts: {tv_sec: 0, tv_nsec: 1000}, count: 0, flags: 0) = -1 ETIME (Timer expired)");
	request((struct io_uring_sqe){ .opcode = IORING_OP_TIMEOUT, .addr = at(&ts), .len = 1 });
	expect("io_uring:poll_add(fd: %d<@@>, events: OUT, flags: 0) = OUT", pair[0]);
	request((struct io_uring_sqe){ .opcode = IORING_OP_POLL_ADD, .fd = pair[0], .poll32_events = POLLOUT });
}

/* The first fails, and so the other, which is linked to it, is not carried out. */
static void linked(void)
{
	if (!has(IORING_OP_SOCKET))
		return;
	expect("io_uring:read(fd: 999, buf: 0x@@, count: 1, pos: 0, flags: 0) = -1 EBADF (Bad file descriptor) (link)");
	expect("io_uring:nop() = -1 ECANCELED (Operation canceled)");
	add((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_IO_LINK, .fd = 999, .addr = at(buf), .len = 1, .user_data = 1 });
	add((struct io_uring_sqe){ .opcode = IORING_OP_NOP, .user_data = 2 });
	submit(2);
	completion();
	completion();
}

/* A read that waits: its line comes when it is cancelled, after or before that of the request that does it. */
static void cancelled(const int *pair)
{
	if (!has(IORING_OP_SOCKET))
		return;
	add((struct io_uring_sqe){ .opcode = IORING_OP_RECV, .fd = pair[1], .addr = at(buf), .len = sizeof(buf), .user_data = 77 });
	if (syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0) != 1)
		exit(1);
	add((struct io_uring_sqe){ .opcode = IORING_OP_ASYNC_CANCEL, .addr = 77 });
	if (syscall(SYS_io_uring_enter, ring.fd, 1, 2, IORING_ENTER_GETEVENTS, NULL, 0) != 1)
		exit(1);
	if (completion() == 0) {
		expect("io_uring:async_cancel(user_data: 0x4d, flags: 0) = 0");
		expect("io_uring:recv(fd: %d<@@>, ubuf: 0x@@, size: 64, flags: 0) = -1 ECANCELED (Operation canceled)", pair[1]);
	} else {
		expect("io_uring:recv(fd: %d<@@>, ubuf: 0x@@, size: 64, flags: 0) = -1 ECANCELED (Operation canceled)", pair[1]);
		expect("io_uring:async_cancel(user_data: 0x4d, flags: 0) = 0");
	}
	completion();
}

/* In a thread of the kernel */
static void by_worker(int fd)
{
	expect("io_uring:read(fd: %s, buf: \"abc\", count: 3, pos: 0, flags: 0) = 3 (async)@@", result_fd(fd, "w"));
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_ASYNC, .fd = fd, .addr = at(buf), .len = 3 });
}

static void polled(int fd)
{
	struct timespec ms = { 0, 1000000 };

	close(ring.fd);
	memset(&ring, 0, sizeof(ring));
	ring.p.sq_thread_idle = 2000;
	if (!set_up_with(IORING_SETUP_SQPOLL) || !(ring.p.features & IORING_FEAT_NATIVE_WORKERS))
		return;
	expect("io_uring:read(fd: %s, buf: \"bc\", count: 2, pos: 1, flags: 0) = 2", result_fd(fd, "w"));
	add((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .addr = at(buf), .len = 2, .off = 1 });
	syscall(SYS_io_uring_enter, ring.fd, 1, 1, IORING_ENTER_GETEVENTS | IORING_ENTER_SQ_WAKEUP, NULL, 0);
	nanosleep(&ms, NULL);
	completion();
}

#define SETUP_SQE_MIXED (1u << 19)
#define OP_NOP128 63
#define OP_URING_CMD128 64

/* Requests with entries of 128 bytes between others of 64. */
static void mixed(int fd)
{
	unsigned *tail;

	if (!has(OP_NOP128))
		return;
	close(ring.fd);
	memset(&ring, 0, sizeof(ring));
	if (!set_up_with(SETUP_SQE_MIXED))
		exit(1);
	tail = (unsigned *)(ring.sq + ring.p.sq_off.tail);
	for (unsigned op = OP_NOP128; op <= OP_URING_CMD128; op++) {
		/* the read begins when this has ended, also if that fails: their lines are in this order */
		add((struct io_uring_sqe){ .opcode = op, .flags = IOSQE_IO_HARDLINK, .fd = 999, .off = 0x77 });
		++*tail;
		add((struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_ASYNC, .fd = fd, .addr = at(buf), .len = 1 + op - OP_NOP128 });
		syscall(SYS_io_uring_enter, ring.fd, 3, 2, IORING_ENTER_GETEVENTS, NULL, 0);
		completion();
		completion();
	}
	expect("io_uring:nop128() = 0 (hardlink)");
	expect("io_uring:read(fd: %s, buf: \"a\", count: 1, pos: 0, flags: 0) = 1 (async)@@", result_fd(fd, "w"));
	expect("io_uring:uring_cmd(fd: 999, cmd_op: 0x77, addr: @@, len: @@, flags: 0) = -1 EBADF (Bad file descriptor) (hardlink)");
	expect("io_uring:read(fd: %s, buf: \"ab\", count: 2, pos: 0, flags: 0) = 2 (async)@@", result_fd(fd, "w"));
}

int main(void)
{
	int pair[2], fd;

	begin();
	if (!set_up() || !has(IORING_OP_OPENAT2) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		skip("no io_uring here, or an early one");
	fd = open("w", O_CREAT | O_RDWR, 0600);
	if (write(fd, "abc", 3) != 3)
		return 1;
	messages(pair);
	connects();
	waits(pair);
	linked();
	cancelled(pair);
	by_worker(fd);
	mixed(fd);
	polled(fd);
	end();
	return 0;
}
