// SPDX-License-Identifier: BSD-2-Clause
/* could_end.c - reads /proc while the waits go on. All descriptors are looked up by one search. */
#include "could_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "bpf/config.h"
#include "config/option_values.h"
#include "host/awaited.h"
#include "host/process_state.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "sources/call_sets.h"
#include "sources/lock_call.h"
#include "sources/snapshot.h"
#include "views/views.h"
#include "waited_fds.h"

#define EPOLL_FDS 256		/* of an epoll that are listed */

/* Where a pthread_mutex_t of glibc has its owner: 64-bit ones, and those of x32, have the number of users before the kind. */
static enum mutex_layout mutex_layout_of(unsigned abi)
{
	return abi >= ABI_COUNT ? MUTEX_UNKNOWN : abi == ABI_X32 || abi__word_size((enum abi)abi) == 8 ? MUTEX_64 : MUTEX_32;
}

/* -- What there is to say --------------------------------------------------------------------------------------------- */

bool saying__open(struct saying *s, bool json, int (*say)(const char *line))
{
	*s = (struct saying){ .say = say, .json = json };
	if (!out__open(&s->line, -1, 1 << 12))
		return true;
	msg__no_memory();
	return false;
}

void saying__close(struct saying *s)
{
	out__close(&s->line);
}

void saying__say(struct saying *s, const struct fact *f)
{
	s->line.p = s->line.buf;
	out__line_begin(&s->line);
	if (s->json)
		could_end__put_json(&s->line, f, clock__ns(CLOCK_REALTIME));
	else
		could_end__put(&s->line, f);
	out__put(&s->line, "", 1);
	s->say(s->line.buf);
}

/* A socket without another end on this machine has no line: it may be connected to another machine, or not at all. */
static void say_end(struct saying *s, uint32_t tid, const struct peer_fd *f)
{
	if (f->n || f->access)
		saying__say(s, &(struct fact){ .of = f->shared ? FACT_SHARED : FACT_END, .tid = tid, .fd = { f->fd, f->link }, .access = f->access,
				       .who = f->ends, .n = f->n });
}

static struct fact_fd fd_of(const struct waited_fds *w, const struct waited_fd *f)
{
	const struct peer_fd *end = waited_fds__end(w, f);

	return (struct fact_fd){ f->fd, end ? end->link : "" };
}

/* i: the epoll's place in the list. */
static void say_epoll(struct saying *s, uint32_t tid, const struct waited_fds *w, size_t i)
{
	static struct fact_fd fds[EPOLL_FDS];
	const struct waited_fd *e = &w->of[i];
	struct fact f = { .of = FACT_EPOLL, .tid = tid, .fd = fd_of(w, e), .fds = fds, .cut = e->cut };

	for (size_t k = i + 1; k < w->n && w->of[k].call == e->call; k++) {
		if (w->of[k].epoll != e->fd)
			continue;
		if (f.nfds == EPOLL_FDS)
			f.cut = true;
		else
			fds[f.nfds++] = fd_of(w, &w->of[k]);
	}
	saying__say(s, &f);
}

static void say_requests(struct saying *s, uint32_t tid, const struct waited_fd *f, const struct peer_fd *end)
{
	static struct uring_waits requests;

	if (uring_waits__read(&requests, f->tgid, f->fd) && requests.n)
		saying__say(s, &(struct fact){ .of = FACT_REQUESTS, .tid = tid, .fd = { f->fd, end->link }, .requests = &requests });
}

static void say_fds(struct saying *s, const struct waited_fds *w, const struct kept_calls *k, unsigned call, size_t *at)
{
	uint32_t tid = k->of[call]->rec.tid;

	for (; *at < w->n && w->of[*at].call == call; (*at)++) {
		const struct peer_fd *f = waited_fds__end(w, &w->of[*at]);

		if (w->of[*at].is_epoll)
			say_epoll(s, tid, w, *at);
		else if (f)
			say_end(s, tid, f);
		if (f)
			say_requests(s, tid, &w->of[*at], f);
	}
}

static void say_futex(struct saying *s, const struct rec_call *r, const struct kind *kind, uint64_t addr)
{
	pid_t tgid = (pid_t)r->rec.tgid, tid = (pid_t)r->rec.tid;
	struct awaited a;

	if (kind->owned ? awaited__by_futex(&a, tgid, tid, addr) : awaited__by_mutex(&a, tgid, tid, addr, mutex_layout_of(r->abi)))
		saying__say(s, &(struct fact){ .of = kind->owned ? FACT_FUTEX : FACT_MUTEX, .tid = r->rec.tid, .addr = addr, .who = a.who, .n = a.n });
}

static void say_futexes(struct saying *s, const struct rec_call *r)
{
	static struct call c;

	if (call__parse(&c, r, NULL) || !c.row)
		return;
	for (unsigned i = 0; i < r->nargs && i < c.row->nargs; i++)
		if (c.row->args[i].kind->owned || c.row->args[i].kind->may_be_owned)
			say_futex(s, r, c.row->args[i].kind, c.args[i]);
}

static void say_held(struct saying *s, pid_t tgid)
{
	static struct held_lock held[HELD_MAX];
	unsigned n = awaited__held(held, tgid);

	for (unsigned i = 0; i < n; i++)
		saying__say(s, &(struct fact){ .of = FACT_HELD, .tid = (uint32_t)tgid, .fd = { held[i].fd, held[i].link }, .kind = held[i].kind,
				       .mode = held[i].mode, .who = held[i].waiters.who, .n = held[i].waiters.n });
}

/* Who has what a call asks for. false: it asks for no lock. */
static bool say_lock(struct saying *s, const struct rec_call *r, struct awaited *last)
{
	static struct call c;
	struct lock_request l;

	if (call__parse(&c, r, NULL) || !lock_call__request(&c, &l))
		return false;
	awaited__holders(last, &l, true);
	saying__say(s, &(struct fact){ .of = FACT_LOCK, .tid = r->rec.tid, .who = last->who, .n = last->n });
	return true;
}

/* A fork that does not return is vfork, or clone with CLONE_VFORK; or that by which the process began, if it is stopped there: it has no child. */
static void say_children(struct saying *s, const struct rec_call *r)
{
	enum effect effect = rows__effect((enum abi)r->abi, r->nr);
	struct awaited a;

	if (effect != WAITS && effect != FORKS)
		return;
	process_state__children(&a, (pid_t)r->rec.tgid);
	if (effect == FORKS && !a.n)
		return;
	saying__say(s, &(struct fact){ .of = FACT_CHILDREN, .tid = r->rec.tid, .who = a.who, .n = a.n });
}

/* Other calls that wait for locks: the kernel says which process waits, not which thread. */
static void say_locks(struct saying *s, const struct options *opt, const struct id_list *told)
{
	struct awaited a;

	for (unsigned i = 0; i < opt->pids.n; i++)
		if (!id_list__has(told, opt->pids.ids[i]) && awaited__by_lock(&a, opt->pids.ids[i]))
			saying__say(s, &(struct fact){ .of = FACT_LOCK, .tid = (uint32_t)opt->pids.ids[i], .who = a.who, .n = a.n });
	for (unsigned i = 0; i < opt->pids.n; i++)
		say_held(s, opt->pids.ids[i]);
}

void could_end__say(const struct kept_calls *k, const struct options *opt, bool json, int (*to)(const char *line))
{
	struct id_list told = { 0 };	/* processes */
	struct awaited holders = { 0 };
	struct waited_fds w;
	struct saying s;
	size_t at = 0;

	if (!saying__open(&s, json, to))
		return;
	waited_fds__find(&w, k->of, k->n);
	for (unsigned i = 0; i < k->n; i++) {
		say_fds(&s, &w, k, i, &at);
		say_futexes(&s, k->of[i]);
		say_children(&s, k->of[i]);
		if (say_lock(&s, k->of[i], &holders))
			id_list__add(&told, (pid_t)k->of[i]->rec.tgid);
	}
	say_locks(&s, opt, &told);
	free(told.ids);
	waited_fds__free(&w);
	saying__close(&s);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------ */

void kept_calls__add(struct kept_calls *k, const struct rec *rec)
{
	struct rec_call *copy;

	if (rec->type != REC_PENDING || !VEC_MORE(k->of, k->n, 1))
		return;
	copy = malloc(rec->len);
	if (!copy)
		return;
	memcpy(copy, rec, rec->len);
	k->of[k->n++] = copy;
}

void kept_calls__free(struct kept_calls *k)
{
	for (unsigned i = 0; i < k->n; i++)
		free(k->of[i]);
	free(k->of);
	*k = (struct kept_calls){ 0 };
}

struct looking {
	const struct options *opt;
	struct kept_calls calls;
};

static int take(void *ctx, const struct rec *rec)
{
	const struct rec_call *r = (const struct rec_call *)rec;
	struct looking *l = ctx;

	if (rec->type == REC_PENDING && syscall_set__has(&l->opt->calls, r->abi, r->nr))
		kept_calls__add(&l->calls, rec);
	return 0;
}

static bool skip_none(void *ctx, pid_t tgid)
{
	(void)ctx, (void)tgid;
	return false;
}

static int note(const char *line)
{
	msg__note("%s", line);
	return 0;
}

static int put_on_stderr(const char *line)
{
	return fprintf(stderr, "%s\n", line);
}

void could_end__note(const struct options *opt)
{
	struct looking l = { .opt = opt };
	struct snapshot snap = { .push = take, .skip = skip_none, .ctx = &l, .ts = clock__ns(CLOCK_MONOTONIC) };
	bool json = opt->view == &json_view || opt->wait.json;
	struct config cfg = { 0 };

	call_sets__set_abis(&cfg);
	snap.abi = cfg.abi[SLOT_NATIVE];
	snap.abi_compat = cfg.abi[SLOT_COMPAT];
	snapshot__calls(&snap, opt);
	could_end__say(&l.calls, opt, json, json ? put_on_stderr : note);
	kept_calls__free(&l.calls);
}
