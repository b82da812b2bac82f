// SPDX-License-Identifier: BSD-2-Clause
/*
 * lock_holders.c - who has the lock of a file that another process asks for.
 *
 * /proc/locks has all locks, but names a process only for the one that took it, which may have ended since, and none for locks of open file
 * descriptions (F_OFD_SETLK). Who has a lock is therefore told by the lines of locks in /proc/PID/fdinfo, which are the same.
 */
#define _GNU_SOURCE
#include "awaited.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/small_file.h"
#include "process_state.h"

#define LOCKS_MAX 16		/* of a file, that are looked at */

/* A lock, as a line has it. */
struct lock {
	char kind[16], mode[16];
	int pid;		/* -1: a lock of an open file description */
	char file[64];		/* device and inode */
	uint64_t first, last;
};

struct search {
	struct awaited *to;
	struct lock locks[LOCKS_MAX];	/* because of which the request is not granted; n of them */
	unsigned n;
	struct lock own[LOCKS_MAX];	/* of the descriptor that asks; nown of them */
	unsigned nown;
	uint64_t ino;		/* of the file, as statx(2) has it */
	pid_t files;		/* whose descriptors are looked at */
	bool has;		/* the process has one of `locks` */
	unsigned found;		/* bits of `locks`: of which a process is known */
};

/* `1: FLOCK  ADVISORY  WRITE 123 fe:01:812 0 EOF`. Of one that waits an arrow follows the number, and false is returned. */
static bool parse(struct lock *l, const char *line)
{
	char last[24];

	if (sscanf(line, "%*d: %15s %*s %15s %d %63s %lu %23s", l->kind, l->mode, &l->pid, l->file, &l->first, last) != 6)
		return false;
	l->last = strcmp(last, "EOF") ? strtoull(last, NULL, 10) : UINT64_MAX;
	return strcmp(l->kind, "->") != 0;
}

static bool is_same(const struct lock *a, const struct lock *b)
{
	return !strcmp(a->kind, b->kind) && !strcmp(a->mode, b->mode) && a->pid == b->pid && !strcmp(a->file, b->file) && a->first == b->first &&
	       a->last == b->last;
}

static bool is_one_of(const struct lock *l, const struct lock *of, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (is_same(l, &of[i]))
			return true;
	return false;
}

static bool is_in_the_way(const struct lock *held, const struct lock_request *l)
{
	bool of_range = !strcmp(held->kind, "POSIX") || !strcmp(held->kind, "OFDLCK");

	if (l->ranges ? !of_range || held->last < l->first || held->first > l->last : strcmp(held->kind, "FLOCK") != 0)
		return false;
	return l->write || !strcmp(held->mode, "WRITE");
}

/* Calls fn for each line of a lock in /proc/PID/fdinfo/N, until it returns true. */
static bool each_lock_of_fd(struct search *s, pid_t tgid, int fd, bool (*fn)(struct search *s, const struct lock *l))
{
	char text[4096];
	struct lock l;

	if (small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", tgid, fd) <= 0)
		return false;
	for (const char *at = strstr(text, "\nlock:"); at; at = strstr(at + 1, "\nlock:"))
		if (parse(&l, at + strlen("\nlock:")) && fn(s, &l))
			return true;
	return false;
}

/* -- The file --------------------------------------------------------------------------------------------------------- */

/* The device of a mount: that of its file system, which stat(2) may not tell (btrfs, overlayfs). */
static bool device_of_mount(pid_t tgid, int mount, unsigned *major, unsigned *minor)
{
	char path[32], line[512];
	bool found = false;
	FILE *f;
	int id;

	snprintf(path, sizeof(path), "/proc/%d/mountinfo", tgid);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%d %*d %u:%u ", &id, major, minor) == 3 && id == mount;
	if (f)
		fclose(f);
	return found;
}

/* The file's name in lines of locks, and its inode for statx(2). */
static bool identify_fd(struct search *s, pid_t tgid, int fd, char file[64])
{
	char path[64], text[1024];
	const char *mount, *number;
	unsigned major, minor;
	struct statx st;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tgid, fd);
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, &st) || small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", tgid, fd) <= 0)
		return false;
	mount = strstr(text, "\nmnt_id:");
	number = strstr(text, "\nino:");		/* from Linux 5.14 on */
	major = st.stx_dev_major;
	minor = st.stx_dev_minor;
	if (mount)
		device_of_mount(tgid, atoi(mount + strlen("\nmnt_id:")), &major, &minor);
	s->ino = st.stx_ino;
	snprintf(file, 64, "%02x:%02x:%llu", major, minor, number ? strtoull(number + strlen("\nino:"), NULL, 10) : (unsigned long long)st.stx_ino);
	return true;
}

/* By its path only as far as that is in the dentry cache, from Linux 5.12 on: a file server may not answer. */
static bool identify(struct search *s, const struct lock_request *l, char file[64])
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_CACHED };
	bool known = identify_fd(s, process_state__thread(l->tgid), l->fd, file);
	int fd;

	if (known || !l->path)
		return known;
	fd = (int)syscall(SYS_openat2, AT_FDCWD, l->path, &how, sizeof(how));
	if (fd < 0)
		return false;
	known = identify_fd(s, getpid(), fd, file);
	close(fd);
	return known;
}

static bool keep_own(struct search *s, const struct lock *l)
{
	s->own[s->nown++] = *l;
	return s->nown == LOCKS_MAX;
}

/* The locks of the file because of which the request is not granted. */
static void find_locks(struct search *s, const struct lock_request *l)
{
	char line[256], file[64];
	struct lock held;
	FILE *f;

	if (!identify(s, l, file))
		return;
	each_lock_of_fd(s, process_state__thread(l->tgid), l->fd, keep_own);
	f = fopen("/proc/locks", "re");
	while (f && s->n < LOCKS_MAX && fgets(line, sizeof(line), f))
		if (parse(&held, line) && !strcmp(held.file, file) && is_in_the_way(&held, l) && !is_one_of(&held, s->own, s->nown))
			s->locks[s->n++] = held;
	if (f)
		fclose(f);
}

/* -- Who has them ----------------------------------------------------------------------------------------------------- */

static bool note_found(struct search *s, const struct lock *l)
{
	for (unsigned i = 0; i < s->n; i++)
		if (is_same(l, &s->locks[i])) {
			s->found |= 1u << i;
			s->has = true;
		}
	return false;
}

static bool all_are_found(const struct search *s)
{
	return s->found == (1u << s->n) - 1;
}

static int look_at_fd(void *ctx, int fd)
{
	struct search *s = ctx;
	struct statx st;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", s->files, fd);
	if (!statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, &st) && st.stx_ino == s->ino)
		each_lock_of_fd(s, s->files, fd, note_found);
	return 0;
}

static int look_at_process(void *ctx, int tgid)
{
	struct search *s = ctx;

	s->files = process_state__thread(tgid);
	s->has = false;
	small_file__numbers(look_at_fd, s, "/proc/%d/fd", s->files);
	if (s->has)
		awaited__add(s->to, tgid);
	return s->to->n == AWAITED_MAX;
}

bool awaited__holders(struct awaited *a, const struct lock_request *l, bool may_search)
{
	struct awaited before = *a;
	struct search s = { .to = a };

	a->n = 0;
	find_locks(&s, l);
	for (unsigned i = 0; i < s.n; i++)
		if (s.locks[i].pid > 0)
			look_at_process(&s, s.locks[i].pid);
	for (unsigned i = 0; i < before.n && !all_are_found(&s); i++)
		look_at_process(&s, before.who[i].pid);
	may_search &= !all_are_found(&s);
	if (may_search)
		small_file__numbers(look_at_process, &s, "/proc");
	return may_search;
}
