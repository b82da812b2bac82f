// SPDX-License-Identifier: BSD-2-Clause
/*
 * heatmap.c - heat map of durations: time from left to right, a row for each half of an octave of durations, the longest above. The colour
 * is the number of calls that returned, by its logarithm.
 *
 * Time is divided into COLUMNS columns of equal width. When a call lies beyond the last one, neighbours are merged and the width doubles,
 * so memory does not grow with the trace.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "heat_rows.h"
#include "lib/msg.h"
#include "views.h"
#include "writers/svg.h"

#define COLUMNS 256
#define FIRST_WIDTH 1000	/* ns */
#define LABEL (80 * SVG_PIXEL)	/* width of the column of durations */
#define AREA (SVG_WIDTH - 2 * SVG_SIDE - LABEL)
#define LABEL_EVERY 2		/* rows */

struct cell {
	uint64_t calls, errors;
	const char *name;	/* of most of these calls, if one is that of more than half of them (the vote of Boyer and Moore) */
	uint64_t votes;
};

struct heatmap {
	struct file_view file;
	struct cell (*cells)[HEAT_ROWS];	/* COLUMNS of them */
	uint64_t from, last;	/* ns: of the first and the last event */
	uint64_t width;		/* ns: of a column */
	uint64_t calls, untimed;	/* counted, and without a duration */
};

/* -- Cells ------------------------------------------------------------------------------------------------------------- */

static void vote(struct cell *c, const char *name, uint64_t votes)
{
	if (c->name == name) {
		c->votes += votes;
	} else if (c->votes >= votes) {
		c->votes -= votes;
	} else {
		c->name = name;
		c->votes = votes - c->votes;
	}
}

static void merge(struct cell *to, const struct cell *c)
{
	to->calls += c->calls;
	to->errors += c->errors;
	vote(to, c->name, c->votes);
}

static void widen(struct heatmap *h)
{
	h->width *= 2;
	for (unsigned i = 0; i < COLUMNS; i++)
		for (unsigned row = 0; row < HEAT_ROWS; row++) {
			struct cell c = h->cells[i][row];

			h->cells[i][row] = (struct cell){};
			merge(&h->cells[i / 2][row], &c);
		}
}

/* Makes room for an event at ts. Returns its column. */
static unsigned reach(struct heatmap *h, uint64_t ts)
{
	uint64_t since = ts > h->from ? ts - h->from : 0;

	h->last = ts > h->last ? ts : h->last;
	while (since / h->width >= COLUMNS)
		widen(h);
	return (unsigned)(since / h->width);
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void heatmap__begin(struct view *v, const struct view_begin *b)
{
	struct heatmap *h = (struct heatmap *)v;

	h->from = h->last = b->mono;
}

static void heatmap__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct heatmap *h = (struct heatmap *)v;
	struct cell *cell;

	(void)st;
	if (!c->done)
		return;
	if (!e->has_dur) {
		h->untimed++;
		return;
	}
	cell = &h->cells[reach(h, e->ts + e->dur)][heat_row(e->dur)];
	cell->calls++;
	cell->errors += c->failed;
	vote(cell, call__name(c), 1);
	h->calls++;
}

/* -- The picture ------------------------------------------------------------------------------------------------------- */

/* The rows that have calls, and the most calls of a cell. */
struct extent {
	unsigned first, end;	/* rows */
	uint64_t most;
};

static struct extent extent_of(const struct heatmap *h)
{
	struct extent x = { HEAT_ROWS, 0, 0 };

	for (unsigned i = 0; i < COLUMNS; i++)
		for (unsigned row = 0; row < HEAT_ROWS; row++) {
			if (!h->cells[i][row].calls)
				continue;
			x.first = row < x.first ? row : x.first;
			x.end = row + 1 > x.end ? row + 1 : x.end;
			x.most = h->cells[i][row].calls > x.most ? h->cells[i][row].calls : x.most;
		}
	return x.end ? x : (struct extent){ 0, 1, 0 };
}

static uint64_t x_of(const struct heatmap *h, uint64_t since)
{
	uint64_t whole = h->last > h->from ? h->last - h->from : 1;

	return SVG_SIDE + LABEL + (uint64_t)((double)(since < whole ? since : whole) / (double)whole * AREA);
}

static uint64_t y_of(const struct extent *x, unsigned row)
{
	return SVG_TOP + (uint64_t)(x->end - 1 - row) * SVG_ROW;
}

/* From 0 to SVG_SHADES - 1. */
static unsigned shade_of(uint64_t n, uint64_t most)
{
	unsigned log = 63 - (unsigned)__builtin_clzll(n), of = 64 - (unsigned)__builtin_clzll(most);

	return log * SVG_SHADES / of;
}

static const char *say_ns(char *text, size_t size, uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double v = (double)ns;
	unsigned unit = 0;

	for (; v >= 1000 && unit < 3; unit++)
		v /= 1000;
	snprintf(text, size, v < 10 && unit ? "%.1f %s" : "%.0f %s", v, units[unit]);
	return text;
}

static void put_cell(const struct heatmap *h, struct out *o, const struct extent *x, unsigned i, unsigned row)
{
	const struct cell *c = &h->cells[i][row];
	uint64_t since = i * h->width, until = since + h->width, left = x_of(h, since), right = x_of(h, until);
	char note[192], low[24], high[24];
	const char *name = c->votes * 2 > c->calls && c->name ? c->name : NULL;

	snprintf(note, sizeof(note), "%s%.3f to %.3f ms, %s to %s: %" PRIu64 " calls, %" PRIu64 " of them fail", name ? ", " : "", (double)since / 1e6,
		 (double)until / 1e6, say_ns(low, sizeof(low), heat_row__from(row)),
		 row + 1 < HEAT_ROWS ? say_ns(high, sizeof(high), heat_row__from(row + 1)) : "more", c->calls, c->errors);
	svg__box(o, &(struct svg_box){
		.x = left, .y = y_of(x, row), .width = right > left ? right - left : SVG_PIXEL / 10, .height = SVG_ROW, .color = SVG_HEAT, .shade = shade_of(c->calls, x->most),
		.text = name, .len = name ? strlen(name) : 0, .note = note, .no_label = true,
	});
}

static void put_durations(struct out *o, const struct extent *x)
{
	char text[24];

	for (unsigned row = x->first; row < x->end; row++)
		if (row % LABEL_EVERY == 0)
			svg__text(o, SVG_SIDE, y_of(x, row) + SVG_ROW * 3 / 4, say_ns(text, sizeof(text), heat_row__from(row)));
}

static void put_picture(struct heatmap *h)
{
	struct out *o = &h->file.out;
	struct extent x = extent_of(h);
	uint64_t height = (uint64_t)(x.end - x.first) * SVG_ROW;
	char text[192];

	snprintf(text, sizeof(text), "%" PRIu64 " calls by the time when they returned, and their duration; the darkest cell has %" PRIu64 " of them", h->calls,
		 x.most);
	if (h->untimed)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "; %" PRIu64 " without a duration are left out", h->untimed);
	svg__begin(o, height + SVG_ROW, "Durations of system calls over time", text);
	put_durations(o, &x);
	for (unsigned i = 0; i < COLUMNS; i++)
		for (unsigned row = x.first; row < x.end; row++)
			if (h->cells[i][row].calls)
				put_cell(h, o, &x, i, row);
	svg__ticks(o, SVG_SIDE + LABEL, AREA, SVG_TOP + height + SVG_ROW * 3 / 4, h->last - h->from);
	svg__end(o);
}

/* -- The view ---------------------------------------------------------------------------------------------------------- */

static struct view *heatmap__open(const struct view_setup *u)
{
	struct heatmap *h = (struct heatmap *)file_view__new(sizeof(*h), &heatmap_view, u);

	if (!h)
		return NULL;
	h->cells = calloc(COLUMNS, sizeof(*h->cells));
	h->width = FIRST_WIDTH;
	if (h->cells)
		return &h->file.view;
	file_view__close(&h->file.view);
	msg__no_memory();
	return NULL;
}

static void heatmap__end(struct view *v, const struct totals *t)
{
	struct heatmap *h = (struct heatmap *)v;

	if (t)
		reach(h, t->ts);
	put_picture(h);
}

static void heatmap__close(struct view *v)
{
	free(((struct heatmap *)v)->cells);
	file_view__close(v);
}

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

const struct view_ops heatmap_view = {
	.name = "heatmap", .help = "heat map of durations over time, as SVG", .in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_stacks = true, .no_loss = true, .no_args = true,
	.at_end = true, .open = heatmap__open, .begin = heatmap__begin, .call = heatmap__call, .other = ignore, .end = heatmap__end, FILE_VIEW,
	.close = heatmap__close,
};
