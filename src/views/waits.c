// SPDX-License-Identifier: BSD-2-Clause
/*
 * waits.c - who waits for whom: blocked calls by their thread's name, the call, the kernel function, the waker's name and its call; as a table,
 * or with --dot as a graph whose edges lead from who waits to who is waited for.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "views.h"
#include "wait_groups.h"
#include "writers/text.h"

struct waits_view {
	struct file_view file;
	struct wait_groups groups;
};

static struct view *waits__open(const struct view_setup *u)
{
	struct file_view *f = file_view__new(sizeof(struct waits_view), &waits_view, u);

	return f ? &f->view : NULL;
}

static void waits__call(struct view *view, const struct event *e, const struct call *c, enum call_state st)
{
	struct waits_view *v = (struct waits_view *)view;

	if (!wait_groups__add(&v->groups, e, c, st))
		v->file.out.err = v->file.out.err ? v->file.out.err : -ENOMEM;
}

/* -- The end --------------------------------------------------------------------------------------------------------- */

static void put_padded(struct out *o, const char *text, size_t width)
{
	size_t from = out__line_len(o);

	put_escaped(o, text, strlen(text), ESCAPE_BACKSLASH);
	while (out__line_len(o) - from < width)
		out__lit(o, " ");
}

static void put_number(struct out *o, const char *text)
{
	for (size_t n = strlen(text); n < 12; n++)
		out__lit(o, " ");
	put_str(o, text);
}

static void put_row(struct out *o, const struct wait_group *g)
{
	char text[32];

	out__line_begin(o);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)g->calls);
	put_number(o, text);
	snprintf(text, sizeof(text), "%.3f", (double)g->total / 1e6);
	put_number(o, text);
	snprintf(text, sizeof(text), "%.3f", (double)g->max / 1e6);
	put_number(o, text);
	out__lit(o, "  ");
	put_padded(o, g->names[WAITER], 16);
	put_padded(o, g->names[WAITER_CALL], 17);
	put_padded(o, g->names[WHERE], 30);
	put_padded(o, g->names[WAKER], 16);
	put_padded(o, g->names[WAKER_CALL], 0);
	out__line_end(o);
}

static void put_line(struct out *o, const char *text)
{
	out__line_begin(o);
	put_str(o, text);
	out__line_end(o);
}

/* Quoted: a backslash before quotes and backslashes is all that DOT knows. */
static void put_node(struct out *o, const char *name)
{
	out__lit(o, "\"");
	put_escaped(o, name, strlen(name), ESCAPE_BACKSLASH | ESCAPE_QUOTE);
	out__lit(o, "\"");
}

static void put_edge(struct out *o, const struct wait_group *g)
{
	char text[64];

	out__line_begin(o);
	out__lit(o, "\t");
	put_node(o, g->names[WAITER]);
	out__lit(o, " -> ");
	put_node(o, g->names[WAKER]);
	out__lit(o, " [label=\"");
	put_escaped(o, g->names[WAITER_CALL], strlen(g->names[WAITER_CALL]), ESCAPE_BACKSLASH);
	out__lit(o, " \xe2\x86\x90 ");
	put_escaped(o, g->names[WAKER_CALL], strlen(g->names[WAKER_CALL]), ESCAPE_BACKSLASH);
	snprintf(text, sizeof(text), "\\n%llu, %.3f ms\"];", (unsigned long long)g->calls, (double)g->total / 1e6);
	put_str(o, text);
	out__line_end(o);
}

static void waits__end(struct view *view, const struct totals *t)
{
	struct waits_view *v = (struct waits_view *)view;
	struct wait_group **all = wait_groups__sorted(&v->groups);
	struct out *o = &v->file.out;
	bool dot = v->file.opt->wait.dot;

	(void)t;
	put_line(o, dot ? "digraph waits {" :
		 "       calls    total ms      max ms  waits           in call          blocked in                    woken by        in call");
	for (size_t i = 0; all && i < v->groups.table.n; i++) {
		if (dot)
			put_edge(o, all[i]);
		else
			put_row(o, all[i]);
	}
	if (dot)
		put_line(o, "}");
	free(all);
}

static void waits__close(struct view *view)
{
	struct waits_view *v = (struct waits_view *)view;

	wait_groups__free(&v->groups);
	file_view__close(view);
}

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

const struct view_ops waits_view = {
	.name = "waits", .help = "who waits for whom, and how long: trace waits",
	.no_stacks = true, .no_loss = true, .no_args = true, .at_end = true,
	.open = waits__open, .call = waits__call, .other = ignore, .end = waits__end, FILE_VIEW, .close = waits__close,
};
