/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * out.c - owns the output buffer: when it is flushed, how it grows, and how write(2) is made to finish.
 *
 * Invariant: buf + line <= p <= limit + OUT_MARGIN, and size >= OUT_PIECE + OUT_MARGIN, so that after an error discarding the
 * content always makes room.
 */
#include "out.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "full_disk.h"

#define SIZE_MIN (OUT_PIECE + OUT_MARGIN)

int out__open(struct out *o, int fd, size_t size)
{
	*o = (struct out){ .fd = fd, .first = true };
	o->size = size < SIZE_MIN ? SIZE_MIN : size;
	o->buf = malloc(o->size);
	if (!o->buf)
		return -ENOMEM;
	o->p = o->buf;
	o->limit = o->buf + o->size - OUT_MARGIN;
	return 0;
}

void out__close(struct out *o)
{
	free(o->buf);
	o->buf = o->p = o->limit = NULL;
	o->size = o->line = 0;
}

static void discard(struct out *o)
{
	o->p = o->buf;
	o->line = 0;
}

static ssize_t interrupted(const struct out *o)
{
	return o->impatient && *o->impatient > 1 ? -EINTR : 0;
}

static ssize_t wait_writable(const struct out *o)
{
	struct pollfd pfd = { .fd = o->fd, .events = POLLOUT };

	if (poll(&pfd, 1, -1) >= 0)
		return 0;
	return errno == EINTR ? interrupted(o) : -errno;
}

/* One write(2): bytes taken, 0 to try again, or -errno. */
static ssize_t write_some(const struct out *o, const char *s, size_t n)
{
	ssize_t done = write(o->fd, s, n);

	if (done > 0)
		return done;
	if (done == 0)
		return -EIO;	/* retrying would never end */
	if (errno == EINTR)
		return interrupted(o);
	if (errno == EAGAIN || errno == EWOULDBLOCK)
		return wait_writable(o);
	return full_disk__waits(-errno) ? 0 : -errno;
}

static void write_all(struct out *o, const char *s, size_t n)
{
	while (n) {
		ssize_t done = write_some(o, s, n);

		if (done < 0) {
			o->err = (int)done;
			return;
		}
		o->written += (size_t)done;
		s += done;
		n -= (size_t)done;
	}
}

int out__flush(struct out *o)
{
	size_t rest = out__line_len(o);

	if (o->fd < 0)
		return o->err;
	if (!o->err)
		write_all(o, o->buf, o->line);
	if (o->err) {
		discard(o);
		return o->err;
	}
	memmove(o->buf, o->buf + o->line, rest);
	o->p = o->buf + rest;
	o->line = 0;
	return 0;
}

static bool fits(const struct out *o, size_t n)
{
	return o->p <= o->limit && (size_t)(o->limit - o->p) >= n;
}

static void grow(struct out *o, size_t n)
{
	size_t used = (size_t)(o->p - o->buf), need = used + n + OUT_MARGIN;
	size_t size = o->size * 2 < need ? need : o->size * 2;
	char *buf = realloc(o->buf, size);

	if (!buf) {
		o->err = -ENOMEM;
		discard(o);
		return;
	}
	o->buf = buf;
	o->size = size;
	o->p = buf + used;
	o->limit = buf + size - OUT_MARGIN;
}

void out__room_slow(struct out *o, size_t n)
{
	assert(n <= OUT_PIECE);
	if (o->err)
		discard(o);
	else if (o->line)
		out__flush(o);
	if (!fits(o, n))
		grow(o, n);
}

void out__put_long(struct out *o, const char *s, size_t n)
{
	while (n) {
		size_t piece = n < OUT_PIECE ? n : OUT_PIECE;

		out__put(o, s, piece);
		s += piece;
		n -= piece;
	}
}
