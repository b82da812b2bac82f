// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/*
 * Rings of each layout, and those whose requests complete when the program asks: more requests than the queue has entries, one and two at a
 * time. Flags that the kernel does not know are left out.
 */
#include "uring.h"

#define ROUNDS 6		/* of 3 requests: the queue, of 8, begins again */

static char buf[8];

static struct io_uring_sqe reads(int fd, unsigned n)
{
	return (struct io_uring_sqe){ .opcode = IORING_OP_READ, .flags = IOSQE_ASYNC, .fd = fd, .addr = (uintptr_t)buf, .len = n, .user_data = n };
}

static void one_round(int fd, unsigned n)
{
	expect("io_uring:read(fd: %s, buf: \"%.*s\", count: %u, pos: 0, flags: 0) = %u (async)@@", result_fd(fd, "f"), (int)n, "abcdef", n, n);
	request(reads(fd, n));
	add((struct io_uring_sqe){ .opcode = IORING_OP_NOP, .flags = IOSQE_IO_LINK, .user_data = 7 });
	add(reads(fd, 2));
	submit(2);
	expect("io_uring:nop() = %s (link)", result(completion()));
	expect("io_uring:read(fd: %s, buf: \"ab\", count: 2, pos: 0, flags: 0) = %s (async)@@", result_fd(fd, "f"), result(completion()));
}

static void try(unsigned flags, int fd)
{
	memset(&ring, 0, sizeof(ring));
	if (!set_up_with(flags) || !has(IORING_OP_OPENAT2))
		return;
	for (unsigned i = 0; i < ROUNDS; i++)
		one_round(fd, i % 6 + 1);
	close(ring.fd);
}

int main(void)
{
	static const unsigned flags[] = {
		0, SETUP_SQE128, SETUP_CQE32, SETUP_SQE128 | SETUP_CQE32, SETUP_NO_SQARRAY, SETUP_NO_SQARRAY | SETUP_SQE128,
		SETUP_SINGLE_ISSUER | SETUP_DEFER_TASKRUN, SETUP_SINGLE_ISSUER | SETUP_DEFER_TASKRUN | SETUP_NO_SQARRAY | SETUP_CQE32,
	};
	int fd;

	begin();
	fd = open("f", O_CREAT | O_RDWR, 0600);
	if (!set_up() || !has(IORING_OP_OPENAT2))
		skip("no io_uring here, or an early one");
	close(ring.fd);
	if (write(fd, "abcdef", 6) != 6)
		return 1;
	for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		try(flags[i], fd);
	end();
	return 0;
}
