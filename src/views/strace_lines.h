/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_lines.h - strace's lines that end later than they begin, and processes whose lines have ended.
 *
 * If nothing else is shown before a call returns, its line goes on then. Its beginning is written at once, for whoever waits for it at a
 * terminal.
 */
#pragma once

#include "lib/hash.h"
#include "strace_output.h"

struct strace_lines {
	struct out *o;			/* where they are made */
	struct strace_output *output;	/* where they go then */
	struct hash open;		/* of struct open_line: one, or one in each file */
	size_t before;			/* bytes of the current line that were written before */
	struct hash left;		/* of struct left_process */
	struct hash numbers;		/* of struct last_call */
};

void strace_lines__end(struct strace_lines *l, uint32_t tid);
/* Leaves the current line open. */
void strace_lines__leave_open(struct strace_lines *l, uint32_t tid);
/* Does the thread's line go on? Then what is written next belongs to it. */
bool strace_lines__go_on(struct strace_lines *l, uint32_t tid);
/* Another line begins: ends those that are open. */
void strace_lines__interrupt(struct strace_lines *l, uint32_t tid);
/* Tracing ends: ends all lines. */
void strace_lines__detach(struct strace_lines *l);
void strace_lines__close(struct strace_lines *l);

/* -n: notes the number of a thread's call; that of its last one, -1: none. */
void strace_lines__set_number(struct strace_lines *l, uint32_t tid, int nr);
int strace_lines__number(const struct strace_lines *l, uint32_t tid);

/* -b execve: leaves a process. false: it was left before. Its execve is to be shown yet: is_last() is true once. */
bool strace_lines__leave(struct strace_lines *l, uint32_t tgid);
bool strace_lines__is_left(const struct strace_lines *l, uint32_t tgid);
bool strace_lines__is_last(struct strace_lines *l, uint32_t tgid);
