// SPDX-License-Identifier: BSD-2-Clause
/*
 * writer_folded.c - stacks for flame graphs, as flamegraph.pl, inferno and speedscope read them.
 *
 *	[host;]comm;[function;...]call[;errno] weight
 *
 * Functions are those of the program, where stacks are known: the outermost first, without a name the file.
 * A line says how long (ns) all such calls of threads of that name took together, or how many there were. Only the sums
 * are kept, so memory grows with the number of different lines, and lines come at the end, in the order of their text.
 * A call that waits at the end counts up to the last event.
 */
#include "quiet.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>

#include "bpf/wire.h"
#include "lib/out.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"
#include "writers/text.h"

enum folded_state {		/* uses of out.state */
	FOLDED_STACKS,		/* root of tsearch(3): struct stack by text */
	FOLDED_WAITS,		/* root of tsearch(3): struct wait by thread */
	FOLDED_LAST,		/* time of the last event: ns */
	FOLDED_TID,		/* the call in work: whose, */
	FOLDED_HOST,		/* on which machine, */
	FOLDED_BEGAN,		/* when it began, */
	FOLDED_DUR,		/* how long it took, */
	FOLDED_CALL,		/* its enum call_state, */
	FOLDED_NAME,		/* and where in the line its name begins */
};

struct stack {
	uint64_t ns, calls;
	size_t len;
	char text[];
};

/* A call that was shown as unfinished. */
struct wait {
	uint64_t host;		/* where its name lies */
	uint32_t tid;
	uint64_t began;
	struct stack *stack;
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

static void **root(struct out *o, enum folded_state which)
{
	return (void **)&o->state[which];
}

/* What tsearch(3) finds or adds; NULL, which is kept as an output error, where there is no memory. */
static void *find_or_add(struct out *o, enum folded_state which, const void *key, size_t size,
			 int (*order)(const void *, const void *))
{
	void **found = tfind(key, root(o, which), order), *copy;

	if (found)
		return *found;
	copy = malloc(size);
	if (copy && tsearch(memcpy(copy, key, size), root(o, which), order))
		return copy;
	free(copy);
	o->err = o->err ? o->err : -ENOMEM;
	return NULL;
}

/* -- A call: its stack is composed where a line would be, and taken back ----------------------------------------------- */

/* A name must not end a frame. */
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

static void folded__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			       const char *name, enum call_state st)
{
	static const struct stack empty = { 0 };

	o->state[FOLDED_TID] = e->tid;
	o->state[FOLDED_HOST] = (uintptr_t)e->host;
	o->state[FOLDED_BEGAN] = e->ts;
	o->state[FOLDED_DUR] = e->has_dur || st != CALL_DONE ? e->dur : 0;
	o->state[FOLDED_CALL] = st;
	if (e->ts + e->dur > o->state[FOLDED_LAST])
		o->state[FOLDED_LAST] = e->ts + e->dur;
	out__line_begin(o);
	out__put(o, (const char *)&empty, sizeof(empty));
	if (e->host) {
		put_frame(o, e->host);
		out__lit(o, ";");
	}
	put_frame(o, o->opt.comm && e->comm ? e->comm : "?");
	out__lit(o, ";");
	o->state[FOLDED_NAME] = out__line_len(o);
	put_call_name(o, abi, foreign, nr, name);
}

static void folded__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	(void)text;
	out__lit(o, ";");
	if (name) {
		put_str(o, name);
	} else {
		out__lit(o, "errno ");
		FMT(o, fmt__u64, -(uint64_t)ret);
	}
}

/* Between the thread and the call. */
static void folded__stack(struct out *o, const struct frame *frames, unsigned n)
{
	size_t len = out__line_len(o) - o->state[FOLDED_NAME];
	char call[256];

	if (len > sizeof(call) || !o->state[FOLDED_NAME])	/* an event's */
		return;
	o->p -= len;
	memcpy(call, o->p, len);
	while (n--) {
		const struct location *p = frames[n].location;

		if (p->kernel)
			continue;
		put_frame(o, p->symbol ? p->symbol : p->module ? p->module : "?");
		out__lit(o, ";");
	}
	out__put(o, call, len);
}

static struct stack *take_stack(struct out *o)
{
	_Alignas(struct stack) char key[8192];
	size_t len = out__line_len(o);

	o->state[FOLDED_NAME] = 0;
	o->p -= len;
	if (o->err || len <= sizeof(struct stack))
		return NULL;
	if (len > sizeof(key))
		len = sizeof(key);
	memcpy(key, o->p, len);
	((struct stack *)key)->len = len - sizeof(struct stack);
	return find_or_add(o, FOLDED_STACKS, key, len, by_text);
}

static void forget_wait(struct out *o, const struct wait *key)
{
	struct wait **found = tfind(key, root(o, FOLDED_WAITS), by_thread), *w = found ? *found : NULL;

	if (!w)
		return;
	tdelete(key, root(o, FOLDED_WAITS), by_thread);
	free(w);
}

static void folded__call_end(struct out *o)
{
	struct wait w = {
		.host = o->state[FOLDED_HOST], .tid = (uint32_t)o->state[FOLDED_TID], .began = o->state[FOLDED_BEGAN],
		.stack = take_stack(o),
	};

	if (!w.stack)
		return;
	if (o->state[FOLDED_WAITS])
		forget_wait(o, &w);
	if (o->state[FOLDED_CALL] == CALL_UNFINISHED) {
		find_or_add(o, FOLDED_WAITS, &w, sizeof(w), by_thread);
		return;
	}
	w.stack->ns += o->state[FOLDED_DUR];
	w.stack->calls++;
}

/* -- Other events move the clock --------------------------------------------------------------------------------------- */

static void saw(struct out *o, const struct event *e)
{
	if (e->ts > o->state[FOLDED_LAST])
		o->state[FOLDED_LAST] = e->ts;
}

static void folded__signal_begin(struct out *o, const struct event *e, const char *name)
{
	(void)name;
	saw(o, e);
}

static void folded__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	(void)name;
	saw(o, e);
}

static void folded__exit(struct out *o, const struct event *e, unsigned code)
{
	(void)code;
	saw(o, e);
}

static void folded__total(struct out *o, const struct event *e, uint64_t calls, uint64_t lost)
{
	(void)calls, (void)lost;
	saw(o, e);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void folded__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
	memset(o->state, 0, sizeof(o->state));
}

static void add_wait(const void *node, VISIT visit, void *ctx)
{
	const struct wait *w = *(struct wait *const *)node;
	const struct out *o = ctx;

	if (visit != postorder && visit != leaf)
		return;
	w->stack->calls++;
	if (o->state[FOLDED_LAST] > w->began)
		w->stack->ns += o->state[FOLDED_LAST] - w->began;
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

static void folded__end(struct out *o)
{
	twalk_r(*root(o, FOLDED_WAITS), add_wait, o);
	tdestroy(*root(o, FOLDED_WAITS), free);
	twalk_r(*root(o, FOLDED_STACKS), put_stack, o);
	tdestroy(*root(o, FOLDED_STACKS), free);
	*root(o, FOLDED_STACKS) = *root(o, FOLDED_WAITS) = NULL;
}

const struct writer folded_writer = {
	.name = "folded", .help = "stacks for flame graphs: time by thread name, call and error", .sums = true,
	.begin = folded__begin, .end = folded__end,
	.call_begin = folded__call_begin, .ret_begin = quiet_i64, .ret_error = folded__ret_error, .ret_none = quiet,
	.stack = folded__stack, .call_end = folded__call_end, QUIET_VALUES,
	.signal_begin = folded__signal_begin, .signal_end = quiet,
	.tracepoint_begin = folded__tracepoint_begin, .tracepoint_end = quiet,
	.exit = folded__exit, .loss = quiet_loss, .start = quiet_event, .total = folded__total,
};
