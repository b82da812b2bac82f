// SPDX-License-Identifier: BSD-2-Clause
/*
 * waits.c - who waits for whom: blocked calls by their thread's name, the call, the kernel function, the waker's name and its call; as a table,
 * or with --dot as a graph whose edges lead from who waits to who is waited for. Of calls that block several times the whole time counts for
 * the longest block's function and waker.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "syscalltbl/syscalltbl.h"
#include "tracker/wait_split.h"
#include "views.h"
#include "writers/text.h"

enum { WAITER, WAITER_CALL, WHERE, WAKER, WAKER_CALL, NAMES };

#define NAME_ROOM 48		/* longer names are cut */

struct wait_group {
	struct hash_node node;
	char names[NAMES][NAME_ROOM];
	uint64_t calls, total, max;	/* ns */
};

struct waits_view {
	struct file_view file;
	struct hash groups;		/* by the hash of `names` */
};

static struct view *waits__open(const struct view_setup *u)
{
	struct file_view *f = file_view__new(sizeof(struct waits_view), &waits_view, u);

	return f ? &f->view : NULL;
}

static const char *waker_of(const struct wait_split *w)
{
	if (w->waker_tid)
		return w->waker_comm;
	return w->flags & WAIT_BY_IRQ ? "(interrupt)" : "?";
}

static const char *call_of_waker(const struct event *e, const struct wait_split *w)
{
	enum abi abi = w->waker_abi < ABI_COUNT ? (enum abi)w->waker_abi : e->native;
	const char *name = w->waker_tid && w->waker_nr != 0xffff ? syscalltbl__name(abi, w->waker_nr) : NULL;

	return name ? name : "-";
}

static struct wait_group *group_of(struct waits_view *v, char names[NAMES][NAME_ROOM])
{
	uint32_t key = hash__bytes(names, NAMES * NAME_ROOM, 0);
	struct wait_group *g = HASH_FIND(&v->groups, key, struct wait_group, x, !memcmp(x->names, names, sizeof(x->names)));

	if (g)
		return g;
	g = file_view__add(&v->file, &v->groups, sizeof(*g), key);
	if (g)
		memcpy(g->names, names, sizeof(g->names));
	return g;
}

static void waits__call(struct view *view, const struct event *e, const struct call *c, enum call_state st)
{
	struct waits_view *v = (struct waits_view *)view;
	const struct wait_split *w = e->wait;
	char names[NAMES][NAME_ROOM] = { 0 };
	const char *call = call__name(c);
	struct wait_group *g;

	if (!w || !w->has_times || !w->blocks || st == CALL_UNFINISHED)
		return;
	snprintf(names[WAITER], NAME_ROOM, "%s", e->comm ? e->comm : "?");
	snprintf(names[WAITER_CALL], NAME_ROOM, "%s", call ? call : "?");
	snprintf(names[WHERE], NAME_ROOM, "%s", w->where ? w->where : "?");
	snprintf(names[WAKER], NAME_ROOM, "%s", waker_of(w));
	snprintf(names[WAKER_CALL], NAME_ROOM, "%s", call_of_waker(e, w));
	g = group_of(v, names);
	if (!g)
		return;
	g->calls++;
	g->total += w->blocked;
	g->max = w->longest > g->max ? w->longest : g->max;
}

/* -- The end --------------------------------------------------------------------------------------------------------- */

static int longest_first(const void *a, const void *b)
{
	const struct wait_group *x = *(struct wait_group *const *)a, *y = *(struct wait_group *const *)b;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return memcmp(x->names, y->names, sizeof(x->names));
}

static struct wait_group **sorted(const struct waits_view *v)
{
	struct wait_group **all = malloc((v->groups.n + 1) * sizeof(*all));
	size_t n = 0;

	HASH_EACH(&v->groups, struct wait_group, g)
		if (all)
			all[n++] = g;
	if (all)
		qsort(all, n, sizeof(*all), longest_first);
	return all;
}

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
	struct wait_group **all = sorted(v);
	struct out *o = &v->file.out;
	bool dot = v->file.opt->wait.dot;

	(void)t;
	put_line(o, dot ? "digraph waits {" :
		 "       calls    total ms      max ms  waits           in call          blocked in                    woken by        in call");
	for (size_t i = 0; all && i < v->groups.n; i++) {
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

	hash__drop(&v->groups);
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
