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
#include <stdlib.h>

#include "config/options.h"
#include "file_view.h"
#include "symbols/frame.h"
#include "views.h"
#include "writers/text.h"

struct stack {
	struct hash_node node;	/* by text */
	uint64_t ns, calls;
	size_t len;
	char text[];
};

/* A call that was shown as unfinished. */
struct wait {
	struct hash_node node;	/* by tid */
	const char *host;
	uint64_t began;
	struct stack *stack;
};

struct folded {
	struct file_view file;
	struct hash stacks;	/* of struct stack */
	struct hash waits;	/* of struct wait */
	uint64_t last;		/* ns: time of the last event */
};

static int by_text(const void *a, const void *b)
{
	const struct stack *x = *(struct stack *const *)a, *y = *(struct stack *const *)b;
	int d = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

	return d ? d : (x->len > y->len) - (x->len < y->len);
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
	out__line_begin(o);
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
	struct out *o = &f->file.out;
	size_t len = out__line_len(o);
	uint32_t hash = hash__bytes(o->p - len, len, 0);
	struct stack *s = HASH_FIND(&f->stacks, hash, struct stack, x, x->len == len && !memcmp(x->text, o->p - len, len));

	o->p -= len;
	if (s || o->err || !len)
		return s;
	s = file_view__add(&f->file, &f->stacks, sizeof(*s) + len, hash);
	if (s)
		memcpy(s->text, o->p, s->len = len);
	return s;
}

static void forget_wait(struct folded *f, const struct event *e)
{
	struct wait *w = HASH_FIND(&f->waits, e->tid, struct wait, x, x->host == e->host);

	if (w)
		hash__remove(&f->waits, &w->node);
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
	struct stack *s;
	struct wait *w;

	saw(f, e->ts + e->dur);
	compose(&f->file.out, e, c);
	s = take_stack(f);
	if (!s)
		return;
	if (f->waits.n)
		forget_wait(f, e);
	if (st == CALL_UNFINISHED) {
		w = file_view__add(&f->file, &f->waits, sizeof(*w), e->tid);
		if (w)
			*w = (struct wait){ w->node, e->host, e->ts, s };
		return;
	}
	s->ns += e->has_dur || st != CALL_DONE ? e->dur : 0;
	s->calls++;
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

static void put_stacks(struct folded *f)
{
	struct stack **all = calloc(f->stacks.n + 1, sizeof(*all));
	struct out *o = &f->file.out;
	size_t n = 0;

	if (!all)
		o->err = o->err ? o->err : -ENOMEM;
	HASH_EACH(&f->stacks, struct stack, s)
		if (all)
			all[n++] = s;
	qsort(all, n, sizeof(*all), by_text);
	for (size_t i = 0; i < n; i++) {
		out__line_begin(o);
		out__put(o, all[i]->text, all[i]->len);
		out__lit(o, " ");
		FMT(o, fmt__u64, o->opt.count_calls ? all[i]->calls : all[i]->ns);
		out__line_end(o);
	}
	free(all);
}

static void folded__end(struct view *v, const struct totals *t)
{
	struct folded *f = (struct folded *)v;

	if (t)
		saw(f, t->ts);
	HASH_EACH(&f->waits, const struct wait, w) {
		w->stack->calls++;
		w->stack->ns += f->last > w->began ? f->last - w->began : 0;
	}
	put_stacks(f);
}

static void folded__close(struct view *v)
{
	struct folded *f = (struct folded *)v;

	hash__drop(&f->waits);
	hash__drop(&f->stacks);
	file_view__close(v);
}

const struct view_ops folded_view = {
	.name = "folded", .help = "stacks for flame graphs: flamegraph.pl, inferno, speedscope",
	.in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_loss = true,
	.open = folded__open, .call = folded__call, .other = folded__other,
	.signal = folded__signal, .exit = folded__exit, .end = folded__end, FILE_VIEW, .close = folded__close,
};
