// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_calls.c - owns calls in progress, by thread, and makes the records of calls.
 *
 * Invariant: a thread has at most one call in progress. An entry during another call means that an exit was lost: the older call ends
 * without a result.
 */
#include "perf_calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record.h"
#include "lib/vec.h"
#include "sources/call_record.h"
#include "sources/vm_read.h"

/* -- Threads --------------------------------------------------------------------------------------------------------- */

struct pair_thread *pair__find(const struct pair *p, uint32_t tid)
{
	return hash__find(&p->threads, tid);
}

struct pair_thread *pair__need(struct pair *p, uint32_t tid, uint32_t tgid)
{
	struct pair_thread *th = pair__find(p, tid);

	if (th)
		return th;
	th = hash__new(&p->threads, sizeof(*th), tid);
	if (!th) {
		p->err = -ENOMEM;
		return NULL;
	}
	th->tid = tid;
	th->tgid = tgid;
	th->code = EXIT_UNKNOWN;
	return th;
}

void pair__forget(struct pair *p, uint32_t tid)
{
	struct pair_thread *th = pair__find(p, tid);

	if (!th)
		return;
	hash__remove(&p->threads, &th->node);
	free(th->call.chunks);
	free(th);
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

void *pair__make(struct pair *p, uint16_t type, size_t len, const struct pair_event *e)
{
	struct rec *r;

	len = REC_LEN(len);
	if (!VEC_MORE(p->out, p->made, len)) {
		p->err = -ENOMEM;
		return NULL;
	}
	r = (struct rec *)(p->out + p->made);
	memset(r, 0, len);
	p->made += len;
	*r = (struct rec){ .len = len, .type = type, .cpu = e->cpu, .ts = p->now, .tid = e->tid, .tgid = e->tgid };
	return r;
}

/* Makes records with pair__make(). */
struct pair_maker {
	struct record_maker maker;
	struct pair *pair;
	const struct pair_event *event;
};

static void *make_of_event(struct record_maker *maker, uint16_t type, size_t len)
{
	struct pair_maker *m = (struct pair_maker *)maker;

	return pair__make(m->pair, type, len, m->event);
}

static struct rec_call *make_call(struct pair *p, uint16_t type, const struct pair_event *e, const struct pair_call *c)
{
	struct pair_maker m = { .maker.make = make_of_event, .pair = p, .event = e };
	struct call_memory memory = { .call = c->began, .chunks = c->chunks, .len = c->chunks_len, .most = REC_MAX };
	struct rec_call *r = call_record__make(&m.maker, type, c->nargs, &memory);

	if (!r)
		return NULL;
	r->dur = c->at_attach ? 0 : p->now - c->began;
	r->nr = c->nr;
	r->abi = c->abi;
	r->flags = CALL_NO_MEMORY | (c->at_attach ? CALL_NO_ENTRY : 0);
	memcpy(r->args, c->args, c->nargs * sizeof(r->args[0]));
	return r;
}

/* When an execve returns, it has failed, or its thread is the process's only one. */
static void note_return(struct pair *p, const struct pair_thread *th)
{
	struct pair_thread *leader = pair__effect(th) == EXECS ? pair__find(p, th->tgid) : NULL;

	if (leader && leader->exec_tid == th->tid)
		leader->exec_tid = 0;
}

void pair__end_call(struct pair *p, const struct pair_event *e, struct pair_thread *th)
{
	struct pair_event who = { .cpu = e->cpu, .tid = th->tid, .tgid = th->tgid };
	struct rec_call *r = th->in_call && !th->call.at_attach ? make_call(p, REC_PENDING, &who, &th->call) : NULL;

	if (r)
		r->flags |= CALL_NO_RETURN;
	if (th->in_call)
		note_return(p, th);
	th->in_call = false;
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

/* Numbers beyond the tables become the last number, which is unknown, too: see note_number(). */
static uint16_t number_of(const struct pair *p, int32_t nr, uint8_t *abi)
{
	*abi = p->abi;
	if (p->abi == ABI_X86_64 && nr >= 0 && nr & SYSCALL_X32_BIT) {
		*abi = ABI_X32;
		nr &= ~SYSCALL_X32_BIT;
	}
	return nr < 0 || nr > UINT16_MAX || syscalltbl__is_mux((unsigned)nr) || syscalltbl__is_request((unsigned)nr) ? UINT16_MAX : nr;
}

/* Marks chunks of these arguments, read at the entry, as confirmed. */
static void confirm(struct pair_call *c, uint8_t args)
{
	CHUNKS_EACH(k, c->chunks, args ? c->chunks_len : 0)
		if (k->arg < CALL_ARGS && args >> k->arg & 1 && !(k->status & CHUNK_OUT))
			k->status &= (uint8_t)~CHUNK_LATE;
}

/* Moves an event's chunks to the call; those of a second event are appended. */
static void take_chunks(struct pair_call *c, struct pair_event *e)
{
	size_t len = c->chunks_len + (size_t)e->chunks_len;
	uint8_t *all;

	if (!c->chunks) {
		c->chunks = e->chunks;
		c->chunks_len = e->chunks ? e->chunks_len : 0;
		e->chunks = NULL;
	} else if (len <= VM_READ_ALL && e->chunks) {
		all = realloc(c->chunks, len);
		if (!all)
			return;
		memcpy(all + c->chunks_len, e->chunks, e->chunks_len);
		c->chunks = all;
		c->chunks_len = len;
	}
}

/* Instead of memory, which calls that are in no table have none of. */
static void note_number(struct pair_call *c, int32_t nr)
{
	uint32_t number = (uint32_t)nr & (c->abi == ABI_X32 ? ~SYSCALL_X32_BIT : UINT32_MAX);
	struct chunk *k = c->nr == UINT16_MAX && !c->chunks ? malloc(sizeof(*k)) : NULL;

	if (!k)
		return;
	*k = (struct chunk){ .arg = CHUNK_RET, .part = PART_NUMBER, .addr = number };
	c->chunks = (uint8_t *)k;
	c->chunks_len = sizeof(*k);
}

static void note_status(struct pair *p, struct pair_thread *th)
{
	const struct row *row = rows__find(th->call.abi, th->call.nr);
	enum effect effect = row ? row->effect : EFFECT_NONE;
	struct pair_thread *leader;

	if (effect == EXECS) {
		leader = pair__need(p, th->tgid, th->tgid);
		if (leader)
			leader->exec_tid = th->tid;
		return;
	}
	if ((effect != ENDS_THREAD && effect != ENDS_PROCESS) || th->call.nargs <= row->on[0])
		return;
	th->code = (row__on(row, th->call.args, 0) & 0xff) << 8;
	leader = effect == ENDS_PROCESS ? pair__need(p, th->tgid, th->tgid) : NULL;
	if (leader && !leader->group_ends) {
		leader->group_ends = true;
		leader->group_code = th->code;
	}
}

/* Writes the call's stack before the call; the session joins them by thread. */
static void give_stack(struct pair *p, const struct pair_event *e, const struct pair_call *c)
{
	size_t len = e->stack ? e->stack->rec.len : 0;
	struct rec_stack *r = len ? pair__make(p, REC_STACK, len, e) : NULL;

	if (!r)
		return;
	memcpy((char *)r + sizeof(r->rec), (const char *)e->stack + sizeof(r->rec), len - sizeof(r->rec));
	r->nr = c->nr;
	r->abi = c->abi;
}

/* The same entry, reported by another event: it has the same arguments, unless events between the two were lost. */
static bool is_reported_again(const struct pair_thread *th, const struct pair_event *e, uint16_t nr, uint8_t abi)
{
	const struct pair_call *c = &th->call;
	uint32_t nargs = c->nargs < e->nargs ? c->nargs : e->nargs;

	return th->in_call && c->nr == nr && c->abi == abi && !(c->origins & e->origin) &&
	       !memcmp(c->args, e->args, nargs * sizeof(c->args[0]));
}

void pair__enter(struct pair *p, struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid);
	struct pair_call *c;
	uint16_t nr;
	uint8_t abi;

	if (!th || e->nr == -1)
		return;
	c = &th->call;
	nr = number_of(p, e->nr, &abi);
	if (is_reported_again(th, e, nr, abi)) {
		give_stack(p, e, c);
		take_chunks(c, e);
		c->origins |= e->origin;
		return;
	}
	pair__end_call(p, e, th);
	free(c->chunks);
	*c = (struct pair_call){ .began = e->ts, .nr = nr, .abi = abi, .origins = e->origin };
	c->nargs = e->nargs < CALL_ARGS ? e->nargs : CALL_ARGS;
	memcpy(c->args, e->args, sizeof(c->args));
	give_stack(p, e, c);
	take_chunks(c, e);
	note_number(c, e->nr);
	th->tgid = e->tgid;
	th->in_call = true;
	th->is_new = false;
	th->reported = 0;
	note_status(p, th);
}

/* Ignored if the thread had other events meanwhile. */
void pair__waits(struct pair *p, struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid);
	struct pair_call *c = th ? &th->call : NULL;
	struct rec_call *r;

	if (!th || th->in_call)
		return;
	free(c->chunks);
	*c = (struct pair_call){ .began = e->ts, .origins = UINT8_MAX, .at_attach = true, .nargs = (uint8_t)e->nargs };
	c->nr = number_of(p, e->nr, &c->abi);
	memcpy(c->args, e->args, sizeof(c->args));
	take_chunks(c, e);
	th->in_call = true;
	r = make_call(p, REC_PENDING, e, c);
	if (r)
		r->flags |= CALL_AT_ATTACH;
}

/* An exit without its entry: the call began before the recording or was denied by seccomp, or the entry was lost. */
static void leave_unknown(struct pair *p, const struct pair_event *e, struct pair_thread *th)
{
	struct pair_call c = { .began = p->now };
	struct rec_call *r;

	c.nr = number_of(p, e->nr, &c.abi);
	if (e->nr == -1 || th->is_new || (!e->ret && rows__effect(c.abi, c.nr) == FORKS)) {
		th->is_new = false;
		return;
	}
	r = make_call(p, REC_CALL, e, &c);
	if (!r)
		return;
	r->flags |= CALL_NO_ENTRY | CALL_NO_ARGS;
	r->ret = e->ret;
	p->calls++;
}

/* Errors of the kernel's linux/errno.h that programs never see; and EINTR. */
static bool is_interrupted(int64_t ret)
{
	return ret == -EINTR || (ret <= -512 && ret >= -516);
}

/*
 * Another thread is in exit_group or execve: an interrupted call does not return, for its thread ends. (The execve may still fail, and
 * the interruption have another cause; this is not checked.)
 */
static bool ends_unseen(struct pair *p, const struct pair_thread *th, int64_t ret)
{
	const struct pair_thread *leader = is_interrupted(ret) ? pair__find(p, th->tgid) : NULL;

	return leader && (leader->group_ends || (leader->exec_tid && leader->exec_tid != th->tid));
}

/* sigreturn replaces the number in the registers, so its exit may have another number or none. */
static bool ends_call(const struct pair *p, const struct pair_event *e, const struct pair_thread *th)
{
	uint8_t abi;

	return th->in_call && (e->nr == -1 || (number_of(p, e->nr, &abi) == th->call.nr && abi == th->call.abi));
}

void pair__leave(struct pair *p, struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid);
	struct rec_call *r;

	if (!th)
		return;
	if (th->in_call && ends_unseen(p, th, e->ret)) {
		pair__end_call(p, e, th);
	} else if (ends_call(p, e, th)) {
		note_return(p, th);
		take_chunks(&th->call, e);
		confirm(&th->call, e->agreed);
		r = make_call(p, REC_CALL, e, &th->call);
		if (r) {
			r->ret = e->ret;
			r->flags |= e->names ? CALL_NAMES : 0;
		}
		p->calls++;
		th->in_call = false;
	} else if (th->reported && !(th->reported & e->origin) && th->reported_nr == e->nr) {
		th->reported |= e->origin;	/* the same exit, reported again */
		return;
	} else {
		pair__end_call(p, e, th);
		leave_unknown(p, e, th);
	}
	th->code = EXIT_UNKNOWN;
	th->reported = e->origin;
	th->reported_nr = e->nr;
}

static int by_beginning(const void *a, const void *b)
{
	const struct pair_thread *x = *(struct pair_thread *const *)a, *y = *(struct pair_thread *const *)b;

	if (x->call.began != y->call.began)
		return x->call.began < y->call.began ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

void pair__make_pending(struct pair *p)
{
	struct pair_thread **waiting = calloc(p->threads.n + 1, sizeof(*waiting));
	unsigned n = 0;

	if (!waiting) {
		p->err = -ENOMEM;
		return;
	}
	HASH_EACH(&p->threads, struct pair_thread, th)
		if (th->in_call && !th->call.at_attach)
			waiting[n++] = th;
	qsort(waiting, n, sizeof(*waiting), by_beginning);
	for (unsigned i = 0; i < n; i++) {
		struct pair_event who = { .cpu = CPU_NONE, .tid = waiting[i]->tid, .tgid = waiting[i]->tgid };

		make_call(p, REC_PENDING, &who, &waiting[i]->call);
		waiting[i]->in_call = false;
	}
	free(waiting);
}

