// SPDX-License-Identifier: BSD-2-Clause
/* awaited_futex.c - who holds futexes and mutexes, by what programs store in them. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "awaited.h"
#include "lib/small_file.h"
#include "proc_maps.h"
#include "process_state.h"

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
	if (!has_our_numbers(tgid) || process_vm_readv(tid, &here, 1, &there, 1, 0) != sizeof(word))
		return false;
	owner = (pid_t)(word & FUTEX_TID_MASK);
	if (!owner || owner == tid || (word & FUTEX_OWNER_DIED))
		return false;
	awaited__add(a, owner);
	return true;
}

/* -- Mutexes ----------------------------------------------------------------------------------------------------------- */

/* What a mutex of glibc begins with (pthread_mutex_t), whose first word is the futex. */
struct glibc_mutex {
	uint32_t lock;		/* 2: held, and waited for */
	uint32_t count;
	int32_t owner;		/* thread ID */
	uint32_t users_kind[2];	/* the number of users and the kind; in 32-bit ABIs the other way round */
};
#define GLIBC_WAITED_FOR 2
#define GLIBC_KINDS 3		/* the highest of pthread_mutexattr_settype(3), */
#define GLIBC_OTHER (0x80 | 0x300)	/* and flags beside it: shared by processes, lock elision */

static bool is_thread_of(pid_t tgid, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d", tgid, tid);
	return tid > 0 && !access(path, F_OK);
}

/* 0: not known */
static pid_t owner_of(const struct glibc_mutex *m, ssize_t bytes, enum mutex_layout layout)
{
	uint32_t users = m->users_kind[layout == MUTEX_32], kind = m->users_kind[layout != MUTEX_32];

	if (m->lock & FUTEX_WAITERS)
		return m->lock & FUTEX_OWNER_DIED ? 0 : (pid_t)(m->lock & FUTEX_TID_MASK);
	if (layout == MUTEX_UNKNOWN || bytes != sizeof(*m) || m->lock != GLIBC_WAITED_FOR || !users || (kind & ~GLIBC_OTHER) > GLIBC_KINDS)
		return 0;
	return m->owner;
}

/* A mapping of memory that processes share. */
struct shared_map {
	uint64_t addr;		/* the one that has this address; 0: any of this file that has the offset */
	struct proc_map map;
	uint64_t offset;	/* of the address in the file */
	bool found;
};

static int find_map(void *ctx, const struct proc_map *m)
{
	struct shared_map *s = ctx;

	if (s->addr) {
		s->found = s->addr >= m->start && s->addr < m->end;
		s->map = *m;
		s->offset = m->pgoff + s->addr - m->start;
		return s->found;
	}
	s->found = m->ino && m->ino == s->map.ino && m->maj == s->map.maj && m->min == s->map.min && m->flags & MAP_SHARED &&
		   s->offset >= m->pgoff && s->offset - m->pgoff < m->end - m->start;
	return s->found;
}

/* Has that thread's process the same shared memory at `addr` mapped? */
static bool shares_memory(pid_t tgid, pid_t tid, uint64_t addr)
{
	struct shared_map s = { .addr = addr };

	if (tid <= 0 || !has_our_numbers(tid))
		return false;
	proc_maps__each(process_state__thread(tgid), find_map, &s);
	if (!s.found || !s.map.ino || !(s.map.flags & MAP_SHARED))
		return false;
	s.addr = 0;
	s.found = false;
	proc_maps__each(tid, find_map, &s);
	return s.found;
}

bool awaited__by_mutex(struct awaited *a, pid_t tgid, pid_t tid, uint64_t addr, enum mutex_layout layout)
{
	struct glibc_mutex m = { 0 };
	struct iovec here = { &m, sizeof(m) }, there = { (void *)(uintptr_t)addr, sizeof(m) };
	ssize_t n;
	pid_t owner;

	a->n = 0;
	if (!has_our_numbers(tgid))
		return false;
	n = process_vm_readv(tid, &here, 1, &there, 1, 0);
	if (n < 0) {		/* at the end of a mapping */
		here.iov_len = there.iov_len = sizeof(m.lock);
		n = process_vm_readv(tid, &here, 1, &there, 1, 0);
	}
	owner = n >= (ssize_t)sizeof(m.lock) ? owner_of(&m, n, layout) : 0;
	if (owner == tid || (!is_thread_of(tgid, owner) && !shares_memory(tgid, owner, addr)))
		return false;
	awaited__add(a, owner);
	return a->n;
}
