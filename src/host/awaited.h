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

void awaited__add(struct awaited *a, pid_t pid);	/* once; unless there is no such process */

#define HELD_MAX 64

/* A lock of a file that a process holds. */
struct held_lock {
	int fd;
	char link[64];		/* the target of /proc/PID/fd/N, cut */
	char kind[16];		/* FLOCK, POSIX, OFDLCK, LEASE */
	char mode[16];		/* READ, WRITE */
	char file[64];		/* as /proc/locks has it: device and inode */
	struct awaited waiters;	/* processes that wait for it */
};

/* Fills up to HELD_MAX, and returns how many: 0 also if the process's descriptors may not be read. */
unsigned awaited__held(struct held_lock held[HELD_MAX], pid_t tgid);
/* false: the process waits for no lock of a file. There may be no holder that is known. */
bool awaited__by_lock(struct awaited *a, pid_t tgid);
/* A lock that a call has asked for: of an open file (flock(2)), or of a range of bytes (fcntl(2)). */
struct lock_request {
	pid_t tgid;
	int fd;
	const char *path;	/* of the file in this mount namespace, for when the process has ended; NULL: not known */
	bool ranges;		/* the latter: bytes `first` to `last` */
	bool write;		/* it allows no other lock */
	uint64_t first, last;	/* UINT64_MAX: up to the end */
};

/*
 * lock_holders.c: processes that have a lock at present because of which the request is not granted, as far as their descriptors may be read:
 * of locks of open files those that have it open. Nothing is known of files that the process has closed meanwhile. *a: as it was left by the last
 * such call, or n 0: these processes are looked at first, and if they have the lock no others are.
 * may_search: also in all other processes. true: they were searched.
 */
bool awaited__holders(struct awaited *a, const struct lock_request *l, bool may_search);
/*
 * A futex of FUTEX_LOCK_PI, whose word has the owner's thread ID by agreement with the kernel (futex(2)). false: that may not be read, is no
 * other thread, or is of another PID namespace.
 */
bool awaited__by_futex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr);
/* What a pthread_mutex_t of glibc is like in the process's ABI. */
enum mutex_layout { MUTEX_UNKNOWN, MUTEX_64, MUTEX_32 };

/*
 * A futex of FUTEX_WAIT: false unless it is that of a mutex which another thread of the process holds, or one of another process that has the
 * same shared memory mapped: its word has FUTEX_WAITERS and that thread's ID (musl, robust mutexes), or it begins a pthread_mutex_t of glibc
 * that says so.
 */
bool awaited__by_mutex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr, enum mutex_layout layout);
