/* SPDX-License-Identifier: BSD-2-Clause */
/* awaited.h - who holds what a process waits for: the lock of a file, by /proc/locks, or a futex that has an owner. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "peers.h"

#define AWAITED_MAX 16

struct awaited {
	unsigned n;
	struct peer_name who[AWAITED_MAX];
};

/* false: the process waits for no lock of a file. There may be no holder that is known. */
bool awaited__by_lock(struct awaited *a, pid_t tgid);
/*
 * A futex of FUTEX_LOCK_PI, whose word has the owner's thread ID by agreement with the kernel (futex(2)). false: that may not be read, is no
 * other thread, or is of another PID namespace.
 */
bool awaited__by_futex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr);
/*
 * A futex of FUTEX_WAIT: false unless it is that of a mutex which a thread of the same process holds: its word has FUTEX_WAITERS and that
 * thread's ID (musl, robust mutexes), or it begins a pthread_mutex_t of glibc that says so. native: the process's ABI is this machine's own.
 */
bool awaited__by_mutex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr, bool native);
