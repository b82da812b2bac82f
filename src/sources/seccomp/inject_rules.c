// SPDX-License-Identifier: BSD-2-Clause
/* inject_rules.c - owns the counters of when=. */
#include "inject_rules.h"

#include <stdlib.h>

#include "lib/vec.h"

/* strace's counters: `first` counts down to the next call that is injected, `last` to the end. */
struct counter {
	uint16_t nr;
	uint8_t abi;
	struct count { unsigned first, last; } now, before;	/* before the last call */
};

struct thread_counts {
	struct hash_node node;		/* by tid */
	struct counter *counters;	/* n of them */
	unsigned n;
};

/* The last option that names a call is the one for it. */
const struct injection *inject_rules__for(const struct inject_rules *r, enum abi abi, unsigned nr)
{
	const struct injection *j;

	for (unsigned i = r->config->ninjections; i--; ) {
		j = &r->config->injections[i];
		if (syscall_set__has(&j->calls, abi, nr))
			return j;
	}
	return NULL;
}

void inject_rules__init(struct inject_rules *r, const struct options *o)
{
	*r = (struct inject_rules){ .config = &o->strace };
	for (unsigned i = 0; i < o->strace.ninjections; i++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			for (unsigned k = 0; k < SYSCALL_SET_BITS / 64; k++)
				r->calls.bits[abi][k] |= o->strace.injections[i].calls.bits[abi][k] & o->calls.bits[abi][k];
}

static struct counter *find(struct thread_counts *t, enum abi abi, unsigned nr)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->counters[i].nr == nr && t->counters[i].abi == abi)
			return &t->counters[i];
	return NULL;
}

static struct counter *need(struct inject_rules *r, uint32_t tid, enum abi abi, unsigned nr, const struct injection *j)
{
	struct thread_counts *t = hash__need(&r->threads, sizeof(*t), tid);
	struct counter *c = t ? find(t, abi, nr) : NULL;

	if (c || !t || !VEC_MORE(t->counters, t->n, 1))
		return c;
	c = &t->counters[t->n++];
	*c = (struct counter){ .nr = (uint16_t)nr, .abi = (uint8_t)abi, .now = { j->first, j->last } };
	return c;
}

const struct injection *inject_rules__count(struct inject_rules *r, uint32_t tid, enum abi abi, unsigned nr)
{
	const struct injection *j = inject_rules__for(r, abi, nr);
	struct counter *c = j ? need(r, tid, abi, nr, j) : NULL;

	if (!c)
		return NULL;
	c->before = c->now;
	if (!c->now.first || !c->now.last)
		return NULL;
	if (c->now.last != INJECT_FOREVER)
		c->now.last--;
	if (--c->now.first)
		return NULL;
	c->now.first = j->step;
	return j;
}

void inject_rules__uncount(struct inject_rules *r, uint32_t tid, enum abi abi, unsigned nr)
{
	struct thread_counts *t = hash__find(&r->threads, tid);
	struct counter *c = t ? find(t, abi, nr) : NULL;

	if (c)
		c->now = c->before;
}

void inject_rules__forget(struct inject_rules *r, uint32_t tid)
{
	struct thread_counts *t = hash__find(&r->threads, tid);

	if (!t)
		return;
	hash__remove(&r->threads, &t->node);
	free(t->counters);
	free(t);
}
