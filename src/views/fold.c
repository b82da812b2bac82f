// SPDX-License-Identifier: BSD-2-Clause
/*
 * fold.c - --fold: calls that a thread repeats become one line; a pattern of several calls one line each.
 *
 * Lines are output in the order of their events; what follows a line that may still become a fold waits. A fold ends with another call of
 * its thread, a signal, its exit, or an event; when something was lost; and by time, which is that of the events, so that replay folds
 * what live tracing has folded: SILENCE_NS after its last call, LONGEST_NS after its first, or when MOST_LINES wait.
 */
#include "fold.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/msg.h"
#include "writers/text.h"

#define SILENCE_NS 1000000000u
#define LONGEST_NS 10000000000u
#define MOST_LINES 4096
#define RECENT (3 * FOLD_PERIOD)	/* a pattern with numbers has to repeat three times */

/* What a thread has called last. */
struct fold_thread {
	struct hash_node node;			/* by thread_key() */
	struct fold_line *recent[RECENT];	/* calls that are in no fold, nrecent of them, the oldest first */
	unsigned nrecent;
	struct fold_line *pattern[FOLD_PERIOD];	/* the current fold, `period` calls; 0: none */
	unsigned period;
	struct fold_line *begun[FOLD_PERIOD];	/* calls of a repetition that is not complete, nbegun of them */
	unsigned nbegun;
	uint64_t first, last;			/* ns: when the oldest and the newest of these calls returned */
};

struct fold {
	struct file_view file;
	struct fold_maker *maker;
	struct hash threads;
	struct fold_line *oldest, *newest;	/* lines that wait */
	unsigned nlines;
	uint64_t now;				/* ns: time of the newest event */
};

static struct fold *fold_of(struct view *v)
{
	return (struct fold *)v;
}

/* Recordings of several hosts may have the same IDs. */
static uint64_t thread_key(const struct event *e)
{
	return (uint64_t)(uintptr_t)e->host << 32 ^ e->tid;
}

/* -- Lines that wait --------------------------------------------------------------------------------------------------- */

static void append(struct fold *f, struct fold_line *l)
{
	l->before = f->newest;
	*(f->newest ? &f->newest->after : &f->oldest) = l;
	f->newest = l;
	f->nlines++;
}

static void drop(struct fold *f, struct fold_line *l)
{
	*(l->before ? &l->before->after : &f->oldest) = l->after;
	*(l->after ? &l->after->before : &f->newest) = l->before;
	f->nlines--;
	fold_line__free(l);
}

static void put_ready(struct fold *f)
{
	while (f->oldest && f->oldest->ready) {
		fold_line__put(&f->file.out, f->oldest);
		drop(f, f->oldest);
	}
}

/* -- The calls of a thread --------------------------------------------------------------------------------------------- */

static void make_ready(struct fold_line **lines, unsigned *n)
{
	for (unsigned i = 0; i < *n; i++)
		lines[i]->ready = true;
	*n = 0;
}

static bool steps(struct fold_line *const *a, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fold_line__steps(a[i], a[i + n]))
			return true;
	return false;
}

/* Does call `at` repeat the one n calls before it, as those two repetitions before have? */
static bool goes_on(struct fold_line *const *a, unsigned at, unsigned n)
{
	return fold_line__same(a[at - n], a[at]) && (at < 2 * n || fold_line__is_steady(a[at - 2 * n], a[at - n], a[at]));
}

/* What a pattern of n calls, from the first on, covers of `len`. */
struct cover {
	unsigned n, times;	/* 0: it is none */
	unsigned calls;		/* with those of a repetition that is not complete at the end */
};

/*
 * How often the calls are a pattern of n, if that is often enough for a fold. Two of the same may belong to a longer pattern, and any two
 * numbers differ by something.
 */
static struct cover cover_of(struct fold_line *const *a, unsigned len, unsigned n)
{
	struct cover c = { .n = n, .calls = n };

	while (c.calls < len && goes_on(a, c.calls, n))
		c.calls++;
	c.times = c.calls / n;
	if (c.calls < len)
		c.calls = c.times * n;
	if (c.times < 2 || (c.times == 2 && (n == 1 || steps(a, n))))
		c.times = c.calls = 0;
	return c;
}

/* The pattern that covers most of the calls; of several the shortest. */
static struct cover best_cover(const struct fold_thread *t)
{
	struct cover best = { 0 };

	for (unsigned n = 1; n <= FOLD_PERIOD && 2 * n <= t->nrecent; n++) {
		struct cover c = cover_of(t->recent, t->nrecent, n);

		if (c.calls > best.calls)
			best = c;
	}
	return best;
}

static void add(struct fold *f, struct fold_line *to, struct fold_line *l)
{
	fold_line__add(to, l);
	drop(f, l);
}

static void take_off(struct fold_thread *t, unsigned n)
{
	t->nrecent -= n;
	memmove(t->recent, t->recent + n, t->nrecent * sizeof(t->recent[0]));
}

/* The oldest calls become a fold, the thread's current one if it may go on. */
static void begin_fold(struct fold *f, struct fold_thread *t, const struct cover *c)
{
	unsigned all = c->n * c->times;
	struct fold_line **a = t->recent;
	bool open = c->calls == t->nrecent;

	t->first = a[0]->ended;
	for (unsigned i = 0; i < c->n; i++) {
		t->pattern[i] = a[i];
		a[i]->part = (uint8_t)(i + 1);
		a[i]->parts = (uint8_t)c->n;
	}
	for (unsigned i = c->n; i < all; i++)
		add(f, a[i % c->n], a[i]);
	t->period = c->n;
	take_off(t, all);
	if (!open) {
		make_ready(t->pattern, &t->period);
		return;
	}
	memcpy(t->begun, t->recent, t->nrecent * sizeof(t->recent[0]));
	t->nbegun = t->nrecent;
	t->nrecent = 0;
}

/* Decides on the oldest calls, those in no fold: what they are part of can be seen when there are RECENT, or no more come. */
static void decide(struct fold *f, struct fold_thread *t)
{
	struct cover c = best_cover(t);

	if (c.times) {
		begin_fold(f, t, &c);
	} else {
		t->recent[0]->ready = true;
		take_off(t, 1);
	}
	if (t->nrecent)
		t->first = t->recent[0]->ended;
}

/* Nothing is added to what the thread has called so far. */
static void settle(struct fold *f, struct fold_thread *t)
{
	while (t->period || t->nrecent) {
		if (!t->period) {
			decide(f, t);
			continue;
		}
		memcpy(t->recent, t->begun, t->nbegun * sizeof(t->begun[0]));
		t->nrecent = t->nbegun;
		t->nbegun = 0;
		make_ready(t->pattern, &t->period);
	}
}

static void add_recent(struct fold *f, struct fold_thread *t, struct fold_line *l)
{
	t->recent[t->nrecent++] = l;
	t->first = t->recent[0]->ended;
	if (t->nrecent == RECENT)
		decide(f, t);
}

static void complete(struct fold *f, struct fold_thread *t)
{
	for (unsigned i = 0; i < t->period; i++)
		add(f, t->pattern[i], t->begun[i]);
	t->nbegun = 0;
}

/* A fold ends. What was begun of another repetition may be the beginning of the next fold. */
static void end_fold(struct fold *f, struct fold_thread *t)
{
	struct fold_line *begun[FOLD_PERIOD];
	unsigned n = t->nbegun;

	memcpy(begun, t->begun, sizeof(begun));
	t->nbegun = 0;
	make_ready(t->pattern, &t->period);
	for (unsigned i = 0; i < n; i++)
		add_recent(f, t, begun[i]);
}

static void take_call(struct fold *f, struct fold_thread *t, struct fold_line *l)
{
	t->last = l->ended;
	if (t->period && fold_line__same(t->pattern[t->nbegun], l)) {
		t->begun[t->nbegun++] = l;
		if (t->nbegun == t->period)
			complete(f, t);
		return;
	}
	if (t->period)
		end_fold(f, t);
	/* What was begun may have become a fold, which this call may continue */
	if (t->period)
		take_call(f, t, l);
	else
		add_recent(f, t, l);
}

/* -- Time -------------------------------------------------------------------------------------------------------------- */

static bool is_over(const struct fold *f, const struct fold_thread *t)
{
	return f->now > t->last + SILENCE_NS || f->now > t->first + LONGEST_NS;
}

/* Ends folds that are over, as far as lines wait for them. */
static void advance(struct fold *f, uint64_t now)
{
	f->now = now > f->now ? now : f->now;
	while (f->oldest) {
		struct fold_thread *t = hash__find(&f->threads, thread_key(&f->oldest->e));

		if (!t || (!is_over(f, t) && f->nlines <= MOST_LINES))
			return;
		settle(f, t);
		put_ready(f);
	}
}

static bool fold__tick(struct view *v, uint64_t now, uint64_t told)
{
	(void)now;
	if (told)
		advance(fold_of(v), told);
	return false;
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void take_line(struct fold *f, struct fold_line *l, bool foldable)
{
	struct fold_thread *t = foldable ? file_view__need(&f->file, &f->threads, sizeof(*t), thread_key(&l->e)) : NULL;

	append(f, l);
	if (t)
		take_call(f, t, l);
	else
		l->ready = true;
	put_ready(f);
}

/* Ends what the thread repeats. */
static struct fold_thread *interrupt(struct fold *f, const struct event *e)
{
	struct fold_thread *t = hash__find(&f->threads, thread_key(e));

	if (t)
		settle(f, t);
	return t;
}

static void interrupt_all(struct fold *f)
{
	HASH_EACH(&f->threads, struct fold_thread, t)
		settle(f, t);
}

static struct view *maker_of(struct fold *f)
{
	return &f->maker->lines.file.view;
}

/* What was made in memory is a line that is not folded. */
static void take_made(struct fold *f, const struct event *e)
{
	bool made = f->maker->lines.file.out.p > f->maker->lines.file.out.buf;
	struct fold_line *l = fold_line__made(f->maker, e);

	if (l)
		take_line(f, l, false);
	else if (made && !f->file.out.err)
		f->file.out.err = -ENOMEM;
	put_ready(f);
}

static void fold__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct fold *f = fold_of(v);
	struct fold_line *l;

	advance(f, e->ts + e->dur);
	l = fold_line__call(f->maker, e, c, st);
	if (!l) {
		f->file.out.err = f->file.out.err ? f->file.out.err : -ENOMEM;
		return;
	}
	if (!l->is_call)
		interrupt(f, e);
	take_line(f, l, l->is_call);
}

static void fold__other(struct view *v, const struct event *e, const struct other_event *o)
{
	struct fold *f = fold_of(v);

	advance(f, e->ts);
	interrupt(f, e);
	lines__other(maker_of(f), e, o);
	take_made(f, e);
}

static void fold__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	struct fold *f = fold_of(v);

	advance(f, e->ts);
	interrupt(f, e);
	lines__signal(maker_of(f), e, r);
	take_made(f, e);
}

static void fold__exit(struct view *v, const struct event *e, unsigned code)
{
	struct fold *f = fold_of(v);
	struct fold_thread *t;

	advance(f, e->ts);
	t = interrupt(f, e);
	if (t) {
		hash__remove(&f->threads, &t->node);
		free(t);
	}
	lines__exit(maker_of(f), e, code);
	take_made(f, e);
}

static void fold__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct fold *f = fold_of(v);

	advance(f, e->ts);
	interrupt_all(f);
	lines__loss(maker_of(f), e, r, reason);
	take_made(f, e);
}

static void fold__pause(struct view *v, const struct event *e, uint64_t dur)
{
	struct fold *f = fold_of(v);

	advance(f, e->ts);
	lines__pause(maker_of(f), e, dur);
	take_made(f, e);
}

static void fold__end(struct view *v, const struct totals *t)
{
	struct fold *f = fold_of(v);

	interrupt_all(f);
	put_ready(f);
	if (t)
		text_writer.total(&f->file.out, t);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static struct view *fold__open(const struct view_setup *u)
{
	struct fold *f = (struct fold *)file_view__new(sizeof(*f), &fold_view, u);

	if (!f)
		return NULL;
	f->maker = (struct fold_maker *)file_view__on(-1, OUT_PIECE, sizeof(*f->maker), &fold_view, u);
	if (!f->maker) {
		file_view__close(&f->file.view);
		return NULL;
	}
	f->file.out.opt.color = file_view__wants_color(&f->file);
	f->file.out.opt.terminal = f->file.view.terminal;
	f->maker->lines.file.out.opt = f->file.out.opt;
	lines__set_columns(&f->file);
	fold_maker__init(f->maker, u->opt);
	return &f->file.view;
}

static void fold__begin(struct view *v, const struct view_begin *b)
{
	struct fold *f = fold_of(v);

	lines__begin(maker_of(f), b);
	text_writer.begin(&f->file.out, &f->maker->lines.file.out.opt);
}

static void fold__close(struct view *v)
{
	struct fold *f = fold_of(v);

	while (f->oldest)
		drop(f, f->oldest);
	hash__drop(&f->threads);
	file_view__close(maker_of(f));
	file_view__close(v);
}

const struct view_ops fold_view = {
	.name = "text", .help = "lines of text, repeated calls folded: --fold", .open = fold__open, .begin = fold__begin, .call = fold__call,
	.other = fold__other, .signal = fold__signal, .exit = fold__exit, .loss = fold__loss, .pause = fold__pause, .tick = fold__tick,
	.end = fold__end, FILE_VIEW, .close = fold__close,
};
