/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fold.h - private to --fold: lines that are held back, because what follows may be the same again.
 *
 * fold.c decides which calls become one line and in which order lines come; fold_line.c makes lines, compares and adds them.
 */
#pragma once

#include "lines.h"
#include "tracker/wait_split.h"

#define FOLD_PERIOD 8		/* calls of a pattern, at most */
#define FOLD_ARGS 8		/* arguments of a call whose places are noted */

/* A value that is nothing but a number. */
struct fold_number {
	bool is;
	int64_t first, last, step;	/* step: from call to call; 0: it is the same in all of them */
};

/* The place of an argument in the line, and what about it may differ. */
struct fold_arg {
	uint32_t at, end;	/* offsets of its value in the text */
	bool may, differs;	/* the value may differ from call to call; it does */
	struct fold_number n;	/* of one that may not */
};

/* Where the time of those calls went of which that is known. */
struct fold_wait {
	struct wait_split split;	/* of all of them; of the longest block: the function and the waker */
	char where[128], waker[COMM_LEN];	/* of `split` */
	uint64_t calls, dur;		/* ns */
};

/* A line, or a call that may become part of one. The text begins after the times. */
struct fold_line {
	struct fold_line *before, *after;	/* in the order of output */
	struct event e;
	char comm[THREAD_COMM];		/* of `e` */
	char *text;			/* owned */
	uint32_t len, hidden, args;	/* bytes; those that take no column; where lines that are too wide continue */
	bool is_call;			/* done and whole: it may be folded */
	bool ready;			/* nothing can be added any more */
	/* Of a call */
	uint32_t result, stack;		/* offsets in the text where these begin */
	uint32_t hidden_args;		/* of `hidden`, those before the result */
	struct fold_arg arg[FOLD_ARGS];
	unsigned nargs;
	bool counts_bytes;		/* the result is a number of bytes, and not 0 */
	struct fold_number n;		/* of another result */
	bool moves_on;			/* it has a position in the file, */
	uint64_t at, next;		/* the first one, and the one after this call's bytes */
	uint8_t at_arg;			/* whose argument is this one */
	/* What was added */
	uint64_t calls;			/* with this one */
	uint64_t least, most, sum;	/* ns: durations */
	uint64_t bytes, fewest_bytes, most_bytes;
	uint64_t last_at;		/* the last position */
	struct fold_wait *wait;		/* owned; NULL: nothing is known */
	uint64_t ended;			/* ns: when the last call returned */
	uint8_t part, parts;		/* of a pattern: this is call `part` of `parts` */
};

/* Makes lines in memory. */
struct fold_maker {
	struct lines lines;		/* without a file */
	struct { uint32_t from, at; } args[FOLD_ARGS];	/* of the current call: an argument, and its value */
	unsigned nargs;			/* may be more than there are places for */
};

void fold_maker__init(struct fold_maker *m, const struct options *opt);
/* Lines of events. NULL: no memory. */
struct fold_line *fold_line__call(struct fold_maker *m, const struct event *e, const struct call *c, enum call_state st);
/* What lines__signal() and its like have made in m->lines; NULL too if they made nothing. */
struct fold_line *fold_line__made(struct fold_maker *m, const struct event *e);
/*
 * Does `next` differ from `l` in nothing but times, the bytes that were moved, a position that moves on with them, and numbers? Those by their
 * step if `l` has one; if it is of one call, by any.
 */
bool fold_line__same(const struct fold_line *l, const struct fold_line *next);
/* Of two calls that are the same: does a number differ? */
bool fold_line__steps(const struct fold_line *l, const struct fold_line *next);
/* Of three calls that are the same: do their numbers differ by the same steps? */
bool fold_line__is_steady(const struct fold_line *a, const struct fold_line *b, const struct fold_line *c);
/* Adds a call that is the same. */
void fold_line__add(struct fold_line *l, struct fold_line *next);
void fold_line__put(struct out *o, const struct fold_line *l);
void fold_line__free(struct fold_line *l);
