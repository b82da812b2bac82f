// SPDX-License-Identifier: BSD-2-Clause
// options: -e io_uring:*,!io_uring:provide_buffers,!io_uring:async_cancel,lseek
/* Requests of io_uring that complete repeatedly: each completion is shown, and the descriptors that they open are known. */
#include "uring.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#define SELECTS 32		/* IOSQE_BUFFER_SELECT, IORING_CQE_F_BUFFER, IORING_CQE_F_MORE, IORING_POLL_ADD_MULTI: linux/io_uring.h */
#define BUFFER 1
#define MORE 2
#define POLL_MULTI 1
#define ACCEPT_MULTISHOT 1	/* IORING_ACCEPT_MULTISHOT, IORING_RECV_MULTISHOT: since Linux 5.19 and 6.0 */
#define RECV_MULTISHOT 2

static char bufs[4][16];

/* Submits a request, which does not complete yet. */
static void begins(struct io_uring_sqe sqe)
{
	sqe.user_data = 77;
	add(sqe);
	if (syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0) != 1)
		exit(1);
}

static int next(void)
{
	syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
	return completion();
}

static void cancels(const char *line)
{
	int res;

	expect("%s = -1 ECANCELED (Operation canceled)@@", line);
	request((struct io_uring_sqe){ .opcode = IORING_OP_ASYNC_CANCEL, .addr = 77, .user_data = 1 });
	res = next();		/* both, in any order */
	if (res && res != -ECANCELED)
		exit(1);
}

static void polls(void)
{
	char line[200];
	int p[2];

	if (pipe(p))
		exit(1);
	snprintf(line, sizeof(line), "io_uring:poll_add(fd: %d<pipe:[@@]>, events: IN, flags: ADD_MULTI)", p[0]);
	begins((struct io_uring_sqe){ .opcode = IORING_OP_POLL_ADD, .fd = p[0], .poll32_events = POLLIN, .len = POLL_MULTI });
	for (unsigned i = 0; i < 3; i++) {
		if (write(p[1], "x", 1) != 1 || next() != POLLIN || !(ring.flags & MORE))
			exit(1);
		expect("%s = IN (more)@@", line);
	}
	cancels(line);
}

static void receives(void)
{
	static const char *const texts[] = { "a", "bcd", "ef" };
	char line[200];
	int s[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, s))
		exit(1);
	if (request((struct io_uring_sqe){ .opcode = IORING_OP_PROVIDE_BUFFERS, .fd = 4, .addr = (uintptr_t)bufs, .len = sizeof(bufs[0]), .buf_group = 3, .off = 5 }) < 0)
		exit(1);
	snprintf(line, sizeof(line), "io_uring:recv(fd: %d<UNIX:[@@]>, ubuf: NULL, size: 0, flags: 0, ioprio: RECV_MULTISHOT, buf_group: 3)", s[0]);
	begins((struct io_uring_sqe){ .opcode = IORING_OP_RECV, .fd = s[0], .ioprio = RECV_MULTISHOT, .flags = SELECTS, .buf_group = 3 });
	for (unsigned i = 0; i < 3; i++) {
		int len = (int)strlen(texts[i]);

		if (write(s[1], texts[i], (size_t)len) != len || next() != len || !(ring.flags & BUFFER))
			exit(1);
		expect("%s = %d ({buffer: %u}) (more)@@", line, len, ring.flags >> 16);
	}
	close(s[1]);
	if (next())
		exit(1);
	expect("%s = 0@@", line);
}

static void accepts(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX, .sun_path = "socket" };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	if (bind(s, (struct sockaddr *)&at, sizeof(at)) || listen(s, 5))
		exit(1);
	begins((struct io_uring_sqe){ .opcode = IORING_OP_ACCEPT, .fd = s, .ioprio = ACCEPT_MULTISHOT });
	for (unsigned i = 0; i < 3; i++) {
		int peer = socket(AF_UNIX, SOCK_STREAM, 0), fd;

		if (connect(peer, (struct sockaddr *)&at, sizeof(at)))
			exit(1);
		fd = next();
		if (fd < 0 || !(ring.flags & MORE))
			exit(1);
		expect("io_uring:accept(fd: %d<UNIX@@>, upeer_sockaddr: NULL, upeer_addrlen: NULL, flags: 0, ioprio: MULTISHOT) = %d<UNIX:[@@]> (more)@@", s, fd);
		expect("lseek(fd: %d<UNIX:[@@]>, offset: 0, whence: SET) = -1 ESPIPE (Illegal seek)", fd);
		syscall(SYS_lseek, fd, 0L, SEEK_SET);
	}
	cancels("io_uring:accept(@@)");
}

int main(void)
{
	begin();
	if (!set_up() || !has(46))	/* Linux 6.0 */
		skip("requests do not repeat here");
	polls();
	receives();
	accepts();
	end();
	return 0;
}
