// SPDX-License-Identifier: BSD-2-Clause
/* histogram.c - how durations are distributed: a bar for each power of two, and percentiles, of each group. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "lines.h"
#include "periods.h"
#include "summary_table.h"
#include "views.h"
#include "writers/text.h"

#define BAR 52			/* columns of the longest bar, */
#define BAR_LEAST 9		/* and at least: of 40 */
#define BAR_AT 31		/* columns of a line beside it */

struct histogram {
	struct file_view file;
	struct call_groups groups;
	uint64_t mono, real;
};

/* -- A group ----------------------------------------------------------------------------------------------------------- */

/* 512, 1K, 64M: of a power of two */
static int bound(char *buf, size_t size, unsigned power)
{
	static const char units[] = " KMGTPE";
	char unit = units[power / 10];

	return snprintf(buf, size, unit == ' ' ? "%u" : "%u%c", 1u << power % 10, unit);
}

static void put_range(struct out *o, unsigned power)
{
	char text[40], from[16] = "0", to[16];

	if (power)
		bound(from, sizeof(from), power);
	bound(to, sizeof(to), power + 1);
	out__put(o, text, (size_t)snprintf(text, sizeof(text), "[%s, %s)", from, to));
}

static unsigned widest_bar(const struct out *o)
{
	unsigned room = o->columns ? *o->columns : 0;

	return !room || room >= BAR_AT + BAR ? BAR : room < BAR_AT + BAR_LEAST ? BAR_LEAST : room - BAR_AT;
}

static void put_bar(struct out *o, uint64_t n, uint64_t most)
{
	unsigned widest = widest_bar(o), len = (unsigned)((double)n * widest / (double)most + 0.5);
	char text[BAR + 3] = "|";

	memset(text + 1, '@', len);
	memset(text + 1 + len, ' ', widest - len);
	text[widest + 1] = '|';
	out__put(o, text, widest + 2);
}

static void put_row(struct out *o, unsigned power, uint64_t n, uint64_t most)
{
	char text[32];
	size_t begin;

	out__line_begin(o);
	begin = out__line_len(o);
	put_range(o, power);
	while (out__line_len(o) - begin < 16)
		out__lit(o, " ");
	out__put(o, text, (size_t)snprintf(text, sizeof(text), "%12llu ", (unsigned long long)n));
	put_bar(o, n, most);
	out__line_end(o);
}

static void put_rows(struct out *o, const struct tally *t)
{
	uint64_t n[64], most = 0;
	unsigned first = 64, last = 0;

	for (unsigned i = 0; i < 64; i++) {
		n[i] = tally__in_power(t, i);
		most = n[i] > most ? n[i] : most;
		first = n[i] && first == 64 ? i : first;
		last = n[i] ? i : last;
	}
	for (unsigned i = first; i <= last && most; i++)
		put_row(o, i, n[i], most);
}

static void put_percentiles(struct out *o, const struct tally *t)
{
	static const struct { const char *name; enum sum_column column; } shown[] = {
		{ "min", SUM_MIN }, { "avg", SUM_AVG }, { "p50", SUM_P50 }, { "p90", SUM_P90 }, { "p99", SUM_P99 }, { "max", SUM_MAX },
	};
	char text[64];

	for (unsigned i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		uint64_t v = summary__value(t, t, shown[i].column);
		size_t n = (size_t)snprintf(text, sizeof(text), "%s %llu.%03u us", shown[i].name, (unsigned long long)v / 1000, (unsigned)(v % 1000));

		if (i)
			out__lit(o, ",");
		if (i && o->columns && *o->columns && out__line_len(o) + n + 2 > *o->columns)
			out__line_end(o);
		else if (i)
			out__lit(o, " ");
		out__put(o, text, n);
	}
	out__line_end(o);
}

static void put_key(const struct histogram *h, struct out *o, const struct call_group *n)
{
	if (!n->parent)
		return;
	put_key(h, o, n->parent);
	if (n->parent->parent)
		out__lit(o, ", ");
	call_groups__put_name(&h->groups, o, n);
}

static void put_group(const struct histogram *h, struct out *o, const struct call_group *n)
{
	if (out__line_len(o))
		out__line_end(o);
	put_key(h, o, n);
	if (n->parent)
		out__lit(o, ": ");
	text__put_count(o, n->tally.calls, "call");
	out__lit(o, ", ");
	text__put_count(o, n->tally.errors, "error");
	if (n->tally.timed)
		out__lit(o, "; duration in ns");
	out__line_end(o);
	if (!n->tally.timed)
		return;
	put_rows(o, &n->tally);
	put_percentiles(o, &n->tally);
}

static void put_below(const struct histogram *h, struct out *o, const struct call_group *of)
{
	const struct summary_config *c = &h->file.opt->summary;
	struct call_group **list = summary__sorted(c, &h->groups, of);

	for (unsigned i = 0; list && i < of->nbelow && (!c->top || i < c->top); i++) {
		if (list[i]->depth < c->nby) {
			put_below(h, o, list[i]);
			continue;
		}
		put_group(h, o, list[i]);
		out__line_end(o);
	}
	free(list);
}

/* -- The view ---------------------------------------------------------------------------------------------------------- */

static struct view *histogram__open(const struct view_setup *u)
{
	struct histogram *h = (struct histogram *)file_view__new(sizeof(*h), &histogram_view, u);

	if (!h)
		return NULL;
	lines__set_columns(&h->file);
	call_groups__init(&h->groups, &u->opt->summary);
	return &h->file.view;
}

static void histogram__begin(struct view *v, const struct view_begin *b)
{
	struct histogram *h = (struct histogram *)v;

	h->mono = b->mono;
	h->real = b->real;
	h->groups.names = b->names;
}

static void histogram__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	(void)st;
	call_groups__add(&((struct histogram *)v)->groups, e, c);
}

static void histogram__tally(struct view *v, const struct event *e, const struct rec_tally *r)
{
	call_groups__add_tally(&((struct histogram *)v)->groups, e, r);
}

static void histogram__end(struct view *v, const struct totals *t)
{
	struct histogram *h = (struct histogram *)v;
	const struct summary_config *c = &h->file.opt->summary;

	if (c->format != SUMMARY_TEXT) {
		summary__put(&h->file.out, c, &h->groups, &(struct summary_span){
			.from = h->mono, .until = t ? t->ts : h->groups.last, .mono = h->mono, .real = h->real,
		});
		return;
	}
	groups__sum(&h->groups.groups);
	if (!h->groups.groups.root.tally.calls)
		put_group(h, &h->file.out, &h->groups.groups.root);
	put_below(h, &h->file.out, &h->groups.groups.root);
	out__line_begin(&h->file.out);
}

static void histogram__close(struct view *v)
{
	groups__clear(&((struct histogram *)v)->groups.groups);
	file_view__close(v);
}

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

const struct view_ops histogram_view = {
	.name = "histogram", .help = "how long calls took, as bars", .open = histogram__open, .begin = histogram__begin,
	.call = histogram__call, .tally = histogram__tally, .other = ignore, .end = histogram__end, FILE_VIEW, .close = histogram__close,
	.no_loss = true, .no_stacks = true, .no_args = true, .at_end = true,
};
