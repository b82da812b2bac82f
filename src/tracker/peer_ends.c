// SPDX-License-Identifier: BSD-2-Clause
/*
 * peer_ends.c - looks for the other end of a pipe, a FIFO, a socket or a pseudoterminal, or for the same eventfd, in all descriptor tables. Who
 * has the lock of a file is what a record says for the call that follows it.
 */
#include "peer_ends.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "host/peers.h"
#include "lib/buf.h"
#include "lib/vec.h"
#include "threads.h"

#define ENDS_MAX 65536		/* bounds what a hostile recording can use */
#define LATE_ENDS 1024

/* -- Records ----------------------------------------------------------------------------------------------------------- */

/* Where a record found later goes. */
static struct rec_peer *place_for_late(struct peer_ends *p, const struct rec_peer *r)
{
	for (unsigned i = p->first; i < p->n; i++)
		if (p->of[i].rec.tgid == r->rec.tgid && p->of[i].info.ino == r->info.ino && p->of[i].info.mode == r->info.mode &&
		    p->of[i].info.fd == r->info.fd)
			return &p->of[i];
	return p->n - p->first < LATE_ENDS ? NULL : &p->of[p->first + p->next++ % LATE_ENDS];
}

static void learn_lock(struct peer_ends *p, const struct rec_peer *r)
{
	struct lock_peer *l = &p->locks[p->nlocks++ % LOCK_PEERS];

	*l = (struct lock_peer){ .ts = r->rec.ts, .tid = (uint32_t)r->info.ino, .pid = r->rec.tgid };
	memcpy(l->comm, r->comm, sizeof(l->comm) - 1);
}

static void learn_end(struct peer_ends *p, const struct rec_peer *r)
{
	bool late = p->n && r->rec.ts != p->of[0].rec.ts;
	struct rec_peer *to = late ? place_for_late(p, r) : NULL;

	if (!to) {
		if (p->n >= ENDS_MAX || !VEC_MORE(p->of, p->n, 1))
			return;
		to = &p->of[p->n++];
		p->first += !late;
	}
	*to = *r;
	to->comm[COMM_LEN - 1] = '\0';
}

void peer_ends__learn(struct peer_ends *p, const struct rec_peer *r)
{
	if (S_ISREG(r->info.mode))
		learn_lock(p, r);
	else
		learn_end(p, r);
}

void peer_ends__dump(const struct peer_ends *p, uint64_t ts, struct buf *records)
{
	for (unsigned i = 0; i < p->n; i++) {
		p->of[i].rec.ts = ts;
		p->of[i].rec.len = sizeof(p->of[i]);
		buf__add(records, &p->of[i], sizeof(p->of[i]));
	}
}

void peer_ends__free(struct peer_ends *p)
{
	free(p->of);
	*p = (struct peer_ends){ 0 };
}

/* -- Looking for ends -------------------------------------------------------------------------------------------------- */

struct search {
	struct fdinfo of;	/* what the other end is looked for of, as in a REC_PEER */
	uint32_t tgid;
	uint64_t socket;	/* the other end's inode; 0: none was found */
	bool unsure;		/* there are several: sockets of different network namespaces with the same addresses */
	struct fd_peer *peers;
	unsigned n;
	bool self;		/* the process itself has it */
};

/* Sorted by ID; with more of them than there are places for, those with the lowest. Returns how many of n there are then. */
static unsigned add(struct fd_peer peers[FD_PEERS], unsigned n, uint32_t tgid, const char *comm)
{
	unsigned i = 0;

	while (i < n && peers[i].pid < tgid)
		i++;
	if (i == FD_PEERS || (i < n && peers[i].pid == tgid))
		return n;
	n -= n == FD_PEERS;
	memmove(&peers[i + 1], &peers[i], (n - i) * sizeof(*peers));
	peers[i] = (struct fd_peer){ .pid = tgid, .comm = comm };
	return n + 1;
}

static bool is_end(struct search *s, const struct fdinfo *f)
{
	if ((f->mode & S_IFMT) != (s->of.mode & S_IFMT))
		return false;
	if (!S_ISSOCK(f->mode) && (f->ino != s->of.ino || f->peer_ino != s->of.peer_ino))
		return false;
	if (S_ISFIFO(f->mode))
		return peers__meet(f->access, s->of.access);
	if (!S_ISSOCK(f->mode))
		return !f->mode || f->access != s->of.access;
	if (!peers__connected(&s->of, f))
		return false;
	s->unsure |= s->socket && s->socket != f->ino;
	s->socket = f->ino;
	return true;
}

static void look(struct search *s, const struct fdinfo *f, uint32_t tgid, const char *comm)
{
	if (!is_end(s, f))
		return;
	if (tgid == s->tgid)
		s->self = f->mode != 0;		/* of an eventfd that is what was asked for */
	else
		s->n = add(s->peers, s->n, tgid, comm);
}

/* As in a REC_PEER. false: it has no other end. */
static bool describe(const struct name *n, struct fdinfo *f)
{
	if (n->info) {
		name__info(n, f);
		f->access = n->access;
		return true;
	}
	*f = (struct fdinfo){ .ino = n->number, .peer_ino = n->device_of };
	f->mode = n->object == NAME_FIFO ? S_IFIFO : n->object == NAME_EVENTFD ? 0 : S_IFCHR;
	f->access = n->object == NAME_FIFO ? n->access : n->object == NAME_TERMINAL ? TERMINAL_SLAVE : 0;
	return n->object != NAME_PLAIN;
}

static void look_at_table(struct search *s, const struct thread *th)
{
	for (unsigned i = 0; i < th->files->n; i++) {
		const struct name *n = th->files->slots[i].now;
		struct fdinfo f;

		if (n && describe(n, &f))
			look(s, &f, th->tgid, th->comm);
	}
}

/* Has what `n` names another end, as far as is known? */
static bool begin(struct search *s, const struct name *n)
{
	if (!describe(n, &s->of))
		return false;
	if (S_ISFIFO(s->of.mode))
		return s->of.access;
	return !S_ISSOCK(s->of.mode) || s->of.family == AF_UNIX || s->of.dport;
}

unsigned peer_ends__of(const struct threads *t, const struct name *n, uint32_t tgid, struct fd_peer peers[FD_PEERS])
{
	struct search s = { .tgid = tgid, .peers = peers };
	const struct thread *self;

	if (!begin(&s, n))
		return 0;
	HASH_EACH(&t->table, const struct thread, th)
		if (th->tid == th->tgid)
			look_at_table(&s, th);
	for (unsigned i = 0; i < t->ends.n; i++)
		if (!hash__find(&t->table, t->ends.of[i].rec.tgid))	/* it is not traced by now */
			look(&s, &t->ends.of[i].info, t->ends.of[i].rec.tgid, t->ends.of[i].comm);
	self = s.self && !s.n ? hash__find(&t->table, tgid) : NULL;
	if (self)
		s.n = add(peers, s.n, tgid, self->comm);
	return s.unsure ? 0 : s.n;
}

unsigned peer_ends__of_lock(const struct peer_ends *p, const struct rec *call, struct fd_peer peers[FD_PEERS])
{
	unsigned n = 0;

	for (unsigned i = 0; i < LOCK_PEERS && i < p->nlocks; i++)
		if (p->locks[i].tid == call->tid && p->locks[i].ts == call->ts)
			n = add(peers, n, p->locks[i].pid, p->locks[i].comm);
	return n;
}
