// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - reads /proc/locks, and the links of all processes' descriptors. */
#include "awaited.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* -- Pipes ----------------------------------------------------------------------------------------------------------- */

struct pipe_search {
	struct awaited *to;
	char link[64];			/* pipe:[812] */
	pid_t of;			/* the process that waits, */
	int fd, mode;			/* … its descriptor, and how that was opened: O_ACCMODE */
	pid_t tgid;			/* that is looked at */
};

static int mode_of(pid_t tgid, int fd)
{
	char text[512];
	const char *p = small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", tgid, fd) > 0 ? strstr(text, "flags:") : NULL;

	return p ? (int)(strtoul(p + 6, NULL, 8) & O_ACCMODE) : -1;
}

static int look_at_fd(void *ctx, int fd)
{
	struct pipe_search *s = ctx;
	char link[64];
	int mode;

	if (small_file__link(link, sizeof(link), "/proc/%d/fd/%d", s->tgid, fd) <= 0 || strcmp(link, s->link) != 0)
		return 0;
	mode = mode_of(s->tgid, fd);
	if (mode >= 0 && (mode != s->mode || mode == O_RDWR) && !(s->tgid == s->of && fd == s->fd))
		add(s->to, s->tgid);
	return 0;
}

static int look_at_process(void *ctx, int tgid)
{
	struct pipe_search *s = ctx;

	s->tgid = tgid;
	small_file__numbers(look_at_fd, s, "/proc/%d/fd", tgid);
	return 0;
}

bool awaited__by_fd(struct awaited *a, pid_t tgid, int fd, char *what, size_t size)
{
	struct pipe_search s = { .to = a, .of = tgid, .fd = fd };

	a->n = 0;
	if (small_file__link(s.link, sizeof(s.link), "/proc/%d/fd/%d", tgid, fd) <= 0 || strncmp(s.link, "pipe:[", 6) != 0)
		return false;
	s.mode = mode_of(tgid, fd);
	if (s.mode < 0)
		return false;
	small_file__numbers(look_at_process, &s, "/proc");
	snprintf(what, size, "the %s end of %s is open in ", s.mode == O_RDONLY ? "writing" : "reading", s.link);
	return true;
}

/* -- Locks: `1: FLOCK  ADVISORY  WRITE 123 fe:01:812 0 EOF`, then `1: -> FLOCK …` for each that waits for it ----------- */

bool awaited__by_lock(struct awaited *a, pid_t tgid, char *what, size_t size)
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
	snprintf(what, size, "the lock that it waits for is held by ");
	return waits;
}
