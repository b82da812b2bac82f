// SPDX-License-Identifier: BSD-2-Clause
/* row_of.c - owns the line of the current event, and what threads and processes have done so far. */
#include "row_of.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/plan.h"
#include "config/options.h"
#include "lib/msg.h"
#include "session/owner_value.h"
#include "views/event_show.h"
#include "views/file_view.h"

#define LINE_BYTES 8192
#define IS(t) (1u << TABLE_##t)

static bool wants(const struct rows *r, unsigned set)
{
	return r->wanted & set;
}

static void emit(struct rows *r, enum table_id t, struct row_of *row)
{
	row->rows = r;
	if (wants(r, 1u << t))
		r->emit(r, t, row);
}

/* Rows of a table that has one for each of n parts. */
static void emit_each(struct rows *r, enum table_id t, struct row_of *row, unsigned n)
{
	for (row->i = 0; row->i < n && wants(r, 1u << t); row->i++)
		emit(r, t, row);
	row->i = 0;
}

/* -- Lines ------------------------------------------------------------------------------------------------------------ */

static void forget(struct rows *r)
{
	if (!r->shown)
		return;
	r->shown = r->in_result = false;
	r->nargs = 0;
	r->nnoted[ROWS_STRINGS] = r->nnoted[ROWS_FDS] = 0;
	r->notes.len = 0;
	r->out.p = r->out.buf + r->out.line;
	r->out.depth = 0;
	r->out.first = true;
	memset(r->out.state, 0, sizeof(r->out.state));
}

void rows__show(struct rows *r, const struct row_of *row)
{
	if (r->shown)
		return;
	r->shown = true;
	r->show->native = row->e->native;
	if (row->call) {
		show__args(r->show, row->call, row->state);
		show__result(r->show, row->call, row->state);
	} else if (row->signal) {
		show__siginfo(r->show, row->signal);
	} else if (row->other) {
		event_show__fields(r->show, row->other);
	}
	if (r->nargs && !r->args[r->nargs - 1].end)
		r->args[r->nargs - 1].end = out__line_len(&r->out);
	if (!r->in_result)
		r->args_end = out__line_len(&r->out);
}

/* -- Owners ----------------------------------------------------------------------------------------------------------- */

struct text {
	struct hash_node node;
	char text[];
};

/* A copy that stays as long as the rows: names of many threads are the same. NULL: no memory. */
static const char *keep_text(struct rows *r, const char *s)
{
	uint64_t key = hash__bytes(s, strlen(s), 0);
	struct text *t = HASH_FIND(&r->texts, key, struct text, v, !strcmp(v->text, s));

	if (!t && (t = hash__new(&r->texts, sizeof(*t) + strlen(s) + 1, key)))
		strcpy(t->text, s);
	return t ? t->text : NULL;
}

/* Names are of the host of the event that comes now: others may be current when the task's row is made. */
static void set_owner(struct rows *r, struct task *t, const struct thread_owner *owner)
{
	t->owner = *owner;
	for (unsigned i = 0; i < OWNER_COLUMNS; i++) {
		struct owner_value v = owner_value__of((enum owner_column)i, owner, r->show->names);

		t->owners[i] = v.name ? keep_text(r, v.name) : NULL;
	}
}

const char *rows__owner(const struct row_of *row, enum owner_column column)
{
	return row->task ? row->task->owners[column] : owner_value__of(column, row->e->owner, row->rows->show->names).name;
}

/* -- Threads and processes -------------------------------------------------------------------------------------------- */

enum { THREADS, PROCESSES };

static const enum table_id table_of[] = { TABLE_THREADS, TABLE_PROCESSES };

static uint64_t key_of(const struct event *e, uint32_t id)
{
	return (uint64_t)(uintptr_t)e->host << 24 ^ id;
}

/* NULL: not wanted, or no memory. */
static struct task *task_of(struct rows *r, unsigned which, const struct event *e)
{
	uint32_t id = which == THREADS ? e->tid : e->tgid;
	struct task *t;

	if (!wants(r, 1u << table_of[which]) || !id)
		return NULL;
	t = hash__need(&r->tasks[which], sizeof(*t), key_of(e, id));
	if (t && !t->tid) {
		t->tid = id;
		t->host = e->host;
		t->code = EXIT_UNKNOWN;
	}
	if (!t)
		return NULL;
	t->tgid = e->tgid;
	if (e->owner && (which == THREADS || e->tid == e->tgid || !t->owner.has) && memcmp(&t->owner, e->owner, sizeof(t->owner)))
		set_owner(r, t, e->owner);
	if (e->comm && (which == THREADS || e->tid == e->tgid || !t->comm[0]))
		memcpy(t->comm, e->comm, strnlen(e->comm, sizeof(t->comm) - 1) + 1);
	t->comm[sizeof(t->comm) - 1] = 0;
	return t;
}

static void emit_task(struct rows *r, unsigned which, struct task *t)
{
	struct event e = { .tid = t->tid, .tgid = t->tgid, .host = t->host, .comm = t->comm[0] ? t->comm : NULL, .owner = &t->owner };

	emit(r, table_of[which], &(struct row_of){ .e = &e, .task = t });
}

static void end_task(struct rows *r, unsigned which, struct task *t)
{
	emit_task(r, which, t);
	hash__remove(&r->tasks[which], &t->node);
	free(t);
}

static void count_call(struct rows *r, const struct event *e, const struct call *c)
{
	for (unsigned which = 0; which < 2; which++) {
		struct task *t = task_of(r, which, e);

		if (!t)
			continue;
		t->calls++;
		t->errors += c->failed;
		t->time += e->has_dur ? e->dur : 0;
	}
}

void rows__thread(struct view *v, const struct event *e, const struct thread_event *change)
{
	struct rows *r = (struct rows *)v;
	struct task *t = task_of(r, THREADS, e), *p = task_of(r, PROCESSES, e);

	if (change->change != THREAD_FORKED)
		return;
	if (t) {
		t->has_began = true;
		t->began = e->ts;
		t->parent = change->parent_tid;
	}
	if (p && e->tid == e->tgid) {
		p->has_began = true;
		p->began = e->ts;
		p->parent = change->parent_tgid;
	}
}

static void finish_task(struct task *t, const struct event *e, unsigned code)
{
	t->has_ended = true;
	t->ended = e->ts;
	t->code = code;
}

void rows__exit(struct view *v, const struct event *e, unsigned code)
{
	struct rows *r = (struct rows *)v;
	struct task *t = task_of(r, THREADS, e), *p = task_of(r, PROCESSES, e);

	forget(r);
	if (e->chosen)
		emit(r, TABLE_EXITS, &(struct row_of){ .e = e, .code = code });
	if (t) {
		finish_task(t, e, code);
		end_task(r, THREADS, t);
	}
	if (p && e->tid == e->tgid) {
		finish_task(p, e, code);
		end_task(r, PROCESSES, p);
	}
}

/* -- Events ----------------------------------------------------------------------------------------------------------- */

void rows__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct rows *r = (struct rows *)v;
	struct row_of row = { .rows = r, .e = e, .call = c, .state = st, .number = ++r->number };

	forget(r);
	if (wants(r, IS(THREADS) | IS(PROCESSES)) && st != CALL_UNFINISHED)
		count_call(r, e, c);
	emit(r, TABLE_CALLS, &row);
	if (wants(r, IS(ARGS) | IS(STRINGS) | IS(FDS))) {
		rows__show(r, &row);
		emit_each(r, TABLE_ARGS, &row, r->nargs);
		emit_each(r, TABLE_STRINGS, &row, r->nnoted[ROWS_STRINGS]);
		emit_each(r, TABLE_FDS, &row, r->nnoted[ROWS_FDS]);
	}
	row.name = call__name(c);
	emit_each(r, TABLE_STACKS, &row, e->nframes);
}

void rows__other(struct view *v, const struct event *e, const struct other_event *o)
{
	struct rows *r = (struct rows *)v;
	struct row_of row = { .rows = r, .e = e, .other = o, .name = o->name };

	forget(r);
	emit(r, TABLE_EVENTS, &row);
	emit_each(r, TABLE_STACKS, &row, e->nframes);
}

void rows__signal(struct view *v, const struct event *e, const struct rec_signal *s)
{
	struct rows *r = (struct rows *)v;
	struct row_of row = { .rows = r, .e = e, .signal = s, .name = signal__name(s->signo) };

	forget(r);
	emit(r, TABLE_SIGNALS, &row);
	emit_each(r, TABLE_STACKS, &row, e->nframes);
}

void rows__loss(struct view *v, const struct event *e, const struct rec_loss *l, const char *reason)
{
	if (e->chosen)
		emit((struct rows *)v, TABLE_LOSS, &(struct row_of){ .e = e, .loss = l, .reason = reason });
}

void rows__host(struct rows *r, const struct origin *o)
{
	static const struct event none;

	emit(r, TABLE_HOSTS, &(struct row_of){ .e = &none, .origin = o });
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

void rows__begin(struct view *v, const struct view_begin *b)
{
	struct rows *r = (struct rows *)v;

	r->show->names = b->names;
	r->start = b->mono;
	r->real = b->real ? (int64_t)(b->real - b->mono) : 0;
}

/* Those that have not ended. */
void rows__end(struct view *v, const struct totals *t)
{
	struct rows *r = (struct rows *)v;

	(void)t;
	for (unsigned which = 0; which < 2; which++)
		HASH_EACH(&r->tasks[which], struct task, n)
			end_task(r, which, n);
}

static const struct view_ops rows_view = { .name = "query", ROWS_VIEW };

int rows__open(struct rows *r, const struct options *opt)
{
	r->view = (struct view){ .ops = &rows_view, .fd = -1 };
	r->opt = opt;
	r->show = calloc(1, sizeof(*r->show));
	if (!r->show || out__open(&r->out, -1, LINE_BYTES))
		return msg__no_memory();
	r->out.opt = opt->w;
	r->out.opt.color = false;
	*r->show = show__by(opt, &r->out, &row_verbs);
	r->show->string_limit = PLAN_WHOLE;
	out__line_begin(&r->out);
	r->shown = true;	/* forget() begins the first */
	return 0;
}

void rows__close(struct rows *r)
{
	hash__drop(&r->tasks[THREADS]);
	hash__drop(&r->tasks[PROCESSES]);
	hash__drop(&r->texts);
	free(r->noted[ROWS_STRINGS]);
	free(r->noted[ROWS_FDS]);
	buf__free(&r->notes);
	out__close(&r->out);
	free(r->show);
	*r = (struct rows){ 0 };
}
