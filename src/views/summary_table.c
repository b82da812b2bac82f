// SPDX-License-Identifier: BSD-2-Clause
/*
 * summary_table.c - owns the layout of summaries as text: a line for each group, below that of the group above, then the sum. Columns are
 * as wide as their widest value; on a terminal that is too narrow for all of them, some are left out.
 */
#include "summary_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"
#include "writers/text.h"

#define NAME_ROOM 24		/* columns of longer names, for which others are left out */

/* -- Values and order -------------------------------------------------------------------------------------------------- */

static uint64_t share_of(uint64_t part, uint64_t all)
{
	return all ? (uint64_t)((double)part * 10000 / (double)all + 0.5) : 0;
}

uint64_t summary__value(const struct tally *t, const struct tally *all, enum sum_column column)
{
	switch (column) {
	case SUM_CALLS:		return t->calls;
	case SUM_ERRORS:	return t->errors;
	case SUM_TOTAL:		return t->total;
	case SUM_MIN:		return t->min;
	case SUM_AVG:		return tally__average(t);
	case SUM_P50:		return tally__percentile(t, 50);
	case SUM_P90:		return tally__percentile(t, 90);
	case SUM_P99:		return tally__percentile(t, 99);
	case SUM_MAX:		return t->max;
	case SUM_STDDEV:	return (uint64_t)(tally__stddev(t) + 0.5);
	case SUM_SHARE:		return share_of(t->total, all->total);
	case SUM_BYTES:		return t->bytes;
	default:		return 0;
	}
}

struct order {
	const struct call_groups *g;
	enum sum_column by;
	struct out names[2];		/* in memory */
};

static const char *name_in(struct order *o, unsigned i, const struct call_group *n)
{
	struct out *out = &o->names[i];

	out->p = out->buf;
	out->line = 0;
	call_groups__put_name(o->g, out, n);
	out__put(out, "", 1);
	return out->buf;
}

static int by_name(struct order *o, const struct call_group *a, const struct call_group *b)
{
	int d = strcmp(name_in(o, 0, a), name_in(o, 1, b));

	return d ? d : (a->key.number > b->key.number) - (a->key.number < b->key.number);
}

/* The largest first; names in their order, which equal ones have, too. */
static int compare(const struct call_group *a, const struct call_group *b, void *ctx)
{
	struct order *o = ctx;
	uint64_t x = 0, y = 0;

	if (o->by != SUM_NAME) {
		enum sum_column by = o->by == SUM_SHARE ? SUM_TOTAL : o->by;

		x = summary__value(&a->tally, &a->tally, by);
		y = summary__value(&b->tally, &b->tally, by);
	}
	return x != y ? (x < y ? 1 : -1) : by_name(o, a, b);
}

struct call_group **summary__sorted(const struct summary_config *c, const struct call_groups *g, const struct call_group *of)
{
	struct order order = { .g = g, .by = c->sort };
	struct call_group **list = NULL;

	if (!out__open(&order.names[0], -1, 4096) && !out__open(&order.names[1], -1, 4096))
		list = group__below(of, compare, &order);
	out__close(&order.names[0]);
	out__close(&order.names[1]);
	return list;
}

/* -- The lines of a table ---------------------------------------------------------------------------------------------- */

static const struct {
	const char *title;
	uint64_t unit;		/* 0: a number; else ns, shown with three decimals */
} columns[SUM_NAME] = {
	[SUM_CALLS] = { "calls", 0 },      [SUM_ERRORS] = { "errors", 0 },  [SUM_TOTAL] = { "total(ms)", 1000000 }, [SUM_MIN] = { "min(us)", 1000 },
	[SUM_AVG] = { "avg(us)", 1000 },   [SUM_P50] = { "p50(us)", 1000 }, [SUM_P90] = { "p90(us)", 1000 },        [SUM_P99] = { "p99(us)", 1000 },
	[SUM_MAX] = { "max(us)", 1000 },   [SUM_STDDEV] = { "stddev(us)", 1000 }, [SUM_SHARE] = { "time", 0 },          [SUM_BYTES] = { "bytes", 0 },
};

struct line {
	const struct call_group *group;		/* NULL: those that --top leaves out */
	const struct group_error *error;	/* of the group; NULL: a line of the group itself */
	unsigned depth, others;
	struct tally sum;			/* of the others; owned */
};

struct table {
	const struct summary_config *c;
	struct call_groups *g;
	struct out *o;
	struct line *lines;
	unsigned n;
	unsigned width[SUM_NAME];	/* 0: the column is left out */
};

static void add_line(struct table *t, struct line l)
{
	if (VEC_MORE(t->lines, t->n, 1))
		t->lines[t->n++] = l;
	else
		t->o->err = t->o->err ? t->o->err : -ENOMEM;
}

static void add_errors(struct table *t, struct call_group *n, unsigned depth)
{
	group__sort_errors(n);
	for (unsigned i = 0; i < n->nerrors; i++)
		add_line(t, (struct line){ .group = n, .error = &n->errors[i], .depth = depth });
}

static void add_below(struct table *t, const struct call_group *of)
{
	struct call_group **list = summary__sorted(t->c, t->g, of);
	struct line rest = { .depth = of->depth };

	for (unsigned i = 0; list && i < of->nbelow; i++) {
		if (t->c->top && i >= t->c->top) {
			tally__merge(&rest.sum, &list[i]->tally);
			rest.others++;
			continue;
		}
		add_line(t, (struct line){ .group = list[i], .depth = of->depth });
		if (!list[i]->first)
			add_errors(t, list[i], list[i]->depth);
		add_below(t, list[i]);
	}
	if (rest.others)
		add_line(t, rest);
	free(list);
}

static const struct tally *tally_of(const struct line *l)
{
	return l->group ? &l->group->tally : &l->sum;
}

static int text_of(char *buf, size_t size, const struct table *t, const struct line *l, enum sum_column column)
{
	uint64_t v = l->error ? l->error->calls : summary__value(tally_of(l), &t->g->groups.root.tally, column), unit = columns[column].unit;

	buf[0] = '\0';
	if (l->error && column != SUM_ERRORS)
		return 0;
	if (column == SUM_SHARE)
		return snprintf(buf, size, "%" PRIu64 ".%02u%%", v / 100, (unsigned)(v % 100));
	if (unit && !tally_of(l)->timed)
		return snprintf(buf, size, "-");
	if (unit)
		return snprintf(buf, size, "%" PRIu64 ".%03u", v / unit, (unsigned)(v % unit * 1000 / unit));
	return v || column == SUM_CALLS ? snprintf(buf, size, "%" PRIu64, v) : 0;
}

static void widen(struct table *t, const struct line *l)
{
	char buf[64];

	for (enum sum_column c = 0; c < SUM_NAME; c++) {
		unsigned n = (unsigned)text_of(buf, sizeof(buf), t, l, c);

		t->width[c] = n > t->width[c] ? n : t->width[c];
	}
}

static unsigned width_of_name(struct table *t, const struct line *l, struct out *name)
{
	name->p = name->buf;
	name->line = 0;
	if (l->group && l->group->depth && !l->error)
		call_groups__put_name(t->g, name, l->group);
	return 2 * l->depth + (unsigned)(name->p - name->buf);
}

/* Leaves out columns, the least needed first, until lines fit; but not the one that they are sorted by. Of long names a part has to fit. */
static void narrow(struct table *t, unsigned room)
{
	static const enum sum_column order[] = { SUM_STDDEV, SUM_MIN, SUM_P90, SUM_AVG, SUM_P50, SUM_BYTES, SUM_MAX, SUM_P99, SUM_SHARE, SUM_ERRORS };
	unsigned taken = 0, name = 0;
	struct out scratch;

	if (out__open(&scratch, -1, 4096))
		return;
	for (unsigned i = 0; i < t->c->nby; i++)
		name += (i ? 2 : 0) + (unsigned)strlen(group_part__name(t->c->by[i]));
	for (unsigned i = 0; i < t->n; i++) {
		unsigned n = width_of_name(t, &t->lines[i], &scratch);

		name = n > name ? n : name;
	}
	out__close(&scratch);
	taken = name < NAME_ROOM ? name : NAME_ROOM;
	for (enum sum_column c = 0; c < SUM_NAME; c++)
		taken += t->width[c] + 2;
	for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]) && taken > room; i++)
		if (order[i] != t->c->sort) {
			taken -= t->width[order[i]] + 2;
			t->width[order[i]] = 0;
		}
}

static void put_cell(struct table *t, enum sum_column c, const char *text)
{
	char buf[80];
	int n;

	if (!t->width[c])
		return;
	n = snprintf(buf, sizeof(buf), "%*s  ", (int)t->width[c], text);

	out__put(t->o, buf, (size_t)n < sizeof(buf) ? (size_t)n : sizeof(buf) - 1);
}

static void put_titles(struct table *t)
{
	for (enum sum_column c = 0; c < SUM_NAME; c++)
		put_cell(t, c, columns[c].title);
	for (unsigned i = 0; i < t->c->nby; i++) {
		put_str(t->o, i ? ", " : "");
		put_str(t->o, group_part__name(t->c->by[i]));
	}
	out__line_end(t->o);
}

static void put_error_name(struct out *o, enum abi native, const struct group_error *e)
{
	const char *name = errno__name_in(native, (int)e->number), *path = group_error__path(e);

	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__u64, e->number);
	if (!path)
		return;
	out__lit(o, "  ");
	escape__text(o, path, strlen(path), ESCAPE_BACKSLASH);
}

static void put_line(struct table *t, const struct line *l)
{
	char text[64];

	for (enum sum_column c = 0; c < SUM_NAME; c++) {
		text_of(text, sizeof(text), t, l, c);
		put_cell(t, c, text);
	}
	for (unsigned i = 0; i < l->depth; i++)
		out__lit(t->o, "  ");
	if (l->error) {
		put_error_name(t->o, t->g->native, l->error);
	} else if (l->others) {
		text__put_count(t->o, l->others, "other");
	} else if (l->group->depth) {
		call_groups__put_name(t->g, t->o, l->group);
	} else {
		out__lit(t->o, "total");
	}
	out__line_end(t->o);
}

static void put_table(struct table *t)
{
	for (enum sum_column c = 0; c < SUM_NAME; c++)
		t->width[c] = (unsigned)strlen(columns[c].title);
	add_below(t, &t->g->groups.root);
	add_line(t, (struct line){ .group = &t->g->groups.root });
	for (unsigned i = 0; i < t->n; i++)
		widen(t, &t->lines[i]);
	if (t->o->columns && *t->o->columns)
		narrow(t, *t->o->columns);
	put_titles(t);
	for (unsigned i = 0; i < t->n; i++) {
		put_line(t, &t->lines[i]);
		tally__free(&t->lines[i].sum);
	}
	free(t->lines);
}

void summary__put_time(struct out *o, const struct summary_span *span)
{
	char text[64];

	if (!span->first)
		out__line_end(o);
	out__put(o, text, (size_t)snprintf(text, sizeof(text), "%.3f s:\n", (double)(span->until - span->mono) / 1e9));
}

static void put_text(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span)
{
	struct table t = { .c = c, .g = g, .o = o };

	if (span->one_of_many)
		summary__put_time(o, span);
	put_table(&t);
	if (g->groups.refused) {
		text__put_count(o, g->groups.refused, "call");
		out__lit(o, " of groups for which there is no room: only in the total\n");
	}
	if (g->submitted & SUBMITS_AIO)
		out__lit(o, "requests of aio are not counted here, but in summaries of live calls, and of recordings of calls\n");
}

void summary__put(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span)
{
	static void (*const put[])(struct out *, const struct summary_config *, struct call_groups *, const struct summary_span *) = {
		[SUMMARY_TEXT] = put_text, [SUMMARY_JSON] = summary_data__put_json, [SUMMARY_CSV] = summary_data__put_csv,
	};

	out__line_begin(o);
	groups__sum(&g->groups);
	put[c->format](o, c, g, span);
	out__line_begin(o);
}
