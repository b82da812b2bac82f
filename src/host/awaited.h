/* SPDX-License-Identifier: BSD-2-Clause */
/* awaited.h - which processes could end a wait: those at the other end of a pipe, and those that hold a lock. From /proc, as far as the user may see. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define AWAITED_MAX 16

struct awaited {
	unsigned n;
	struct { pid_t pid; char comm[16]; } who[AWAITED_MAX];
};

/* false: the descriptor is no pipe. `what`: text to put before the processes; there may be none. */
bool awaited__by_fd(struct awaited *a, pid_t tgid, int fd, char *what, size_t size);
/* false: the process waits for no lock of a file. */
bool awaited__by_lock(struct awaited *a, pid_t tgid, char *what, size_t size);
