// SPDX-License-Identifier: BSD-2-Clause
/* awaited.c - locks of files, by /proc/locks and the lines of locks in /proc/PID/fdinfo. */
#define _GNU_SOURCE
#include "awaited.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "lib/small_file.h"

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

/* -- Locks of open files ------------------------------------------------------------------------------------------------ */

/* Does anybody wait for such a lock of that file? */
static bool has_waiter(const char *file)
{
	FILE *f = fopen("/proc/locks", "re");
	char line[256], kind[16], of[64];
	bool found = false;
	int pid;

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%*d: -> %15s %*s %*s %d %63s", kind, &pid, of) == 3 && pid == OF_OPEN_FILE && !strcmp(of, file);
	if (f)
		fclose(f);
	return found;
}

struct holders {
	struct awaited *a;
	const char *file;	/* as /proc/locks has it */
	pid_t tgid;
	struct stat st;
};

static int holds(void *ctx, int fd)
{
	struct holders *h = ctx;
	char path[64], text[4096], file[64];
	struct statx st;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", h->tgid, fd);
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, &st) || st.stx_ino != h->st.st_ino)
		return 0;
	if (small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", h->tgid, fd) <= 0)
		return 0;
	for (const char *at = strstr(text, "\nlock:"); at; at = strstr(at + 1, "\nlock:"))
		if (sscanf(at, "\nlock: %*d: OFDLCK %*s %*s %*d %63s", file) == 1 && !strcmp(file, h->file)) {
			awaited__add(h->a, h->tgid);
			break;
		}
	return 0;
}

static int look_at_process(void *ctx, int tgid)
{
	struct holders *h = ctx;

	h->tgid = tgid;
	small_file__numbers(holds, h, "/proc/%d/fd", tgid);
	return 0;
}

bool awaited__by_open_file_lock(struct awaited *a, pid_t tgid, int fd)
{
	struct holders h = { .a = a };
	char path[64], file[64];

	a->n = 0;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tgid, fd);
	if (stat(path, &h.st) || !S_ISREG(h.st.st_mode))
		return false;
	snprintf(file, sizeof(file), "%02x:%02x:%lu", major(h.st.st_dev), minor(h.st.st_dev), (unsigned long)h.st.st_ino);
	if (!has_waiter(file))
		return false;
	h.file = file;
	small_file__numbers(look_at_process, &h, "/proc");
	return true;
}
