// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - locks of files, by /proc/locks and the lines of locks in /proc/PID/fdinfo. */
#include "awaited.h"

#include <stdio.h>
#include <string.h>

#include "lib/small_file.h"
#include "process_state.h"

void awaited__add(struct awaited *a, pid_t pid)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->who[i].pid == pid)
			return;
	if (a->n == AWAITED_MAX || pid <= 0)
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
				awaited__add(a, holder);
		} else if (sscanf(line, "%*d: %*s %*s %*s %d", &holder) != 1) {
			holder = 0;
		}
	}
	if (f)
		fclose(f);
	return waits;
}

#define OF_OPEN_FILE (-1)	/* in /proc/locks, instead of a process: locks of open files */

/* Has a lock that /proc/locks says to be the process's, or one of an open file? Or, with `held`: adds those that wait for locks of that file and kind. */
static bool look_at_locks(pid_t tgid, struct held_lock *held)
{
	FILE *f = fopen("/proc/locks", "re");
	char line[256], kind[16], file[64];
	bool found = false, same = false;
	int pid;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*d: -> %*s %*s %*s %d", &pid) == 1) {
			if (same && held)
				awaited__add(&held->waiters, pid);
			continue;
		}
		same = sscanf(line, "%*d: %15s %*s %*s %d %63s", kind, &pid, file) == 3 && (pid == tgid || pid == OF_OPEN_FILE) &&
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
	pid_t tgid, files;	/* the process, and the thread in whose directory its descriptors are */
};

/* The lines of locks in fdinfo are those of /proc/locks, after `lock:`. */
static int look_at_fd(void *ctx, int fd)
{
	struct holding *h = ctx;
	struct held_lock *l = &h->held[h->n];
	char text[4096];
	const char *at = small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", h->files, fd) > 0 ? strstr(text, "\nlock:") : NULL;

	if (!at || sscanf(at, "\nlock: %*d: %15s %*s %15s %*d %63s", l->kind, l->mode, l->file) != 3)
		return 0;
	l->fd = fd;
	l->waiters.n = 0;
	if (small_file__link(l->link, sizeof(l->link), "/proc/%d/fd/%d", h->files, fd) <= 0)
		l->link[0] = '\0';
	look_at_locks(h->tgid, l);
	return ++h->n == HELD_MAX;
}

unsigned awaited__held(struct held_lock held[HELD_MAX], pid_t tgid)
{
	struct holding h = { .held = held, .tgid = tgid, .files = process_state__thread(tgid) };

	if (look_at_locks(tgid, NULL))
		small_file__numbers(look_at_fd, &h, "/proc/%d/fd", h.files);
	return h.n;
}
