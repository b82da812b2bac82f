/* SPDX-License-Identifier: BSD-2-Clause */
/* uring_waits.h - the requests of an io_uring that wait until a file is ready, by /proc/PID/fdinfo. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#define URING_OPCODES 256

struct uring_waits {
	unsigned of[URING_OPCODES];	/* how many, by opcode */
	unsigned n;			/* of all */
};

/*
 * false: the descriptor is no io_uring, or may not be looked at. The kernel lists no timeouts, and no requests that one of its threads carries
 * out; and none at all while a thread of the process submits some.
 */
bool uring_waits__read(struct uring_waits *w, pid_t tgid, int fd);
