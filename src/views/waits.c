// SPDX-License-Identifier: BSD-2-Clause
/*
 * waits.c - who waits for whom: blocked calls by their thread's name, the call, the kernel function, the waker's name and its call; as a table,
 * as JSON or CSV, or with --dot as a graph whose edges lead from who waits to who is waited for.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "lib/fmt.h"
#include "summary_table.h"
#include "views.h"
#include "wait_groups.h"
#include "writers/json.h"
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

/* Of JSON and CSV: a name that is not known is left out. */
static const char *const keys[WAIT_NAMES] = {
	[WAITER] = "comm", [WAITER_CALL] = "syscall", [WHERE] = "in", [WAKER] = "waker", [WAKER_CALL] = "waker_syscall",
};

static const char *known(const struct wait_group *g, enum wait_name i)
{
	return strcmp(g->names[i], "?") && strcmp(g->names[i], "-") ? g->names[i] : "";
}

static void put_object(struct out *o, const struct wait_group *g)
{
	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	JSON_MEMBER(o, "type", str, "waits");
	for (unsigned i = 0; i < WAIT_NAMES; i++)
		if (known(g, i)[0]) {
			json__key(o, keys[i], strlen(keys[i]));
			json__text(o, g->names[i], strlen(g->names[i]), false);
		}
	JSON_MEMBER(o, "calls", unumber, g->calls);
	JSON_MEMBER(o, "total_ns", unumber, g->total);
	JSON_MEMBER(o, "max_ns", unumber, g->max);
	json__pop(o);
	out__line_end(o);
}

static void put_values(struct out *o, const struct wait_group *g)
{
	out__line_begin(o);
	for (unsigned i = 0; i < WAIT_NAMES; i++) {
		csv__put_quoted(o, known(g, i), strlen(known(g, i)));
		out__lit(o, ",");
	}
	FMT(o, fmt__u64, g->calls);
	out__lit(o, ",");
	FMT(o, fmt__u64, g->total);
	out__lit(o, ",");
	FMT(o, fmt__u64, g->max);
	out__line_end(o);
}

/* How the sums are shown. NULL: no line */
struct form {
	const char *first, *last;
	void (*put)(struct out *o, const struct wait_group *g);
};

static const struct form *form_of(const struct options *o)
{
	static const struct form table = {
		"       calls    total ms      max ms  waits           in call          blocked in                    woken by        in call", NULL, put_row,
	}, graph = { "digraph waits {", "}", put_edge }, json = { NULL, NULL, put_object },
	  csv = { "comm,syscall,in,waker,waker_syscall,calls,total_ns,max_ns", NULL, put_values };

	return o->wait.dot ? &graph : o->wait.json ? &json : o->wait.csv ? &csv : &table;
}

static void waits__end(struct view *view, const struct totals *t)
{
	struct waits_view *v = (struct waits_view *)view;
	struct wait_group **all = wait_groups__sorted(&v->groups);
	const struct form *form = form_of(v->file.opt);
	struct out *o = &v->file.out;

	(void)t;
	if (form->first)
		put_line(o, form->first);
	for (size_t i = 0; all && i < v->groups.table.n; i++)
		form->put(o, all[i]);
	if (form->last)
		put_line(o, form->last);
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
