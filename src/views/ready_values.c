// SPDX-License-Identifier: BSD-2-Clause
/*
 * ready_values.c - the columns of calls, exits and signals.
 *
 * Arguments are stored one after another by the verbs of the text format, except that the verb of a new argument notes where it begins.
 */
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "lines.h"
#include "ready.h"
#include "session/owner_value.h"
#include "writers/text.h"

/* -- Arguments --------------------------------------------------------------------------------------------------------- */

static struct ready *ready_of(struct out *scratch)
{
	return (struct ready *)((char *)scratch - offsetof(struct ready, scratch));
}

static void end_argument(struct ready *r)
{
	if (r->nargs)
		r->args[r->nargs - 1].end = ready__at(r);
}

static void note_argument(struct out *o, const char *name, unsigned name_len)
{
	struct ready *r = ready_of(o);

	end_argument(r);
	o->first = false;
	if (r->nargs < CALL_ARGS)
		r->args[r->nargs++] = (struct ready_argument){ .name = name, .name_len = name_len, .at = ready__at(r) };
}

/* argv: words between spaces, without quotes or commas. */
static void plain_array_begin(struct out *o)
{
	o->first = true;
}

static void plain_item(struct out *o)
{
	if (!o->first)
		out__lit(o, " ");
	o->first = false;
}

static void plain_array_end(struct out *o, enum array_end why, uint64_t addr)
{
	(void)addr;
	if (why != ARRAY_WHOLE)
		out__lit(o, " ...");
}

static void plain_string(struct out *o, const void *p, size_t len, enum string_note note)
{
	escape__text(o, p, len, ESCAPE_BACKSLASH);
	if (note == STRING_CUT)
		out__lit(o, "...");
}

void ready_values__init(struct ready *r)
{
	r->verbs = text_verbs;
	r->verbs.arg = note_argument;
	r->plain = r->verbs;
	r->plain.array_begin = plain_array_begin;
	r->plain.item = plain_item;
	r->plain.array_end = plain_array_end;
	r->plain.string = plain_string;
	r->show = show__by(r->file.opt, &r->scratch, &r->verbs);
	r->scratch.opt = r->file.opt->w;
	r->scratch.opt.color = false;
}

static void store_arguments(struct ready *r, const struct call *c, enum call_state st, const struct verbs *w)
{
	r->nargs = 0;
	r->show.w = w;
	out__line_begin(&r->scratch);
	text__begin_args(&r->scratch, st);
	show__args(&r->show, c, st);
	end_argument(r);
}

static struct ready_cell argument(struct ready *r, const struct call *c, enum call_state st, const char *name, const struct verbs *w)
{
	store_arguments(r, c, st, w);
	for (unsigned i = 0; i < r->nargs; i++)
		if (strlen(name) == r->args[i].name_len && !memcmp(name, r->args[i].name, r->args[i].name_len))
			return (struct ready_cell){ .is = CELL_TEXT, .at = r->args[i].at, .len = r->args[i].end - r->args[i].at };
	return (struct ready_cell){};
}

/* All of them, as in a line of text. */
static struct ready_cell arguments(struct ready *r, const struct call *c, enum call_state st)
{
	size_t at = ready__at(r);

	r->show.w = &text_verbs;
	out__line_begin(&r->scratch);
	text__begin_args(&r->scratch, st);
	show__args(&r->show, c, st);
	return ready__stored(r, at);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------- */

static struct ready_cell result(struct ready *r, const struct call *c, enum call_state st)
{
	size_t at = ready__at(r);

	if (!c->done)
		return (struct ready_cell){};
	if (c->failed)
		return cell_of(-1);
	r->show.w = &text_verbs;
	out__line_begin(&r->scratch);
	show__result(&r->show, c, st);
	return ready__stored(r, at);
}

static struct ready_cell error_name(struct ready *r, enum abi native, int64_t ret)
{
	const char *name = errno__name_in(native, (int)-ret);
	size_t at = ready__at(r);

	if (!name)
		FMT(&r->scratch, fmt__i64, -ret);
	else
		put_str(&r->scratch, name);
	return ready__stored(r, at);
}

/* The descriptor that the call returned, or the first that it was passed. */
static struct ready_cell descriptor(const struct event *e, const struct call *c)
{
	struct group_key k;

	if (c->row && c->row->ret == RET_FD)
		return !c->done ? (struct ready_cell){} : cell_of(c->failed ? -1 : c->ret);
	call_groups__part(BY_FD, e, c, &k);
	return k.number > UINT32_MAX ? (struct ready_cell){} : cell_of((int32_t)k.number);
}

static struct ready_cell path(struct ready *r, const struct event *e, const struct call *c)
{
	struct group_key k;

	call_groups__part(BY_PATH, e, c, &k);
	return ready__text(r, k.text, k.len);
}

static struct ready_cell name_of_call(struct ready *r, const struct event *e, const struct call *c)
{
	size_t at = ready__at(r);

	put_call_name(&r->scratch, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	return ready__stored(r, at);
}

/* -- All that have a thread -------------------------------------------------------------------------------------------- */

static const struct ready_process *process_of(const struct ready *r, uint32_t pid)
{
	return hash__find(&r->processes, pid);
}

static struct ready_cell parent_of(const struct ready *r, uint32_t pid)
{
	const struct ready_process *p = process_of(r, pid);

	return p ? cell_of(p->parent) : (struct ready_cell){};
}

struct ready_cell ready__owner(struct ready *r, const struct thread_owner *owner, enum ready_column_id id)
{
	struct owner_value v = owner_value__of((enum owner_column)(id - READY_USER), owner, r->names);
	size_t at = ready__at(r);

	if (v.is != OWNER_IS)
		return (struct ready_cell){};
	if (v.name)
		return ready__text(r, v.name, strlen(v.name));
	FMT(&r->scratch, fmt__u64, v.id);
	return ready__stored(r, at);
}

static struct ready_cell of_thread(struct ready *r, const struct event *e, enum ready_column_id id)
{
	switch (id) {
	case READY_TIME:	return cell_time(e->ts);
	case READY_COMM:	return ready__text(r, e->comm, e->comm ? strlen(e->comm) : 0);
	case READY_PID:		return cell_of(e->tgid);
	case READY_TID:		return cell_of(e->tid);
	case READY_PPID:	return parent_of(r, e->tgid);
	case READY_CPU:		return e->cpu == CPU_NONE ? (struct ready_cell){} : cell_of(e->cpu);
	case READY_USER:
	case READY_CGROUP:
	case READY_CONTAINER:
	case READY_POD:
	case READY_UNIT:	return ready__owner(r, e->owner, id);
	default:		return (struct ready_cell){};
	}
}

static struct ready_cell of_call(struct ready *r, const struct event *e, const struct call *c, enum call_state st, const struct ready_column *column)
{
	switch (column->id) {
	case READY_CALL:	return name_of_call(r, e, c);
	case READY_DURATION:	return e->has_dur ? cell_ns(e->dur) : (struct ready_cell){};
	case READY_RESULT:	return result(r, c, st);
	case READY_ERROR:	return c->failed ? error_name(r, e->native, c->ret) : (struct ready_cell){};
	case READY_FD:		return descriptor(e, c);
	case READY_PATH:	return path(r, e, c);
	case READY_ARGV:	return argument(r, c, st, column->name, &r->plain);
	case READY_ARG:		return argument(r, c, st, ready_column__arg(column), &r->verbs);
	case READY_ARGS:	return arguments(r, c, st);
	case READY_BYTES:	return c->row && c->row->ret_bytes && c->done && !c->failed ? cell_of(c->ret) : (struct ready_cell){};
	default:		return of_thread(r, e, column->id);
	}
}

void ready_values__call(struct ready *r, const struct event *e, const struct call *c, enum call_state st)
{
	r->show.native = e->native;
	for (unsigned i = 0; i < r->is->ncolumns; i++)
		r->cells[i] = of_call(r, e, c, st, &r->is->columns[i]);
	ready__put_row(r);
}

static struct ready_cell status_of(struct ready *r, unsigned status)
{
	size_t at = ready__at(r);

	text__put_end(&r->scratch, status);
	return ready__stored(r, at);
}

static struct ready_cell age_of(const struct ready *r, const struct event *e)
{
	const struct ready_process *p = e->tid == e->tgid ? process_of(r, e->tgid) : NULL;

	return p ? cell_ns(e->ts - p->began) : (struct ready_cell){};
}

void ready_values__exit(struct ready *r, const struct event *e, unsigned status)
{
	for (unsigned i = 0; i < r->is->ncolumns; i++) {
		enum ready_column_id id = r->is->columns[i].id;

		r->cells[i] = id == READY_STATUS ? status_of(r, status) : id == READY_AGE ? age_of(r, e) : of_thread(r, e, id);
	}
	ready__put_row(r);
}

/* -- Signals ----------------------------------------------------------------------------------------------------------- */

static bool is_of_child(const struct rec_signal *s)
{
	return s->signo == SIGCHLD && s->code >= CLD_EXITED && s->code <= CLD_CONTINUED;
}

/* Who sent it, in the receiver's PID namespace; 0: the kernel, or not known. */
static uint32_t sender_of(const struct rec_signal *s, enum abi native)
{
	bool by_process = s->code == SI_USER || s->code == SI_TKILL || s->code == SI_QUEUE || s->code == SI_MESGQ;

	return s->has & (SIGNAL_INFO | SIGNAL_PART) && (by_process || is_of_child(s)) ? (uint32_t)load_uint(s->fields, 4, abi__is_swapped(native)) : 0;
}

static struct ready_cell sender(const struct ready *r, const struct event *e, const struct rec_signal *s)
{
	uint32_t pid = sender_of(s, e->native), known = pid && r->names ? r->names->pid(r->names->ctx, pid, false) : 0;

	return pid ? cell_of(known ? known : pid) : (struct ready_cell){};
}

static bool has_ended(const struct rec_signal *s)
{
	return is_of_child(s) && s->code <= CLD_DUMPED;
}

static struct ready_cell sender_comm(struct ready *r, const struct event *e, const struct rec_signal *s)
{
	uint32_t pid = sender_of(s, e->native), known = pid && r->names ? r->names->pid(r->names->ctx, pid, false) : 0;
	const char *comm = known ? (has_ended(s) ? r->names->ended_comm : r->names->comm)(r->names->ctx, known) : NULL;

	return ready__text(r, comm, comm ? strlen(comm) : 0);
}

static struct ready_cell signal_name(struct ready *r, const struct rec_signal *s)
{
	size_t at = ready__at(r);

	text__put_signal(&r->scratch, (unsigned)s->signo);
	return ready__stored(r, at);
}

/* In words, for all causes that have no process: a program that asks for a timer is not its sender. */
static struct ready_cell cause(struct ready *r, const struct event *e, const struct rec_signal *s)
{
	const char *word = !(s->has & (SIGNAL_INFO | SIGNAL_PART)) ? NULL : is_of_child(s) ? "child" : sender_of(s, e->native) ? "process" : s->code == SI_TIMER ? "timer" :
			   s->code > 0 ? "kernel" : "other";

	return ready__text(r, word, word ? strlen(word) : 0);
}

void ready_values__signal(struct ready *r, const struct event *e, const struct rec_signal *s)
{
	for (unsigned i = 0; i < r->is->ncolumns; i++) {
		enum ready_column_id id = r->is->columns[i].id;

		r->cells[i] = id == READY_SIGNAL ? signal_name(r, s) : id == READY_CAUSE ? cause(r, e, s) : id == READY_SENDER ? sender(r, e, s) :
			      id == READY_SENDER_COMM ? sender_comm(r, e, s) : of_thread(r, e, id);
	}
	ready__put_row(r);
}
