// SPDX-License-Identifier: BSD-2-Clause
/* call_stacks.c - sums by stack; and calls in progress. */
#include "call_stacks.h"

#include <errno.h>
#include <stdlib.h>

#include "config/options.h"
#include "lib/msg.h"
#include "symbols/frame.h"
#include "tracker/wait_split.h"
#include "writers/text.h"

/* A call that was shown as unfinished. */
struct wait {
	struct hash_node node;	/* by tid */
	const char *host;
	uint64_t began;
	uint64_t cpu;		/* ns: so much of its time on a CPU; UINT64_MAX: not known */
	struct call_stack *stack;
};

/* A semicolon comes before all other characters, so that stacks that begin with the same frames are neighbours. */
static int by_frames(const void *a, const void *b)
{
	const struct call_stack *x = *(struct call_stack *const *)a, *y = *(struct call_stack *const *)b;
	size_t n = x->len < y->len ? x->len : y->len, i = 0;

	while (i < n && x->text[i] == y->text[i])
		i++;
	if (i == n)
		return (x->len > y->len) - (x->len < y->len);
	if (x->text[i] == ';' || y->text[i] == ';')
		return x->text[i] == ';' ? -1 : 1;
	return (unsigned char)x->text[i] < (unsigned char)y->text[i] ? -1 : 1;
}

/* -- A call: its stack is composed as a line in the buffer, then removed ----------------------------------------------- */

/* Escapes semicolons, which separate frames. */
static void put_frame(struct out *o, const char *name)
{
	for (const char *p = name, *q; *p; p = q) {
		q = p + strcspn(p, ";");
		escape__text(o, p, (size_t)(q - p), ESCAPE_BACKSLASH);
		if (*q == ';') {
			out__lit(o, "\\073");
			q++;
		}
	}
}

/* Functions of the program, the outermost first. */
static void put_functions(struct out *o, const struct event *e)
{
	for (unsigned i = e->nframes; i-- > 0;) {
		const struct location *p = e->frames[i].location;

		if (p->kernel)
			continue;
		put_frame(o, p->symbol ? p->symbol : p->module ? p->module : "?");
		out__lit(o, ";");
	}
}

static void put_error(struct out *o, const struct call *c)
{
	const char *name = errno__name_in(c->abi, -c->ret);

	out__lit(o, ";");
	if (name) {
		put_str(o, name);
	} else {
		out__lit(o, "errno ");
		FMT(o, fmt__u64, -(uint64_t)c->ret);
	}
}

/* *at: where the thread's name and the call's begin, and where the text ends. */
static void compose(struct out *o, const struct event *e, const struct call *c, size_t at[3])
{
	out__line_begin(o);
	if (e->host) {
		put_frame(o, e->host);
		out__lit(o, ";");
	}
	at[0] = out__line_len(o);
	put_frame(o, o->opt.comm && e->comm ? e->comm : "?");
	out__lit(o, ";");
	put_functions(o, e);
	at[1] = out__line_len(o);
	put_call_name(o, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	if (c->failed)
		put_error(o, c);
	at[2] = out__line_len(o);
}

static struct call_stack *take_stack(struct call_stacks *f, const size_t at[3])
{
	struct out *o = &f->file.out;
	size_t len = at[2];
	uint32_t hash = hash__bytes(o->p - len, len, 0);
	struct call_stack *s = HASH_FIND(&f->stacks, hash, struct call_stack, x, x->len == len && !memcmp(x->text, o->p - len, len));

	o->p -= len;
	if (s || o->err || !len)
		return s;
	s = file_view__add(&f->file, &f->stacks, sizeof(*s) + len, hash);
	if (s) {
		memcpy(s->text, o->p, len);
		s->len = len;
		s->thread = at[0];
		s->call = at[1];
	}
	return s;
}

static void forget_wait(struct call_stacks *f, const struct event *e)
{
	struct wait *w = HASH_FIND(&f->waits, e->tid, struct wait, x, x->host == e->host);

	if (w)
		hash__remove(&f->waits, &w->node);
	free(w);
}

static void saw(struct call_stacks *f, uint64_t ts)
{
	if (ts > f->last)
		f->last = ts;
}

void call_stacks__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct call_stacks *f = (struct call_stacks *)v;
	struct call_stack *s;
	struct wait *w;
	size_t at[3];

	saw(f, e->ts + e->dur);
	compose(&f->file.out, e, c, at);
	s = take_stack(f, at);
	if (!s)
		return;
	if (f->waits.n)
		forget_wait(f, e);
	if (st == CALL_UNFINISHED) {
		w = file_view__add(&f->file, &f->waits, sizeof(*w), e->tid);
		if (w)
			*w = (struct wait){ w->node, e->host, e->ts, e->wait && e->wait->has_times ? e->wait->cpu : UINT64_MAX, s };
		return;
	}
	s->ns += e->has_dur || st != CALL_DONE ? e->dur : 0;
	s->calls++;
	s->bytes += call__bytes(c);
	s->off_cpu += e->wait && e->wait->has_times ? e->wait->blocked + e->wait->runnable : 0;
}

/* -- Other events only advance the time -------------------------------------------------------------------------------- */

void call_stacks__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)o;
	saw((struct call_stacks *)v, e->ts);
}

void call_stacks__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	(void)r;
	saw((struct call_stacks *)v, e->ts);
}

void call_stacks__exit(struct view *v, const struct event *e, unsigned code)
{
	(void)code;
	if (e->chosen)
		saw((struct call_stacks *)v, e->ts);
}

/* -- The end ----------------------------------------------------------------------------------------------------------- */

uint64_t call_stacks__weight(const struct call_stacks *c, const struct call_stack *s)
{
	switch (c->file.out.opt.weight) {
	case WEIGHT_TIME:	return s->ns;
	case WEIGHT_BYTES:	return s->bytes;
	case WEIGHT_OFF_CPU:	return s->off_cpu;
	default:		return s->calls;
	}
}

static void end_waits(struct call_stacks *c, const struct totals *t)
{
	if (t)
		saw(c, t->ts);
	HASH_EACH(&c->waits, const struct wait, w) {
		uint64_t ns = c->last > w->began ? c->last - w->began : 0;

		w->stack->calls++;
		w->stack->ns += ns;
		w->stack->off_cpu += ns > w->cpu ? ns - w->cpu : 0;
	}
}

struct call_stack **call_stacks__sorted(struct call_stacks *c, const struct totals *t, size_t *n)
{
	struct call_stack **all = calloc(c->stacks.n + 1, sizeof(*all));
	struct out *o = &c->file.out;

	*n = 0;
	if (!all) {
		o->err = o->err ? o->err : -ENOMEM;
		return NULL;
	}
	end_waits(c, t);
	HASH_EACH(&c->stacks, struct call_stack, s) {
		all[(*n)++] = s;
		c->off_cpu += s->off_cpu;
	}
	if (o->opt.weight == WEIGHT_OFF_CPU && !c->off_cpu && c->file.opt->in != IN_LIVE)
		msg__warn("no call left the CPU, or the recording was made without --wait: times off the CPU are not known");
	qsort(all, *n, sizeof(*all), by_frames);
	return all;
}

void call_stacks__close(struct view *v)
{
	struct call_stacks *c = (struct call_stacks *)v;

	hash__drop(&c->waits);
	hash__drop(&c->stacks);
	file_view__close(v);
}
