/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hash.h - an intrusive hash table: callers allocate the elements, which begin with a struct hash_node.
 *
 * An element's key is a number, or the hash__bytes() of a text, which the caller compares. A zeroed table is empty. Elements with
 * the same key are found newest first, also after the table has grown. Without memory to grow, the table becomes slower, not
 * wrong.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_node {
	struct hash_node *next;		/* in its bucket */
	uint64_t key;
};

struct hash {
	struct hash_node **buckets;
	uint32_t nbuckets, n;		/* nbuckets: a power of two, or 0 */
};

static inline uint32_t hash__number(uint64_t v)
{
	return (uint32_t)(v * 0x9e3779b97f4a7c15ull >> 32);
}

/* FNV-1a. `seed`: the hash of another part of the key; 0: there is none. */
static inline uint32_t hash__bytes(const void *p, size_t len, uint32_t seed)
{
	uint32_t h = seed ^ 2166136261u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
	return h ^ h >> 15;
}

/* FNV-1a of 64 bits. `hash`: of what comes before; at first HASH_BEGIN. */
#define HASH_BEGIN 0xcbf29ce484222325ull

static inline uint64_t hash__more(uint64_t hash, const void *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ ((const unsigned char *)p)[i]) * 0x100000001b3ull;
	return hash;
}

/* The first element with this key, from n on, in n's bucket. */
static inline void *hash__match(struct hash_node *n, uint64_t key)
{
	while (n && n->key != key)
		n = n->next;
	return n;
}

/* The newest element with that key, and the one before it. NULL: there is none. */
static inline void *hash__find(const struct hash *h, uint64_t key)
{
	return h->nbuckets ? hash__match(h->buckets[hash__number(key) & (h->nbuckets - 1)], key) : NULL;
}

static inline void *hash__older(const struct hash_node *n)
{
	return hash__match(n->next, n->key);
}

/* The newest element `v` with that key for which `same` holds. NULL: there is none. */
#define HASH_FIND(h, key, type, v, same) __extension__({ \
	type *v = hash__find((h), (key)); \
	while (v && !(same)) \
		v = hash__older((const struct hash_node *)v); \
	v; \
})

/* false: no memory for the first buckets; the element was not added. */
bool hash__add(struct hash *h, struct hash_node *n, uint64_t key);
/* Adds a new element of `size` bytes, zeros but for its struct hash_node, to be freed by its owner. NULL: no memory. */
void *hash__new(struct hash *h, size_t size, uint64_t key);
/* hash__find(), or hash__new() if there is none. */
void *hash__need(struct hash *h, size_t size, uint64_t key);
/* The element must be in the table. */
void hash__remove(struct hash *h, struct hash_node *n);
/* The element after `n`, in no particular order. n = NULL: the first. Returns NULL after the last. */
struct hash_node *hash__next(const struct hash *h, const struct hash_node *n);
/* Empties the table; the elements are the caller's to free. */
void hash__free(struct hash *h);

/* Frees the elements, too. */
void hash__drop(struct hash *h);

/* All elements. The body may remove and free the current one, no other. */
#define HASH_EACH(h, type, v) \
	for (type *v = (type *)hash__next(h, NULL), *v##_next; \
	     v && ((v##_next = (type *)hash__next(h, (const struct hash_node *)v)), true); v = v##_next)
