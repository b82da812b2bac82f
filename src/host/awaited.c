// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - reads /proc/locks. */
#include "awaited.h"

#include <stdio.h>

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
