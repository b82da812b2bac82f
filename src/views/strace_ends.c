// SPDX-License-Identifier: BSD-2-Clause
/* strace_ends.c - counts the threads of processes that have several. */
#include "strace_ends.h"

#include <stdio.h>
#include <stdlib.h>

struct member {
	struct hash_node node;		/* by tid */
	uint32_t tgid;
};

void strace_ends__add(struct strace_ends *s, const struct event *e)
{
	struct kept_end *k;
	struct member *m;

	if (e->tid == e->tgid || hash__find(&s->members, e->tid))
		return;
	m = hash__new(&s->members, sizeof(*m), e->tid);
	k = m ? hash__need(&s->processes, sizeof(*k), e->tgid) : NULL;
	if (m)
		m->tgid = e->tgid;
	if (k)
		k->others++;
}

void strace_ends__drop(struct strace_ends *s, struct kept_end *k)
{
	hash__remove(&s->processes, &k->node);
	free(k);
}

static struct kept_end *process_of(const struct strace_ends *s, uint32_t tgid)
{
	return s->processes.n ? hash__find(&s->processes, tgid) : NULL;
}

static void drop_member(struct strace_ends *s, struct member *m)
{
	hash__remove(&s->members, &m->node);
	free(m);
}

void strace_ends__forget(struct strace_ends *s, uint32_t tgid)
{
	struct kept_end *k = process_of(s, tgid);

	if (!k)
		return;
	HASH_EACH(&s->members, struct member, m)
		if (m->tgid == tgid)
			drop_member(s, m);
	strace_ends__drop(s, k);
}

bool strace_ends__keep(struct strace_ends *s, const struct event *e, unsigned code)
{
	struct kept_end *k = process_of(s, e->tgid);

	if (!k || !k->others || e->tid != e->tgid)
		return false;
	k->ended = true;
	k->e = *e;
	k->e.frames = NULL;
	k->e.nframes = 0;
	k->code = code;
	snprintf(k->comm, sizeof(k->comm), "%s", e->comm ? e->comm : "");
	return true;
}

struct kept_end *strace_ends__gone(struct strace_ends *s, const struct event *e)
{
	struct kept_end *k = process_of(s, e->tgid);
	struct member *m = k ? hash__find(&s->members, e->tid) : NULL;

	if (!m)
		return NULL;
	drop_member(s, m);
	return --k->others ? NULL : k;
}

void strace_ends__free(struct strace_ends *s)
{
	hash__drop(&s->processes);
	hash__drop(&s->members);
}
