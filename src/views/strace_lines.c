// SPDX-License-Identifier: BSD-2-Clause
/* strace_lines.c - owns the state of lines that are open. */
#include "strace_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"
#include "strace_columns.h"
#include "symbols/frame.h"
#include "writers/strace.h"

struct open_line {
	struct hash_node node;		/* by thread */
	size_t len;
};

struct last_call {
	struct hash_node node;		/* by thread */
	int nr;
};

struct left_process {
	struct hash_node node;		/* by tgid */
	bool shown;			/* its last line */
};

/* -- Numbers of calls ------------------------------------------------------------------------------------------------ */

static void set_number(struct strace_lines *l, uint32_t tid, int nr)
{
	struct last_call *last = hash__find(&l->numbers, tid);

	if (!last)
		last = hash__new(&l->numbers, sizeof(*last), tid);
	if (last)
		last->nr = nr;
}

static int last_number(const struct strace_lines *l, uint32_t tid)
{
	const struct last_call *last = l->numbers.n ? hash__find(&l->numbers, tid) : NULL;

	return last ? last->nr : -1;
}

/* -- Lines that are open --------------------------------------------------------------------------------------------- */

static void end_line(struct strace_lines *l, uint32_t tid)
{
	out__line_end(l->o);
	strace_output__line(l->output, tid, l->o);
}

static void end_open(struct strace_lines *l, struct open_line *line, const char *why)
{
	out__put(l->o, why, strlen(why));
	end_line(l, (uint32_t)line->node.key);
	hash__remove(&l->open, &line->node);
	free(line);
}

/* Another line begins: ends those that are open. */
static void interrupt(struct strace_lines *l, uint32_t tid)
{
	HASH_EACH(&l->open, struct open_line, line)
		if (!l->output->per_thread || line->node.key == tid)
			end_open(l, line, " <unfinished ...>");
}

static void leave_open(struct strace_lines *l, uint32_t tid)
{
	struct open_line *line = hash__new(&l->open, sizeof(*line), tid);

	if (!line) {
		out__lit(l->o, " <unfinished ...>");
		end_line(l, tid);
		return;
	}
	line->len = out__line_len(l->o);
	out__line_begin(l->o);
	strace_output__line(l->output, tid, l->o);
}

/* Does the thread's line go on? Then what is written next belongs to it. */
static bool go_on(struct strace_lines *l, uint32_t tid)
{
	struct open_line *line = l->open.n ? hash__find(&l->open, tid) : NULL;

	if (!line)
		return false;
	l->before = line->len;
	hash__remove(&l->open, &line->node);
	free(line);
	out__line_begin(l->o);
	return true;
}

/* An execve gave the thread its process's ID. */
static void change_thread(struct strace_lines *l, const struct event *e)
{
	struct open_line *line = l->open.n ? hash__find(&l->open, e->tid) : NULL;
	char why[48];

	if (!line)
		return;
	snprintf(why, sizeof(why), " <pid changed to %u ...>", e->tgid);
	end_open(l, line, why);
}

/* -- Emitting -------------------------------------------------------------------------------------------------------- */

static void add_thread(struct strace_lines *l, uint32_t tid)
{
	if (!hash__find(&l->threads, tid))
		hash__new(&l->threads, sizeof(struct hash_node), tid);
}

static void begin_line(struct strace_lines *l, const struct event *e, uint64_t at, int nr)
{
	struct out *o = l->o;

	if (l->open.n)
		interrupt(l, e->tid);
	add_thread(l, e->tid);
	l->begun = true;
	out__line_begin(o);
	if (strace__look(o)->number && nr >= 0)
		set_number(l, e->tid, nr);
	else if (strace__look(o)->number)
		nr = last_number(l, e->tid);
	strace_columns__begin(o, e, at, nr, l->marks && l->threads.n > 1);
}

static void begin_rest(struct strace_lines *l, const struct event *e, uint64_t at, int nr, const char *name, size_t len)
{
	struct event after = *e;

	if (go_on(l, e->tid))
		return;
	after.old_comm = NULL;
	begin_line(l, &after, at, nr);
	out__lit(l->o, "<... ");
	out__put(l->o, name, len);
	out__lit(l->o, " resumed>");
}

static void align(struct strace_lines *l)
{
	size_t len = l->before + out__line_len(l->o);

	l->before = 0;
	if (len < strace__look(l->o)->column)
		strace_columns__pad(l->o, strace__look(l->o)->column - len);
}

void strace_lines__say(struct strace_lines *l, uint32_t tid, const char *what)
{
	if (strace__look(l->o)->quiet & QUIET_ATTACH)
		return;
	out__flush(l->o);
	dprintf(STDERR_FILENO, "%s: Process %u %s\n", msg__program, tid, what);
}

static void begin_thread(struct strace_lines *l, uint32_t tid)
{
	add_thread(l, tid);
	strace_output__begin(l->output, tid);
	if (l->tells)
		strace_lines__say(l, tid, "attached");
}

static void end_thread(struct strace_lines *l, uint32_t tid)
{
	struct hash_node *thread = hash__find(&l->threads, tid);

	strace_output__end(l->output, tid);
	if (!thread)
		return;
	hash__remove(&l->threads, thread);
	free(thread);
}

/* The text from an offset on. */
static void put_text(struct strace_lines *l, const struct held_line *h, size_t from)
{
	if (h->pad_at) {
		out__put(l->o, h->text + from, h->pad_at - from);
		align(l);
		from = h->pad_at;
	}
	out__put(l->o, h->text + from, h->len - from);
}

static void emit_text(struct strace_lines *l, const struct event *e, const struct held_line *h)
{
	if (h->kind == HELD_REST) {
		begin_rest(l, e, h->at, h->nr, h->text, h->name_len);
		put_text(l, h, h->rest);
	} else {
		begin_line(l, e, h->at, h->nr);
	}
	if (h->kind == HELD_BEGINNING) {
		out__put(l->o, h->text, h->rest ? h->rest : h->len);
		leave_open(l, e->tid);
		return;
	}
	if (h->kind != HELD_REST)
		put_text(l, h, 0);
	end_line(l, e->tid);
}

static void emit(void *lines, const struct held_line *h)
{
	const struct frame frame = { .ip = h->ip };
	struct event e = h->e;

	e.comm = h->comm[0] ? h->comm : NULL;
	e.old_comm = h->old_comm[0] ? h->old_comm : NULL;
	e.frames = &frame;
	e.nframes = h->has_ip;
	if (h->kind == HELD_FORK)
		begin_thread(lines, e.tid);
	else if (h->kind == HELD_GONE)
		end_thread(lines, e.tid);
	else if (h->kind == HELD_EXECED)
		change_thread(lines, &e);
	else
		emit_text(lines, &e, h);
}

/* -- Lines that are held --------------------------------------------------------------------------------------------- */

bool strace_lines__holds(const struct strace_lines *l)
{
	return l->order.hold && (l->threads.n > 1 || strace_order__any(&l->order));
}

static void make_held(struct strace_lines *l, enum held_kind kind, const struct event *e, uint64_t at, int nr)
{
	struct held_line *h = &l->line;

	l->held = true;
	*h = (struct held_line){ .kind = kind, .e = *e, .at = at, .nr = nr };
	if (e->comm)
		snprintf(h->comm, sizeof(h->comm), "%s", e->comm);
	if (e->old_comm)
		snprintf(h->old_comm, sizeof(h->old_comm), "%s", e->old_comm);
	h->has_ip = e->nframes;
	h->ip = e->nframes ? e->frames[0].ip : 0;
	h->e.comm = h->e.old_comm = NULL;
	h->e.frames = NULL;
	out__line_begin(l->o);
}

/* Takes the text out of the buffer. */
static void hold(struct strace_lines *l)
{
	struct held_line *h = &l->line;
	struct out *o = l->o;

	h->text = o->buf + o->line;
	h->len = out__line_len(o);
	o->p = h->text;
	l->held = false;
	if (h->at < l->not_before)
		h->at = l->not_before;
	if (!strace_order__put(&l->order, h->at, h))
		o->err = o->err ? o->err : -ENOMEM;
	strace_order__advance(&l->order);
}

static void hold_change(struct strace_lines *l, enum held_kind kind, const struct event *e, uint64_t ts)
{
	make_held(l, kind, e, ts, -1);
	hold(l);
}

void strace_lines__tick(struct strace_lines *l, uint64_t now, uint64_t told)
{
	if (!l->order.hold)
		return;
	l->order.by_told |= told != 0;
	if (l->order.by_told)
		strace_order__until(&l->order, told);
	else if (now > l->order.hold)
		strace_order__until(&l->order, now - l->order.hold);
}

/* -- Making lines ---------------------------------------------------------------------------------------------------- */

static void begin_values(struct out *o)
{
	o->state[TEXT_SET] = o->state[STRACE_MACRO] = o->state[STRACE_FIELD_LEN] = o->state[TEXT_EXTRA] = 0;
	o->first = true;
}

void strace_lines__begin(struct strace_lines *l, const struct event *e, uint64_t at, int nr)
{
	if (strace_lines__holds(l))
		make_held(l, HELD_LINE, e, at, nr);
	else
		begin_line(l, e, at, nr);
	begin_values(l->o);
}

void strace_lines__begin_call(struct strace_lines *l, const struct event *e, int nr, const char *name)
{
	strace_lines__begin(l, e, e->ts, nr);
	put_str(l->o, name);
	if (l->held)
		l->line.name_len = out__line_len(l->o);
}

void strace_lines__divide(struct strace_lines *l)
{
	struct held_line *h = &l->line;

	h->kind = HELD_CALL;
	h->until = h->e.ts + h->e.dur;
	h->rest = out__line_len(l->o);
	begin_values(l->o);
}

void strace_lines__begin_rest(struct strace_lines *l, const struct event *e, int nr, const char *name)
{
	uint64_t at = e->ts + e->dur;

	if (strace_lines__holds(l)) {
		make_held(l, HELD_REST, e, at, nr);
		put_str(l->o, name);
		l->line.name_len = l->line.rest = out__line_len(l->o);
	} else {
		begin_rest(l, e, at, nr, name, strlen(name));
	}
	begin_values(l->o);
}

void strace_lines__align(struct strace_lines *l)
{
	if (l->held)
		l->line.pad_at = out__line_len(l->o);
	else
		align(l);
}

void strace_lines__end(struct strace_lines *l, uint32_t tid)
{
	if (l->held)
		hold(l);
	else
		end_line(l, tid);
}

void strace_lines__leave_open(struct strace_lines *l, uint32_t tid)
{
	l->line.kind = HELD_BEGINNING;
	if (l->held)
		hold(l);
	else
		leave_open(l, tid);
}

void strace_lines__is_there(struct strace_lines *l, uint32_t tid)
{
	if (!l->begun)
		add_thread(l, tid);
}

void strace_lines__fork(struct strace_lines *l, const struct event *e)
{
	if (l->order.hold)
		hold_change(l, HELD_FORK, e, e->ts);
	else
		begin_thread(l, e->tid);
}

void strace_lines__gone(struct strace_lines *l, const struct event *e, uint64_t ts)
{
	if (strace_lines__holds(l))
		hold_change(l, HELD_GONE, e, ts);
	else
		end_thread(l, e->tid);
}

void strace_lines__execed(struct strace_lines *l, const struct event *e, uint64_t ts)
{
	if (strace_lines__holds(l))
		hold_change(l, HELD_EXECED, e, ts);
	else
		change_thread(l, e);
}

void strace_lines__detach(struct strace_lines *l)
{
	strace_order__until(&l->order, UINT64_MAX);
	HASH_EACH(&l->open, struct open_line, line)
		end_open(l, line, " <detached ...>");
}

void strace_lines__open(struct strace_lines *l, uint64_t hold)
{
	l->order.hold = hold;
	l->order.emit = emit;
	l->order.o = l;
}

void strace_lines__close(struct strace_lines *l)
{
	strace_order__free(&l->order);
	hash__drop(&l->threads);
	hash__drop(&l->open);
	hash__drop(&l->left);
	hash__drop(&l->numbers);
}

/* -- Processes that are left ----------------------------------------------------------------------------------------- */

bool strace_lines__is_left(const struct strace_lines *l, uint32_t tgid)
{
	return l->left.n && hash__find(&l->left, tgid);
}

bool strace_lines__leave(struct strace_lines *l, uint32_t tgid)
{
	return !strace_lines__is_left(l, tgid) && hash__new(&l->left, sizeof(struct left_process), tgid);
}

bool strace_lines__is_last(struct strace_lines *l, uint32_t tgid)
{
	struct left_process *p = l->left.n ? hash__find(&l->left, tgid) : NULL;
	bool last = p && !p->shown;

	if (last)
		p->shown = true;
	return last;
}
