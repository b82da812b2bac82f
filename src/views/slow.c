// SPDX-License-Identifier: BSD-2-Clause
/*
 * slow.c - only calls that took long, each after the thread's last calls before it. All calls are made into lines, by another view in memory,
 * when they return: their descriptors and names are those of that time. The newest of each thread are kept.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/tally.h"
#include "config/options.h"
#include "file_view.h"
#include "lib/msg.h"
#include "views.h"
#include "writers/json.h"
#include "writers/text.h"

#define BEFORE 8		/* calls of a thread that are kept */
#define LEAST_CALLS 100		/* of a name, before its percentile is known */
#define NOT_KNOWN UINT64_MAX

struct kept_line {
	char *text;		/* owned, of `room` bytes */
	size_t len, room;
};

struct thread_lines {
	struct hash_node node;	/* by tid */
	struct kept_line lines[BEFORE];	/* the newest is at n - 1, modulo BEFORE */
	uint64_t n;		/* lines so far */
	bool unfinished;	/* the newest is a call that has not returned */
};

/* Calls of one name, for --slow pN. */
struct slow_call {
	struct hash_node node;	/* by ABI and number */
	struct tally tally;
	uint64_t limit;		/* ns; NOT_KNOWN: there were too few */
	uint64_t next;		/* calls at which it is computed again */
};

struct slow {
	struct file_view file;
	struct options opt;	/* of `lines`: without the output file */
	struct view *lines;
	struct hash threads, calls;
};

static struct slow *slow_of(struct view *v)
{
	return (struct slow *)v;
}

/* -- Lines in memory --------------------------------------------------------------------------------------------------- */

static struct out *memory(struct slow *s)
{
	return &((struct file_view *)s->lines)->out;
}

static void empty(struct slow *s)
{
	struct out *o = memory(s);

	o->p = o->buf;
	o->line = 0;
}

static void pass_on(struct slow *s)
{
	struct out *o = memory(s);

	out__put(&s->file.out, o->buf, (size_t)(o->p - o->buf));
	out__line_begin(&s->file.out);
	empty(s);
}

static struct view *slow__open(const struct view_setup *u)
{
	struct slow *s = (struct slow *)file_view__new(sizeof(*s), &slow_view, u);
	struct out *o;

	if (!s)
		return NULL;
	s->opt = *u->opt;
	s->opt.output = NULL;
	s->lines = u->opt->slow.lines->open(&(struct view_setup){ .opt = &s->opt, .origin = u->origin, .standard = -1 });
	if (!s->lines) {
		file_view__close(&s->file.view);
		return NULL;
	}
	o = memory(s);
	o->opt.color = s->file.out.opt.color = file_view__wants_color(&s->file);
	o->opt.terminal = s->file.view.terminal;
	return &s->file.view;
}

static void slow__begin(struct view *v, const struct view_begin *b)
{
	struct slow *s = slow_of(v);

	s->lines->ops->begin(s->lines, b);
	pass_on(s);
}

/* -- What is slow ------------------------------------------------------------------------------------------------------ */

static uint64_t least_calls(double percent)
{
	double least = 100 / (100 - percent);

	return least > LEAST_CALLS ? (uint64_t)least : LEAST_CALLS;
}

/* By the calls before this one, which is then counted. The limit is computed again each time the calls are a sixteenth more. */
static uint64_t limit_by_percentile(struct slow *s, const struct event *e, const struct call *c)
{
	double percent = s->file.opt->slow.percent;
	struct slow_call *n = file_view__need(&s->file, &s->calls, sizeof(*n), (uint64_t)c->abi << 32 | c->nr);
	uint64_t limit;

	if (!n)
		return NOT_KNOWN;
	if (!n->next) {
		n->next = least_calls(percent);
		n->limit = NOT_KNOWN;
	}
	if (n->tally.timed >= n->next) {
		n->limit = tally__percentile(&n->tally, percent);
		n->next = n->tally.timed + n->tally.timed / 16 + 1;
	}
	limit = n->limit;
	tally__add(&n->tally, e->dur, true, c->failed, 0);
	return limit;
}

static uint64_t limit_of(struct slow *s, const struct event *e, const struct call *c)
{
	if (!e->has_dur)
		return NOT_KNOWN;
	return s->file.opt->slow.percent > 0 ? limit_by_percentile(s, e, c) : s->file.opt->slow.ns;
}

static bool is_slow(const struct slow *s, const struct event *e, uint64_t limit)
{
	return e->has_dur && limit != NOT_KNOWN && (s->file.opt->slow.percent > 0 ? e->dur > limit : e->dur >= limit);
}

/* -- Lines of a thread ------------------------------------------------------------------------------------------------- */

static void keep(struct slow *s, struct thread_lines *t)
{
	const struct out *o = memory(s);
	struct kept_line *l = &t->lines[t->n % BEFORE];
	size_t len = (size_t)(o->p - o->buf);
	char *text = len > l->room ? realloc(l->text, len) : l->text;

	if (len && !text) {
		s->file.out.err = s->file.out.err ? s->file.out.err : -ENOMEM;
		return;
	}
	l->room = len > l->room ? len : l->room;
	l->text = text;
	l->len = len;
	if (len)
		memcpy(text, o->buf, len);
	t->n++;
}

static void free_lines(struct slow *s, struct thread_lines *t)
{
	for (unsigned i = 0; i < BEFORE; i++)
		free(t->lines[i].text);
	hash__remove(&s->threads, &t->node);
	free(t);
}

#define EACH_KEPT(t, l) \
	for (uint64_t i_ = (t)->n > BEFORE ? (t)->n - BEFORE : 0; i_ < (t)->n; i_++) \
		for (const struct kept_line *l = &(t)->lines[i_ % BEFORE]; l; l = NULL)

/* --- slow: openat took 12.345 ms, the limit is 10.000 ms --- */
static void put_title(struct slow *s, const struct event *e, const struct call *c, uint64_t limit)
{
	struct out *o = &s->file.out;
	char text[80];

	colour(o, SGR_CALL);
	out__lit(o, "--- slow: ");
	put_call_name(o, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	out__lit(o, " took ");
	FMT(o, fmt__ms, (int64_t)e->dur, 0);
	if (s->file.opt->slow.percent > 0)
		out__put(o, text, (size_t)snprintf(text, sizeof(text), " ms, p%g of those before is ", s->file.opt->slow.percent));
	else
		out__lit(o, " ms, the limit is ");
	FMT(o, fmt__ms, (int64_t)limit, 0);
	out__lit(o, " ms ---");
	colour(o, SGR_END);
	out__line_end(o);
}

static void put_text(struct slow *s, const struct thread_lines *t, const struct event *e, const struct call *c, uint64_t limit)
{
	put_title(s, e, c, limit);
	EACH_KEPT(t, l)
		out__put(&s->file.out, l->text, l->len);
	pass_on(s);
}

/* A line without its end. */
static void put_object(struct out *o, const char *text, size_t len)
{
	out__put(o, text, len && text[len - 1] == '\n' ? len - 1 : len);
}

static void put_json(struct slow *s, const struct thread_lines *t, const struct event *e, const struct call *c, uint64_t limit)
{
	struct out *o = &s->file.out;
	const char *comma = "";

	(void)e, (void)c;
	out__lit(o, "{\"type\":\"slow\",\"limit_ns\":");
	FMT(o, fmt__u64, limit);
	out__lit(o, ",\"before\":[");
	EACH_KEPT(t, l) {
		put_str(o, comma);
		put_object(o, l->text, l->len);
		comma = ",";
	}
	out__lit(o, "],\"call\":");
	put_object(o, memory(s)->buf, (size_t)(memory(s)->p - memory(s)->buf));
	out__lit(o, "}");
	out__line_end(o);
	empty(s);
}

/* The lines before it are shown once. */
static void put_slow(struct slow *s, struct thread_lines *t, const struct event *e, const struct call *c, uint64_t limit)
{
	bool json = s->file.opt->slow.lines == &json_view;

	out__line_begin(&s->file.out);
	(json ? put_json : put_text)(s, t, e, c, limit);
	t->n = 0;
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

/* A call that was kept as unfinished is kept as a whole, if its record has all of it. */
static enum call_state resume(struct thread_lines *t, const struct call *c, enum call_state st)
{
	bool whole = st == CALL_RESUMED && !(c->rec->flags & CALL_NO_ARGS);

	if (whole && t->unfinished)
		t->n--;
	t->unfinished = st == CALL_UNFINISHED;
	return whole ? CALL_DONE : st;
}

static void slow__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct slow *s = slow_of(v);
	struct thread_lines *t = file_view__need(&s->file, &s->threads, sizeof(*t), e->tid);
	uint64_t limit = limit_of(s, e, c);
	struct event line = *e;

	if (!t)
		return;
	st = resume(t, c, st);
	line.nframes = is_slow(s, e, limit) ? e->nframes : 0;
	s->lines->ops->call(s->lines, &line, c, st);
	if (is_slow(s, e, limit))
		put_slow(s, t, e, c, limit);
	else
		keep(s, t);
	empty(s);
}

static void slow__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

static void slow__exit(struct view *v, const struct event *e, unsigned code)
{
	struct thread_lines *t = hash__find(&slow_of(v)->threads, e->tid);

	(void)code;
	if (t)
		free_lines(slow_of(v), t);
}

static void slow__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct slow *s = slow_of(v);

	s->lines->ops->loss(s->lines, e, r, reason);
	pass_on(s);
}

static void slow__end(struct view *v, const struct totals *t)
{
	struct slow *s = slow_of(v);

	s->lines->ops->end(s->lines, t);
	pass_on(s);
}

static void slow__close(struct view *v)
{
	struct slow *s = slow_of(v);

	HASH_EACH(&s->threads, struct thread_lines, t)
		free_lines(s, t);
	HASH_EACH(&s->calls, struct slow_call, n)
		tally__free(&n->tally);
	hash__free(&s->threads);
	hash__drop(&s->calls);
	s->lines->ops->close(s->lines);
	file_view__close(v);
}

const struct view_ops slow_view = {
	.name = "slow", .help = "slow calls, with those before them: --slow", .open = slow__open, .begin = slow__begin, .call = slow__call,
	.other = slow__other, .exit = slow__exit, .loss = slow__loss, .end = slow__end, FILE_VIEW, .close = slow__close,
};
