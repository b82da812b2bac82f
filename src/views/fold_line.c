// SPDX-License-Identifier: BSD-2-Clause
/*
 * fold_line.c - lines that --fold holds back: made when their events come, for descriptors and names are those of that time; compared by
 * their text; and calls added to them.
 *
 * What may differ is: times; the contents of buffers that a call moves; how many bytes it moved, unless that is none; the position in a
 * file, if it continues where the call before ended; the time that a clock has told; other numbers, if each differs from the one before by
 * as much.
 */
#include "fold.h"

#include <stddef.h>
#include <stdlib.h>

#include "beautifiers/rows.h"
#include "writers/text.h"

/* -- Making ------------------------------------------------------------------------------------------------------------ */

static void note_arg(struct out *o, const char *name, unsigned name_len)
{
	struct fold_maker *m = (struct fold_maker *)((char *)o - offsetof(struct fold_maker, lines.file.out));
	uint32_t from = (uint32_t)out__line_len(o);

	text_verbs.arg(o, name, name_len);
	if (m->nargs < FOLD_ARGS) {
		m->args[m->nargs].from = from;
		m->args[m->nargs].at = (uint32_t)out__line_len(o);
	}
	m->nargs++;
}

void fold_maker__init(struct fold_maker *m, const struct options *opt)
{
	static struct verbs verbs;

	verbs = text_verbs;
	verbs.arg = note_arg;
	m->lines.w = &text_writer;
	m->lines.show = show__by(opt, &m->lines.file.out, &verbs);
}

static struct out *memory(struct fold_maker *m)
{
	return &m->lines.file.out;
}

static void empty(struct fold_maker *m)
{
	struct out *o = memory(m);

	o->p = o->buf;
	o->line = 0;
}

static void copy_text(char *to, size_t size, const char **from)
{
	if (!*from)
		return;
	strncpy(to, *from, size - 1);
	*from = to;
}

/* Of what is owned by the wait, the texts are its own. */
static void own_texts(struct fold_wait *w)
{
	copy_text(w->where, sizeof(w->where), &w->split.where);
	copy_text(w->waker, sizeof(w->waker), &w->split.waker_comm);
}

static bool note_wait(struct fold_line *l, const struct event *e)
{
	l->e.wait = NULL;
	if (!e->wait)
		return true;
	l->wait = calloc(1, sizeof(*l->wait));
	if (!l->wait)
		return false;
	l->wait->split = *e->wait;
	l->wait->calls = 1;
	l->wait->dur = e->dur;
	own_texts(l->wait);
	return true;
}

/* Takes the text of the current line, from where the times end. */
static struct fold_line *take(struct fold_maker *m, const struct event *e, const char *end)
{
	struct out *o = memory(m);
	const char *begin = o->buf + o->state[TEXT_BEGIN];
	struct fold_line *l = end > begin && !o->err ? calloc(1, sizeof(*l)) : NULL;

	if (l)
		l->text = malloc((size_t)(end - begin));
	if (l && l->text) {
		l->len = (uint32_t)(end - begin);
		memcpy(l->text, begin, l->len);
		l->hidden = (uint32_t)o->state[TEXT_HIDDEN];
		l->args = (uint32_t)(o->state[TEXT_ARGS] - o->state[TEXT_BEGIN]);
		l->e = *e;
		l->e.nframes = 0;
		l->e.frames = NULL;
		if (e->comm) {
			strncpy(l->comm, e->comm, sizeof(l->comm) - 1);
			l->e.comm = l->comm;
		}
		l->ended = e->ts + e->dur;
		l->calls = 1;
		l->least = l->most = l->sum = e->dur;
	}
	if (l && (!l->text || !note_wait(l, e))) {
		fold_line__free(l);
		l = NULL;
	}
	empty(m);
	return l;
}

struct fold_line *fold_line__made(struct fold_maker *m, const struct event *e)
{
	struct out *o = memory(m);

	/* The line has ended: its beginning is that of the buffer, its end is added again */
	o->line = 0;
	return take(m, e, o->p > o->buf ? o->p - 1 : o->p);
}

/* Does the argument's value tell what a clock shows? */
static bool is_clock(const struct arg_spec *a)
{
	static const struct shape *const clocks[] = { &shape_timespec, &shape_timespec64, &shape_realtime, &shape_realtime64, &shape_timeofday };

	if (!a->kind->out)
		return false;
	for (unsigned i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		if (a->shape == clocks[i])
			return true;
	return false;
}

static bool is_position(const struct call *c, const struct arg_spec *a)
{
	return c->row->moves && a->kind->position;
}

/* Are its contents what the call moves? Messages have addresses, too, and those of netlink are questions and answers: they count. */
static bool is_payload(const struct call *c, const struct arg_spec *a)
{
	const struct kind *k = a->kind;

	if (!c->row->moves || k->netlink)
		return false;
	return k->cap[0].op == CAP_IOVEC || (k->cap[0].op == CAP_BUF && k->cap[0].size == 1 && !k->structured && !k->is_addr);
}

/* The argument that has the name of the text at `from`. Hidden ones and those that do not matter here are not in the text. */
static int arg_named(const struct call *c, const char *text, const char *end, unsigned from)
{
	for (unsigned i = from; i < c->row->nargs; i++) {
		size_t n = strlen(c->row->args[i].name);

		if ((size_t)(end - text) > n && !memcmp(text, c->row->args[i].name, n) && text[n] == ':')
			return (int)i;
	}
	return -1;
}

/* The call's position as one number, also where two registers have it. */
static uint64_t position(const struct call *c, unsigned i)
{
	uint64_t low = c->args[i];

	if (c->row->args[i].kind->sign)
		return c->word == 4 ? (uint64_t)(int64_t)(int32_t)low : low;
	if (c->word != 4 || i + 1 >= CALL_ARGS)
		return low;
	return (uint32_t)low | c->args[i + 1] << 32;
}

#define NUMBER_DIGITS 18	/* differences of two fit, too */

/* Text that is a decimal number, and as it would be written again: no identifiers, sizes or versions. */
static struct fold_number number_in(const char *p, const char *end)
{
	bool negative = p < end && *p == '-';
	size_t n = (size_t)(end - p) - negative;
	int64_t value = 0;

	p += negative;
	if (p >= end || n > NUMBER_DIGITS || (*p == '0' && (n > 1 || negative)))
		return (struct fold_number){ 0 };
	for (; p < end; p++) {
		if (*p < '0' || *p > '9')
			return (struct fold_number){ 0 };
		value = value * 10 + (*p - '0');
	}
	value = negative ? -value : value;
	return (struct fold_number){ .is = true, .first = value, .last = value };
}

static void note_numbers(struct fold_line *l)
{
	for (unsigned i = 0; i < l->nargs; i++)
		if (!l->arg[i].may && !(l->moves_on && l->at_arg == i))
			l->arg[i].n = number_in(l->text + l->arg[i].at, l->text + l->arg[i].end);
	if (!l->counts_bytes)
		l->n = number_in(l->text + l->result, l->text + l->stack);
}

static void note_args(struct fold_line *l, const struct fold_maker *m, const struct call *c, uint32_t begin)
{
	unsigned next = 0;

	l->nargs = m->nargs;
	for (unsigned i = 0; i < m->nargs; i++) {
		struct fold_arg *a = &l->arg[i];
		const char *name;
		int n;

		a->at = m->args[i].at - begin;
		a->end = i + 1 < m->nargs ? m->args[i + 1].from - begin : l->result;
		name = l->text + (m->args[i].from - begin);
		name += strspn(name, ", ");
		n = c->row ? arg_named(c, name, l->text + a->at, next) : -1;
		if (n < 0)
			continue;
		next = (unsigned)n + 1;
		a->may = is_payload(c, &c->row->args[n]) || is_clock(&c->row->args[n]);
		if (is_position(c, &c->row->args[n]) && !c->failed) {
			l->moves_on = true;
			l->at_arg = (uint8_t)i;
			l->at = l->last_at = position(c, (unsigned)n);
			l->next = l->at + (uint64_t)c->ret;
		}
	}
}

struct fold_line *fold_line__call(struct fold_maker *m, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = memory(m);
	const struct writer *w = &text_writer;
	uint32_t begin, result, value, hidden;
	size_t stack;
	struct fold_line *l;

	m->nargs = 0;
	m->lines.show.native = e->native;
	w->call_begin(o, e, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c), st);
	begin = (uint32_t)o->state[TEXT_BEGIN];
	show__args(&m->lines.show, c, st);
	result = (uint32_t)out__line_len(o);
	hidden = (uint32_t)o->state[TEXT_HIDDEN];
	w->call_args_end(o, st);
	value = (uint32_t)out__line_len(o);
	show__result(&m->lines.show, c, st);
	stack = out__line_len(o);
	if (e->nframes)
		w->stack(o, e->frames, e->nframes);
	l = take(m, e, o->p);
	if (l)
		l->stack = (uint32_t)stack - begin;
	if (!l || st != CALL_DONE || m->nargs > FOLD_ARGS)
		return l;
	/* What call_args_end() puts depends on the arguments, which may be others in the end */
	l->result = result - begin;
	memmove(l->text + l->result, l->text + (value - begin), l->len - (value - begin));
	l->len -= value - result;
	l->stack = (uint32_t)stack - begin - (value - result);
	l->hidden_args = hidden;
	l->is_call = e->has_dur;
	note_args(l, m, c, begin);
	l->bytes = l->fewest_bytes = l->most_bytes = call__bytes(c);
	l->counts_bytes = l->bytes > 0;
	note_numbers(l);
	return l;
}

/* -- Comparing and adding ---------------------------------------------------------------------------------------------- */

static bool same_text(const struct fold_line *a, uint32_t a_at, uint32_t a_end, const struct fold_line *b, uint32_t b_at, uint32_t b_end)
{
	return a_end - a_at == b_end - b_at && !memcmp(a->text + a_at, b->text + b_at, a_end - a_at);
}

/* Does the number go on as it has so far? */
static bool goes_on(const struct fold_line *l, const struct fold_number *n, const struct fold_number *next)
{
	return n->is && next->is && (l->calls == 1 || next->first - n->last == n->step);
}

static bool same_result(const struct fold_line *l, const struct fold_line *next)
{
	if (l->counts_bytes != next->counts_bytes)
		return false;
	if (l->counts_bytes || goes_on(l, &l->n, &next->n))
		return true;
	return !l->n.step && same_text(l, l->result, l->stack, next, next->result, next->stack);
}

static bool arg_may_differ(const struct fold_line *l, const struct fold_line *next, unsigned i)
{
	if (!l->moves_on || l->at_arg != i)
		return l->arg[i].may;
	return next->at == l->next && (l->calls == 1 || l->arg[i].differs);
}

/* A position that has moved on once does so each time. */
static bool same_arg(const struct fold_line *l, const struct fold_line *next, unsigned i)
{
	const struct fold_arg *a = &l->arg[i], *b = &next->arg[i];

	if (arg_may_differ(l, next, i) || goes_on(l, &a->n, &b->n))
		return true;
	return !a->n.step && same_text(l, a->at, a->end, next, b->at, b->end) && !(l->moves_on && l->at_arg == i && a->differs);
}

bool fold_line__same(const struct fold_line *l, const struct fold_line *next)
{
	uint32_t at = 0, next_at = 0;

	if (!l->is_call || !next->is_call || l->nargs != next->nargs || l->moves_on != next->moves_on || !same_result(l, next) ||
	    !same_text(l, l->stack, l->len, next, next->stack, next->len))
		return false;
	for (unsigned i = 0; i < l->nargs; i++) {
		const struct fold_arg *a = &l->arg[i], *b = &next->arg[i];

		if (!same_text(l, at, a->at, next, next_at, b->at) || !same_arg(l, next, i))
			return false;
		at = a->end;
		next_at = b->end;
	}
	return same_text(l, at, l->result, next, next_at, next->result);
}

bool fold_line__steps(const struct fold_line *l, const struct fold_line *next)
{
	bool any = next->n.first != l->n.last;

	for (unsigned i = 0; i < l->nargs; i++)
		any |= next->arg[i].n.first != l->arg[i].n.last;
	return any;
}

static bool is_steady(const struct fold_number *a, const struct fold_number *b, const struct fold_number *c)
{
	return b->first - a->first == c->first - b->first;
}

bool fold_line__is_steady(const struct fold_line *a, const struct fold_line *b, const struct fold_line *c)
{
	bool all = is_steady(&a->n, &b->n, &c->n);

	for (unsigned i = 0; i < a->nargs; i++)
		all &= is_steady(&a->arg[i].n, &b->arg[i].n, &c->arg[i].n);
	return all;
}

static void step(struct fold_number *n, const struct fold_number *next)
{
	n->step = next->first - n->last;
	n->last = next->last;
}

static void add_split(struct wait_split *to, const struct wait_split *w)
{
	struct wait_split sum = w->longest > to->longest ? *w : *to;	/* that of the longest block */

	sum.has_times = to->has_times && w->has_times;
	sum.cpu = to->cpu + w->cpu;
	sum.runnable = to->runnable + w->runnable;
	sum.blocked = to->blocked + w->blocked;
	sum.blocks = to->blocks + w->blocks;
	*to = sum;
}

static void add_wait(struct fold_line *l, struct fold_line *next)
{
	struct fold_wait *to = l->wait, *w = next->wait;

	if (!to) {
		l->wait = w;
		next->wait = NULL;
	} else if (w) {
		add_split(&to->split, &w->split);
		to->calls += w->calls;
		to->dur += w->dur;
		if (to->split.where == w->where || to->split.waker_comm == w->waker)
			own_texts(to);
	}
}

void fold_line__add(struct fold_line *l, struct fold_line *next)
{
	for (unsigned i = 0; i < l->nargs; i++) {
		struct fold_arg *a = &l->arg[i];
		const struct fold_arg *b = &next->arg[i];

		a->differs |= b->differs || !same_text(l, a->at, a->end, next, b->at, b->end);
		step(&a->n, &b->n);
	}
	step(&l->n, &next->n);
	l->calls += next->calls;
	l->least = next->least < l->least ? next->least : l->least;
	l->most = next->most > l->most ? next->most : l->most;
	l->sum += next->sum;
	l->bytes += next->bytes;
	l->fewest_bytes = next->fewest_bytes < l->fewest_bytes ? next->fewest_bytes : l->fewest_bytes;
	l->most_bytes = next->most_bytes > l->most_bytes ? next->most_bytes : l->most_bytes;
	l->next = next->next;
	l->last_at = next->last_at;
	l->ended = next->ended;
	add_wait(l, next);
}

/* -- Output ------------------------------------------------------------------------------------------------------------ */

static void put_range(struct out *o, int64_t first, int64_t last)
{
	FMT(o, fmt__i64, first);
	out__lit(o, "..");
	FMT(o, fmt__i64, last);
}

static void put_args(struct out *o, const struct fold_line *l)
{
	uint32_t at = 0;

	for (unsigned i = 0; i < l->nargs; i++) {
		const struct fold_arg *a = &l->arg[i];

		if (!a->differs)
			continue;
		out__put(o, l->text + at, a->at - at);
		if (l->moves_on && l->at_arg == i)
			put_range(o, (int64_t)l->at, (int64_t)l->last_at);
		else if (a->n.step)
			put_range(o, a->n.first, a->n.last);
		else
			out__lit(o, "...");
		at = a->end;
	}
	out__put(o, l->text + at, l->result - at);
}

static void put_result(struct out *o, const struct fold_line *l)
{
	if (l->n.step)
		put_range(o, l->n.first, l->n.last);
	else if (l->fewest_bytes == l->most_bytes)
		out__put(o, l->text + l->result, l->stack - l->result);
	else
		put_range(o, (int64_t)l->fewest_bytes, (int64_t)l->most_bytes);
}

/* ` × 512, 0.002–0.340 ms, 262144 bytes, over 41.203 ms` */
static void put_sums(struct out *o, const struct fold_line *l)
{
	out__lit(o, " × ");
	FMT(o, fmt__u64, l->calls);
	if (l->parts > 1) {
		out__lit(o, " (");
		FMT(o, fmt__u64, l->part);
		out__lit(o, " of ");
		FMT(o, fmt__u64, l->parts);
		out__lit(o, ")");
	}
	out__lit(o, ", ");
	FMT(o, fmt__ms, (int64_t)l->least, 0);
	out__lit(o, "–");
	FMT(o, fmt__ms, (int64_t)l->most, 0);
	out__lit(o, " ms, ");
	if (l->counts_bytes)
		text__put_count(o, l->bytes, "byte");
	out__put(o, ", over ", l->counts_bytes ? 7 : 0);
	out__put(o, "over ", l->counts_bytes ? 0 : 5);
	FMT(o, fmt__ms, (int64_t)(l->ended > l->e.ts ? l->ended - l->e.ts : 0), 0);
	out__lit(o, " ms");
}

/* `, 3 waited (…)`: of 5 */
static void put_wait(struct out *o, const struct fold_line *l)
{
	struct event e = l->e;

	if (!l->wait)
		return;
	e.dur = l->wait->dur;
	if (l->wait->calls < l->calls) {
		out__lit(o, ", ");
		FMT(o, fmt__u64, l->wait->calls);
		out__lit(o, " waited");
	}
	text_writer.wait(o, &e, &l->wait->split);
}

/* Bytes of the colours in values that are not shown. */
static uint32_t not_shown(const struct fold_line *l)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < l->nargs; i++)
		for (uint32_t at = l->arg[i].at; l->arg[i].differs && at < l->arg[i].end; at++) {
			const char *m = l->text[at] == '\033' ? memchr(l->text + at, 'm', l->arg[i].end - at) : NULL;

			if (m)
				n += (uint32_t)(m + 1 - (l->text + at));
			else if (((unsigned char)l->text[at] & 0xc0) == 0x80)
				n++;
		}
	return n;
}

static void put_call(struct out *o, const struct fold_line *l)
{
	put_args(o, l);
	o->state[TEXT_HIDDEN] = l->hidden_args - not_shown(l);
	text_writer.call_args_end(o, CALL_DONE);
	put_result(o, l);
	if (l->calls > 1)
		put_sums(o, l);
	put_wait(o, l);
	out__put(o, l->text + l->stack, l->len - l->stack);
}

void fold_line__put(struct out *o, const struct fold_line *l)
{
	struct event e = l->e;

	e.dur = l->sum;
	text__begin_line(o, &e);
	o->state[TEXT_ARGS] = out__line_len(o) + l->args;
	if (l->is_call) {
		put_call(o, l);
	} else {
		uint32_t stack = l->stack ? l->stack : l->len;

		out__put(o, l->text, stack);
		put_wait(o, l);
		out__put(o, l->text + stack, l->len - stack);
		o->state[TEXT_HIDDEN] = l->hidden;
	}
	text_writer.call_end(o);
}

void fold_line__free(struct fold_line *l)
{
	if (l) {
		free(l->text);
		free(l->wait);
	}
	free(l);
}
