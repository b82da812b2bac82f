// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_peers.c - looks for other ends in /proc when a descriptor is new, and a few times more: a server accepts a connection after the client
 * has made it. Looking takes time, so it is done for all new descriptors at once, and at most a twentieth of the time.
 */
#include "source_peers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/peers.h"
#include "lib/clock.h"
#include "lib/record.h"
#include "sources/lock_call.h"
#include "sources/snapshot.h"
#include "tracker/state.h"

#define SOUGHT_MAX 64		/* descriptors; while there are so many, later ones have no other end that is not traced */
#define TRIES 8			/* of each: after 0, 2, 8, 32 … ms */
#define FIRST_WAIT 2000000ull	/* ns */
#define SHARE 20
#define LOCKS_AHEAD 400000000ull	/* ns: looks for locks may be so far ahead of their share: 20 ms of looking */

struct sought {
	uint32_t tgid;
	int fd;
	struct object object;
	unsigned tries;
	uint64_t next;		/* ns: when to look */
};

struct source_peers {
	struct layer layer;
	struct state state;
	struct call call;	/* scratch */
	struct sought sought[SOUGHT_MAX];
	unsigned n;
	uint64_t idle_until;	/* ns */
	bool all;		/* only locks are looked for */
	uint32_t mnt_ns;	/* of this process */
	uint64_t locks_until, searches_until;	/* ns: when looks for locks are back to their share: those at some processes, and at all */
	struct awaited holders;	/* of the last lock */
	const struct rec *now;	/* the record that is looked at */
	struct buf before;	/* records to insert before it; those up to `before_at` were returned */
	size_t before_at;
};

/* What may have another end elsewhere: a connected socket, or a FIFO with a name. */
static bool identify(const struct name *n, struct object *o)
{
	struct fdinfo f;

	*o = (struct object){ 0 };
	if (n && n->object == NAME_FIFO)
		*o = (struct object){ OBJECT_PIPE, n->number, n->device_of };
	else if (n && name__info(n, &f) && S_ISSOCK(f.mode))
		*o = (struct object){ .kind = OBJECT_SOCKET, .number = f.ino };
	return o->kind != OBJECT_OTHER;
}

/* Does it still refer to the same, without an end that is known? */
static bool is_sought(struct source_peers *s, const struct sought *w)
{
	const struct thread *th = threads__find(&s->state.threads, w->tgid);
	const struct name *n = th ? fdtable__name(th->files, w->fd, UINT64_MAX) : NULL;
	struct fd_peer peers[FD_PEERS];
	struct object o;

	return identify(n, &o) && fd_object__is_same(&o, &w->object) && !peer_ends__of(&s->state.threads, n, w->tgid, peers);
}

static void seek(struct source_peers *s, uint32_t tgid, int fd)
{
	struct sought w = { .tgid = tgid, .fd = fd };
	const struct thread *th = threads__find(&s->state.threads, tgid);

	if (s->n == SOUGHT_MAX || !th || !identify(fdtable__name(th->files, fd, UINT64_MAX), &w.object) || !is_sought(s, &w))
		return;
	for (unsigned i = 0; i < s->n; i++)
		if (fd_object__is_same(&s->sought[i].object, &w.object))
			return;
	s->sought[s->n++] = w;
}

static void push_lock(void *ctx, const struct rec *rec)
{
	struct source_peers *s = ctx;

	buf__add(&s->before, rec, rec->len);
}

/* The path of the file that the call is to lock, in this mount namespace; NULL: not known. */
static const char *path_to_lock(struct source_peers *s)
{
	const struct call *c = &s->call;
	const struct thread *th = threads__find(&s->state.threads, c->rec->rec.tgid);
	const struct name *n = th ? fdtable__name(th->files, (int)row__on(c->row, c->args, 0), UINT64_MAX) : NULL;

	return name__is_path(n) && !n->deleted && n->mnt_ns == s->mnt_ns ? n->text : NULL;
}

/* Has this kind of look used no more than its share, or little more? */
static bool has_time(uint64_t *until, uint64_t now)
{
	*until = *until < now ? now : *until;
	return *until < now + LOCKS_AHEAD;
}

/* Of a program that asks again and again most calls are left out; what takes long does not keep what does not from being done. */
static void look_at_lock(struct source_peers *s)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	bool may_search = has_time(&s->searches_until, now);
	struct lock_request l;

	if (!has_time(&s->locks_until, now) || !lock_call__is_open(&s->call, &l))
		return;
	l.path = path_to_lock(s);
	may_search = awaited__holders(&s->holders, &l, may_search);
	lock_call__push(&s->call, &s->holders, push_lock, s);
	*(may_search ? &s->searches_until : &s->locks_until) += SHARE * (clock__ns(CLOCK_MONOTONIC) - now);
}

static void look_at_call(struct source_peers *s, const struct rec *rec)
{
	const struct call *c = &s->call;

	if (call__parse(&s->call, call_parts__join(&s->state.parts, (const struct rec_call *)rec), NULL) || !c->row ||
	    c->rec->flags & (CALL_NO_ARGS | CALL_INJECTED))
		return;
	if (c->row->locks)
		look_at_lock(s);
	if (s->all || !c->done)
		return;
	if (c->row->effect == NAMES_SOCK && c->row->connects)
		seek(s, rec->tgid, (int)row__on(c->row, c->args, 0));
	else if (!c->failed && (c->row->effect == OPENS_INFO || c->row->effect == OPENS_FD))
		seek(s, rec->tgid, (int)c->ret);
}

static bool is_traced(void *ctx, pid_t tgid)
{
	struct source_peers *s = ctx;

	return threads__find(&s->state.threads, (uint32_t)tgid);
}

static void push(void *ctx, const struct peer_end *e)
{
	struct source_peers *s = ctx;
	struct rec_peer r = { .rec = record__head(REC_PEER, sizeof(r), s->now->ts, (uint32_t)e->tgid, (uint32_t)e->tgid), .info = e->info };

	memcpy(r.comm, e->comm, sizeof(r.comm));
	buf__add(&s->before, &r, sizeof(r));
	state__follow(&s->state, &r.rec);
}

/* What was found, what is gone and what was looked for often enough is no longer sought. */
static void forget_found(struct source_peers *s)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < s->n; i++)
		if (s->sought[i].tries < TRIES && is_sought(s, &s->sought[i]))
			s->sought[kept++] = s->sought[i];
	s->n = kept;
}

static void look_around(struct source_peers *s, uint64_t now)
{
	struct peer_scan *scan;

	forget_found(s);
	scan = s->n ? peer_scan__new() : NULL;
	if (!scan)
		return;
	for (unsigned i = 0; i < s->n; i++) {
		struct sought *w = &s->sought[i];

		if (w->next > now)
			continue;
		peer_scan__want(scan, &w->object, NULL);
		w->next = now + (FIRST_WAIT << 2 * w->tries++);
	}
	peer_scan__run(scan, is_traced, push, s);
	peer_scan__free(scan);
	s->idle_until = now + SHARE * (clock__ns(CLOCK_MONOTONIC) - now);
	forget_found(s);
}

static bool is_due(const struct source_peers *s, uint64_t now)
{
	for (unsigned i = 0; now >= s->idle_until && i < s->n; i++)
		if (s->sought[i].next <= now)
			return true;
	return false;
}

static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_peers *s = (struct source_peers *)l;
	uint64_t now;

	s->before.len = s->before_at = 0;
	s->now = rec;
	state__follow(&s->state, rec);
	if (rec->type == REC_CALL || rec->type == REC_PENDING)
		look_at_call(s, rec);
	now = s->n && rec->type == REC_CALL ? clock__ns(CLOCK_MONOTONIC) : 0;
	if (now && is_due(s, now))
		look_around(s, now);
	return s->before.len ? LAYER_HOLDS : LAYER_PASSES;
}

static const struct rec *before(struct layer *l, const struct rec *held)
{
	struct source_peers *s = (struct source_peers *)l;

	(void)held;
	return source_layer__take(&s->before, &s->before_at);
}

static void free_peers(struct layer *l)
{
	struct source_peers *s = (struct source_peers *)l;

	state__close(&s->state);
	buf__free(&s->before);
	free(s);
}

static const struct layer_ops peers_ops = { .look = look, .before = before, .free = free_peers };

int source_peers__open(struct source **out, struct source *below, bool all)
{
	struct source_peers *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	if (state__open(&s->state)) {
		free(s);
		return -ENOMEM;
	}
	s->all = all;
	s->mnt_ns = snapshot__mnt_ns(getpid());
	*out = source_layer__over(&s->layer, &peers_ops, below);
	return 0;
}
