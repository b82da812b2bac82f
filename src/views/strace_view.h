/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_view.h - what the parts of strace's lines share: strace.c calls and ends, strace_signals.c signals. */
#pragma once

#include <errno.h>

#include "call_summary.h"
#include "config/options.h"
#include "file_view.h"
#include "lib/hash.h"
#include "strace_ends.h"
#include "strace_lines.h"
#include "strace_output.h"

struct ignored_signal;

struct strace_view {
	struct file_view file;
	struct show show;
	struct strace_output output;
	struct call_summary summary;
	struct strace_lines lines;
	bool command_runs;	/* the command has executed its program */
	struct ignored_signal *ignored;	/* nignored of them, in the order in which they were sent */
	unsigned nignored;
	struct strace_ends ends;
	struct hash interrupted;	/* of struct interrupted: calls that the kernel restarts by restart_syscall */
};

static inline struct strace_view *strace_view__of(struct view *v)
{
	return (struct strace_view *)v;
}

static inline const struct strace_look *strace_view__look(const struct strace_view *v)
{
	return &v->file.out.opt.strace;
}

static inline bool strace_view__is_left(const struct strace_view *v, const struct event *e)
{
	return strace_lines__is_left(&v->lines, e->tgid);
}

/* Counts a call that has returned (-c, -C), or c is NULL. true: nothing else is to be done (-c). */
static inline bool strace_view__counts_only(struct strace_view *v, const struct event *e, const struct call *c)
{
	if (v->summary.by->kind == SUMMARY_NONE)
		return false;
	if (c && c->done && !call_summary__add(&v->summary, c, e->dur))
		v->file.out.err = -ENOMEM;
	return v->summary.by->kind == SUMMARY_ONLY;
}
