/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_lines.h - strace's lines: their columns, those that end later than they begin, and processes whose lines have ended.
 *
 * A line is made by begin() or begin_rest(), text in `o`, and end() or leave_open(). While one thread is traced, its lines are emitted
 * as they are made; if its call has not returned, the beginning is written, for whoever waits for it at a terminal, and the line goes on
 * if nothing else is shown before. Lines of several threads come in the order of time: strace_order.h.
 */
#pragma once

#include "lib/hash.h"
#include "strace_order.h"
#include "strace_output.h"

struct strace_lines {
	struct out *o;			/* where they are made */
	struct strace_output *output;	/* where they go then */
	struct strace_order order;	/* hold 0: lines are never held */
	bool tells;			/* messages say which threads begin */
	bool marks;			/* with more than one thread, lines begin with [pid N] */
	uint64_t not_before;		/* ns: the next line's time is not before that */
	/* Private */
	bool held;			/* the current line will be held: */
	struct held_line line;
	bool begun;			/* there was a line */
	struct hash threads;		/* that are traced now: of struct hash_node */
	struct hash open;		/* of struct open_line: one, or one in each file */
	size_t before;			/* bytes of the current line that were written before */
	struct hash left;		/* of struct left_process */
	struct hash numbers;		/* of struct last_call */
};

/* hold: ns for which lines of several threads are held; 0: they are not. `o` and `output` are set. */
void strace_lines__open(struct strace_lines *l, uint64_t hold);
void strace_lines__close(struct strace_lines *l);

/* Are lines held now? */
bool strace_lines__holds(const struct strace_lines *l);
/* at: ns, the line's time; nr: the call's number, -1: not a call, for which that of the thread's last one is shown */
void strace_lines__begin(struct strace_lines *l, const struct event *e, uint64_t at, int nr);
void strace_lines__begin_call(struct strace_lines *l, const struct event *e, int nr, const char *name);
/* The line is held. What follows may come to be on a line of its own. */
void strace_lines__divide(struct strace_lines *l);
/* What follows a beginning: on the same line, or on one that begins with the call's name. */
void strace_lines__begin_rest(struct strace_lines *l, const struct event *e, int nr, const char *name);
/* Aligns what follows, the result. */
void strace_lines__align(struct strace_lines *l);
void strace_lines__end(struct strace_lines *l, uint32_t tid);
/* Leaves the current line open: it is a beginning. */
void strace_lines__leave_open(struct strace_lines *l, uint32_t tid);

/* A thread is there when tracing begins; was created; and ended, at `ts`. */
void strace_lines__is_there(struct strace_lines *l, uint32_t tid);
void strace_lines__fork(struct strace_lines *l, const struct event *e);
void strace_lines__gone(struct strace_lines *l, const struct event *e, uint64_t ts);
/* A thread that is not its process's first one has executed a program, and goes on as that: its line, if it is open, ends. */
void strace_lines__execed(struct strace_lines *l, const struct event *e, uint64_t ts);
void strace_lines__left(struct strace_lines *l, const struct event *e);	/* -b: says so */
/* Time passes: now ns. */
void strace_lines__tick(struct strace_lines *l, uint64_t now, uint64_t told);
/* Tracing ends: emits and ends all lines. tells: says which threads go on. */
void strace_lines__detach(struct strace_lines *l, bool tells);
/* A message of strace's own goes to standard error, also with -o. */
void strace_lines__say(struct strace_lines *l, uint32_t tid, const char *what);

/* -b execve: leaves a process. false: it was left before. Its execve is to be shown yet: is_last() is true once. */
bool strace_lines__leave(struct strace_lines *l, uint32_t tgid);
bool strace_lines__is_left(const struct strace_lines *l, uint32_t tgid);
bool strace_lines__is_last(struct strace_lines *l, uint32_t tgid);
