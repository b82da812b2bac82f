/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * out.h - where text goes: a buffer in front of a file descriptor, or in memory only.
 *
 * Only complete lines are written to the descriptor: `line` is where the current line begins, and the bytes from there on stay
 * in the buffer when it is flushed or moves. After out__room() the buffer has at least OUT_MARGIN bytes free, so short pieces are
 * stored without a check (fmt.h). The first write error is kept in `err`, and all later output is discarded; the caller reports
 * the error once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "writer_options.h"

#define OUT_MARGIN 512		/* bytes that may be stored after one out__room(o, 0) */
#define OUT_PIECE 4096		/* most bytes that one out__room() may ask for */

#define THREAD_COMM 16		/* bytes of a thread's name with its NUL: TASK_COMM_LEN */

struct out {
	char *p;		/* next byte */
	char *limit;		/* end of buffer, less OUT_MARGIN */
	char *buf;
	size_t size;
	int fd;			/* -1: memory only, the buffer grows */
	int err;		/* first -errno of write(2), or -ENOMEM; 0: none */
	uint64_t written;	/* bytes handed to fd */
	/* NULL, or a count of signals: above 1 an interrupted write is given up (err is -EINTR), for the reader may never read */
	const volatile int *impatient;
	const volatile unsigned *columns;	/* NULL, or the width of a line; 0: no limit. May change at any time */
	struct writer_options opt;
	/* The writer's state for the current line */
	size_t line;		/* offset in buf of the line's first byte; kept true when the buffer is flushed or grows */
	unsigned depth;		/* nesting of compounds */
	bool first;		/* no element has been emitted in the current compound */
	uint64_t state[16];	/* whatever else a writer needs */
	/* Text of the last line's thread: most lines have the same thread as the line before */
	struct {
		uint32_t tid, tgid;
		char comm[THREAD_COMM];
		uint8_t len;	/* of `text`; 0: none is kept */
		char text[32];
	} thread;
};

int out__open(struct out *o, int fd, size_t size);	/* size: bytes of buffer; -ENOMEM */
void out__close(struct out *o);				/* frees; does not flush or close fd */
int out__flush(struct out *o);				/* all complete lines to fd; returns err */
/* Makes room for n bytes and the margin. May flush everything before the current line, or grow the buffer. */
void out__room_slow(struct out *o, size_t n);
void out__put_long(struct out *o, const char *s, size_t n);

static inline void out__room(struct out *o, size_t n)
{
	if (__builtin_expect((size_t)(o->limit - o->p) < n || o->p > o->limit, 0))
		out__room_slow(o, n);
}

/* memcpy() for text that is mostly short: two overlapping copies of a fixed size. */
static inline void out__copy(char *p, const char *s, size_t n)
{
	if (__builtin_constant_p(n) || n > 16) {
		memcpy(p, s, n);
	} else if (n >= 8) {
		memcpy(p, s, 8);
		memcpy(p + n - 8, s + n - 8, 8);
	} else if (n >= 4) {
		memcpy(p, s, 4);
		memcpy(p + n - 4, s + n - 4, 4);
	} else if (n) {
		p[0] = s[0];
		p[n / 2] = s[n / 2];
		p[n - 1] = s[n - 1];
	}
}

static inline void out__put(struct out *o, const void *s, size_t n)
{
	if (__builtin_expect(n > OUT_PIECE, 0)) {
		out__put_long(o, s, n);
		return;
	}
	out__room(o, n);
	out__copy(o->p, s, n);
	o->p += n;
}

#define out__lit(o, s) out__put(o, s, sizeof("" s) - 1)		/* s: a string literal */

/* A line begins here: everything before it is complete. */
static inline void out__line_begin(struct out *o)
{
	out__room(o, 0);
	o->line = (size_t)(o->p - o->buf);
}

/* Ends the current line. */
static inline void out__line_end(struct out *o)
{
	out__room(o, 0);
	*o->p++ = '\n';
	o->line = (size_t)(o->p - o->buf);
}

/* Bytes of the current line. */
static inline size_t out__line_len(const struct out *o)
{
	return (size_t)(o->p - o->buf) - o->line;
}
