// SPDX-License-Identifier: BSD-2-Clause
/* summary.c - counts calls by groups, and shows the sums: at the end, for each period, or after the lines of another view. */
#include <stdlib.h>

#include "config/options.h"
#include "file_view.h"
#include "lib/msg.h"
#include "lines.h"
#include "periods.h"
#include "summary_table.h"
#include "views.h"

struct summary {
	struct file_view file;		/* with lines: its `out` is unused */
	struct call_groups groups;
	struct periods periods;
	struct view *lines;		/* -S: shows the lines; NULL: none */
	struct out *o;
	uint64_t mono, real;
	uint64_t tallied;		/* ns: of the last tally */
	bool shown;			/* a period was shown */
};

static struct summary *summary_of(struct view *v)
{
	return (struct summary *)v;
}

static void set_up(struct summary *s, const struct options *opt, struct out *o)
{
	s->o = o;
	s->periods.ns = opt->summary.interval;
	call_groups__init(&s->groups, &opt->summary);
}

static struct view *summary__open(const struct view_setup *u)
{
	struct summary *s = (struct summary *)file_view__new(sizeof(*s), u->opt->view, u);

	if (!s)
		return NULL;
	lines__set_columns(&s->file);
	set_up(s, u->opt, &s->file.out);
	return &s->file.view;
}

static void summary__begin(struct view *v, const struct view_begin *b)
{
	struct summary *s = summary_of(v);

	s->mono = s->periods.from = b->mono;
	s->real = b->real;
	s->groups.names = b->names;
}

static void show(struct summary *s, uint64_t until)
{
	const struct summary_config *c = &s->file.opt->summary;
	const struct summary_span span = {
		.from = s->periods.from, .until = until, .mono = s->mono, .real = s->real, .one_of_many = s->periods.ns, .first = !s->shown,
	};

	s->groups.submitted &= ~(s->file.opt->no_aio ? SUBMITS_AIO : 0u);
	summary__put(s->o, c, &s->groups, &span);
	groups__clear(&s->groups.groups);
	s->groups.submitted = 0;
	s->shown = true;
}

/* Shows the current period if it has ended, unless nothing happened in it. */
static void advance(struct summary *s, uint64_t now)
{
	if (!periods__is_over(&s->periods, now))
		return;
	if (s->groups.groups.table.n || s->groups.groups.root.tally.calls)
		show(s, s->periods.from + s->periods.ns);
	periods__go_to(&s->periods, now);
}

static void summary__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct summary *s = summary_of(v);

	(void)st;
	if (!s->file.opt->tally_interval)	/* then the tallies of a period end it */
		advance(s, e->ts + e->dur);
	call_groups__add(&s->groups, e, c);
}

/* Those of one time are of the period that ends then. */
static void summary__tally(struct view *v, const struct event *e, const struct rec_tally *r)
{
	struct summary *s = summary_of(v);

	if (e->ts != s->tallied && s->tallied)
		advance(s, s->tallied);
	s->tallied = e->ts;
	call_groups__add_tally(&s->groups, e, r);
}

static bool summary__tick(struct view *v, uint64_t now, uint64_t told)
{
	struct summary *s = summary_of(v);

	if (s->file.opt->in == IN_LIVE)		/* a recording has its own time */
		advance(s, s->file.opt->tally_interval && told ? told : now);
	return false;
}

static void summary__end(struct view *v, const struct totals *t)
{
	struct summary *s = summary_of(v);

	show(s, t ? t->ts : s->groups.last ? s->groups.last : s->mono);
}

static void summary__close(struct view *v)
{
	groups__clear(&summary_of(v)->groups.groups);
	file_view__close(v);
}

#define SUMMARY_VIEW .open = summary__open, .begin = summary__begin, .call = summary__call, .tally = summary__tally, .tick = summary__tick, \
		     .end = summary__end, FILE_VIEW, .close = summary__close, .no_loss = true, .no_stacks = true, .no_args = true, .at_end = true

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

const struct view_ops summary_view = {
	.name = "summary", .help = "how many calls, their errors and how long they took", .other = ignore, SUMMARY_VIEW,
};
const struct view_ops csv_view = {
	.name = "csv", .help = "the summary as comma-separated values", .in = IN_LIVE | IN_REPLAY, .other = ignore, SUMMARY_VIEW,
};

/* -- Lines, then the summary ------------------------------------------------------------------------------------------- */

static struct view *lines__open(const struct view_setup *u)
{
	struct summary *s = calloc(1, sizeof(*s));

	if (!s) {
		msg__no_memory();
		return NULL;
	}
	s->lines = u->opt->summary.lines->open(u);
	if (!s->lines) {
		free(s);
		return NULL;
	}
	s->file.view = (struct view){ .ops = &summary_lines_view, .fd = s->lines->fd, .terminal = s->lines->terminal };
	s->file.opt = u->opt;
	set_up(s, u->opt, &((struct file_view *)s->lines)->out);
	return &s->file.view;
}

/* Passes an event on. */
#define PASS(v, what, ...) do { \
	struct view *to = summary_of(v)->lines; \
	if (to->ops->what) \
		to->ops->what(to, __VA_ARGS__); \
} while (0)

static void pass_begin(struct view *v, const struct view_begin *b)
{
	summary__begin(v, b);
	PASS(v, begin, b);
}

static void pass_call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	advance(summary_of(v), e->ts + e->dur);
	PASS(v, call, e, c, st);
	call_groups__add(&summary_of(v)->groups, e, c);
}

static void pass_other(struct view *v, const struct event *e, const struct other_event *o) { PASS(v, other, e, o); }
static void pass_signal(struct view *v, const struct event *e, const struct rec_signal *r) { PASS(v, signal, e, r); }
static void pass_exit(struct view *v, const struct event *e, unsigned code) { PASS(v, exit, e, code); }
static void pass_loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *why) { PASS(v, loss, e, r, why); }

static void pass_pause(struct view *v, const struct event *e, uint64_t dur) { PASS(v, pause, e, dur); }

static bool pass_tick(struct view *v, uint64_t now, uint64_t told)
{
	struct view *to = summary_of(v)->lines;

	return to->ops->tick && to->ops->tick(to, now, told);
}

static void pass_idle(struct view *v)
{
	struct view *to = summary_of(v)->lines;

	to->ops->idle(to);
}

static int pass_error(const struct view *v)
{
	const struct view *to = ((const struct summary *)v)->lines;

	return to->ops->error(to);
}

static void pass_end(struct view *v, const struct totals *t)
{
	PASS(v, end, t);
	out__line_begin(summary_of(v)->o);
	if (summary_of(v)->file.opt->summary.format == SUMMARY_TEXT)
		out__line_end(summary_of(v)->o);
	summary__end(v, t);
}

static int pass_finish(struct view *v)
{
	struct view *to = summary_of(v)->lines;

	return to->ops->finish(to);
}

static void pass_close(struct view *v)
{
	struct view *to = summary_of(v)->lines;

	groups__clear(&summary_of(v)->groups.groups);
	to->ops->close(to);
	free(v);
}

const struct view_ops summary_lines_view = {
	.name = "summary", .open = lines__open, .begin = pass_begin, .call = pass_call, .tally = summary__tally, .other = pass_other,
	.signal = pass_signal, .exit = pass_exit, .loss = pass_loss, .pause = pass_pause, .tick = pass_tick, .idle = pass_idle, .error = pass_error, .end = pass_end, .finish = pass_finish,
	.close = pass_close,
};
