// SPDX-License-Identifier: BSD-2-Clause
/*
 * report_json.c - the sums of a report as one JSON object. Times are ns since the start.
 *
 *	"tables"	calls, files, sockets: each group as an array: its name, then "columns"
 *	"errors"	[call, errno, calls, path]
 *	"slow"		[end, duration, thread, call, errno, args, result], as enum call_column; the slowest first
 *	"heat"		"cells": period, row, calls, and so on; a period has 2^"shift" ns, rows are halves of octaves from 128 ns on
 *	"threads"	"tally" as in tables; "busy": thousandths of each period, from "from" on
 *	"waits"		[waiter, call, function, waker, its call, calls, total, max] of wait_groups.h, the longest first
 *	"flame"		columns of the tree's nodes; a parent is 1 + its index, 0: the root
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "recording/file_header.h"
#include "report.h"
#include "views/summary_table.h"
#include "writers/json.h"
#include "writers/text.h"

#define GROUPS_SHOWN 5000	/* of each table, at most */

static const struct { const char *name; enum sum_column column; } columns[] = {
	{ "calls", SUM_CALLS }, { "errors", SUM_ERRORS }, { "total_ns", SUM_TOTAL }, { "min_ns", SUM_MIN }, { "avg_ns", SUM_AVG },
	{ "p50_ns", SUM_P50 }, { "p90_ns", SUM_P90 }, { "p99_ns", SUM_P99 }, { "max_ns", SUM_MAX }, { "bytes", SUM_BYTES },
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

/* A string of a traced program, escaped as in lines. */
static void put_text(struct report *r, struct out *o, const char *s, size_t len)
{
	struct out *t = &r->text;

	t->p = t->buf;
	out__line_begin(t);
	escape__text(t, s, len, ESCAPE_BACKSLASH);
	json__text(o, t->buf, (size_t)(t->p - t->buf), false);
}

static void put_member(struct report *r, struct out *o, const char *key, const char *s)
{
	json__key(o, key, strlen(key));
	if (s && *s)
		put_text(r, o, s, strlen(s));
	else
		json__literal(o, "null");
}

static void put_tally(struct out *o, const struct tally *t)
{
	for (unsigned i = 0; i < COLUMNS; i++)
		json__unumber(o, summary__value(t, t, columns[i].column));
}

/* -- Tables ------------------------------------------------------------------------------------------------------------ */

static int by_total(const struct call_group *a, const struct call_group *b, void *ctx)
{
	(void)ctx;
	return (a->tally.total < b->tally.total) - (a->tally.total > b->tally.total);
}

static void put_group(struct report *r, struct out *o, const struct call_groups *g, const struct call_group *n)
{
	struct out *t = &r->text;

	t->p = t->buf;
	out__line_begin(t);
	call_groups__put_name(g, t, n);
	json__push(o, true);
	json__text(o, t->buf, (size_t)(t->p - t->buf), false);
	put_tally(o, &n->tally);
	json__pop(o);
}

/* Calls without a file are in no row of such a table. */
static void put_groups(struct report *r, struct out *o, const char *name, const struct call_groups *g, bool named)
{
	struct call_group **list = group__below(&g->groups.root, by_total, NULL);
	unsigned shown = 0;

	json__key(o, name, strlen(name));
	json__push(o, true);
	for (unsigned i = 0; list && i < g->groups.root.nbelow && shown < GROUPS_SHOWN; i++)
		if (!named || list[i]->key.text) {
			put_group(r, o, g, list[i]);
			shown++;
		}
	json__pop(o);
	free(list);
}

static unsigned count_named(const struct call_groups *g)
{
	unsigned n = 0;

	for (const struct call_group *c = g->groups.root.first; c; c = c->next)
		n += c->key.text != NULL;
	return n;
}

static void put_tables(struct report *r, struct out *o)
{
	JSON_MEMBER(o, "columns", push, true);
	for (unsigned i = 0; i < COLUMNS; i++)
		json__str(o, columns[i].name);
	json__pop(o);
	JSON_MEMBER(o, "tables", push, false);
	put_groups(r, o, "calls", &r->calls, false);
	put_groups(r, o, "files", &r->files, true);
	put_groups(r, o, "sockets", &r->sockets, true);
	json__pop(o);
	JSON_MEMBER(o, "groups_shown", unumber, GROUPS_SHOWN);
	JSON_MEMBER(o, "files", unumber, count_named(&r->files));
}

static void put_errors_of(struct report *r, struct out *o, struct call_group *n, bool *seen)
{
	struct out *t = &r->text;

	group__sort_errors(n);
	for (unsigned i = 0; i < n->nerrors; i++) {
		const struct group_error *e = &n->errors[i];
		const char *path = group_error__path(e);

		t->p = t->buf;
		out__line_begin(t);
		call_groups__put_name(&r->calls, t, n);
		json__push(o, true);
		json__text(o, t->buf, (size_t)(t->p - t->buf), false);
		json__unumber(o, e->number);
		json__unumber(o, e->calls);
		if (path)
			put_text(r, o, path, strlen(path));
		else
			json__literal(o, "null");
		json__pop(o);
		if (e->number < 4096)
			seen[e->number] = true;
	}
}

static void put_errors(struct report *r, struct out *o)
{
	bool seen[4096] = {};

	JSON_MEMBER(o, "errors", push, true);
	for (struct call_group *n = r->calls.groups.root.first; n; n = n->next)
		put_errors_of(r, o, n, seen);
	json__pop(o);
	JSON_MEMBER(o, "errno", push, false);
	for (unsigned i = 0; i < 4096; i++) {
		const char *name = seen[i] ? errno__name_in(r->calls.native, (int)i) : NULL;
		char key[24];

		*fmt__u64(key, i) = '\0';
		if (!name)
			continue;
		json__key(o, key, strlen(key));
		json__str(o, name);
	}
	json__pop(o);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------- */

static int slower(const void *a, const void *b)
{
	const struct call_row *x = a, *y = b;

	return (x->dur < y->dur) - (x->dur > y->dur);
}

static void put_slow(struct report *r, struct out *o)
{
	qsort(r->slow, r->nslow, sizeof(r->slow[0]), slower);
	JSON_MEMBER(o, "slow", push, true);
	for (unsigned i = 0; i < r->nslow; i++) {
		const struct call_row *c = &r->slow[i];
		const uint64_t row[] = { c->end, c->dur, c->thread, c->call, c->err, c->args, c->result };

		json__push(o, true);
		for (unsigned k = 0; k < sizeof(row) / sizeof(row[0]); k++)
			json__unumber(o, row[k]);
		json__pop(o);
	}
	json__pop(o);
}

static void put_chunks(struct report *r, struct out *o)
{
	JSON_MEMBER(o, "chunks", push, true);
	for (uint32_t i = 0; i < r->columns.nchunks; i++) {
		json__push(o, true);
		json__unumber(o, r->columns.chunks[i].rows);
		json__unumber(o, r->columns.chunks[i].from);
		json__unumber(o, r->columns.chunks[i].to);
		json__pop(o);
	}
	json__pop(o);
	JSON_MEMBER(o, "chunk_rows", unumber, CHUNK_ROWS);
	JSON_MEMBER(o, "texts_per_block", unumber, TEXTS_PER_BLOCK);
	JSON_MEMBER(o, "names", push, true);
	for (uint32_t i = 0; i < r->ncall_names; i++)
		json__str(o, r->call_name[i] ? r->call_name[i] : "?");
	json__pop(o);
}

/* -- Pictures ---------------------------------------------------------------------------------------------------------- */

static void put_heat(struct report *r, struct out *o)
{
	JSON_MEMBER(o, "heat", push, false);
	JSON_MEMBER(o, "shift", unumber, r->heat.shift);
	JSON_MEMBER(o, "rows", unumber, HEAT_ROWS);
	JSON_MEMBER(o, "cells", push, true);
	for (unsigned i = 0; i < HEAT_PERIODS; i++)
		for (unsigned row = 0; row < HEAT_ROWS; row++)
			if (r->heat.n[i][row]) {
				json__unumber(o, i);
				json__unumber(o, row);
				json__unumber(o, r->heat.n[i][row]);
			}
	json__pop(o);
	json__pop(o);
}

static void put_flame(struct report *r, struct out *o)
{
	const struct stack_tree *t = &r->stacks;

	JSON_MEMBER(o, "flame", push, false);
	JSON_MEMBER(o, "cut", unumber, t->cut);
	JSON_MEMBER(o, "names", push, true);
	for (uint32_t i = 0; i < t->nnames; i++)
		put_text(r, o, t->names_by_id[i]->text, strlen(t->names_by_id[i]->text));
	json__pop(o);
#define NODES(key, value) \
	JSON_MEMBER(o, key, push, true); \
	for (uint32_t i = 0; i < t->n; i++) \
		json__unumber(o, value); \
	json__pop(o)
	NODES("parent", t->by_id[i]->parent);
	NODES("name", t->by_id[i]->name);
	NODES("ns", t->by_id[i]->ns);
	NODES("calls", t->by_id[i]->calls);
#undef NODES
	JSON_MEMBER(o, "is_call", push, true);
	for (uint32_t i = 0; i < t->nnames; i++)
		json__unumber(o, t->names_by_id[i]->is_call);
	json__pop(o);
	json__pop(o);
}

/* -- Threads ----------------------------------------------------------------------------------------------------------- */

static void put_activity(struct out *o, const struct activity *a)
{
	unsigned n = ACTIVITY_PERIODS;

	while (n && !a->busy[n - 1])
		n--;
	if (!n)
		return;
	JSON_MEMBER(o, "from", unumber, a->from);
	JSON_MEMBER(o, "shift", unumber, a->shift);
	JSON_MEMBER(o, "busy", push, true);
	for (unsigned i = 0; i < n; i++)
		json__unumber(o, a->busy[i] ? 1 + (a->busy[i] * 999 >> a->shift) : 0);
	json__pop(o);
}

static void put_status(struct out *o, const struct report_thread *t)
{
	struct out text;

	JSON_KEY(o, "status");
	if (!t->ended || out__open(&text, -1, 0)) {
		json__literal(o, "null");
		return;
	}
	text__put_end(&text, t->status);
	json__text(o, text.buf, (size_t)(text.p - text.buf), false);
	out__close(&text);
}

/* With the host before it, as in lines. */
static void put_comm(struct report *r, struct out *o, const struct report_thread *t)
{
	char text[96];

	if (t->host)
		snprintf(text, sizeof(text), "%s:%.16s", r->hosts[t->host - 1], t->comm);
	put_member(r, o, "comm", t->host ? text : t->comm);
}

static void put_threads(struct report *r, struct out *o)
{
	JSON_MEMBER(o, "threads", push, true);
	for (uint32_t i = 0; i < r->nthreads; i++) {
		const struct report_thread *t = r->threads[i];

		json__push(o, false);
		JSON_MEMBER(o, "tid", unumber, t->tid);
		JSON_MEMBER(o, "pid", unumber, t->tgid);
		JSON_MEMBER(o, "process", unumber, (uint64_t)t->host << 32 | t->tgid);
		put_comm(r, o, t);
		JSON_MEMBER(o, "first", unumber, t->first);
		JSON_MEMBER(o, "last", unumber, t->last);
		put_status(o, t);
		JSON_MEMBER(o, "tally", push, true);
		put_tally(o, &t->tally);
		json__pop(o);
		if (t->activity)
			put_activity(o, t->activity);
		json__pop(o);
	}
	json__pop(o);
	JSON_MEMBER(o, "parents", push, true);		/* process, its parent, and so on; the host is in the upper half of these numbers */
	HASH_EACH(&r->processes, const struct report_process, p) {
		json__unumber(o, p->key);
		json__unumber(o, p->parent);
	}
	json__pop(o);
}

/* -- The whole --------------------------------------------------------------------------------------------------------- */

static void put_waits(struct report *r, struct out *o)
{
	struct wait_group **all = wait_groups__sorted(&r->blocked);

	JSON_MEMBER(o, "wait_groups", unumber, r->blocked.table.n);
	JSON_MEMBER(o, "waits", push, true);
	for (unsigned i = 0; all && i < r->blocked.table.n && i < GROUPS_SHOWN; i++) {
		json__push(o, true);
		for (unsigned k = 0; k < WAIT_NAMES; k++)
			put_text(r, o, all[i]->names[k], strlen(all[i]->names[k]));
		json__unumber(o, all[i]->calls);
		json__unumber(o, all[i]->total);
		json__unumber(o, all[i]->max);
		json__pop(o);
	}
	json__pop(o);
	free(all);
}

static void put_origin(struct report *r, struct out *o)
{
	const struct origin *g = r->origin;

	put_member(r, o, "file", r->file.opt->nfiles ? r->file.opt->files[0] : NULL);
	put_member(r, o, "host", g ? g->host : NULL);
	put_member(r, o, "kernel", g ? g->kernel : NULL);
	put_member(r, o, "machine", g ? g->machine : NULL);
	put_member(r, o, "command", g ? g->command : NULL);
	JSON_MEMBER(o, "real_ns", digits, r->real);
	JSON_MEMBER(o, "span_ns", unumber, r->last);
}

void report_json__put(struct report *r, struct out *o)
{
	groups__sum(&r->calls.groups);
	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	json__push(o, false);
	put_origin(r, o);
	JSON_MEMBER(o, "calls", unumber, r->calls.groups.root.tally.calls);
	JSON_MEMBER(o, "failed", unumber, r->calls.groups.root.tally.errors);
	JSON_MEMBER(o, "lost", unumber, r->lost);
	JSON_MEMBER(o, "others", unumber, r->others);
	JSON_MEMBER(o, "rows", unumber, r->rows);
	JSON_MEMBER(o, "rows_left_out", unumber, r->rows_left_out);
	JSON_MEMBER(o, "texts_left_out", unumber, r->texts.left_out);
	put_tables(r, o);
	put_errors(r, o);
	put_chunks(r, o);
	put_slow(r, o);
	put_heat(r, o);
	put_threads(r, o);
	put_flame(r, o);
	put_waits(r, o);
	json__pop(o);
}
