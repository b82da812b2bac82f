/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_order.h - brings the lines of several threads into the order of time, with each call's beginning where the call began.
 *
 * The view is told of a call when it has returned, and of one that waits for long, when it has waited for a while. So lines are held for
 * that while, or until the source says that it has told of all others, in two parts each; what comes later still is emitted at once.
 */
#pragma once

#include "lib/out.h"
#include "lib/time_heap.h"
#include "session/view.h"

enum held_kind {
	HELD_LINE,	/* a whole line */
	HELD_CALL,	/* likewise; it is emitted in two parts if others come between its beginning and its end: */
	HELD_BEGINNING,	/* of a call's line, */
	HELD_REST,	/* and what follows it */
	HELD_FORK,	/* a thread begins, and */
	HELD_GONE,	/* has ended: no text */
	HELD_EXECED,	/* goes on as its process's first thread: no text */
};

/* A line, or a part of one, without the columns before it. */
struct held_line {
	enum held_kind kind;
	struct event e;		/* e.comm, e.old_comm, e.frames: NULL */
	char comm[THREAD_COMM], old_comm[THREAD_COMM];	/* "": none */
	bool has_ip;
	uint64_t ip;		/* of the first frame */
	uint64_t at;		/* ns: the line's time */
	uint64_t until;		/* ns: HELD_CALL: its end */
	int nr;			/* the call's number; -1: not a call */
	size_t name_len;	/* calls: `text` begins with the name */
	size_t rest;		/* HELD_CALL, HELD_REST: where the rest begins */
	size_t pad_at;		/* where spaces align the result; 0: nowhere */
	size_t len;
	char *text;		/* owned; NULL: none */
};

struct strace_order {
	uint64_t hold;		/* ns */
	bool by_told;		/* the source says up to when all calls have been told of: strace_order__until() alone emits */
	void (*emit)(void *o, const struct held_line *line);
	void *o;		/* for emit() */
	/* Private */
	struct held_line *lines;	/* nlines of them, of which nunused are not used: */
	uint32_t *unused;
	struct due *heap;		/* of the others, the oldest first */
	uint32_t nlines, nunused, nheap;
	uint32_t serial;
	size_t bytes;			/* of their texts */
	uint64_t newest;		/* ns */
};

static inline bool strace_order__any(const struct strace_order *q)
{
	return q->nheap;
}

/*
 * Takes a part with its text, which is copied. ts: its place in the order, ns; equal ones stay as they come. false: no memory.
 */
bool strace_order__put(struct strace_order *q, uint64_t ts, const struct held_line *line);
/* Emits what is older than the newest part by the time for which lines are held. */
void strace_order__advance(struct strace_order *q);
/* Emits what is not newer than `ts`. */
void strace_order__until(struct strace_order *q, uint64_t ts);
void strace_order__free(struct strace_order *q);
