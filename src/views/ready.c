// SPDX-License-Identifier: BSD-2-Clause
/* ready.c - a view of columns: a line for each call, exit, signal or connection, or a table of groups. */
#include "ready.h"

#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "lines.h"

#define SCRATCH 4096

static struct ready *ready_of(struct view *v)
{
	return (struct ready *)v;
}

static void set_groups(struct ready *r)
{
	struct groups *g = &r->groups.groups;
	struct summary_config c = { .nby = r->is->nby };

	memcpy(c.by, r->is->by, sizeof(c.by));
	call_groups__init(&r->groups, &c);
	if (!ready_view__can_be_counted(r->is))
		g->by[g->nparts++] = BY_DIRECTION;
	r->periods.ns = r->file.opt->summary.interval;
}

static struct view *ready__open(const struct view_setup *u)
{
	const struct view_ops *ops = ready_view__can_be_counted(u->opt->ready) ? &ready_counts_view : &ready_view;
	struct ready *r = (struct ready *)file_view__new(sizeof(*r), ops, u);

	if (!r)
		return NULL;
	if (out__open(&r->scratch, -1, SCRATCH)) {
		file_view__close(&r->file.view);
		return NULL;
	}
	r->is = u->opt->ready;
	r->format = u->opt->summary.format;
	r->file.out.opt.color = false;
	ready_values__init(r);
	if (r->is->lines == LINES_OF_GROUPS)
		set_groups(r);
	return &r->file.view;
}

static void ready__begin(struct view *v, const struct view_begin *b)
{
	struct ready *r = ready_of(v);

	r->names = r->groups.names = r->show.names = b->names;
	r->mono = r->last = r->periods.from = b->mono;
	r->real = b->real;
	lines__start_writer(&r->file, &text_writer, b);
	if (r->is->lines != LINES_OF_GROUPS)
		ready__put_titles(r);
}

/* -- Tables ------------------------------------------------------------------------------------------------------------ */

static void put_table(struct ready *r, uint64_t until)
{
	r->titled = r->titled && r->format != SUMMARY_TEXT;
	ready_groups__put(r, until);
}

static void advance(struct ready *r, uint64_t now)
{
	struct periods *p = &r->periods;

	if (!periods__is_over(p, now))
		return;
	if (r->groups.groups.table.n)
		put_table(r, p->from + p->ns);
	periods__go_to(p, now);
}

static bool ready__tick(struct view *v, uint64_t now, uint64_t told)
{
	const struct options *o = ready_of(v)->file.opt;

	if (o->in == IN_LIVE)		/* a recording has its own time */
		advance(ready_of(v), o->tally_interval && told ? told : now);
	return false;
}

static void add_call(struct ready *r, const struct event *e, const struct call *c)
{
	if (r->file.view.ops == &ready_counts_view)	/* as the kernel counts */
		call_groups__add(&r->groups, e, c);
	else
		call_groups__add_ends(&r->groups, e, c);
}

/* Those of one time are of the period that ends then. */
static void ready__tally(struct view *v, const struct event *e, const struct rec_tally *t)
{
	struct ready *r = ready_of(v);

	if (e->ts != r->tallied && r->tallied)
		advance(r, r->tallied);
	r->tallied = e->ts;
	r->last = e->ts > r->last ? e->ts : r->last;
	call_groups__add_tally(&r->groups, e, t);
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void note_time(struct ready *r, uint64_t ts)
{
	r->last = ts > r->last ? ts : r->last;
}

static void ready__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct ready *r = ready_of(v);

	note_time(r, e->ts + e->dur);
	if (r->is->lines == LINES_OF_GROUPS) {
		if (!r->file.opt->tally_interval)	/* then the tallies of a period end it */
			advance(r, e->ts + e->dur);
		add_call(r, e, c);
	} else if (r->is->lines == LINES_OF_CONNECTIONS) {
		ready_connections__call(r, e, c);
	} else if (r->is->lines == LINES_OF_CALLS && st != CALL_UNFINISHED) {
		ready_values__call(r, e, c, st == CALL_RESUMED && !(c->rec->flags & CALL_NO_ARGS) ? CALL_DONE : st);
	}
}

static void ready__signal(struct view *v, const struct event *e, const struct rec_signal *s)
{
	struct ready *r = ready_of(v);

	note_time(r, e->ts);
	if (r->is->lines == LINES_OF_SIGNALS)
		ready_values__signal(r, e, s);
}

/* By --failure and --success. */
static bool wants_status(const struct options *o, unsigned status)
{
	if (status == EXIT_UNKNOWN)
		return !o->only_failed && !o->only_ok;
	return status ? !o->only_ok : !o->only_failed;
}

static void ready__exit(struct view *v, const struct event *e, unsigned status)
{
	struct ready *r = ready_of(v);
	struct ready_process *p = e->tid == e->tgid ? hash__find(&r->processes, e->tgid) : NULL;

	note_time(r, e->ts);
	if (r->is->lines == LINES_OF_EXITS && e->chosen && wants_status(r->file.opt, status))
		ready_values__exit(r, e, status);
	if (r->is->lines == LINES_OF_CONNECTIONS)
		ready_connections__exit(r, e);
	if (p) {
		hash__remove(&r->processes, &p->node);
		free(p);
	}
}

static void ready__thread(struct view *v, const struct event *e, const struct thread_event *t)
{
	struct ready *r = ready_of(v);
	struct ready_process *p;

	if (t->change != THREAD_FORKED || e->tid != e->tgid)
		return;
	if (r->is->lines == LINES_OF_CONNECTIONS)
		ready_connections__fork(r, t->parent_tgid, e->tgid);
	p = file_view__need(&r->file, &r->processes, sizeof(*p), e->tgid);
	if (!p)
		return;
	p->parent = t->parent_tgid;
	p->began = e->ts;
}

static void ready__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

static void end_tables(struct ready *r)
{
	put_table(r, r->last);
	if (r->groups.groups.refused)
		msg__warn("there is no room for more groups: %llu calls are in none of the rows", (unsigned long long)r->groups.groups.refused);
}

static void ready__end(struct view *v, const struct totals *t)
{
	struct ready *r = ready_of(v);

	note_time(r, t ? t->ts : 0);
	if (r->is->lines == LINES_OF_GROUPS)
		end_tables(r);
	else if (r->is->lines == LINES_OF_CONNECTIONS)
		ready_connections__end(r);
}

static void ready__close(struct view *v)
{
	struct ready *r = ready_of(v);

	groups__clear(&r->groups.groups);
	ready_connections__free(r);
	hash__drop(&r->processes);
	out__close(&r->scratch);
	file_view__close(v);
}

#define READY_VIEW .name = "view", .help = "columns of a view: --view", .no_stacks = true, .no_loss = true, .open = ready__open, .begin = ready__begin, \
		   .call = ready__call, .other = ready__other, .signal = ready__signal, .exit = ready__exit, .thread = ready__thread, \
		   .tick = ready__tick, .end = ready__end, FILE_VIEW, .close = ready__close

const struct view_ops ready_view = { READY_VIEW };
const struct view_ops ready_counts_view = { READY_VIEW, .tally = ready__tally };
