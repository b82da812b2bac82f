// SPDX-License-Identifier: BSD-2-Clause
/* spool.c - adds up the files of the directory, but only when they may have reached the limit. */
#include "spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "config/options.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "lib/record.h"
#include "recording/record_types.h"

#define LEFT_FREE (1u << 20)		/* bytes of the disk: for the state with which files begin, and for their ends */
#define AGAIN_NS 200000000u		/* a full directory is looked at so often */

static bool is_waiting(const char *name, const char *part)
{
	const char *dot = strrchr(name, '.'), *slash = part ? strrchr(part, '/') : NULL;

	return dot && (!strcmp(dot, ".data") || !strcmp(dot, ".part")) && !(slash && !strcmp(name, slash + 1));
}

static uint64_t sum_up(const char *path, const char *part)
{
	DIR *dir = opendir(path);
	uint64_t sum = 0;
	struct dirent *d;
	struct stat st;

	while (dir && (d = readdir(dir)))
		if (is_waiting(d->d_name, part) && !fstatat(dirfd(dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW))
			sum += (uint64_t)st.st_size;
	if (dir)
		closedir(dir);
	return sum;
}

static uint64_t free_bytes(const char *dir)
{
	struct statvfs v;

	return statvfs(dir, &v) ? UINT64_MAX : (uint64_t)v.f_bavail * v.f_frsize;
}

int spool__begin(struct spool *s, const char *dir, uint64_t limit)
{
	uint64_t room = free_bytes(dir);

	*s = (struct spool){ .dir = dir, .limit = limit, .used = sum_up(dir, NULL) };
	if (!s->limit)
		s->limit = room == UINT64_MAX ? room : (room + s->used) / 2;
	if (s->limit < SPOOL_LEAST) {
		output_file__refuse(dir, "too little of the disk is free: recordings that wait may use half of it, which must be 4 MB; choose another directory with -o",
				    -ENOSPC);
		return -ENOSPC;
	}
	msg__info("recordings that wait in '%s' may have %.1f MB", dir, (double)s->limit / (1 << 20));
	return 0;
}

static bool fits(struct spool *s, const char *part, uint64_t current, size_t len)
{
	uint64_t limit = s->full ? s->limit - s->limit / 8 : s->limit;

	if (s->used + current + len > limit)
		s->used = sum_up(s->dir, part);
	return s->used + current + len <= limit && free_bytes(s->dir) >= len + LEFT_FREE;
}

bool spool__has_room(struct spool *s, const char *part, uint64_t current, size_t len)
{
	uint64_t now = s->full ? clock__ns(CLOCK_MONOTONIC) : 0;

	if (s->full && now - s->looked < AGAIN_NS)
		return false;
	if (fits(s, part, current, len)) {
		if (s->full)
			msg__info("'%s' has room again", s->dir);
		s->full = false;
		return true;
	}
	s->looked = clock__ns(CLOCK_MONOTONIC);
	s->full = true;
	return false;
}

void spool__completed(struct spool *s, uint64_t bytes)
{
	s->used += bytes;
}

/* -- What does not fit --------------------------------------------------------------------------------------------------- */

static void count(struct rec_loss *l, uint64_t n, uint64_t first, uint64_t last)
{
	if (!n)
		return;
	if (!l->count || first < l->first)
		l->first = first;
	if (last > l->last)
		l->last = last;
	l->count += n;
}

void spool__drop(struct spool *s, const uint8_t *records, size_t len)
{
	uint64_t before = s->loss.count;

	for (size_t at = 0; at < len; at += ((const struct rec *)(records + at))->len) {
		const struct rec *rec = (const struct rec *)(records + at);
		const struct rec_loss *loss = (const struct rec_loss *)rec;

		if (rec->type == REC_LOSS)
			count(&s->loss, loss->count, loss->first, loss->last);
		else if (record_types[rec->type].counts != COUNT_OTHER)
			count(&s->loss, 1, rec->ts, rec->ts);
	}
	s->lost += s->loss.count - before;
	if (!s->said && s->loss.count) {
		msg__warn("'%s' is full: what happens is lost until the server takes what is there", s->dir);
		s->said = true;
	}
}

bool spool__take_loss(struct spool *s, uint64_t ts, struct rec_loss *loss)
{
	if (!s->loss.count)
		return false;
	*loss = s->loss;
	loss->rec = record__head(REC_LOSS, sizeof(*loss), ts, 0, 0);
	loss->reason = LOSS_SPOOL;
	s->loss = (struct rec_loss){ 0 };
	return true;
}
