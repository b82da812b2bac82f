// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - reads /proc/locks, and the words of futexes. */
#define _GNU_SOURCE
#include "awaited.h"

#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#include "lib/small_file.h"

static void add(struct awaited *a, pid_t pid)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->who[i].pid == pid)
			return;
	if (a->n == AWAITED_MAX)
		return;
	a->who[a->n].pid = pid;
	if (small_file__line(a->who[a->n].comm, sizeof(a->who[0].comm), "/proc/%d/comm", pid))
		snprintf(a->who[a->n].comm, sizeof(a->who[0].comm), "?");
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
