/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lines.h - formats with one line per event.
 *
 * Beautifiers emit values through the format's verbs; the rest of a line is emitted by the functions here. A new format of lines is a
 * file that defines NAME_writer and, with LINES_VIEW, NAME_view; and a line in the list of views.h.
 */
#pragma once

#include "config/options.h"
#include "file_view.h"
#include "views.h"

struct writer {
	const struct verbs *verbs;
	void (*begin)(struct out *o, const struct writer_options *opt);		/* before the first line */
	/* A call: verbs of its arguments come before call_args_end(), those of its result after it. */
	/* abi: its name; foreign: not the machine's native ABI; name NULL: unknown call */
	void (*call_begin)(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			   const char *name, enum call_state st);
	void (*call_args_end)(struct out *o, enum call_state st);
	void (*stack)(struct out *o, const struct frame *frames, unsigned n);	/* the call stack; of events, too */
	void (*wait)(struct out *o, const struct event *e, const struct wait_split *w);	/* before it: where the time of the call went */
	void (*call_end)(struct out *o);
	/* Other events */
	void (*signal_begin)(struct out *o, const struct event *e, const char *name);	/* fields follow as a struct's */
	void (*signal_end)(struct out *o);
	void (*tracepoint_begin)(struct out *o, const struct event *e, const char *name);	/* SYSTEM:NAME; args follow as a call's */
	void (*tracepoint_end)(struct out *o);
	void (*exit)(struct out *o, const struct event *e, unsigned code);	/* wait(2) status */
	void (*loss)(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last, const char *reason);
	void (*pause)(struct out *o, const struct event *e, uint64_t dur);	/* ns */
	void (*total)(struct out *o, const struct totals *t);	/* the last line; text: only when something was lost */
};

struct lines {
	struct file_view file;
	const struct writer *w;
	struct show show;
};

struct view *lines__new(const struct view_ops *ops, const struct writer *w, const struct view_setup *u);

extern const struct writer text_writer;
/* Lines are as wide as the options, or the terminal, say. */
void lines__set_columns(struct file_view *f);
/* Calls the writer's begin(), with the clocks at the start. */
void lines__start_writer(struct file_view *f, const struct writer *w, const struct view_begin *b);

/* Functions for struct view_ops */
void lines__begin(struct view *v, const struct view_begin *b);
void lines__call(struct view *v, const struct event *e, const struct call *c, enum call_state st);
void lines__other(struct view *v, const struct event *e, const struct other_event *o);
void lines__signal(struct view *v, const struct event *e, const struct rec_signal *r);
void lines__exit(struct view *v, const struct event *e, unsigned code);
void lines__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason);
void lines__pause(struct view *v, const struct event *e, uint64_t dur);
void lines__end(struct view *v, const struct totals *t);

/* where: enum option_in, or-ed; text: for --help. */
#define LINES_VIEW(format, where, text) \
	static struct view *format##__open(const struct view_setup *u) { return lines__new(&format##_view, &format##_writer, u); } \
	const struct view_ops format##_view = { \
		.name = #format, .help = text, .in = where, .open = format##__open, .begin = lines__begin, \
		.call = lines__call, .other = lines__other, .signal = lines__signal, \
		.exit = lines__exit, .loss = lines__loss, .pause = lines__pause, .end = lines__end, FILE_VIEW, .close = file_view__close, \
	}
