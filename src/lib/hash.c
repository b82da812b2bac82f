// SPDX-License-Identifier: BSD-2-Clause
/* hash.c - chained buckets, about as many as elements. */
#include "hash.h"

#include <stdlib.h>

#define FIRST_BUCKETS 64
#define GROWTH 4

static bool put_all(struct hash *to, const struct hash *from)
{
	struct hash_node ***ends = calloc(to->nbuckets, sizeof(*ends));	/* appends keep the order in each bucket */

	if (!ends)
		return false;
	for (uint32_t i = 0; i < from->nbuckets; i++)
		for (struct hash_node *n = from->buckets[i], *next; n; n = next) {
			uint32_t b = hash__number(n->key) & (to->nbuckets - 1);

			next = n->next;
			n->next = NULL;
			*(ends[b] ? ends[b] : &to->buckets[b]) = n;
			ends[b] = &n->next;
		}
	free(ends);
	return true;
}

static void grow(struct hash *h)
{
	struct hash bigger = { .nbuckets = h->nbuckets ? h->nbuckets * GROWTH : FIRST_BUCKETS, .n = h->n };

	bigger.buckets = calloc(bigger.nbuckets, sizeof(struct hash_node *));
	if (!bigger.buckets)
		return;
	if (!put_all(&bigger, h)) {
		free(bigger.buckets);
		return;
	}
	free(h->buckets);
	*h = bigger;
}

bool hash__add(struct hash *h, struct hash_node *n, uint64_t key)
{
	struct hash_node **bucket;

	if (h->n >= h->nbuckets)
		grow(h);
	if (!h->nbuckets)
		return false;
	bucket = &h->buckets[hash__number(key) & (h->nbuckets - 1)];
	n->key = key;
	n->next = *bucket;
	*bucket = n;
	h->n++;
	return true;
}

void *hash__new(struct hash *h, size_t size, uint64_t key)
{
	struct hash_node *n = calloc(1, size);

	if (n && hash__add(h, n, key))
		return n;
	free(n);
	return NULL;
}

void *hash__need(struct hash *h, size_t size, uint64_t key)
{
	void *n = hash__find(h, key);

	return n ? n : hash__new(h, size, key);
}

void hash__remove(struct hash *h, struct hash_node *n)
{
	struct hash_node **p = &h->buckets[hash__number(n->key) & (h->nbuckets - 1)];

	while (*p != n)
		p = &(*p)->next;
	*p = n->next;
	h->n--;
}

struct hash_node *hash__next(const struct hash *h, const struct hash_node *n)
{
	uint32_t i = n ? (hash__number(n->key) & (h->nbuckets - 1)) + 1 : 0;

	if (n && n->next)
		return n->next;
	while (i < h->nbuckets && !h->buckets[i])
		i++;
	return i < h->nbuckets ? h->buckets[i] : NULL;
}

void hash__free(struct hash *h)
{
	free(h->buckets);
	*h = (struct hash){ 0 };
}

void hash__drop(struct hash *h)
{
	HASH_EACH(h, struct hash_node, n)
		free(n);
	hash__free(h);
}
