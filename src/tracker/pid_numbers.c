// SPDX-License-Identifier: BSD-2-Clause
/* pid_numbers.c - a hash table by namespace and number. Of two threads with the same number, the one added last is found. */
#include "pid_numbers.h"

#include <stddef.h>
#include <stdlib.h>

static uint64_t key_of(uint32_t ns, uint32_t nr)
{
	return (uint64_t)ns << 32 | nr;
}

static struct pid_number *add(struct pid_numbers *p, uint32_t ns, uint32_t nr, uint32_t tid)
{
	struct pid_number *n = hash__new(&p->table, sizeof(*n), key_of(ns, nr));

	if (!n)
		return NULL;
	n->ns = ns;
	n->nr = nr;
	n->tid = tid;
	return n;
}

static void drop(struct pid_numbers *p, struct pid_number *of)
{
	for (struct pid_number *next; of; of = next) {
		hash__remove(&p->table, &of->node);
		next = of->deeper;
		free(of);
	}
}

uint32_t pid_numbers__set(struct pid_numbers *p, struct pid_number **of, const struct rec_pidns *r)
{
	size_t room = (r->rec.len - sizeof(*r)) / sizeof(r->numbers[0]), n = r->n < room ? r->n : room;

	drop(p, *of);
	*of = NULL;
	for (size_t i = 0; i < n; i++) {
		*of = add(p, r->numbers[i].ns, r->numbers[i].nr, r->rec.tid);
		if (!*of)
			break;
		of = &(*of)->deeper;
	}
	return n ? r->numbers[n - 1].ns : 0;
}

uint32_t pid_numbers__find(const struct pid_numbers *p, uint32_t ns, uint32_t nr)
{
	const struct pid_number *n = hash__find(&p->table, key_of(ns, nr));

	return n ? n->tid : 0;
}

void pid_numbers__end(struct pid_numbers *p, struct pid_number *of)
{
	struct pid_number **oldest = &p->ended[p->nended % PID_NUMBERS_ENDED];

	if (!of)
		return;
	drop(p, *oldest);
	*oldest = of;
	p->nended++;
}

void pid_numbers__free(struct pid_numbers *p)
{
	hash__drop(&p->table);
	*p = (struct pid_numbers){ 0 };
}
