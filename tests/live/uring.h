/* SPDX-License-Identifier: BSD-2-Clause */
/* uring.h - a ring for tests, and one request at a time. */
#pragma once

#include <linux/io_uring.h>

#include "live.h"

/* Of kernels later than the headers */
#define SETUP_SQE128 (1u << 10)
#define SETUP_CQE32 (1u << 11)
#define SETUP_SINGLE_ISSUER (1u << 12)
#define SETUP_DEFER_TASKRUN (1u << 13)
#define SETUP_NO_SQARRAY (1u << 16)

static struct {
	int fd;
	struct io_uring_params p;
	char *sq, *cq;
	struct io_uring_sqe *sqes;
	unsigned flags;		/* of the last completion */
	uint8_t known[256];	/* operations that the kernel has */
} ring;

static inline void find_ops(void)
{
	struct { struct io_uring_probe p; struct io_uring_probe_op ops[256]; } probe = { 0 };

	if (syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_PROBE, &probe, 256))
		return;
	for (unsigned i = 0; i < probe.p.ops_len; i++)
		ring.known[i] = probe.p.ops[i].flags & IO_URING_OP_SUPPORTED;
}

/* The position of an element of a queue, whose elements are twice as large if the ring has this flag. */
static inline unsigned doubled(unsigned at, unsigned flag)
{
	return ring.p.flags & flag ? at * 2 : at;
}

static inline bool set_up_with(unsigned flags)
{
	ring.p.flags = flags;
	ring.fd = syscall(SYS_io_uring_setup, 8, &ring.p);
	if (ring.fd < 0)
		return false;
	ring.sq = mmap(NULL, ring.p.sq_off.array + 8 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_SQ_RING);
	ring.cq = mmap(NULL, ring.p.cq_off.cqes + doubled(16, SETUP_CQE32) * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_CQ_RING);
	ring.sqes = mmap(NULL, doubled(8, SETUP_SQE128) * sizeof(*ring.sqes), PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_SQES);
	find_ops();
	return ring.sq != MAP_FAILED && ring.cq != MAP_FAILED && ring.sqes != MAP_FAILED;
}

static inline bool set_up(void)
{
	return set_up_with(0);
}

/* Adds a request to the submission queue. */
static inline void add(struct io_uring_sqe sqe)
{
	unsigned *tail = (unsigned *)(ring.sq + ring.p.sq_off.tail);
	unsigned at = *tail & (ring.p.sq_entries - 1);

	ring.sqes[doubled(at, SETUP_SQE128)] = sqe;
	if (!(ring.p.flags & SETUP_NO_SQARRAY))
		((unsigned *)(ring.sq + ring.p.sq_off.array))[at] = at;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
}

/* Submits n requests, and waits for as many completions. */
static inline void submit(unsigned n)
{
	if (syscall(SYS_io_uring_enter, ring.fd, n, n, IORING_ENTER_GETEVENTS, NULL, 0) != (int)n)
		exit(1);
}

/* The result of the next completion. */
static inline int completion(void)
{
	unsigned *head = (unsigned *)(ring.cq + ring.p.cq_off.head);
	const struct io_uring_cqe *cqe = (struct io_uring_cqe *)(ring.cq + ring.p.cq_off.cqes) + doubled(*head & (ring.p.cq_entries - 1), SETUP_CQE32);
	int res = cqe->res;

	ring.flags = cqe->flags;
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return res;
}

/* The result of the request. */
static inline int request(struct io_uring_sqe sqe)
{
	add(sqe);
	submit(1);
	return completion();
}

static inline bool has(unsigned op)
{
	return ring.known[op];
}
