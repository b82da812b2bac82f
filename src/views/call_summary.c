// SPDX-License-Identifier: BSD-2-Clause
/* call_summary.c - owns the sums by call, and the layout of the table: columns are as wide as their widest value, at least as strace's. */
#include "call_summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/tally.h"
#include "beautifiers/show.h"

#define NS_PER_SEC 1e9

struct sums {
	struct hash_node node;
	enum abi abi;
	unsigned nr;
	const char *name;
	struct tally t;
};

static uint64_t key_of(const struct call *c)
{
	return (uint64_t)c->abi << 32 | c->nr;
}

bool call_summary__add(struct call_summary *s, const struct call *c, uint64_t dur)
{
	struct sums *sums = hash__need(&s->calls, sizeof(*sums), key_of(c));
	uint64_t time = dur > s->by->overhead ? dur - s->by->overhead : 0;

	if (!sums)
		return false;
	sums->abi = c->abi;
	sums->nr = c->nr;
	sums->name = call__name(c);
	return tally__add(&sums->t, time, true, c->failed, 0);
}

/* -- System time ------------------------------------------------------------------------------------------------------ */

/*
 * How much of a call's duration the kernel worked for it, and how much it waited, is not known of each call. Known is the work for all
 * of them, from wait4(2). So each call is taken to work for its whole duration, but not longer than a limit, which makes the sum right.
 */
static uint64_t limited_all(const struct call_summary *s, uint64_t limit)
{
	uint64_t sum = 0;

	HASH_EACH(&s->calls, struct sums, sums)
		sum += tally__total_up_to(&sums->t, limit);
	return sum;
}

static uint64_t find_limit(const struct call_summary *s)
{
	uint64_t from = 0, to = 1ull << 40;	/* ns: some minutes */

	if (limited_all(s, UINT64_MAX) <= s->by->system)
		return UINT64_MAX;
	while (from + 1 < to) {
		uint64_t middle = from + (to - from) / 2;

		if (limited_all(s, middle) <= s->by->system)
			from = middle;
		else
			to = middle;
	}
	return from;
}

static void limit_times(const struct call_summary *s)
{
	uint64_t limit = find_limit(s);

	HASH_EACH(&s->calls, struct sums, sums) {
		struct tally *t = &sums->t;

		t->total = tally__total_up_to(t, limit);
		t->min = t->min < limit ? t->min : limit;
		t->max = t->max < limit ? t->max : limit;
	}
}

/* -- Order ----------------------------------------------------------------------------------------------------------- */

static const char *name_of(const struct sums *t)
{
	return t->name ? t->name : "?";
}

/* What a numeric column is ordered by. */
static uint64_t value_of(const struct sums *sums, enum summary_column column)
{
	const struct tally *t = &sums->t;

	switch (column) {
	case COLUMN_PERCENT:
	case COLUMN_TOTAL:	return t->total;
	case COLUMN_MIN:	return t->min;
	case COLUMN_MAX:	return t->max;
	case COLUMN_AVERAGE:	return tally__average(t);
	case COLUMN_CALLS:	return t->calls;
	case COLUMN_ERRORS:	return t->errors;
	default:		return 0;
	}
}

/* Largest first, names in their order; equal ones, and all without an order, by number. */
static int compare(const void *a, const void *b, void *column)
{
	const struct sums *x = *(const struct sums *const *)a, *y = *(const struct sums *const *)b;
	enum summary_column by = *(const enum summary_column *)column;
	uint64_t vx = value_of(x, by), vy = value_of(y, by);
	int order = by == COLUMN_NAME ? strcmp(name_of(x), name_of(y)) : (vx < vy) - (vx > vy);

	return order ? order : (x->nr > y->nr) - (x->nr < y->nr);
}

/* -- Layout ---------------------------------------------------------------------------------------------------------- */

struct table {
	const struct strace_summary *by;
	struct out *o;
	struct sums **rows;
	unsigned n;
	struct sums sum;		/* of all rows */
	unsigned width[COLUMN_COUNT];
};

static const struct {
	const char *title;
	unsigned width;
} columns[COLUMN_COUNT] = {
	[COLUMN_PERCENT] = { "% time", 6 },      [COLUMN_TOTAL] = { "seconds", 11 }, [COLUMN_MIN] = { "shortest", 8 },
	[COLUMN_MAX] = { "longest", 7 },         [COLUMN_AVERAGE] = { "usecs/call", 11 }, [COLUMN_CALLS] = { "calls", 9 },
	[COLUMN_ERRORS] = { "errors", 9 },       [COLUMN_NAME] = { "syscall", 16 },
};

static int text_of(char *buf, size_t size, const struct table *t, const struct sums *row, enum summary_column column)
{
	const struct tally *r = &row->t;
	double percent = 100.0 * (double)r->total;

	switch (column) {
	case COLUMN_PERCENT:	return snprintf(buf, size, "%.2f", row == &t->sum ? 100.0 : percent ? percent / (double)t->sum.t.total : 0.0);
	case COLUMN_TOTAL:	return snprintf(buf, size, "%.6f", (double)r->total / NS_PER_SEC);
	case COLUMN_MIN:	return snprintf(buf, size, "%.6f", (double)r->min / NS_PER_SEC);
	case COLUMN_MAX:	return snprintf(buf, size, "%.6f", (double)r->max / NS_PER_SEC);
	case COLUMN_AVERAGE:	return snprintf(buf, size, "%" PRIu64, tally__average(r) / 1000);
	case COLUMN_CALLS:	return snprintf(buf, size, "%" PRIu64, r->calls);
	case COLUMN_ERRORS:	return r->errors ? snprintf(buf, size, "%" PRIu64, r->errors) : 0;
	default:		return snprintf(buf, size, "%s", name_of(row));
	}
}

static void widen(struct table *t, const struct sums *row)
{
	char buf[128];

	for (enum summary_column c = COLUMN_PERCENT; c < COLUMN_COUNT; c++) {
		int n = text_of(buf, sizeof(buf), t, row, c) + (c == COLUMN_NAME);

		t->width[c] = (unsigned)n > t->width[c] ? (unsigned)n : t->width[c];
	}
}

static void add_row(struct table *t, struct sums *row)
{
	tally__merge(&t->sum.t, &row->t);
	t->rows[t->n++] = row;
}

static bool is_last(const struct table *t, unsigned i)
{
	return i + 1 == COLUMN_COUNT || !t->by->columns[i + 1];
}

/* A cell: names are to the left, without blanks behind them at a line's end. */
static void put_cell(const struct table *t, unsigned i, const char *text)
{
	enum summary_column c = (enum summary_column)t->by->columns[i];
	char buf[256];
	int n;

	n = snprintf(buf, sizeof(buf), "%s%*s%s", i ? " " : "", c != COLUMN_NAME ? (int)t->width[c] : is_last(t, i) ? 0 : -(int)t->width[c],
		     text, is_last(t, i) ? "\n" : "");
	out__put(t->o, buf, (size_t)n < sizeof(buf) ? (size_t)n : sizeof(buf) - 1);
}

#define EACH_COLUMN(t, i) for (unsigned i = 0; i < COLUMN_COUNT && (t)->by->columns[i]; i++)

static void put_titles(const struct table *t)
{
	EACH_COLUMN(t, i)
		put_cell(t, i, columns[t->by->columns[i]].title);
}

static void put_rule(const struct table *t)
{
	char dashes[128];

	EACH_COLUMN(t, i) {
		unsigned n = t->width[t->by->columns[i]];

		n = n < sizeof(dashes) ? n : sizeof(dashes) - 1;
		memset(dashes, '-', n);
		dashes[n] = '\0';
		put_cell(t, i, dashes);
	}
}

static void put_row(const struct table *t, const struct sums *row)
{
	char text[128];

	EACH_COLUMN(t, i) {
		text[0] = '\0';
		text_of(text, sizeof(text), t, row, (enum summary_column)t->by->columns[i]);
		put_cell(t, i, text);
	}
}

static void print_table(struct table *t)
{
	for (enum summary_column c = COLUMN_PERCENT; c < COLUMN_COUNT; c++)
		t->width[c] = columns[c].width;
	for (unsigned i = 0; i < t->n; i++)
		widen(t, t->rows[i]);
	t->sum.name = "total";
	widen(t, &t->sum);
	qsort_r(t->rows, t->n, sizeof(t->rows[0]), compare, (void *)&t->by->sort);
	put_titles(t);
	put_rule(t);
	for (unsigned i = 0; i < t->n; i++)
		put_row(t, t->rows[i]);
	put_rule(t);
	put_row(t, &t->sum);
}

/* strace's name of an ABI that is not the machine's own. */
static void put_personality(struct out *o, enum abi abi)
{
	out__lit(o, "System call usage summary for ");
	if (abi == ABI_X32)
		out__lit(o, "x32");
	else if (abi__word_size(abi) == 8)
		out__lit(o, "64 bit");
	else
		out__lit(o, "32 bit");
	out__lit(o, " mode:\n");
}

static void print_abi(const struct call_summary *s, struct out *o, enum abi abi, struct sums **rows)
{
	struct table t = { .by = s->by, .o = o, .rows = rows };

	HASH_EACH(&s->calls, struct sums, row)
		if (row->abi == abi)
			add_row(&t, row);
	if (!t.n)
		return;
	if (abi != abi__native())
		put_personality(o, abi);
	print_table(&t);
	tally__free(&t.sum.t);
}

void call_summary__print(const struct call_summary *s, struct out *o)
{
	struct sums **rows = calloc(s->calls.n + 1, sizeof(struct sums *));

	if (!rows) {
		o->err = o->err ? o->err : -ENOMEM;
		return;
	}
	if (s->by->has_system && !s->by->wall_clock)
		limit_times(s);
	out__line_begin(o);
	print_abi(s, o, abi__native(), rows);
	for (int abi = 0; abi < ABI_COUNT; abi++)
		if ((enum abi)abi != abi__native())
			print_abi(s, o, (enum abi)abi, rows);
	out__line_begin(o);
	free(rows);
}

void call_summary__free(struct call_summary *s)
{
	HASH_EACH(&s->calls, struct sums, sums)
		tally__free(&sums->t);
	hash__drop(&s->calls);
}
