// SPDX-License-Identifier: BSD-2-Clause
/*
 * report.c - one HTML page with what a recording has: sums, and the calls themselves.
 *
 * Calls and texts are written as soon as there are enough for a chunk (report.h), sums at the end. Memory: each different text once, up to
 * TEXTS_MAX bytes, sums by thread and file, and one chunk. Rows beyond ROWS_MAX are counted only; the page says so.
 */
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "config/options.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "views/views.h"
#include "writers/text.h"

#define ROWS_MAX 4000000
#define TEXTS_MAX (96u << 20)
#define TIME_MAX (1ull << 62)	/* ns */
#define ACTIVE_THREADS 4096	/* with sums over time */

static struct report *report_of(struct view *v)
{
	return (struct report *)v;
}

/* Bounded, so that no sum of times of a damaged recording overflows. */
static uint64_t since(const struct report *r, uint64_t ts)
{
	uint64_t ns = ts > r->mono ? ts - r->mono : 0;

	return ns < TIME_MAX ? ns : TIME_MAX;
}

static void no_memory(struct report *r)
{
	r->file.out.err = r->file.out.err ? r->file.out.err : -ENOMEM;
}

static void saw(struct report *r, uint64_t at)
{
	r->last = at > r->last ? at : r->last;
}

/* -- Texts ------------------------------------------------------------------------------------------------------------- */

static struct out *text_begin(struct report *r)
{
	r->text.p = r->text.buf;
	out__line_begin(&r->text);
	return &r->text;
}

static uint32_t text_end(struct report *r)
{
	return texts__add(&r->texts, r->text.buf, (size_t)(r->text.p - r->text.buf));
}

static uint32_t args_of(struct report *r, const struct call *c)
{
	text__begin_args(text_begin(r), CALL_DONE);
	show__args(&r->show, c, CALL_DONE);
	return text_end(r);
}

static uint32_t result_of(struct report *r, const struct call *c)
{
	text_begin(r)->state[TEXT_CALL] = CALL_DONE;
	show__result(&r->show, c, CALL_DONE);
	return text_end(r);
}

struct name_index {
	struct hash_node node;	/* by ABI and number */
	uint32_t index;
};

static uint32_t name_of(struct report *r, const struct event *e, const struct call *c)
{
	uint64_t key = (uint64_t)c->abi << 32 | call__number_made(c);
	struct name_index *n = HASH_FIND(&r->call_names, key, struct name_index, x, true);
	struct out *o;

	if (n)
		return n->index;
	o = text_begin(r);
	put_call_name(o, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	out__put(o, "", 1);
	n = file_view__add(&r->file, &r->call_names, sizeof(*n), key);
	if (!n || !VEC_MORE(r->call_name, r->ncall_names, 1))
		return 0;
	n->index = r->ncall_names;
	r->call_name[r->ncall_names++] = strdup(o->buf);
	return n->index;
}

/* -- Threads and processes --------------------------------------------------------------------------------------------- */

/* 0: there is only one, or no memory. */
static uint32_t host_of(struct report *r, const struct event *e)
{
	uint32_t i = 0;

	if (!e->host)
		return 0;
	while (i < r->nhosts && r->hosts[i] != e->host)
		i++;
	if (i < r->nhosts)
		return i + 1;
	if (!VEC_MORE(r->hosts, r->nhosts, 1)) {
		no_memory(r);
		return 0;
	}
	r->hosts[r->nhosts++] = e->host;
	return r->nhosts;
}

/* IDs of threads and processes are those of a host. */
static uint64_t key_of(struct report *r, const struct event *e, uint32_t id)
{
	return (uint64_t)host_of(r, e) << 32 | id;
}

static struct report_process *process_of(struct report *r, const struct event *e)
{
	uint64_t key = key_of(r, e, e->tgid);
	struct report_process *p = file_view__need(&r->file, &r->processes, sizeof(*p), key);

	if (p)
		p->key = key;
	return p;
}

static struct report_thread *new_thread(struct report *r, const struct event *e)
{
	struct report_thread *t;

	if (!VEC_MORE(r->threads, r->nthreads, 1)) {
		no_memory(r);
		return NULL;
	}
	t = file_view__add(&r->file, &r->live, sizeof(*t), key_of(r, e, e->tid));
	if (!t)
		return NULL;
	t->host = host_of(r, e);
	t->tid = e->tid;
	t->tgid = e->tgid;
	t->first = t->last = since(r, e->ts);
	t->index = r->nthreads;
	r->threads[r->nthreads++] = t;
	process_of(r, e);
	if (r->nthreads <= ACTIVE_THREADS)
		t->activity = calloc(1, sizeof(*t->activity));
	return t;
}

/* NULL: no memory. */
static struct report_thread *thread_of(struct report *r, const struct event *e)
{
	struct report_thread *t = hash__find(&r->live, key_of(r, e, e->tid));

	if (!t)
		t = new_thread(r, e);
	if (t && e->comm)
		strncpy(t->comm, e->comm, sizeof(t->comm) - 1);
	return t;
}

static void report__thread(struct view *v, const struct event *e, const struct thread_event *t)
{
	struct report *r = report_of(v);
	struct report_process *p = t->change == THREAD_FORKED && e->tgid != t->parent_tgid ? process_of(r, e) : NULL;
	struct report_thread *known = hash__find(&r->live, key_of(r, e, e->tid));

	if (p)
		p->parent = key_of(r, e, t->parent_tgid);
	if (known && e->comm)
		strncpy(known->comm, e->comm, sizeof(known->comm) - 1);
}

static void report__exit(struct view *v, const struct event *e, unsigned code)
{
	struct report *r = report_of(v);
	struct report_thread *t = hash__find(&r->live, key_of(r, e, e->tid));

	if (!t)
		return;
	hash__remove(&r->live, &t->node);	/* another thread may get its ID */
	t->ended = true;
	t->status = code;
	t->last = since(r, e->ts);
	saw(r, t->last);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------- */

/* Puts the fastest of the slow calls first. */
static void find_fastest(struct report *r)
{
	unsigned fastest = 0;
	struct call_row swap = r->slow[0];

	for (unsigned i = 1; i < r->nslow; i++)
		if (r->slow[i].dur < r->slow[fastest].dur)
			fastest = i;
	r->slow[0] = r->slow[fastest];
	r->slow[fastest] = swap;
}

static void add_slow(struct report *r, const struct call_row *row)
{
	if (!row->has_dur || (r->nslow == SLOWEST && row->dur <= r->slow[0].dur))
		return;
	r->slow[r->nslow < SLOWEST ? r->nslow++ : 0] = *row;
	find_fastest(r);
}

static bool is_on_socket(const struct report *r, const struct call *c)
{
	int i = r->names && r->names->fd_kind && c->row ? row__fd_arg(c->row) : -1;

	return i >= 0 && r->names->fd_kind(r->names->ctx, (int)c->args[i]);
}

static void add_row(struct report *r, const struct call_row *row)
{
	if (r->rows < ROWS_MAX) {
		columns__add(&r->columns, row);
		r->rows++;
	} else {
		r->rows_left_out++;
	}
}

static void sum_up(struct report *r, struct report_thread *t, const struct event *e, const struct call *c, const struct call_row *row)
{
	call_groups__add(&r->calls, e, c);
	call_groups__add(is_on_socket(r, c) ? &r->sockets : &r->files, e, c);
	tally__add(&t->tally, e->dur, e->has_dur, c->failed, 0);
	if (e->has_dur)
		heat_map__add(&r->heat, row->end, row->dur);
	add_slow(r, row);
	if (!wait_groups__add(&r->blocked, e, c, CALL_DONE))
		no_memory(r);
}

/* Takes the call's first half, if its thread has one. */
static struct report_wait *take_wait(struct report *r, const struct event *e)
{
	struct report_wait *w = r->waits.n ? hash__find(&r->waits, key_of(r, e, e->tid)) : NULL;

	if (w)
		hash__remove(&r->waits, &w->node);
	return w;
}

static void begin_wait(struct report *r, const struct event *e, const struct call_row *row)
{
	struct report_wait *w = file_view__add(&r->file, &r->waits, sizeof(*w), key_of(r, e, e->tid));

	if (w)
		*w = (struct report_wait){ w->node, since(r, e->ts), row->thread, row->call, row->args };
}

static void end_call(struct report *r, struct report_thread *t, const struct event *e, const struct call *c, struct call_row *row)
{
	row->result = result_of(r, c);
	row->err = c->failed ? (uint32_t)-c->ret : 0;
	if (t->activity && e->has_dur)
		activity__add(t->activity, row->end - (row->dur < row->end ? row->dur : row->end), row->end);
	if (c->done)
		sum_up(r, t, e, c, row);
	stack_tree__add(&r->stacks, e, r->ncall_names ? r->call_name[row->call] : "?", e->dur);
	add_row(r, row);
}

static void report__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct report *r = report_of(v);
	struct report_thread *t = thread_of(r, e);
	struct report_wait *w = take_wait(r, e);
	struct call_row row = {
		.end = since(r, e->ts + e->dur), .dur = e->dur, .has_dur = e->has_dur, .state = c->done ? ROW_RETURNED : ROW_NEVER_RETURNS,
		.call = name_of(r, e, c),
	};

	if (!t) {
		free(w);
		return;
	}
	r->show.native = e->native;
	row.thread = t->index;
	row.args = w && c->rec->flags & CALL_NO_ARGS ? w->args : args_of(r, c);
	free(w);
	saw(r, row.end);
	t->last = row.end > t->last ? row.end : t->last;
	if (st == CALL_UNFINISHED)
		begin_wait(r, e, &row);
	else
		end_call(r, t, e, c, &row);
}

/* -- Other events ------------------------------------------------------------------------------------------------------ */

static void report__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)o;
	report_of(v)->others++;
	saw(report_of(v), since(report_of(v), e->ts));
}

static void report__signal(struct view *v, const struct event *e, const struct rec_signal *s)
{
	(void)s;
	report_of(v)->others++;
	saw(report_of(v), since(report_of(v), e->ts));
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void report__close(struct view *v);

static int set_up(struct report *r, const struct view_setup *u)
{
	const struct summary_config calls = { .by = { BY_SYSCALL }, .nby = 1, .errors = true };
	const struct summary_config files = { .by = { BY_PATH }, .nby = 1 }, sockets = { .by = { BY_FD }, .nby = 1 };

	r->origin = u->origin;
	r->text.fd = -1;
	r->embed = embed__new(&r->file.out);
	if (!r->embed || out__open(&r->text, -1, 1 << 16) || columns__open(&r->columns, r->embed) || heat_map__open(&r->heat))
		return -ENOMEM;
	r->text.opt = u->opt->w;
	r->text.opt.color = false;
	r->file.out.opt.color = false;
	r->show = show__by(u->opt, &r->text, &text_verbs);
	texts__open(&r->texts, r->embed, TEXTS_MAX);
	call_groups__init(&r->calls, &calls);
	call_groups__init(&r->files, &files);
	call_groups__init(&r->sockets, &sockets);
	return 0;
}

static struct view *report__open(const struct view_setup *u)
{
	struct report *r = (struct report *)file_view__new(sizeof(*r), &report_view, u);

	if (!r)
		return NULL;
	if (set_up(r, u)) {
		msg__no_memory();
		report__close(&r->file.view);
		return NULL;
	}
	page__put_head(&r->file.out);
	return &r->file.view;
}

static void report__begin(struct view *v, const struct view_begin *b)
{
	struct report *r = report_of(v);

	r->mono = b->mono;
	r->real = b->real;
	r->names = r->show.names = r->calls.names = r->files.names = r->sockets.names = b->names;
}

static void end_waits(struct report *r)
{
	HASH_EACH(&r->waits, const struct report_wait, w)
		add_row(r, &(struct call_row){
			.end = r->last, .dur = r->last - w->began, .has_dur = true, .thread = w->thread, .call = w->call, .args = w->args,
			.result = 0, .state = ROW_UNFINISHED,
		});
}

static void report__end(struct view *v, const struct totals *t)
{
	struct report *r = report_of(v);
	struct out json;

	if (t) {
		saw(r, since(r, t->ts));
		r->lost = t->lost;
	}
	end_waits(r);
	columns__end(&r->columns);
	texts__end(&r->texts);
	if (r->columns.failed || r->texts.block.failed || out__open(&json, -1, 1 << 20)) {
		no_memory(r);
		return;
	}
	report_json__put(r, &json);
	embed__put(r->embed, "meta", -1, json.buf, (size_t)(json.p - json.buf));
	out__close(&json);
	page__put_tail(&r->file.out);
}

static void report__close(struct view *v)
{
	struct report *r = report_of(v);

	for (uint32_t i = 0; i < r->nthreads; i++) {
		free(r->threads[i]->activity);
		tally__free(&r->threads[i]->tally);
		free(r->threads[i]);
	}
	free(r->threads);
	free(r->hosts);
	for (uint32_t i = 0; i < r->ncall_names; i++)
		free(r->call_name[i]);
	free(r->call_name);
	hash__free(&r->live);
	hash__drop(&r->processes);
	hash__drop(&r->call_names);
	hash__drop(&r->waits);
	groups__clear(&r->calls.groups);
	groups__clear(&r->files.groups);
	groups__clear(&r->sockets.groups);
	columns__free(&r->columns);
	texts__free(&r->texts);
	stack_tree__free(&r->stacks);
	wait_groups__free(&r->blocked);
	free(r->heat.n);
	embed__free(r->embed);
	out__close(&r->text);
	file_view__close(v);
}

const struct view_ops report_view = {
	.name = "report", .help = "an HTML page with tables, maps and all calls, for a browser", .in = IN_CONVERT | IN_REPORT,
	.single = true, .no_loss = true,
	.open = report__open, .begin = report__begin, .call = report__call, .other = report__other, .signal = report__signal,
	.exit = report__exit, .thread = report__thread, .end = report__end, FILE_VIEW, .close = report__close,
};
