/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_fixture.h - a view that writes to memory, and short forms for its events.
 *
 * The first record of the trace was at 1 s of the monotonic clock, when it was 2025-11-21 08:00:00.123456789 UTC.
 */
#pragma once

#include "call_builder.h"
#include "views/views.h"

#define START_MONO 1000000000ull
#define START_REAL 1763712000123456789ull

static struct options opt;
static struct view *view;

/* 280 us after the start, 5 us long, thread 812 of ls. */
static const struct event plain = {
	.ts = START_MONO + 280000, .dur = 5000, .has_dur = true, .chosen = true, .tid = 812, .tgid = 810, .cpu = 3, .comm = "ls",
	.native = ABI_X86_64,
};

static inline void open_view(const struct view_ops *ops)
{
	opt.in = IN_REPLAY;
	opt.w = (struct writer_options){ .comm = true, .duration = true, .string_limit = 64 };
	view = ops->open(&(struct view_setup){ .opt = &opt, .standard = -1 });
	assert_non_null(view);
	if (ops->begin)
		ops->begin(view, &(struct view_begin){ START_MONO, START_REAL, &names });
}

static inline struct out *view_out(void)
{
	return &((struct file_view *)view)->out;
}

/* The output since the last call, as a string. */
static inline const char *taken(void)
{
	struct out *o = view_out();

	out__put(o, "", 1);
	o->p = o->buf;
	o->line = 0;
	return o->buf;
}

static inline const char *ended(const struct totals *t)
{
	view->ops->end(view, t);
	return taken();
}

static inline int close_view(void **state_)
{
	(void)state_;
	view->ops->close(view);
	view = NULL;
	return 0;
}

/* The call in `record`, in that state. */
static inline void call_of(const struct event *e, enum call_state st)
{
	record.call.rec.type = st == CALL_DONE || st == CALL_RESUMED ? REC_CALL : REC_PENDING;
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	view->ops->call(view, e, &call, st);
}

static inline void exit_of(const struct event *e, unsigned code)
{
	view->ops->exit(view, e, code);
}
