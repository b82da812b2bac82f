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
#include "host/awaited.h"
#include "lib/clock.h"
#include "lib/escape.h"
#include "lib/msg.h"
#include "lib/out.h"
#include "lib/vec.h"
#include "sources/call_sets.h"
#include "sources/snapshot.h"
#include "waited_fds.h"
#include "writers/text.h"

/* -- Lines ------------------------------------------------------------------------------------------------------------ */

struct saying {
	int (*say)(const char *line);
	struct out line;
};

static void begin(struct saying *s, uint32_t tid)
{
	char text[16];

	s->line.p = s->line.buf;
	out__line_begin(&s->line);
	snprintf(text, sizeof(text), "%u: ", tid);
	put_str(&s->line, text);
}

static void end(struct saying *s)
{
	out__put(&s->line, "", 1);
	s->say(s->line.buf);
}

/* A name of the traced program's. */
static void put_plain(struct out *o, const char *name)
{
	escape__text(o, name, strlen(name), ESCAPE_BACKSLASH);
}

static void put_number(struct out *o, int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", n);
	put_str(o, text);
}

static void put_fd(struct out *o, int fd, const struct peer_fd *f)
{
	put_number(o, fd);
	if (!f || !f->link[0])
		return;
	out__lit(o, "<");
	put_plain(o, f->link);
	out__lit(o, ">");
}

static void end_with(struct saying *s, const struct peer_name *who, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (i)
			out__lit(&s->line, ", ");
		put_plain(&s->line, who[i].comm);
		out__lit(&s->line, "/");
		put_number(&s->line, who[i].pid);
	}
	if (!n)
		out__lit(&s->line, "no process that may be seen");
	end(s);
}

/* -- What there is to say --------------------------------------------------------------------------------------------- */

/* A socket without another end on this machine has no line: it may be connected to another machine, or not at all. */
static void say_end(struct saying *s, uint32_t tid, const struct peer_fd *f)
{
	const char *which = f->access == PIPE_READS ? "writing" : f->access == PIPE_WRITES ? "reading" : "other";

	if (!f->n && !f->access)
		return;
	begin(s, tid);
	if (!f->shared) {
		out__lit(&s->line, "the ");
		put_str(&s->line, which);
		out__lit(&s->line, " end of ");
	}
	if (f->shared)
		put_fd(&s->line, f->fd, f);
	else
		put_plain(&s->line, f->link);
	out__lit(&s->line, " is open in ");
	end_with(s, f->ends, f->n);
}

/* i: the epoll's place in the list. */
static void say_epoll(struct saying *s, uint32_t tid, const struct waited_fds *w, size_t i)
{
	const struct waited_fd *e = &w->of[i];
	bool any = false;

	begin(s, tid);
	put_fd(&s->line, e->fd, waited_fds__end(w, e));
	out__lit(&s->line, " waits for ");
	for (size_t k = i + 1; k < w->n && w->of[k].call == e->call; k++) {
		if (w->of[k].epoll != e->fd)
			continue;
		if (any)
			out__lit(&s->line, ", ");
		put_fd(&s->line, w->of[k].fd, waited_fds__end(w, &w->of[k]));
		any = true;
	}
	if (!any)
		out__lit(&s->line, "no descriptor");
	if (e->cut)
		out__lit(&s->line, ", ...");
	end(s);
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
	}
}

static void say_futex(struct saying *s, const struct rec_call *r, const struct kind *kind, uint64_t addr)
{
	pid_t tgid = (pid_t)r->rec.tgid, tid = (pid_t)r->rec.tid;
	struct awaited a;
	char what[64];

	if (kind->owned ? !awaited__by_futex(&a, tgid, tid, addr) : !awaited__by_mutex(&a, tgid, tid, addr, r->abi == abi__native()))
		return;
	begin(s, r->rec.tid);
	snprintf(what, sizeof(what), kind->owned ? "the futex 0x%llx is held by " : "the mutex 0x%llx is held by ", (unsigned long long)addr);
	put_str(&s->line, what);
	end_with(s, a.who, a.n);
}

static void say_futexes(struct saying *s, const struct rec_call *r)
{
	static struct call c;

	if (call__parse(&c, r, NULL) || !c.row)
		return;
	for (unsigned i = 0; i < r->nargs && c.row->args[i].name; i++)
		if (c.row->args[i].kind->owned || c.row->args[i].kind->may_be_owned)
			say_futex(s, r, c.row->args[i].kind, c.args[i]);
}

static void say_held(struct saying *s, pid_t tgid)
{
	static struct held_lock held[HELD_MAX];
	unsigned n = awaited__held(held, tgid);

	for (unsigned i = 0; i < n; i++) {
		begin(s, (uint32_t)tgid);
		out__lit(&s->line, "it holds the lock of ");
		put_number(&s->line, held[i].fd);
		out__lit(&s->line, "<");
		put_plain(&s->line, held[i].link);
		out__lit(&s->line, "> (");
		put_str(&s->line, held[i].kind);
		out__lit(&s->line, " ");
		put_str(&s->line, held[i].mode);
		out__lit(&s->line, ")");
		if (held[i].waiters.n) {
			out__lit(&s->line, ", waited for by ");
			end_with(s, held[i].waiters.who, held[i].waiters.n);
		} else {
			end(s);
		}
	}
}

/* The kernel says which process waits for a lock, not which thread. */
static void say_locks(struct saying *s, const struct options *opt)
{
	struct awaited a;

	for (unsigned i = 0; i < opt->pids.n; i++)
		if (awaited__by_lock(&a, opt->pids.ids[i])) {
			begin(s, (uint32_t)opt->pids.ids[i]);
			out__lit(&s->line, "the lock that it waits for is held by ");
			end_with(s, a.who, a.n);
		}
	for (unsigned i = 0; i < opt->pids.n; i++)
		say_held(s, opt->pids.ids[i]);
}

void could_end__say(const struct kept_calls *k, const struct options *opt, int (*say)(const char *line))
{
	struct saying s = { .say = say };
	struct waited_fds w;
	size_t at = 0;

	if (out__open(&s.line, -1, 1 << 12)) {
		msg__no_memory();
		return;
	}
	waited_fds__find(&w, k->of, k->n);
	for (unsigned i = 0; i < k->n; i++) {
		say_fds(&s, &w, k, i, &at);
		say_futexes(&s, k->of[i]);
	}
	say_locks(&s, opt);
	waited_fds__free(&w);
	out__close(&s.line);
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

void could_end__note(const struct options *opt)
{
	struct looking l = { .opt = opt };
	struct snapshot snap = { .push = take, .skip = skip_none, .ctx = &l, .ts = clock__ns(CLOCK_MONOTONIC) };
	struct config cfg = { 0 };

	call_sets__set_abis(&cfg);
	snap.abi = cfg.abi[SLOT_NATIVE];
	snap.abi_compat = cfg.abi[SLOT_COMPAT];
	snapshot__calls(&snap, opt);
	could_end__say(&l.calls, opt, note);
	kept_calls__free(&l.calls);
}
