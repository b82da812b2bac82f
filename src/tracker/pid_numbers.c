// SPDX-License-Identifier: BSD-2-Clause
/* pid_numbers.c - a hash table by namespace and number: of two threads with the same, the one that was told last comes first. */
#include "pid_numbers.h"

#include <stddef.h>
#include <stdlib.h>

#define BUCKETS 64		/* at first: a power of two */

static struct pid_number **bucket_of(const struct pid_numbers *p, uint32_t ns, uint32_t nr)
{
	return &p->buckets[((ns * 31 + nr) * 2654435761u >> 7) & (p->nbuckets - 1)];
}

static void turn(struct pid_number **list)
{
	struct pid_number *turned = NULL, *next;

	for (; *list; *list = next) {
		next = (*list)->next;
		(*list)->next = turned;
		turned = *list;
	}
	*list = turned;
}

/* Without memory: slower, not wrong. */
static void grow(struct pid_numbers *p)
{
	struct pid_numbers bigger = { .nbuckets = p->nbuckets ? p->nbuckets * 4 : BUCKETS };

	bigger.buckets = calloc(bigger.nbuckets, sizeof(struct pid_number *));
	if (!bigger.buckets)
		return;
	for (unsigned i = 0; i < p->nbuckets; i++) {
		turn(&p->buckets[i]);	/* so that each list keeps its order */
		for (struct pid_number *n = p->buckets[i], *next; n; n = next) {
			struct pid_number **b = bucket_of(&bigger, n->ns, n->nr);

			next = n->next;
			n->next = *b;
			*b = n;
		}
	}
	free(p->buckets);
	p->buckets = bigger.buckets;
	p->nbuckets = bigger.nbuckets;
}

static struct pid_number *add(struct pid_numbers *p, uint32_t ns, uint32_t nr, uint32_t tid)
{
	struct pid_number *n, **b;

	if (p->n >= p->nbuckets * 2)
		grow(p);
	n = p->nbuckets ? calloc(1, sizeof(*n)) : NULL;
	if (!n)
		return NULL;
	b = bucket_of(p, ns, nr);
	*n = (struct pid_number){ .ns = ns, .nr = nr, .tid = tid, .next = *b };
	*b = n;
	p->n++;
	return n;
}

static void drop(struct pid_numbers *p, struct pid_number *of)
{
	for (struct pid_number *next; of; of = next) {
		struct pid_number **at = bucket_of(p, of->ns, of->nr);

		while (*at != of)
			at = &(*at)->next;
		*at = of->next;
		next = of->deeper;
		free(of);
		p->n--;
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
	const struct pid_number *n = p->nbuckets ? *bucket_of(p, ns, nr) : NULL;

	while (n && (n->ns != ns || n->nr != nr))
		n = n->next;
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
	for (unsigned i = 0; i < p->nbuckets; i++)
		for (struct pid_number *n = p->buckets[i], *next; n; n = next) {
			next = n->next;
			free(n);
		}
	free(p->buckets);
	*p = (struct pid_numbers){ 0 };
}
