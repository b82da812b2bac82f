// SPDX-License-Identifier: BSD-2-Clause
/*
 * heat.c - durations over time: a line for each period, a column for each half of an octave of durations, or where there is no room for
 * these, for an octave. The number of calls is a shade, by
 * powers of four, so that a line can be shown as soon as its period is over.
 */
#include <stdio.h>
#include <string.h>

#include "aggregate/tally.h"
#include "config/options.h"
#include "file_view.h"
#include "heat_rows.h"
#include "lines.h"
#include "periods.h"
#include "views.h"

#define SHADES 10		/* 0: no call */
#define COLUMNS HEAT_ROWS
#define COLUMNS_AT 23		/* columns of a line before them */
#define HEAD_EVERY 40		/* lines between two scales */

struct heat {
	struct file_view file;
	struct tally tally;
	struct periods periods;
	uint64_t mono;
	uint64_t tallied;	/* ns: of the last tally */
	unsigned lines;		/* shown */
};

static struct view *heat__open(const struct view_setup *u)
{
	struct heat *h = (struct heat *)file_view__new(sizeof(*h), &heat_view, u);

	if (!h)
		return NULL;
	h->file.out.opt.color = file_view__wants_color(&h->file);
	lines__set_columns(&h->file);
	h->periods.ns = u->opt->summary.interval ? u->opt->summary.interval : HEAT_PERIOD_NS;
	return &h->file.view;
}

static void heat__begin(struct view *v, const struct view_begin *b)
{
	struct heat *h = (struct heat *)v;

	h->mono = h->periods.from = b->mono;
}

/* -- A line ------------------------------------------------------------------------------------------------------------ */

static unsigned shade_of(uint64_t n)
{
	unsigned shade = n ? 1 + (63 - (unsigned)__builtin_clzll(n)) / 2 : 0;

	return shade < SHADES ? shade : SHADES - 1;
}

/* In colour from blue to red, of the 256 that terminals have. */
static void put_shade(struct out *o, unsigned shade)
{
	static const uint8_t colors[SHADES] = { 0, 17, 19, 25, 31, 37, 41, 190, 208, 196 };
	char text[32];

	if (o->opt.color && shade)
		out__put(o, text, (size_t)snprintf(text, sizeof(text), "\033[48;5;%um \033[0m", colors[shade]));
	else
		out__put(o, &" .:-=+*#%@"[shade], 1);
}

/* Half octaves in a column. */
static unsigned step_of(const struct out *o)
{
	return o->columns && *o->columns && *o->columns < COLUMNS_AT + COLUMNS ? 2 : 1;
}

/* The durations at which columns begin: every third octave, a factor of eight; where columns are octaves, every sixth. */
static void put_head(struct out *o)
{
	unsigned step = step_of(o);
	char line[COLUMNS + 32];
	static const char *const units[] = { "ns", "us", "ms", "s" };

	memset(line, ' ', sizeof(line));
	for (unsigned i = 0; i < HEAT_OCTAVES; i += 3 * step) {
		double v = (double)(1ull << (HEAT_FIRST_OCTAVE + i));
		unsigned unit = 0;
		char text[16];

		for (; v >= 1000 && unit < 3; unit++)
			v /= 1000;
		snprintf(text, sizeof(text), v < 10 ? "|%.1f%s" : "|%.0f%s", v, units[unit]);
		if (2 * i / step + strlen(text) <= (COLUMNS + step - 1) / step)
			memcpy(line + 2 * i / step, text, strlen(text));
	}
	out__lit(o, "         s       calls  ");
	out__put(o, line, (COLUMNS + step - 1) / step);
	out__line_end(o);
}

static void put_line(struct heat *h)
{
	uint64_t n[COLUMNS] = {}, since = h->periods.from - h->mono;
	struct out *o = &h->file.out;
	unsigned step = step_of(o);
	char text[64];

	if (h->lines++ % HEAD_EVERY == 0)
		put_head(o);
	for (unsigned b = 0; b < TALLY_BUCKETS; b++)
		n[heat_row(tally__bucket_from(b)) / step] += tally__in_bucket(&h->tally, b);
	out__put(o, text, (size_t)snprintf(text, sizeof(text), "%10.3f %11llu  ", (double)since / 1e9, (unsigned long long)h->tally.calls));
	for (unsigned i = 0; i < (COLUMNS + step - 1) / step; i++)
		put_shade(o, shade_of(n[i]));
	out__line_end(o);
	tally__free(&h->tally);
}

static void advance(struct heat *h, uint64_t now)
{
	if (!periods__is_over(&h->periods, now))
		return;
	while (h->tally.calls || (periods__is_over(&h->periods, now) && h->file.opt->in == IN_LIVE)) {
		put_line(h);
		h->periods.from += h->periods.ns;
	}
	if (periods__is_over(&h->periods, now))
		periods__go_to(&h->periods, now);
}

/* -- The view ---------------------------------------------------------------------------------------------------------- */

static void heat__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct heat *h = (struct heat *)v;

	(void)st;
	if (!h->file.opt->tally_interval)	/* then the tallies of a period end it */
		advance(h, e->ts + e->dur);
	if (c->done)
		tally__add(&h->tally, e->dur, e->has_dur, c->failed, 0);
}

/* Those of one time are of the period that ends then. */
static void heat__tally(struct view *v, const struct event *e, const struct rec_tally *r)
{
	struct heat *h = (struct heat *)v;

	if (e->ts != h->tallied && h->tallied)
		advance(h, h->tallied);
	h->tallied = e->ts;
	tally__add_record(&h->tally, r);
}

static bool heat__tick(struct view *v, uint64_t now, uint64_t told)
{
	struct heat *h = (struct heat *)v;

	if (h->file.opt->in == IN_LIVE)
		advance(h, h->file.opt->tally_interval && told ? told : now);
	return false;
}

static void heat__end(struct view *v, const struct totals *t)
{
	struct heat *h = (struct heat *)v;

	(void)t;
	if (h->tally.calls || !h->lines)
		put_line(h);
}

static void heat__close(struct view *v)
{
	tally__free(&((struct heat *)v)->tally);
	file_view__close(v);
}

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

const struct view_ops heat_view = {
	.name = "heat", .help = "how long calls took over time, as a map", .open = heat__open, .begin = heat__begin,
	.call = heat__call, .tally = heat__tally, .other = ignore, .tick = heat__tick, .end = heat__end, FILE_VIEW, .close = heat__close, .no_loss = true, .no_stacks = true, .no_args = true,
};
