// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_pair.c - owns the calls that have begun, by thread.
 *
 * Invariant: a thread has at most one call that has not returned; an event that contradicts this (its counterpart was
 * lost) ends the older one as never seen to return.
 */
#include "perf_pair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum pair_role {		/* of a call: what is concluded from it */
	ROLE_NONE = 0,
	ROLE_FORKS,		/* returns 0 in a new thread */
	ROLE_ENDS_THREAD,	/* the argument is the status */
	ROLE_ENDS_PROCESS,
	ROLE_EXECS,
};

struct pair_call {
	uint64_t began;
	uint16_t nr;
	uint8_t abi, nargs;
	uint8_t tellers;		/* enum pair_teller: who told of its entry */
	uint64_t args[CALL_ARGS];
	uint8_t *chunks;
	uint32_t chunks_len;
};

struct pair_thread {
	uint32_t tid, tgid;
	struct pair_thread *next;	/* in its bucket */
	char comm[COMM_LEN];
	bool is_new;			/* has not returned from the fork that made it */
	bool at_start;			/* its name was known before the first event */
	bool in_call;
	struct pair_call call;		/* in_call: the one in progress */
	uint8_t told;			/* enum pair_teller: who told of the last call's end */
	int32_t told_nr;
	bool group_ends;		/* leader's entry: exit_group was called */
	uint32_t code, group_code;	/* as struct rec_exit has it */
};

/* -- Threads --------------------------------------------------------------------------------------------------------- */

static struct pair_thread **place_of(struct pair *p, uint32_t tid)
{
	struct pair_thread **at = &p->buckets[(tid * 2654435761u >> 7) & (p->nbuckets - 1)];

	while (*at && (*at)->tid != tid)
		at = &(*at)->next;
	return at;
}

static void grow(struct pair *p)
{
	struct pair bigger = { .nbuckets = p->nbuckets * 4 };

	bigger.buckets = calloc(bigger.nbuckets, sizeof(*bigger.buckets));
	if (!bigger.buckets)
		return;			/* slower, not wrong */
	for (unsigned i = 0; i < p->nbuckets; i++) {
		for (struct pair_thread *th = p->buckets[i], *next; th; th = next) {
			struct pair_thread **at = place_of(&bigger, th->tid);

			next = th->next;
			th->next = *at;
			*at = th;
		}
	}
	free(p->buckets);
	p->buckets = bigger.buckets;
	p->nbuckets = bigger.nbuckets;
}

/* Finds or makes a thread. NULL: no memory, which is kept in p->err. */
static struct pair_thread *need(struct pair *p, uint32_t tid, uint32_t tgid)
{
	struct pair_thread **at = place_of(p, tid), *th = *at;

	if (th)
		return th;
	th = calloc(1, sizeof(*th));
	if (!th) {
		p->err = -ENOMEM;
		return NULL;
	}
	th->tid = tid;
	th->tgid = tgid;
	th->code = EXIT_UNKNOWN;
	*at = th;
	if (++p->nthreads > p->nbuckets * 2)
		grow(p);
	return th;
}

static void forget(struct pair *p, uint32_t tid)
{
	struct pair_thread **at = place_of(p, tid), *th = *at;

	if (!th)
		return;
	*at = th->next;
	p->nthreads--;
	free(th->call.chunks);
	free(th);
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

/* Room for a record of `len` bytes, zeroed, its head filled. NULL: no memory, which is kept in p->err. */
static void *make(struct pair *p, uint16_t type, size_t len, const struct pair_event *e)
{
	struct rec *r;

	len = (len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	if (p->made + len > p->room) {
		size_t room = (p->made + len) * 2;
		uint8_t *out = realloc(p->out, room);

		if (!out) {
			p->err = -ENOMEM;
			return NULL;
		}
		p->out = out;
		p->room = room;
	}
	r = (struct rec *)(p->out + p->made);
	memset(r, 0, len);
	p->made += len;
	*r = (struct rec){ .len = len, .type = type, .cpu = e->cpu, .ts = p->now, .tid = e->tid, .tgid = e->tgid };
	return r;
}

static void make_start(struct pair *p)
{
	struct pair_event none = { .cpu = CPU_NONE };
	struct rec_start *r = make(p, REC_START, sizeof(*r), &none);

	p->started = true;
	if (!r)
		return;
	r->realtime = p->has_real ? p->real_at_0 + p->now : 0;
	r->abi = p->abi;
	for (unsigned i = 0; i < p->nbuckets; i++) {
		for (struct pair_thread *th = p->buckets[i]; th; th = th->next) {
			struct pair_event who = { .cpu = CPU_NONE, .tid = th->tid, .tgid = th->tgid };
			struct rec_task *t = th->at_start ? make(p, REC_TASK, sizeof(*t), &who) : NULL;

			if (t)
				memcpy(t->comm, th->comm, COMM_LEN);
		}
	}
}

static struct rec_call *make_call(struct pair *p, uint16_t type, const struct pair_event *e, const struct pair_call *c)
{
	size_t fixed = sizeof(struct rec_call) + c->nargs * 8;
	struct rec_call *r = make(p, type, fixed + c->chunks_len, e);

	if (!r)
		return NULL;
	r->dur = p->now - c->began;
	r->nr = c->nr;
	r->abi = c->abi;
	r->nargs = c->nargs;
	r->flags = CALL_NO_MEMORY;
	r->fixed = fixed;
	memcpy(r->args, c->args, c->nargs * 8);
	if (c->chunks_len)
		memcpy((uint8_t *)r + fixed, c->chunks, c->chunks_len);
	return r;
}

/* The call in progress will not be seen to return. */
static void make_ended(struct pair *p, const struct pair_event *e, struct pair_thread *th)
{
	struct pair_event who = { .cpu = e->cpu, .tid = th->tid, .tgid = th->tgid };
	struct rec_call *r = th->in_call ? make_call(p, REC_PENDING, &who, &th->call) : NULL;

	if (r)
		r->flags |= CALL_NO_RETURN;
	th->in_call = false;
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

/* Numbers that do not fit are as unknown as the last that does. */
static uint16_t number_of(const struct pair *p, int32_t nr, uint8_t *abi)
{
	*abi = p->abi;
	if (p->abi == ABI_X86_64 && nr >= 0 && nr & SYSCALL_X32_BIT) {
		*abi = ABI_X32;
		nr &= ~SYSCALL_X32_BIT;
	}
	return nr < 0 || nr > UINT16_MAX ? UINT16_MAX : nr;
}

static enum pair_role role_of(const struct pair *p, uint8_t abi, uint16_t nr)
{
	return p->roles[abi * SYSCALL_SET_BITS + syscalltbl__slot(abi, nr)];
}

/* Strings of one event go to the call; those of a second one are added. */
static void take_chunks(struct pair_call *c, struct pair_event *e)
{
	size_t len = c->chunks_len + (size_t)e->chunks_len;
	uint8_t *all;

	if (!c->chunks) {
		c->chunks = e->chunks;
		c->chunks_len = e->chunks ? e->chunks_len : 0;
		e->chunks = NULL;
	} else if (len <= PAIR_CHUNKS_MAX && e->chunks) {
		all = realloc(c->chunks, len);
		if (!all)
			return;
		memcpy(all + c->chunks_len, e->chunks, e->chunks_len);
		c->chunks = all;
		c->chunks_len = len;
	}
}

static void note_status(struct pair *p, struct pair_thread *th)
{
	enum pair_role role = role_of(p, th->call.abi, th->call.nr);
	struct pair_thread *leader;

	if ((role != ROLE_ENDS_THREAD && role != ROLE_ENDS_PROCESS) || !th->call.nargs)
		return;
	th->code = (th->call.args[0] & 0xff) << 8;
	leader = role == ROLE_ENDS_PROCESS ? need(p, th->tgid, th->tgid) : NULL;
	if (leader && !leader->group_ends) {
		leader->group_ends = true;
		leader->group_code = th->code;
	}
}

static void enter(struct pair *p, struct pair_event *e)
{
	struct pair_thread *th = need(p, e->tid, e->tgid);
	struct pair_call *c;
	uint16_t nr;
	uint8_t abi;

	if (!th || e->nr == -1)
		return;
	c = &th->call;
	nr = number_of(p, e->nr, &abi);
	if (th->in_call && c->nr == nr && c->abi == abi && !(c->tellers & e->teller)) {
		take_chunks(c, e);	/* the same entry, told again */
		c->tellers |= e->teller;
		return;
	}
	make_ended(p, e, th);
	free(c->chunks);
	*c = (struct pair_call){ .began = e->ts, .nr = nr, .abi = abi, .tellers = e->teller };
	c->nargs = e->nargs < CALL_ARGS ? e->nargs : CALL_ARGS;
	memcpy(c->args, e->args, sizeof(c->args));
	take_chunks(c, e);
	th->tgid = e->tgid;
	th->in_call = true;
	th->is_new = false;
	th->told = 0;
	note_status(p, th);
}

/* An exit without its entry: the call began before the recording or was denied by seccomp, or the entry was lost. */
static void leave_unknown(struct pair *p, const struct pair_event *e, struct pair_thread *th)
{
	struct pair_call c = { .began = p->now };
	struct rec_call *r;

	c.nr = number_of(p, e->nr, &c.abi);
	if (e->nr == -1 || th->is_new || (!e->ret && role_of(p, c.abi, c.nr) == ROLE_FORKS)) {
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

/* sigreturn has put another number, or none, where the number was. */
static bool ends_call(const struct pair *p, const struct pair_event *e, const struct pair_thread *th)
{
	uint8_t abi;

	return th->in_call && (e->nr == -1 || (number_of(p, e->nr, &abi) == th->call.nr && abi == th->call.abi));
}

static void leave(struct pair *p, struct pair_event *e)
{
	struct pair_thread *th = need(p, e->tid, e->tgid);
	struct rec_call *r;

	if (!th)
		return;
	if (ends_call(p, e, th)) {
		r = make_call(p, REC_CALL, e, &th->call);
		if (r)
			r->ret = e->ret;
		p->calls++;
		th->in_call = false;
	} else if (th->told && !(th->told & e->teller) && th->told_nr == e->nr) {
		th->told |= e->teller;	/* the same exit, told again */
		return;
	} else {
		make_ended(p, e, th);
		leave_unknown(p, e, th);
	}
	th->code = EXIT_UNKNOWN;
	th->told = e->teller;
	th->told_nr = e->nr;
}

/* -- Threads that begin and end -------------------------------------------------------------------------------------- */

static void fork_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *parent, *th;
	struct rec_fork *r;

	forget(p, e->tid);	/* an id that is used again */
	th = need(p, e->tid, e->tgid);
	parent = *place_of(p, e->parent[0]);
	if (!th)
		return;
	th->is_new = true;
	if (parent)
		memcpy(th->comm, parent->comm, COMM_LEN);
	r = make(p, REC_FORK, sizeof(*r), e);
	if (!r)
		return;
	r->parent_tid = e->parent[0];
	r->parent_tgid = e->parent[1];
	r->shares_files = r->shares_fs = e->tgid == e->parent[1];
	memcpy(r->comm, th->comm, COMM_LEN);
}

static void comm_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = need(p, e->tid, e->tgid);
	struct rec_comm *r;

	if (!th)
		return;
	memcpy(th->comm, e->comm, COMM_LEN - 1);
	if (!p->started) {
		th->at_start = true;
		return;
	}
	r = make(p, REC_COMM, sizeof(*r), e);
	if (r)
		memcpy(r->comm, th->comm, COMM_LEN);
}

static bool is_in_exec(const struct pair *p, const struct pair_thread *th)
{
	return th->in_call && role_of(p, th->call.abi, th->call.nr) == ROLE_EXECS;
}

/* The thread that is in the execve of a process: its caller, whoever that is. NULL: not known. */
static struct pair_thread *caller_of_exec(struct pair *p, struct pair_thread *leader)
{
	if (is_in_exec(p, leader))
		return leader;
	for (unsigned i = 0; i < p->nbuckets; i++)
		for (struct pair_thread *th = p->buckets[i]; th; th = th->next)
			if (th->tgid == leader->tid && is_in_exec(p, th))
				return th;
	return NULL;
}

/* Another thread than the leader has called execve: it has the leader's id from now on, and its call goes with it. */
static void take_over(struct pair *p, const struct pair_event *e, struct pair_thread *leader, struct pair_thread *caller)
{
	make_ended(p, e, leader);
	free(leader->call.chunks);
	leader->call = caller->call;
	leader->in_call = true;
	caller->call.chunks = NULL;
	forget(p, caller->tid);
}

static void exec_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = need(p, e->tid, e->tgid), *caller;
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
	r = make(p, REC_EXEC, sizeof(*r), e);
	if (!r)
		return;
	r->old_tid = old;
	memcpy(r->comm, th->comm, COMM_LEN);
}

static uint32_t code_of(struct pair *p, const struct pair_thread *th)
{
	const struct pair_thread *leader = *place_of(p, th->tgid);

	if (leader && leader->group_ends)
		return leader->group_code;
	return th->code;
}

static void end_of(struct pair *p, const struct pair_event *e)
{
	struct pair_thread *th = need(p, e->tid, e->tgid);
	struct rec_exit *r;

	if (!th)
		return;
	make_ended(p, e, th);
	r = make(p, REC_EXIT, sizeof(*r), e);
	if (r)
		r->code = code_of(p, th);
	if (th->group_ends)
		th->in_call = th->at_start = false;	/* its other threads ask for the status */
	else
		forget(p, e->tid);
}

static uint64_t last_seen(const struct pair *p, uint16_t cpu)
{
	return cpu < p->ncpus && p->seen[cpu] ? p->seen[cpu] : p->now;
}

static void loss_of(struct pair *p, const struct pair_event *e)
{
	struct rec_loss *r;

	p->lost += e->count;
	r = make(p, REC_LOSS, sizeof(*r), e);
	if (!r)
		return;
	r->rec.tid = r->rec.tgid = 0;	/* of whichever thread */
	r->count = e->count;
	r->first = last_seen(p, e->cpu);
	r->last = p->now;
	r->reason = LOSS_RING;
}

static void note_cpu(struct pair *p, uint16_t cpu)
{
	unsigned n = p->ncpus ? p->ncpus : 64;
	uint64_t *seen;

	if (cpu == CPU_NONE)
		return;
	if (cpu >= p->ncpus) {
		while (n <= cpu)
			n *= 2;
		seen = realloc(p->seen, n * sizeof(*seen));
		if (!seen)
			return;
		memset(seen + p->ncpus, 0, (n - p->ncpus) * sizeof(*seen));
		p->seen = seen;
		p->ncpus = n;
	}
	p->seen[cpu] = p->now;
}

/* -- All of it ------------------------------------------------------------------------------------------------------- */

int pair__open(struct pair *p)
{
	memset(p, 0, sizeof(*p));
	p->nbuckets = 256;
	p->buckets = calloc(p->nbuckets, sizeof(*p->buckets));
	p->roles = calloc(ABI_COUNT, SYSCALL_SET_BITS);
	if (!p->buckets || !p->roles) {
		pair__close(p);
		return -ENOMEM;
	}
	return 0;
}

void pair__close(struct pair *p)
{
	for (unsigned i = 0; p->buckets && i < p->nbuckets; i++) {
		for (struct pair_thread *th = p->buckets[i], *next; th; th = next) {
			next = th->next;
			free(th->call.chunks);
			free(th);
		}
	}
	free(p->buckets);
	free(p->roles);
	free(p->seen);
	free(p->out);
	memset(p, 0, sizeof(*p));
}

static void set_roles(struct pair *p, enum abi abi)
{
	static const struct { const char *name; enum pair_role role; } rows[] = {
		{ "clone",	ROLE_FORKS },
		{ "clone3",	ROLE_FORKS },
		{ "fork",	ROLE_FORKS },
		{ "vfork",	ROLE_FORKS },
		{ "exit",	ROLE_ENDS_THREAD },
		{ "exit_group",	ROLE_ENDS_PROCESS },
		{ "execve",	ROLE_EXECS },
		{ "execveat",	ROLE_EXECS },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int nr = syscalltbl__nr(abi, rows[i].name);

		if (nr >= 0)
			p->roles[abi * SYSCALL_SET_BITS + syscalltbl__slot(abi, nr)] = rows[i].role;
	}
}

void pair__set_abi(struct pair *p, enum abi abi)
{
	p->abi = abi;
	set_roles(p, abi);
	if (abi == ABI_X86_64)
		set_roles(p, ABI_X32);
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
	struct pair_thread *th = rec->type == REC_TASK ? need(p, rec->tid, rec->tgid) : NULL;
	struct rec *r = make(p, rec->type, rec->len, &none);

	if (th)
		memcpy(th->comm, ((const struct rec_task *)rec)->comm, COMM_LEN);
	if (r)
		memcpy(r, rec, rec->len);
	if (r && rec->type == REC_PENDING)
		((struct rec_call *)r)->flags |= CALL_NO_MEMORY;
	return p->err;
}

int pair__event(struct pair *p, struct pair_event *e)
{
	if (e->ts > p->now)
		p->now = e->ts;
	if (!p->started && (e->ts || e->kind != PAIR_COMM))
		make_start(p);
	e->ts = p->now;
	switch (e->kind) {
	case PAIR_ENTER: enter(p, e); break;
	case PAIR_LEAVE: leave(p, e); break;
	case PAIR_FORK: fork_of(p, e); break;
	case PAIR_COMM: comm_of(p, e); break;
	case PAIR_EXEC: exec_of(p, e); break;
	case PAIR_END: end_of(p, e); break;
	case PAIR_LOSS: loss_of(p, e); break;
	}
	note_cpu(p, e->cpu);
	free(e->chunks);
	e->chunks = NULL;
	return p->err;
}

static int by_beginning(const void *a, const void *b)
{
	const struct pair_thread *x = *(struct pair_thread *const *)a, *y = *(struct pair_thread *const *)b;

	if (x->call.began != y->call.began)
		return x->call.began < y->call.began ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Calls that have not returned, the oldest first. */
static void make_pending(struct pair *p)
{
	struct pair_thread **waiting = calloc(p->nthreads + 1, sizeof(*waiting));
	unsigned n = 0;

	if (!waiting) {
		p->err = -ENOMEM;
		return;
	}
	for (unsigned i = 0; i < p->nbuckets; i++)
		for (struct pair_thread *th = p->buckets[i]; th; th = th->next)
			if (th->in_call)
				waiting[n++] = th;
	qsort(waiting, n, sizeof(*waiting), by_beginning);
	for (unsigned i = 0; i < n; i++) {
		struct pair_event who = { .cpu = CPU_NONE, .tid = waiting[i]->tid, .tgid = waiting[i]->tgid };

		make_call(p, REC_PENDING, &who, &waiting[i]->call);
		waiting[i]->in_call = false;
	}
	free(waiting);
}

int pair__finish(struct pair *p)
{
	struct pair_event none = { .cpu = CPU_NONE };
	struct rec_end *r;

	if (!p->started)
		make_start(p);
	make_pending(p);
	r = make(p, REC_END, sizeof(*r), &none);
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
