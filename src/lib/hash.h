/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hash.h - a hash table of elements that their owners allocate. An element begins with its struct hash_node.
 *
 * A table of zeros is empty. Elements with the same hash are found newest first, also after the table has grown. Where there is no
 * memory to grow, it is slower, not wrong.
 */
#ifndef TRACE_HASH_H
#define TRACE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_node {
	struct hash_node *next;		/* in its bucket */
	uint32_t hash;
};

struct hash {
	struct hash_node **buckets;
	uint32_t nbuckets, n;		/* nbuckets: a power of two, or 0 */
};

static inline uint32_t hash__number(uint64_t v)
{
	return (uint32_t)(v * 0x9e3779b97f4a7c15ull >> 32);
}

/* FNV-1a. `seed`: of what else belongs to the key; 0: nothing. */
static inline uint32_t hash__bytes(const void *p, size_t len, uint32_t seed)
{
	uint32_t h = seed ^ 2166136261u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
	return h ^ h >> 15;
}

/* This element, or the first of those behind it in the bucket, that has the hash. */
static inline struct hash_node *hash__match(struct hash_node *n, uint32_t hash)
{
	while (n && n->hash != hash)
		n = n->next;
	return n;
}

/* The newest element with that hash, and the one before it. NULL: there is none. The caller compares keys. */
static inline struct hash_node *hash__find(const struct hash *h, uint32_t hash)
{
	return h->nbuckets ? hash__match(h->buckets[hash & (h->nbuckets - 1)], hash) : NULL;
}

static inline struct hash_node *hash__older(const struct hash_node *n)
{
	return hash__match(n->next, n->hash);
}

/* false: there is no memory for the first buckets, and it is not added. */
bool hash__add(struct hash *h, struct hash_node *n, uint32_t hash);
/* It has to be there. */
void hash__remove(struct hash *h, struct hash_node *n);
/* The element behind `n` in no order; NULL: the first, and behind the last. */
struct hash_node *hash__next(const struct hash *h, const struct hash_node *n);
/* Forgets all elements. */
void hash__free(struct hash *h);

/* Elements one after the other. The one in work may be removed and freed; no other may. */
#define HASH_EACH(h, type, v) \
	for (type *v = (type *)hash__next(h, NULL), *v##_next; \
	     v && ((v##_next = (type *)hash__next(h, (const struct hash_node *)v)), true); v = v##_next)

#endif
