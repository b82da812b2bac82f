// SPDX-License-Identifier: BSD-2-Clause
/* peer_ends.c - looks for the other end of a pipe, a socket or a pseudoterminal in all descriptor tables. */
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

/* -- Records ----------------------------------------------------------------------------------------------------------- */

void peer_ends__learn(struct peer_ends *p, const struct rec_peer *r)
{
	if (p->n >= ENDS_MAX || !VEC_MORE(p->of, p->n, 1))
		return;
	p->of[p->n] = *r;
	p->of[p->n++].comm[COMM_LEN - 1] = '\0';
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
	struct fdinfo of;	/* what the other end is looked for of; S_IFCHR: a pseudoterminal, ino is its index */
	uint32_t tgid;
	uint64_t socket;	/* the other end's inode; 0: none was found */
	bool unsure;		/* there are several: sockets of different network namespaces with the same addresses */
	struct fd_peer *peers;
	unsigned n;
	bool self;		/* the process itself has it */
};

/* Sorted by ID; with more of them than there are places for, those with the lowest. */
static void add(struct search *s, uint32_t tgid, const char *comm)
{
	unsigned i = 0;

	while (i < s->n && s->peers[i].pid < tgid)
		i++;
	if (i == FD_PEERS || (i < s->n && s->peers[i].pid == tgid))
		return;
	s->n -= s->n == FD_PEERS;
	memmove(&s->peers[i + 1], &s->peers[i], (s->n - i) * sizeof(*s->peers));
	s->peers[i] = (struct fd_peer){ .pid = tgid, .comm = comm };
	s->n++;
}

static bool is_end(struct search *s, const struct fdinfo *f)
{
	if ((f->mode & S_IFMT) != (s->of.mode & S_IFMT))
		return false;
	if (!S_ISSOCK(f->mode))
		return f->ino == s->of.ino && (S_ISCHR(f->mode) || peers__meet(f->access, s->of.access));
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
		s->self = true;
	else
		add(s, tgid, comm);
}

static void look_at_table(struct search *s, const struct thread *th)
{
	for (unsigned i = 0; i < th->files->n; i++) {
		const struct name *n = th->files->slots[i].now;
		struct fdinfo f;

		if (!n || !n->info)
			continue;
		name__info(n, &f);
		f.access = n->access;
		look(s, &f, th->tgid, th->comm);
	}
}

/* The name of a terminal's slave: /dev/pts/N */
static bool is_terminal(const struct name *n, __u64 *index)
{
	static const char dir[] = "/dev/pts/";
	char *end;

	if (n->info || n->len < sizeof(dir) || memcmp(n->text, dir, sizeof(dir) - 1))
		return false;
	*index = strtoull(n->text + sizeof(dir) - 1, &end, 10);
	return !*end;
}

/* Has what `n` names another end, as far as is known? */
static bool begin(struct search *s, const struct name *n)
{
	if (n->info) {
		name__info(n, &s->of);
		s->of.access = n->access;
		return S_ISFIFO(s->of.mode) ? n->access : s->of.family == AF_UNIX || s->of.dport;
	}
	s->of = (struct fdinfo){ .mode = S_IFCHR };
	return is_terminal(n, &s->of.ino);
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
		add(&s, tgid, self->comm);
	return s.unsure ? 0 : s.n;
}
