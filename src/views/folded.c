// SPDX-License-Identifier: BSD-2-Clause
/*
 * folded.c - stacks for flame graphs (flamegraph.pl, inferno, speedscope).
 *
 *	[host;]comm;[function;...]call[;errno] weight
 *
 * Functions are those of the user stack, if recorded, the outermost first; one without a name is shown as its file. The weight is the
 * total time (ns) or number of these calls. Only sums are kept: memory grows with the number of different lines, and lines are written
 * at the end, sorted. A call that has not returned at the end counts up to the last event.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>

#include "config/options.h"
#include "file_view.h"
#include "symbols/frame.h"
#include "views.h"
#include "writers/text.h"

struct stack {
	uint64_t ns, calls;
	size_t len;
	char text[];
};

/* A call that was shown as unfinished. */
struct wait {
	uint64_t host;		/* address of its name */
	uint32_t tid;
	uint64_t began;
	struct stack *stack;
};

struct folded {
	struct file_view file;
	void *stacks;		/* of tsearch(3): struct stack by text */
	void *waits;		/* of tsearch(3): struct wait by thread */
	uint64_t last;		/* ns: time of the last event */
};

static int by_text(const void *a, const void *b)
{
	const struct stack *x = a, *y = b;
	int d = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

	return d ? d : (x->len > y->len) - (x->len < y->len);
}

static int by_thread(const void *a, const void *b)
{
	const struct wait *x = a, *y = b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
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

static void compose(struct out *o, const struct event *e, const struct call *c)
{
	static const struct stack empty = { 0 };

	out__line_begin(o);
	out__put(o, &empty, sizeof(empty));
	if (e->host) {
		put_frame(o, e->host);
		out__lit(o, ";");
	}
	put_frame(o, o->opt.comm && e->comm ? e->comm : "?");
	out__lit(o, ";");
	put_functions(o, e);
	put_call_name(o, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	if (c->failed)
		put_error(o, c);
}

static struct stack *take_stack(struct folded *f)
{
	_Alignas(struct stack) char key[8192];
	struct out *o = &f->file.out;
	size_t len = out__line_len(o);

	o->p -= len;
	if (o->err || len <= sizeof(struct stack))
		return NULL;
	if (len > sizeof(key))
		len = sizeof(key);
	memcpy(key, o->p, len);
	((struct stack *)key)->len = len - sizeof(struct stack);
	return file_view__need(&f->file, &f->stacks, key, len, by_text);
}

static void forget_wait(struct folded *f, const struct wait *key)
{
	struct wait **found = tfind(key, &f->waits, by_thread), *w = found ? *found : NULL;

	if (!w)
		return;
	tdelete(key, &f->waits, by_thread);
	free(w);
}

static void saw(struct folded *f, uint64_t ts)
{
	if (ts > f->last)
		f->last = ts;
}

static void folded__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct folded *f = (struct folded *)v;
	struct wait w = { .host = (uintptr_t)e->host, .tid = e->tid, .began = e->ts };

	saw(f, e->ts + e->dur);
	compose(&f->file.out, e, c);
	w.stack = take_stack(f);
	if (!w.stack)
		return;
	if (f->waits)
		forget_wait(f, &w);
	if (st == CALL_UNFINISHED) {
		file_view__need(&f->file, &f->waits, &w, sizeof(w), by_thread);
		return;
	}
	w.stack->ns += e->has_dur || st != CALL_DONE ? e->dur : 0;
	w.stack->calls++;
}

/* -- Other events only advance the time -------------------------------------------------------------------------------- */

static void folded__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)o;
	saw((struct folded *)v, e->ts);
}

static void folded__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	(void)r;
	saw((struct folded *)v, e->ts);
}

static void folded__exit(struct view *v, const struct event *e, unsigned code)
{
	(void)code;
	if (e->chosen)
		saw((struct folded *)v, e->ts);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static struct view *folded__open(const struct view_setup *u)
{
	struct folded *f = (struct folded *)file_view__new(sizeof(*f), &folded_view, u);

	return f ? &f->file.view : NULL;
}

static void add_wait(const void *node, VISIT visit, void *ctx)
{
	const struct wait *w = *(struct wait *const *)node;
	const struct folded *f = ctx;

	if (visit != postorder && visit != leaf)
		return;
	w->stack->calls++;
	if (f->last > w->began)
		w->stack->ns += f->last - w->began;
}

static void put_stack(const void *node, VISIT visit, void *ctx)
{
	const struct stack *s = *(struct stack *const *)node;
	struct out *o = ctx;

	if (visit != postorder && visit != leaf)
		return;
	out__line_begin(o);
	out__put(o, s->text, s->len);
	out__lit(o, " ");
	FMT(o, fmt__u64, o->opt.count_calls ? s->calls : s->ns);
	out__line_end(o);
}

static void folded__end(struct view *v, const struct totals *t)
{
	struct folded *f = (struct folded *)v;

	if (t)
		saw(f, t->ts);
	twalk_r(f->waits, add_wait, f);
	twalk_r(f->stacks, put_stack, &f->file.out);
}

static void folded__close(struct view *v)
{
	struct folded *f = (struct folded *)v;

	tdestroy(f->waits, free);
	tdestroy(f->stacks, free);
	file_view__close(v);
}

const struct view_ops folded_view = {
	.name = "folded", .help = "stacks for flame graphs: flamegraph.pl, inferno, speedscope",
	.in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_loss = true,
	.open = folded__open, .call = folded__call, .other = folded__other,
	.signal = folded__signal, .exit = folded__exit, .end = folded__end, FILE_VIEW, .close = folded__close,
};
