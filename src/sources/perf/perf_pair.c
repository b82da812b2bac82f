// SPDX-License-Identifier: BSD-2-Clause
/* perf_pair.c - takes events sorted by time; makes records of threads here, of calls in perf_calls.c. */
#include "perf_pair.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"
#include "perf_calls.h"

static void make_start(struct pair *p)
{
	struct pair_event none = { .cpu = CPU_NONE };
	struct rec_start *r = pair__make(p, REC_START, sizeof(*r), &none);

	p->started = true;
	if (!r)
		return;
	r->realtime = p->has_real ? p->real_at_0 + p->now : 0;
	r->abi = p->abi;
	HASH_EACH(&p->threads, const struct pair_thread, th) {
		struct pair_event who = { .cpu = CPU_NONE, .tid = th->tid, .tgid = th->tgid };
		struct rec_task *t = th->at_start ? pair__make(p, REC_TASK, sizeof(*t), &who) : NULL;

		if (t)
			memcpy(t->comm, th->comm, COMM_LEN);
	}
}

/* -- Threads that begin and end -------------------------------------------------------------------------------------- */

static void put_numbers(struct pair *p, const struct pair_event *e)
{
	struct rec_pidns *r = pair__make(p, REC_PIDNS, e->chunks_len, e);

	if (r)
		memcpy((char *)r + sizeof(r->rec), e->chunks + sizeof(r->rec), e->chunks_len - sizeof(r->rec));
}

static void fork_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *parent, *th;
	struct rec_fork *r;

	pair__forget(p, e->tid);	/* a reused tid */
	th = pair__need(p, e->tid, e->tgid);
	parent = pair__find(p, e->parent[0]);
	if (!th)
		return;
	th->is_new = true;
	if (parent)
		memcpy(th->comm, parent->comm, COMM_LEN);
	r = pair__make(p, REC_FORK, sizeof(*r), e);
	if (!r)
		return;
	r->parent_tid = e->parent[0];
	r->parent_tgid = e->parent[1];
	r->shares_files = r->shares_fs = e->tgid == e->parent[1];
	memcpy(r->comm, th->comm, COMM_LEN);
	if (e->chunks)
		put_numbers(p, e);
}

static void comm_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid);
	struct rec_comm *r;

	if (!th)
		return;
	memcpy(th->comm, e->comm, COMM_LEN - 1);
	if (!p->started) {
		th->at_start = true;
		return;
	}
	r = pair__make(p, REC_COMM, sizeof(*r), e);
	if (r)
		memcpy(r->comm, th->comm, COMM_LEN);
}

static bool is_in_exec(const struct pair_thread *th)
{
	return th->in_call && pair__effect(th) == EXECS;
}

/* The thread of a process that is in execve. NULL: not known. */
static struct pair_thread *caller_of_exec(struct pair *p, struct pair_thread *leader)
{
	if (is_in_exec(leader))
		return leader;
	HASH_EACH(&p->threads, struct pair_thread, th)
		if (th->tgid == leader->tid && is_in_exec(th))
			return th;
	return NULL;
}

/* A thread other than the leader has called execve: it gets the leader's tid, and keeps its call. */
static void take_over(struct pair *p, const struct pair_event *e, struct pair_thread *leader, struct pair_thread *caller)
{
	pair__end_call(p, e, leader);
	free(leader->call.chunks);
	leader->call = caller->call;
	leader->in_call = true;
	caller->call.chunks = NULL;
	pair__forget(p, caller->tid);
}

static void exec_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid), *caller;
	uint32_t old = e->tid;
	struct rec_exec *r;

	if (!th)
		return;
	caller = caller_of_exec(p, th);
	if (caller && caller != th) {
		old = caller->tid;
		take_over(p, e, th, caller);
	}
	memcpy(th->comm, e->comm, COMM_LEN - 1);
	th->is_new = th->group_ends = false;
	th->exec_tid = 0;
	r = pair__make(p, REC_EXEC, sizeof(*r), e);
	if (!r)
		return;
	r->old_tid = old;
	memcpy(r->comm, th->comm, COMM_LEN);
}

static uint32_t code_of(struct pair *p, const struct pair_thread *th)
{
	const struct pair_thread *leader = pair__find(p, th->tgid);

	if (leader && leader->group_ends)
		return leader->group_code;
	return th->code;
}

/* Does the leader end only because another thread has called execve? That thread takes over its tid. */
static bool is_superseded(const struct pair_thread *th)
{
	enum effect last = th->in_call ? pair__effect(th) : EFFECT_NONE;

	return th->exec_tid && th->exec_tid != th->tid && last != ENDS_THREAD && last != ENDS_PROCESS;
}

static void end_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = pair__need(p, e->tid, e->tgid);
	struct rec_exit *r;

	if (!th)
		return;
	if (is_superseded(th)) {
		pair__end_call(p, e, th);
		return;
	}
	pair__end_call(p, e, th);
	r = pair__make(p, REC_EXIT, sizeof(*r), e);
	if (r)
		r->code = code_of(p, th);
	if (th->group_ends)
		th->in_call = th->at_start = false;	/* keep the leader: other threads need its group_code */
	else
		pair__forget(p, e->tid);
}

/* -- Signals ----------------------------------------------------------------------------------------------------------- */

static void sent_by(struct pair *p, const struct pair_event *e)
{
	p->sent[p->nsent++ % PAIR_SENT_MAX] = *e;
}

/* The process whose thread has sent it, if the kernel's code says that a process did; 0: none, or not known. */
static uint32_t sender_of(const struct pair *p, const struct pair_event *e)
{
	bool by_process = e->signal.code == SI_USER || e->signal.code == SI_TKILL || e->signal.code == SI_QUEUE ||
			  (e->signal.signo == SIGCHLD && e->signal.code >= CLD_EXITED && e->signal.code <= CLD_CONTINUED);

	for (unsigned i = p->nsent; by_process && i-- > 0 && p->nsent - i <= PAIR_SENT_MAX;) {
		const struct pair_event *sent = &p->sent[i % PAIR_SENT_MAX];

		if (sent->signal.signo == e->signal.signo && sent->signal.code == e->signal.code && (sent->signal.to == e->tid || sent->signal.to == e->tgid))
			return sent->tgid;
	}
	return 0;
}

static void signal_of(struct pair *p, const struct pair_event *e)
{
	struct rec_signal *r = pair__need(p, e->tid, e->tgid) ? pair__make(p, REC_SIGNAL, sizeof(*r), e) : NULL;
	uint32_t sender = sender_of(p, e);

	if (!r)
		return;
	r->signo = e->signal.signo;
	r->code = e->signal.code;
	r->err = e->signal.err;
	r->has = SIGNAL_PART;
	memcpy(r->fields, &sender, sizeof(sender));
}

/* -- Losses ------------------------------------------------------------------------------------------------------------ */

static uint64_t last_seen(const struct pair *p, uint16_t cpu)
{
	return cpu < p->ncpus && p->seen[cpu] ? p->seen[cpu] : p->now;
}

static void loss_of(struct pair *p, const struct pair_event *e)
{
	struct rec_loss *r;

	p->lost += e->count;
	r = pair__make(p, REC_LOSS, sizeof(*r), e);
	if (!r)
		return;
	r->rec.tid = r->rec.tgid = 0;	/* the thread is not known */
	r->count = e->count;
	r->first = last_seen(p, e->cpu);
	r->last = p->now;
	r->reason = LOSS_RING;
}

static void note_cpu(struct pair *p, uint16_t cpu)
{
	unsigned more = cpu < p->ncpus ? 0 : cpu + 1 - p->ncpus;

	if (cpu == CPU_NONE || (more && !VEC_MORE(p->seen, p->ncpus, more)))
		return;
	memset(p->seen + p->ncpus, 0, more * sizeof(*p->seen));
	p->ncpus += more;
	p->seen[cpu] = p->now;
}

/* -- All events ------------------------------------------------------------------------------------------------------ */

void pair__set_abi(struct pair *p, enum abi abi)
{
	p->abi = abi;
}

void pair__close(struct pair *p)
{
	HASH_EACH(&p->threads, struct pair_thread, th) {
		free(th->call.chunks);
		free(th);
	}
	hash__free(&p->threads);
	free(p->seen);
	free(p->out);
	buf__free(&p->early);
	memset(p, 0, sizeof(*p));
}

int pair__begin(struct pair *p, uint64_t ts)
{
	p->now = ts;
	make_start(p);
	return p->err;
}

int pair__put(struct pair *p, const struct rec *rec)
{
	struct pair_event none = { .cpu = CPU_NONE };
	struct pair_thread *th = rec->type == REC_TASK ? pair__need(p, rec->tid, rec->tgid) : NULL;
	struct rec *r = pair__make(p, rec->type, rec->len, &none);

	if (th)
		memcpy(th->comm, ((const struct rec_task *)rec)->comm, COMM_LEN);
	if (r)
		memcpy(r, rec, rec->len);
	return p->err;
}

/* Mappings of a recording; live, mmap_events.c has them. */
static void map_of(struct pair *p, const struct pair_event *e)
{
	struct rec_map *map = (struct rec_map *)e->chunks;

	if (!map)
		return;
	map->rec.ts = e->ts;
	if (p->started)
		pair__put(p, &map->rec);
	else
		buf__add(&p->early, map, map->rec.len);
}

/* After REC_START: mappings from before the first event. */
static void put_early(struct pair *p)
{
	for (size_t at = 0; at < p->early.len; at += ((struct rec *)(p->early.p + at))->len) {
		((struct rec *)(p->early.p + at))->ts = p->now;
		pair__put(p, (const struct rec *)(p->early.p + at));
	}
	buf__free(&p->early);
}

int pair__event(struct pair *p, struct pair_event *e)
{
	if (e->ts > p->now)
		p->now = e->ts;
	if (!p->started && (e->ts || (e->kind != PAIR_COMM && e->kind != PAIR_MAP))) {
		make_start(p);
		put_early(p);
	}
	e->ts = p->now;
	switch (e->kind) {
	case PAIR_ENTER: pair__enter(p, e); break;
	case PAIR_LEAVE: pair__leave(p, e); break;
	case PAIR_WAITS: pair__waits(p, e); break;
	case PAIR_FORK: fork_of(p, e); break;
	case PAIR_COMM: comm_of(p, e); break;
	case PAIR_EXEC: exec_of(p, e); break;
	case PAIR_END: end_of(p, e); break;
	case PAIR_LOSS: loss_of(p, e); break;
	case PAIR_SENT: sent_by(p, e); break;
	case PAIR_SIGNAL: signal_of(p, e); break;
	case PAIR_MAP: map_of(p, e); break;
	}
	note_cpu(p, e->cpu);
	pair_event__drop(e);
	return p->err;
}

int pair__finish(struct pair *p)
{
	struct pair_event none = { .cpu = CPU_NONE };
	struct rec_end *r;

	if (!p->started)
		make_start(p);
	pair__make_pending(p);
	r = pair__make(p, REC_END, sizeof(*r), &none);
	if (r) {
		r->calls = p->calls;
		r->lost = p->lost;
	}
	return p->err;
}

const struct rec *pair__next(struct pair *p)
{
	const struct rec *r;

	if (p->taken == p->made) {
		p->taken = p->made = 0;
		return NULL;
	}
	r = (const struct rec *)(p->out + p->taken);
	p->taken += r->len;
	return r;
}
