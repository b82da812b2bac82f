// SPDX-License-Identifier: BSD-2-Clause
/*
 * top.c - calls by groups, period by period: on a screen, or as tables one after another.
 *
 * Where the source counts, its tallies of a period are kept, so that keys can group them otherwise at once. Otherwise calls are added to groups
 * as they come, and another grouping begins with the next call.
 */
#include "top.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"
#include "tracker/owner.h"
#include "views.h"

#define SILENT_PERIODS 3

static struct top *top_of(struct view *v)
{
	return (struct top *)v;
}

/* -- Groups ------------------------------------------------------------------------------------------------------------ */

static void init_groups(struct top *t, unsigned i)
{
	static const unsigned of[TOP_BY_COUNT] = { [TOP_FILE] = OF_FILES, [TOP_SOCKET] = OF_SOCKETS };
	struct summary_config c = { .by = { top__part(t->choice.by) }, .nby = 1 };
	struct call_groups *g = &t->groups[i];
	enum abi native = g->native;

	groups__clear(&g->groups);
	*g = (struct call_groups){ .names = t->names };
	call_groups__init(g, &c);
	g->native = native ? native : g->native;
	g->named = true;
	g->only = t->choice.only;
	if (!g->only.of)
		g->only.of = of[t->choice.by];
}

static void init_both(struct top *t)
{
	init_groups(t, 0);
	init_groups(t, 1);
}

/* Adds the kept tallies to the groups that are shown. */
static void add_kept(struct top *t)
{
	const struct rec_tally *r;

	init_groups(t, t->shown);
	for (size_t at = 0; at < t->kept.len; at += r->rec.len) {
		const struct event e = { .ts = t->last_until, .native = t->groups[t->shown].native };

		r = (const struct rec_tally *)(t->kept.p + at);
		call_groups__add_tally(&t->groups[t->shown], &e, r);
	}
	groups__sum(&t->groups[t->shown].groups);
}

void top__refresh(struct top *t)
{
	free(t->rows);
	t->rows = NULL;
	t->nrows = 0;
	if (t->counted)
		add_kept(t);
	top_rows__list(t);
}

void top__regroup(struct top *t)
{
	init_groups(t, !t->shown);
	if (!t->counted)
		init_groups(t, t->shown);
	top__refresh(t);
}

static bool begins_again(struct top *t, enum top_by by)
{
	struct top_again *again = t->opt->top.again;
	bool by_path = top__part(by) == BY_PATH;

	return again && (by_path ? t->counted : !t->counted && again->counts);
}

bool top__choose_by(struct top *t, enum top_by by)
{
	enum group_part part = top__part(by);

	if (begins_again(t, by)) {
		t->opt->top.again->wanted = true;
	} else if (t->counted && part == BY_PATH) {
		t->choice.note = "files and sockets of a command: start with --by file";
		return false;
	}
	t->choice.by = by;
	if (!t->counted || (t->opt->top.again && t->opt->top.again->wanted)) {
		t->has_last = false;
		t->kept.len = 0;
		top__regroup(t);
	}
	return true;
}

/* -- Periods ----------------------------------------------------------------------------------------------------------- */

static bool is_done(const struct top *t)
{
	return t->opt->top.rounds && t->rounds >= t->opt->top.rounds;
}

/* What was added up is now of the last period; the next one begins. */
static void turn(struct top *t)
{
	struct buf empty = t->kept;

	if (t->counted) {
		t->kept = t->tallies;
		t->tallies = empty;
		t->tallies.len = 0;
	} else {
		t->shown = !t->shown;
		groups__sum(&t->groups[t->shown].groups);
		init_groups(t, !t->shown);
	}
	t->has_last = true;
}

static void forget(struct top *t)
{
	t->tallies.len = 0;
	if (!t->counted)
		init_groups(t, !t->shown);
}

/* The rest of an interval at the end, in which nothing was called, is no table. */
static bool is_worth(const struct top *t)
{
	const struct call_groups *g = &t->groups[t->shown];

	return g->groups.root.tally.calls || t->last_until - t->last_from >= t->opt->summary.interval / 10 * 9;
}

static void period_ends(struct top *t, uint64_t until)
{
	uint64_t from = t->from;

	t->from = until;
	if (t->choice.paused) {
		forget(t);
		return;
	}
	if (is_done(t))
		return;
	t->last_from = from;
	t->last_until = until;
	turn(t);
	top__refresh(t);
	if (!t->opt->top.batch) {
		top__draw(t);
	} else if (is_worth(t)) {
		top_rows__put_table(t, &t->file.out);
		t->rounds++;
	}
}

/* Where calls are not counted by the source, time ends periods. */
static void advance(struct top *t, uint64_t now)
{
	uint64_t ns = t->opt->summary.interval;

	while (t->from && now >= t->from + ns && !is_done(t)) {
		period_ends(t, t->from + ns);
		if (t->opt->in != IN_LIVE && now >= t->from + ns)	/* a recording may have long pauses */
			t->from += (now - t->from) / ns * ns;
	}
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

/* The processes that the view itself has started. */
static bool is_own(const struct top *t, uint32_t tgid)
{
	return (t->terminal && tgid == (uint32_t)top_terminal__guard(t->terminal)) ||
	       (t->lines && tgid == (uint32_t)top_lines__process(t->lines));
}

static void top__begin(struct view *v, const struct view_begin *b)
{
	struct top *t = top_of(v);

	t->mono = t->from = b->mono;
	t->real = b->real;
	t->names = b->names;
	init_both(t);
	top__refresh(t);
}

/* Requests of aio, and the calls that they are made from: they are not counted where others are. */
static bool is_added(const struct call *c)
{
	return syscalltbl__is_aio(c->nr) || (c->row && c->row->aio);
}

/* Keeps a single call as a tally. */
static void keep_call(struct top *t, const struct event *e, const struct call *c)
{
	union { struct rec_tally r; uint64_t words[sizeof(struct rec_tally) / 8 + 1]; } one = {
		.r = { .rec = { .type = REC_TALLY, .ts = e->ts + e->dur, .tid = e->tid, .tgid = e->tgid }, .calls = 1, .errors = c->failed,
		       .bytes = call__bytes(c), .flags = t->opt->tally, .nr = (uint16_t)c->nr, .abi = (uint8_t)c->abi, .err = c->failed ? (uint32_t)-c->ret : 0 },
	};
	unsigned __int128 square = (unsigned __int128)e->dur * e->dur;

	one.words[sizeof(one.r) / 8] = (uint64_t)tally__bucket(e->dur) << TALLY_COUNT_BITS | 1;
	one.r.rec.len = e->has_dur ? sizeof(one) : sizeof(one.r);
	one.r.timed = e->has_dur;
	if (e->has_dur) {
		one.r.total = one.r.min = one.r.max = e->dur;
		one.r.squares_low = (uint64_t)square;
		one.r.squares_high = (uint64_t)(square >> 64);
	}
	if (e->owner) {
		one.r.uid = e->owner->uid;
		one.r.cgroup = e->owner->cgroup;
	}
	if (e->comm)
		memcpy(one.r.comm, e->comm, strnlen(e->comm, COMM_LEN - 1));
	buf__add(&t->tallies, &one, one.r.rec.len);
}

static void top__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct top *t = top_of(v);

	(void)st;
	if (!c->done)
		return;			/* sources that count return calls that wait, too */
	if (t->counted && is_added(c)) {
		if (!is_own(t, e->tgid))
			keep_call(t, e, c);
		return;
	}
	if (t->counted) {		/* this one cannot count */
		t->counted = false;
		if (t->opt->top.again)
			t->opt->top.again->counts = false;
	}
	advance(t, e->ts + e->dur);
	if (!is_own(t, e->tgid))
		call_groups__add(&t->groups[!t->shown], e, c);
}

static void top__tally(struct view *v, const struct event *e, const struct rec_tally *r)
{
	struct top *t = top_of(v);

	t->groups[t->shown].native = e->native;
	if (!r->calls && r->flags & TALLY_REST)
		period_ends(t, r->rec.ts);
	else if (!is_own(t, r->rec.tgid))
		buf__add(&t->tallies, r, r->rec.len);
	if (r->flags & TALLY_FULL && t->opt->top.again)
		t->opt->top.again->wanted = true;	/* with empty counters there is room for more groups */
}

static void top__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	(void)e, (void)reason;
	top_of(v)->lost += r->count;
}

static void ignore(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

/* -- The screen -------------------------------------------------------------------------------------------------------- */

void top__draw(struct top *t)
{
	struct out *o = &t->file.out;
	struct top_layout at;
	unsigned width, height;

	if (!t->terminal)
		return;
	o->p = o->buf;
	o->line = 0;
	top_terminal__size(t->terminal, &width, &height);
	top_rows__put_screen(t, o, width, height, &at);
	top_terminal__draw(t->terminal, o->buf, (size_t)(o->p - o->buf), &at);
}

static bool is_over(const struct top *t)
{
	return t->quit || is_done(t) || (t->opt->top.again && t->opt->top.again->wanted);
}

/* Lines that have come move what is shown only at the end. */
static void read_lines(struct top *t)
{
	unsigned n = t->lines ? top_lines__read(t->lines) : 0;

	if (n && (t->choice.paused || t->choice.back))
		t->choice.back += n;
	if (n && !t->choice.paused)
		top__draw(t);
}

static bool serve_keys(struct top *t)
{
	bool pressed = false;

	for (int key; (key = top_terminal__key(t->terminal)) >= 0; pressed = true)
		top_keys__press(t, key);
	if (pressed)
		top__draw(t);
	return is_over(t);
}

/* A source that cannot count, though it may, is silent until a call returns. */
static void watch_time(struct top *t, uint64_t now)
{
	uint64_t ns = t->opt->summary.interval;

	if (!t->counted)
		advance(t, now);
	else if (t->from && now >= t->from + SILENT_PERIODS * ns)
		period_ends(t, t->from + ns);
}

static bool top__tick(struct view *v, uint64_t now, uint64_t told)
{
	struct top *t = top_of(v);

	(void)told;
	if (t->opt->in == IN_LIVE)
		watch_time(t, now);
	if (!t->terminal)
		return is_done(t);
	if (top_terminal__begin(t->terminal))
		return true;
	read_lines(t);
	return serve_keys(t);
}

static unsigned top__watch(struct view *v, struct pollfd *fds)
{
	struct top *t = top_of(v);

	if (!t->terminal)
		return 0;
	fds[0] = (struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN };
	if (!t->lines || top_lines__fd(t->lines) < 0)
		return 1;
	fds[1] = (struct pollfd){ .fd = top_lines__fd(t->lines), .events = POLLIN };
	return 2;
}

/* A terminal that has gone has no keys to end it with. */
static bool top__ready(struct view *v, const struct pollfd *fds, unsigned n)
{
	struct top *t = top_of(v);

	if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
		t->quit = true;
	if (n > 1 && fds[1].revents)
		read_lines(t);
	return serve_keys(t);
}

/* -- The view ---------------------------------------------------------------------------------------------------------- */

static struct top *new_batch(const struct view_setup *u)
{
	return (struct top *)file_view__new(sizeof(struct top), &top_view, u);
}

/* Composes its lines in memory. */
static struct top *new_screen(const struct view_setup *u)
{
	struct top_terminal *w = top_terminal__new();
	struct top *t = w ? (struct top *)file_view__on(-1, 64 * 1024, sizeof(*t), &top_view, u) : NULL;

	if (!t) {
		top_terminal__free(w);
		return NULL;
	}
	t->terminal = w;
	t->file.view.fd = STDOUT_FILENO;
	t->file.view.terminal = true;
	return t;
}

static struct view *top__open(const struct view_setup *u)
{
	const struct top_config *c = &u->opt->top;
	struct top *t = c->again && c->again->view ? top_of(c->again->view) : c->batch ? new_batch(u) : new_screen(u);

	if (!t)
		return NULL;
	if (!t->opt) {
		t->choice.by = c->by;
		t->choice.sort = u->opt->summary.sort;
	}
	t->opt = t->file.opt = u->opt;
	t->counted = u->opt->tally;
	t->from = 0;
	t->tallies.len = 0;
	if (c->again)
		*c->again = (struct top_again){ .counts = c->again->counts };
	init_both(t);
	top__refresh(t);
	return &t->file.view;
}

static void top__idle(struct view *v)
{
	if (!top_of(v)->terminal)
		file_view__idle(v);
}

/* The last interval is not whole. */
static void top__end(struct view *v, const struct totals *totals)
{
	struct top *t = top_of(v);
	uint64_t last = t->groups[!t->shown].last, until = totals ? totals->ts : last;

	if (t->opt->top.batch && !t->counted && t->from && last && until >= t->from)
		period_ends(t, until > t->from ? until : until + 1);
}

static int top__finish(struct view *v)
{
	struct top *t = top_of(v);

	if (t->opt->top.batch)
		return file_view__finish(v);
	t->names = NULL;
	t->groups[0].names = t->groups[1].names = NULL;
	return 0;
}

static void top__close(struct view *v)
{
	struct top *t = top_of(v);

	if (t->opt->top.again && t->opt->top.again->wanted) {
		t->opt->top.again->view = v;
		t->opt->top.again->by = t->choice.by;
		return;
	}
	top_lines__close(t->lines);
	top_terminal__free(t->terminal);
	groups__clear(&t->groups[0].groups);
	groups__clear(&t->groups[1].groups);
	buf__free(&t->tallies);
	buf__free(&t->kept);
	free((char *)t->choice.only.key.text);
	free(t->rows);
	file_view__close(v);
}

const struct view_ops top_view = {
	.name = "top", .help = "what is called most, now", .open = top__open, .begin = top__begin, .call = top__call, .tally = top__tally,
	.other = ignore, .loss = top__loss, .idle = top__idle, .error = file_view__error, .tick = top__tick, .watch = top__watch,
	.ready = top__ready, .end = top__end, .finish = top__finish, .close = top__close, .no_loss = true, .no_stacks = true,
};
