// SPDX-License-Identifier: BSD-2-Clause
/* ring_waits.c - prints its number and its ring's descriptor, and waits there for two requests on a socket, one on an eventfd, and a time. */
#define _GNU_SOURCE
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "../uring.h"

int main(void)
{
	static struct __kernel_timespec hour = { .tv_sec = 3600 };
	static char room[8];
	int ends[2], counter = eventfd(0, 0);

	if (!set_up() || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || counter < 0)
		return 77;
	for (unsigned i = 0; i < 2; i++)
		add((struct io_uring_sqe){ .opcode = IORING_OP_RECV, .fd = ends[0], .addr = (uintptr_t)room, .len = sizeof(room), .user_data = i });
	add((struct io_uring_sqe){ .opcode = IORING_OP_POLL_ADD, .fd = counter, .poll_events = POLLIN, .user_data = 2 });
	add((struct io_uring_sqe){ .opcode = IORING_OP_TIMEOUT, .addr = (uintptr_t)&hour, .len = 1, .off = 8, .user_data = 3 });
	printf("%d %d\n", getpid(), ring.fd);
	fflush(stdout);
	submit(4);
	return 0;
}
