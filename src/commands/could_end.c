// SPDX-License-Identifier: BSD-2-Clause
/* could_end.c - reads /proc while the waits go on. All descriptors are looked up by one search. */
#include "could_end.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "beautifiers/rows.h"
#include "bpf/config.h"
#include "host/awaited.h"
#include "host/peers.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "sources/call_sets.h"
#include "sources/snapshot.h"

/* The descriptors of all calls, each once. */
struct asked {
	struct peer_fd *fds;
	size_t n;
};

static int compare_fds(const void *a, const void *b)
{
	const struct peer_fd *x = a, *y = b;

	return x->tgid != y->tgid ? (x->tgid < y->tgid ? -1 : 1) : (x->fd > y->fd) - (x->fd < y->fd);
}

static const struct row *row_of(const struct rec_call *r)
{
	const struct row *row = rows__find((enum abi)r->abi, r->nr);
	uint64_t args[CALL_ARGS] = { 0 };

	for (unsigned i = 0; i < r->nargs && i < CALL_ARGS; i++)
		args[i] = r->args[i];
	return row && row->sub ? row__resolve(row, (enum abi)r->abi, args, NULL) : row;
}

static bool has_fd(const struct rec_call *r, const struct row *row, unsigned i)
{
	return row->args[i].kind->is_fd && (int)r->args[i] >= 0;
}

static void ask_of(struct asked *a, const struct rec_call *r)
{
	const struct row *row = row_of(r);

	for (unsigned i = 0; row && i < r->nargs && row->args[i].name; i++)
		if (has_fd(r, row, i) && VEC_MORE(a->fds, a->n, 1))
			a->fds[a->n++] = (struct peer_fd){ .tgid = (pid_t)r->rec.tgid, .fd = (int)r->args[i] };
}

static void each_once(struct asked *a)
{
	size_t n = 0;

	if (a->n)
		qsort(a->fds, a->n, sizeof(*a->fds), compare_fds);
	for (size_t i = 0; i < a->n; i++)
		if (!n || compare_fds(&a->fds[n - 1], &a->fds[i]))
			a->fds[n++] = a->fds[i];
	a->n = n;
}

static void say_who(int (*say)(const char *line), uint32_t tid, const char *what, const struct peer_name *who, unsigned n)
{
	char line[1024];
	int len = snprintf(line, sizeof(line), "%u: %s", tid, what);

	for (unsigned i = 0; i < n; i++)	/* at most 16 short names: there is room */
		len += snprintf(line + len, sizeof(line) - (size_t)len, "%s%s/%d", i ? ", " : "", who[i].comm, who[i].pid);
	if (!n)
		snprintf(line + len, sizeof(line) - (size_t)len, "no process that may be seen");
	say(line);
}

/* A socket without another end on this machine has no line: it may be connected to another machine, or not at all. */
static void say_fd(int (*say)(const char *line), uint32_t tid, const struct peer_fd *f)
{
	const char *end = f->access == PIPE_READS ? "writing" : f->access == PIPE_WRITES ? "reading" : "other";
	char what[128];

	if (!f->n && !f->access)
		return;
	snprintf(what, sizeof(what), "the %s end of %s is open in ", end, f->link);
	say_who(say, tid, what, f->ends, f->n);
}

static void say_futex(int (*say)(const char *line), const struct rec_call *r, uint64_t addr)
{
	struct awaited a;
	char what[64];

	snprintf(what, sizeof(what), "the futex 0x%llx is held by ", (unsigned long long)addr);
	if (awaited__by_futex(&a, (pid_t)r->rec.tgid, (pid_t)r->rec.tid, addr))
		say_who(say, r->rec.tid, what, a.who, a.n);
}

static void say_call(const struct asked *a, const struct rec_call *r, int (*say)(const char *line))
{
	const struct row *row = row_of(r);

	for (unsigned i = 0; row && i < r->nargs && row->args[i].name; i++) {
		struct peer_fd key = { .tgid = (pid_t)r->rec.tgid, .fd = (int)r->args[i] };
		const struct peer_fd *f = has_fd(r, row, i) && a->n ? bsearch(&key, a->fds, a->n, sizeof(key), compare_fds) : NULL;

		if (f)
			say_fd(say, r->rec.tid, f);
		if (row->args[i].kind->owned)
			say_futex(say, r, r->args[i]);
	}
}

/* The kernel says which process waits for a lock, not which thread. */
static void say_locks(const struct options *opt, int (*say)(const char *line))
{
	struct awaited a;

	for (unsigned i = 0; i < opt->pids.n; i++)
		if (awaited__by_lock(&a, opt->pids.ids[i]))
			say_who(say, (uint32_t)opt->pids.ids[i], "the lock that it waits for is held by ", a.who, a.n);
}

void could_end__say(const struct kept_calls *k, const struct options *opt, int (*say)(const char *line))
{
	struct asked a = { 0 };

	for (unsigned i = 0; i < k->n; i++)
		ask_of(&a, k->of[i]);
	each_once(&a);
	peers__of_fds(a.fds, a.n);
	for (unsigned i = 0; i < k->n; i++)
		say_call(&a, k->of[i], say);
	say_locks(opt, say);
	free(a.fds);
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
