// SPDX-License-Identifier: BSD-2-Clause
/*
 * timeline.c - a row per thread, time from left to right: which call the thread was in, and how much of the time.
 *
 * Time is divided into COLUMNS columns of equal width. When an event lies beyond the last one, neighbours are merged and the width doubles,
 * so memory does not grow with the trace.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "config/options.h"
#include "file_view.h"
#include "views.h"
#include "writers/svg.h"
#include "writers/text.h"

#define COLUMNS 1024
#define FIRST_WIDTH 1000	/* ns */
#define THREADS 200		/* rows; later threads are counted */
#define LABEL (150 * SVG_PIXEL)	/* width of the column of names */
#define AREA (SVG_WIDTH - 2 * SVG_SIDE - LABEL)
#define ROW (SVG_ROW + 6 * SVG_PIXEL)
#define LEVELS 4		/* a box is this many quarters high, by the share of time in calls */

struct column {
	uint64_t ns;		/* in calls */
	uint64_t longest;	/* ns: the duration of the longest of them, */
	const char *name;	/* and its name */
	uint32_t calls, errors;	/* that began in it */
};

struct lane {
	struct hash_node node;	/* by tid */
	uint32_t tid, order;
	const char *host;
	char comm[THREAD_COMM];
	uint64_t first, last;	/* ns: of its events */
	uint64_t waits;		/* ns: when a call began that was shown as unfinished; 0: none */
	const char *waits_in;
	struct column columns[COLUMNS];
};

struct timeline {
	struct file_view file;
	struct hash lanes;
	uint64_t from, last;	/* ns: of the first and the last event */
	uint64_t width;		/* ns: of a column */
	uint64_t left_out;	/* calls of threads that have no row */
};

/* -- Columns ----------------------------------------------------------------------------------------------------------- */

static void merge(struct column *to, const struct column *c)
{
	struct column sum = { to->ns + c->ns, to->longest, to->name, to->calls + c->calls, to->errors + c->errors };

	if (c->longest > sum.longest || !sum.name) {
		sum.longest = c->longest;
		sum.name = c->name;
	}
	*to = sum;
}

static void widen(struct timeline *t)
{
	t->width *= 2;
	HASH_EACH(&t->lanes, struct lane, r) {
		for (unsigned i = 0; i < COLUMNS; i++) {
			struct column c = r->columns[i];

			r->columns[i] = (struct column){};
			merge(&r->columns[i / 2], &c);
		}
	}
}

/* Makes room for an event at ts. */
static void reach(struct timeline *t, uint64_t ts)
{
	if (ts > t->last)
		t->last = ts;
	while (ts > t->from && (ts - t->from) / t->width >= COLUMNS)
		widen(t);
}

static unsigned column_at(const struct timeline *t, uint64_t ts)
{
	return ts > t->from ? (unsigned)((ts - t->from) / t->width) : 0;
}

static void add_time(struct timeline *t, struct lane *r, uint64_t ts, uint64_t dur, const char *name)
{
	uint64_t end = ts + dur;

	for (unsigned i = column_at(t, ts), last = column_at(t, dur ? end - 1 : end); i <= last; i++) {
		uint64_t from = t->from + i * t->width, to = from + t->width;
		struct column part = { .longest = dur, .name = name };

		from = from > ts ? from : ts;
		to = to < end ? to : end;
		part.ns = to > from ? to - from : 0;
		merge(&r->columns[i], &part);
	}
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static struct lane *lane_of(struct timeline *t, const struct event *e)
{
	struct lane *r = HASH_FIND(&t->lanes, e->tid, struct lane, x, x->host == e->host);

	if (!r && t->lanes.n < THREADS) {
		r = file_view__add(&t->file, &t->lanes, sizeof(*r), e->tid);
		if (r) {
			r->tid = e->tid;
			r->order = t->lanes.n;
			r->host = e->host;
			r->first = e->ts;
		}
	}
	if (!r)
		return NULL;
	if (e->comm)
		snprintf(r->comm, sizeof(r->comm), "%s", e->comm);
	if (e->ts + e->dur > r->last)
		r->last = e->ts + e->dur;
	return r;
}

static void timeline__begin(struct view *v, const struct view_begin *b)
{
	struct timeline *t = (struct timeline *)v;

	t->from = t->last = b->mono;
}

static void timeline__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct timeline *t = (struct timeline *)v;
	struct lane *r = lane_of(t, e);
	const char *name = call__name(c);

	if (!r) {
		t->left_out += st != CALL_RESUMED;
		return;
	}
	reach(t, e->ts + e->dur);
	r->waits = st == CALL_UNFINISHED ? e->ts : 0;
	r->waits_in = name;
	if (st == CALL_UNFINISHED)
		return;
	add_time(t, r, e->ts, e->dur, name);
	r->columns[column_at(t, e->ts)].calls++;
	r->columns[column_at(t, e->ts)].errors += c->failed;
}

static void timeline__exit(struct view *v, const struct event *e, unsigned code)
{
	struct timeline *t = (struct timeline *)v;

	(void)code;
	if (!e->chosen || !HASH_FIND(&t->lanes, e->tid, struct lane, x, x->host == e->host))
		return;
	reach(t, e->ts);
	lane_of(t, e);
}

/* -- The picture ------------------------------------------------------------------------------------------------------- */

static uint64_t x_of(const struct timeline *t, uint64_t ts)
{
	uint64_t whole = t->last > t->from ? t->last - t->from : 1;

	return SVG_SIDE + LABEL + (ts > t->from ? (uint64_t)((double)(ts - t->from) / (double)whole * AREA) : 0);
}

static unsigned level_of(const struct timeline *t, const struct column *c)
{
	unsigned level = (unsigned)(c->ns * LEVELS / t->width);

	return level < LEVELS ? level : LEVELS - 1;
}

static bool fails(const struct column *c)
{
	return c->errors && c->errors >= c->calls - c->errors;
}

static bool same_box(const struct timeline *t, const struct column *a, const struct column *b)
{
	return b->name == a->name && fails(a) == fails(b) && level_of(t, a) == level_of(t, b);
}

static void put_calls(const struct timeline *t, const struct lane *r, uint64_t y, unsigned first, unsigned end)
{
	struct out *o = (struct out *)&t->file.out;
	uint64_t from = t->from + first * t->width, to = t->from + end * t->width, height;
	struct column sum = {};
	char note[160];

	for (unsigned i = first; i < end; i++)
		merge(&sum, &r->columns[i]);
	to = to < t->last ? to : t->last;
	height = (SVG_ROW - SVG_PIXEL) * (level_of(t, &r->columns[first]) + 1) / LEVELS;
	snprintf(note, sizeof(note), ", from %.3f to %.3f ms: %u calls begin, %u of them fail; %.3f ms in calls, the longest of %.3f ms",
		 (double)(from - t->from) / 1e6, (double)(to - t->from) / 1e6, sum.calls, sum.errors, (double)sum.ns / 1e6, (double)sum.longest / 1e6);
	svg__box(o, &(struct svg_box){
		.x = x_of(t, from), .y = y + SVG_ROW - SVG_PIXEL - height, .width = x_of(t, to) - x_of(t, from), .height = height,
		.color = fails(&sum) ? SVG_ERROR : SVG_CALL, .shade = hash__bytes(sum.name, strlen(sum.name), 0),
		.text = sum.name, .len = strlen(sum.name), .note = note,
	});
}

static void put_lane(const struct timeline *t, const struct lane *r, uint64_t y)
{
	struct out *o = (struct out *)&t->file.out;
	char label[64];
	unsigned next;

	snprintf(label, sizeof(label), "%s%s%u %.15s", r->host ? r->host : "", r->host ? " " : "", r->tid, r->comm);
	svg__box(o, &(struct svg_box){ .x = SVG_SIDE, .y = y, .width = LABEL - SVG_SIDE, .height = SVG_ROW - SVG_PIXEL, .color = SVG_THREAD,
				       .shade = r->tid, .text = label, .len = strlen(label) });
	svg__box(o, &(struct svg_box){ .x = x_of(t, r->first), .y = y + SVG_ROW - SVG_PIXEL, .width = x_of(t, r->last) - x_of(t, r->first), .height = SVG_PIXEL,
				       .color = SVG_THREAD, .shade = r->tid });
	for (unsigned i = 0; i < COLUMNS; i = next) {
		for (next = i + 1; next < COLUMNS && same_box(t, &r->columns[i], &r->columns[next]); next++)
			;
		if (r->columns[i].name)
			put_calls(t, r, y, i, next);
	}
}

static int by_order(const void *a, const void *b)
{
	const struct lane *x = *(struct lane *const *)a, *y = *(struct lane *const *)b;

	return (x->order > y->order) - (x->order < y->order);
}

static void end_waits(struct timeline *t)
{
	HASH_EACH(&t->lanes, struct lane, r) {
		if (!r->waits)
			continue;
		add_time(t, r, r->waits, t->last > r->waits ? t->last - r->waits : 0, r->waits_in);
		r->columns[column_at(t, r->waits)].calls++;
		r->last = t->last;
	}
}

static void put_picture(struct timeline *t, struct lane **lanes)
{
	struct out *o = &t->file.out;
	char text[160];
	size_t n = 0;

	HASH_EACH(&t->lanes, struct lane, r)
		lanes[n++] = r;
	qsort(lanes, n, sizeof(*lanes), by_order);
	snprintf(text, sizeof(text), "Boxes are as high as the share of time in calls, and named after the longest call; red: most calls failed.");
	svg__begin(o, n * ROW + 2 * SVG_ROW, "System calls of threads over time", text);
	for (size_t i = 0; i < n; i++)
		put_lane(t, lanes[i], SVG_TOP + i * ROW);
	svg__ticks(o, SVG_SIDE + LABEL, AREA, SVG_TOP + n * ROW + SVG_ROW * 3 / 4, t->last - t->from);
	if (t->left_out) {
		snprintf(text, sizeof(text), "%" PRIu64 " calls of further threads are left out: choose fewer with -p, -t or --comm", t->left_out);
		svg__text(o, SVG_SIDE, SVG_TOP + n * ROW + SVG_ROW * 7 / 4, text);
	}
	svg__end(o);
}

static void timeline__end(struct view *v, const struct totals *totals)
{
	struct timeline *t = (struct timeline *)v;
	struct lane **lanes = calloc(t->lanes.n + 1, sizeof(*lanes));

	if (!lanes) {
		t->file.out.err = t->file.out.err ? t->file.out.err : -ENOMEM;
		return;
	}
	if (totals)
		reach(t, totals->ts);
	end_waits(t);
	put_picture(t, lanes);
	free(lanes);
}

static struct view *timeline__open(const struct view_setup *u)
{
	struct timeline *t = (struct timeline *)file_view__new(sizeof(*t), &timeline_view, u);

	if (!t)
		return NULL;
	t->width = FIRST_WIDTH;
	return &t->file.view;
}

static void timeline__close(struct view *v)
{
	hash__drop(&((struct timeline *)v)->lanes);
	file_view__close(v);
}

const struct view_ops timeline_view = {
	.name = "timeline", .help = "timeline of threads, as SVG", .in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_stacks = true, .no_loss = true, .no_args = true, .at_end = true,
	.open = timeline__open, .begin = timeline__begin, .call = timeline__call, .exit = timeline__exit, .end = timeline__end, FILE_VIEW,
	.close = timeline__close,
};
