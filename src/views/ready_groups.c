// SPDX-License-Identifier: BSD-2-Clause
/* ready_groups.c - a table of groups of calls. Below the parts that the view names, groups have one for each direction: reads and writes. */
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"
#include "ready.h"
#include "summary_table.h"

struct order {
	enum sum_column by;
};

static const struct tally *tally_of(const struct call_group *n, enum call_direction d)
{
	static const struct tally none;

	for (const struct call_group *i = n->first; i; i = i->next)
		if (i->key.number == d)
			return &i->tally;
	return &none;
}

static struct ready_cell time_of(const struct tally *t, enum sum_column c)
{
	return t->timed ? cell_ns(summary__value(t, t, c)) : (struct ready_cell){};
}

static struct ready_cell cell(const struct call_group *n, enum ready_column_id id)
{
	const struct tally *t = &n->tally;

	switch (id) {
	case READY_CALLS:	return cell_of((int64_t)t->calls);
	case READY_ERRORS:	return cell_of((int64_t)t->errors);
	case READY_BYTES:	return cell_of((int64_t)t->bytes);
	case READY_READS:	return cell_of((int64_t)tally_of(n, MOVES_IN)->calls);
	case READY_WRITES:	return cell_of((int64_t)tally_of(n, MOVES_OUT)->calls);
	case READY_READ_BYTES:	return cell_of((int64_t)tally_of(n, MOVES_IN)->bytes);
	case READY_WRITE_BYTES:	return cell_of((int64_t)tally_of(n, MOVES_OUT)->bytes);
	case READY_TOTAL:	return time_of(t, SUM_TOTAL);
	case READY_MIN:		return time_of(t, SUM_MIN);
	case READY_AVG:		return time_of(t, SUM_AVG);
	case READY_P50:		return time_of(t, SUM_P50);
	case READY_P90:		return time_of(t, SUM_P90);
	case READY_P99:		return time_of(t, SUM_P99);
	case READY_MAX:		return time_of(t, SUM_MAX);
	default:		return (struct ready_cell){};
	}
}

static void put_group(struct ready *r, const struct call_group *n)
{
	for (unsigned i = 0; i < r->is->ncolumns; i++)
		r->cells[i] = cell(n, r->is->columns[i].id);
	for (const struct call_group *part = n; part->depth; part = part->parent) {
		size_t at = ready__at(r);

		call_groups__put_name(&r->groups, &r->scratch, part);
		r->cells[r->is->ncolumns + part->depth - 1] = ready__stored(r, at);
	}
	ready__put_row(r);
}

/* The groups of all parts that the view names. */
static void collect(struct call_group *n, unsigned depth, struct call_group ***list, unsigned *count)
{
	if (n->depth == depth) {
		if (VEC_MORE(*list, *count, 1))
			(*list)[(*count)++] = n;
		return;
	}
	for (struct call_group *i = n->first; i; i = i->next)
		collect(i, depth, list, count);
}

static int compare_keys(const struct call_group *a, const struct call_group *b)
{
	int d = a->parent && a->parent != b->parent ? compare_keys(a->parent, b->parent) : 0;
	size_t len = a->key.len < b->key.len ? a->key.len : b->key.len;

	if (!d && a->key.text && b->key.text)
		d = memcmp(a->key.text, b->key.text, len);
	if (d)
		return d;
	if (a->key.len != b->key.len)
		return a->key.len < b->key.len ? -1 : 1;
	return (a->key.number > b->key.number) - (a->key.number < b->key.number);
}

/* The largest first. */
static int compare(const void *a, const void *b, void *ctx)
{
	const struct call_group *x = *(struct call_group *const *)a, *y = *(struct call_group *const *)b;
	enum sum_column by = ((const struct order *)ctx)->by;
	uint64_t vx = by == SUM_NAME ? 0 : summary__value(&x->tally, &x->tally, by == SUM_SHARE ? SUM_TOTAL : by);
	uint64_t vy = by == SUM_NAME ? 0 : summary__value(&y->tally, &y->tally, by == SUM_SHARE ? SUM_TOTAL : by);

	return vx != vy ? (vx < vy ? 1 : -1) : compare_keys(x, y);
}

void ready_groups__put(struct ready *r, uint64_t until)
{
	const struct summary_config *c = &r->file.opt->summary;
	struct order order = { .by = c->sorted ? c->sort : r->is->sort };
	struct call_group **list = NULL;
	unsigned n = 0;

	r->until = r->periods.ns ? until : 0;
	groups__sum(&r->groups.groups);
	collect(&r->groups.groups.root, r->is->nby, &list, &n);
	if (n)
		qsort_r(list, n, sizeof(*list), compare, &order);
	if (r->until && r->format == SUMMARY_TEXT)
		summary__put_time(&r->file.out, &(struct summary_span){ .until = until, .mono = r->mono, .first = !r->shown });
	r->shown = true;
	ready__put_titles(r);
	for (unsigned i = 0; i < n && (!c->top || i < c->top); i++)
		put_group(r, list[i]);
	free(list);
	groups__clear(&r->groups.groups);
}
