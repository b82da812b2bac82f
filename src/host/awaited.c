// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - reads /proc/locks, and the words of futexes. */
#define _GNU_SOURCE
#include "awaited.h"

#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lib/small_file.h"

static void add(struct awaited *a, pid_t pid)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->who[i].pid == pid)
			return;
	if (a->n == AWAITED_MAX)
		return;
	a->who[a->n].pid = pid;
	if (!small_file__line(a->who[a->n].comm, sizeof(a->who[0].comm), "/proc/%d/comm", pid))
		a->n++;
}

/* `1: FLOCK  ADVISORY  WRITE 123 fe:01:812 0 EOF`, then `1: -> FLOCK …` for each that waits for it. */
bool awaited__by_lock(struct awaited *a, pid_t tgid)
{
	FILE *f = fopen("/proc/locks", "re");
	int holder = 0, waiter;
	char line[256];
	bool waits = false;

	a->n = 0;
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*d: -> %*s %*s %*s %d", &waiter) == 1) {
			if (waiter != tgid)
				continue;
			waits = true;
			if (holder > 0)
				add(a, holder);
		} else if (sscanf(line, "%*d: %*s %*s %*s %d", &holder) != 1) {
			holder = 0;
		}
	}
	if (f)
		fclose(f);
	return waits;
}

/* Has a lock that /proc/locks says to be the process's? Or, with `held`: adds those that wait for locks of that file and kind. */
static bool look_at_locks(pid_t tgid, struct held_lock *held)
{
	FILE *f = fopen("/proc/locks", "re");
	char line[256], kind[16], file[64];
	bool found = false, same = false;
	int pid;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*d: -> %*s %*s %*s %d", &pid) == 1) {
			if (same && held)
				add(&held->waiters, pid);
			continue;
		}
		same = sscanf(line, "%*d: %15s %*s %*s %d %63s", kind, &pid, file) == 3 && pid == tgid &&
		       (!held || (!strcmp(kind, held->kind) && !strcmp(file, held->file)));
		found |= same;
	}
	if (f)
		fclose(f);
	return found;
}

struct holding {
	struct held_lock *held;
	unsigned n;
	pid_t tgid;
};

/* The lines of locks in fdinfo are those of /proc/locks, after `lock:`. */
static int look_at_fd(void *ctx, int fd)
{
	struct holding *h = ctx;
	struct held_lock *l = &h->held[h->n];
	char text[4096];
	const char *at = small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", h->tgid, fd) > 0 ? strstr(text, "\nlock:") : NULL;

	if (!at || sscanf(at, "\nlock: %*d: %15s %*s %15s %*d %63s", l->kind, l->mode, l->file) != 3)
		return 0;
	l->fd = fd;
	l->waiters.n = 0;
	if (small_file__link(l->link, sizeof(l->link), "/proc/%d/fd/%d", h->tgid, fd) <= 0)
		l->link[0] = '\0';
	look_at_locks(h->tgid, l);
	return ++h->n == HELD_MAX;
}

unsigned awaited__held(struct held_lock held[HELD_MAX], pid_t tgid)
{
	struct holding h = { .held = held, .tgid = tgid };

	if (look_at_locks(tgid, NULL))
		small_file__numbers(look_at_fd, &h, "/proc/%d/fd", tgid);
	return h.n;
}

/* Does the process number threads as this one's /proc does? */
static bool has_our_numbers(pid_t tgid)
{
	char status[4096];
	const char *at = small_file__read(status, sizeof(status), "/proc/%d/status", tgid) > 0 ? strstr(status, "\nNSpid:\t") : NULL;
	int id = 0, end = 0;

	return at && sscanf(at, "\nNSpid: %d%n", &id, &end) == 1 && id == tgid && at[end] == '\n';
}

bool awaited__by_futex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr)
{
	uint32_t word = 0;
	struct iovec here = { &word, sizeof(word) }, there = { (void *)(uintptr_t)addr, sizeof(word) };
	pid_t owner;

	a->n = 0;
	if (!has_our_numbers(tgid) || process_vm_readv(tgid, &here, 1, &there, 1, 0) != sizeof(word))
		return false;
	owner = (pid_t)(word & FUTEX_TID_MASK);
	if (!owner || owner == tid || (word & FUTEX_OWNER_DIED))
		return false;
	add(a, owner);
	return true;
}

/* What a mutex of glibc begins with in 64-bit programs (its pthread_mutex_t), whose first word is the futex. */
struct glibc_mutex {
	uint32_t lock;		/* 2: held, and waited for */
	uint32_t count;
	int32_t owner;		/* thread ID */
	uint32_t users;
	uint32_t kind;		/* low bits: enum of pthread_mutexattr_settype(3) */
};
#define GLIBC_WAITED_FOR 2
#define GLIBC_KINDS 3		/* the highest */

static bool is_thread_of(pid_t tgid, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d", tgid, tid);
	return tid > 0 && !access(path, F_OK);
}

/* 0: not known */
static pid_t owner_of(const struct glibc_mutex *m, ssize_t bytes, bool native)
{
	if (m->lock & FUTEX_WAITERS)
		return m->lock & FUTEX_OWNER_DIED ? 0 : (pid_t)(m->lock & FUTEX_TID_MASK);
	if (!native || bytes != sizeof(*m) || m->lock != GLIBC_WAITED_FOR || !m->users || m->kind > GLIBC_KINDS)
		return 0;
	return m->owner;
}

bool awaited__by_mutex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr, bool native)
{
	struct glibc_mutex m = { 0 };
	struct iovec here = { &m, sizeof(m) }, there = { (void *)(uintptr_t)addr, sizeof(m) };
	ssize_t n;
	pid_t owner;

	a->n = 0;
	if (!has_our_numbers(tgid))
		return false;
	n = process_vm_readv(tgid, &here, 1, &there, 1, 0);
	if (n < 0) {		/* at the end of a mapping */
		here.iov_len = there.iov_len = sizeof(m.lock);
		n = process_vm_readv(tgid, &here, 1, &there, 1, 0);
	}
	owner = n >= (ssize_t)sizeof(m.lock) ? owner_of(&m, n, native) : 0;
	if (owner == tid || !is_thread_of(tgid, owner))
		return false;
	add(a, owner);
	return a->n;
}
