/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_ends.h - ends of processes: under ptrace(2) the first thread's is the last one, also if it has ended before others. So it is kept until
 * these have ended.
 */
#pragma once

#include "lib/hash.h"
#include "lib/out.h"
#include "session/view.h"

struct kept_end {
	struct hash_node node;		/* by tgid */
	unsigned others;		/* threads beside the first one */
	bool ended;			/* the first one has: */
	struct event e;			/* e.frames: NULL; e.comm: see below */
	unsigned code;
	char comm[THREAD_COMM];
};

/* Zeroed: none. */
struct strace_ends {
	struct hash processes;		/* of struct kept_end: with more threads than one */
	struct hash members;		/* their threads, except for the first ones */
};

void strace_ends__add(struct strace_ends *s, const struct event *e);	/* a thread of a process */
/* A thread has executed a program: the first one does not end any more, nor do the others. */
void strace_ends__forget(struct strace_ends *s, uint32_t tgid);
/* Is it the first thread of a process that others are left of? Then its end is kept. */
bool strace_ends__keep(struct strace_ends *s, const struct event *e, unsigned code);
/* Another thread has ended. If it was the last one: its process, to be shown if the first one has ended, and dropped. */
struct kept_end *strace_ends__gone(struct strace_ends *s, const struct event *e);
void strace_ends__drop(struct strace_ends *s, struct kept_end *k);
void strace_ends__free(struct strace_ends *s);
