// SPDX-License-Identifier: BSD-2-Clause
/*
 * paths.c - a hash table of names that are in use.
 *
 * Invariant: a name is in it as long as it lives, unless its file has been removed; of those with one text and namespace, one.
 */
#include "paths.h"

#include <stdlib.h>
#include <string.h>

struct paths {
	struct name **buckets;
	unsigned nbuckets, n;
};

static const char removed[] = " (deleted)";

struct paths *paths__new(void)
{
	struct paths *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->nbuckets = 256;
	p->buckets = calloc(p->nbuckets, sizeof(*p->buckets));
	if (p->buckets)
		return p;
	free(p);
	return NULL;
}

void paths__free(struct paths *p)
{
	if (p)
		free(p->buckets);
	free(p);
}

static uint32_t hash_of(const char *s, size_t len, uint32_t mnt_ns)
{
	uint32_t h = mnt_ns * 2654435761u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h ^ h >> 15;
}

static struct name **bucket_of(const struct paths *p, uint32_t hash)
{
	return &p->buckets[hash & (p->nbuckets - 1)];
}

static struct name *find(const struct paths *p, const char *text, size_t len, uint32_t mnt_ns)
{
	uint32_t hash = hash_of(text, len, mnt_ns);

	for (struct name *n = *bucket_of(p, hash); n; n = n->next)
		if (n->hash == hash && n->mnt_ns == mnt_ns && n->len == len && !memcmp(n->text, text, len))
			return n;
	return NULL;
}

static void grow(struct paths *p)
{
	unsigned nbuckets = p->nbuckets * 4;
	struct name **buckets = calloc(nbuckets, sizeof(*buckets)), *n, *next;

	if (!buckets)
		return;			/* slower, not wrong */
	for (unsigned i = 0; i < p->nbuckets; i++)
		for (n = p->buckets[i]; n; n = next) {
			next = n->next;
			n->next = buckets[n->hash & (nbuckets - 1)];
			buckets[n->hash & (nbuckets - 1)] = n;
		}
	free(p->buckets);
	p->buckets = buckets;
	p->nbuckets = nbuckets;
}

static void add(struct paths *p, struct name *n)
{
	struct name **b;

	if (p->n >= p->nbuckets)
		grow(p);
	n->hash = hash_of(n->text, n->len, n->mnt_ns);
	b = bucket_of(p, n->hash);
	n->next = *b;
	n->in = p;
	*b = n;
	p->n++;
}

void paths__forget(struct name *n)
{
	struct name **at = bucket_of(n->in, n->hash);

	while (*at && *at != n)
		at = &(*at)->next;
	if (*at)
		*at = n->next;
	n->in->n--;
	n->in = NULL;
}

struct name *paths__share(struct paths *p, struct name *n, uint32_t mnt_ns)
{
	struct name *known;

	if (!p || !n || n->in || n->refs > 1 || n->text[0] != '/')
		return n;
	known = find(p, n->text, n->len, mnt_ns);
	if (known) {
		name__put(n);
		return name__get(known);
	}
	n->mnt_ns = mnt_ns;
	add(p, n);
	return n;
}

static void remove_name(struct name *n)
{
	paths__forget(n);		/* another file may come there */
	name__set(n, n->text, n->len, removed, sizeof(removed) - 1);
}

void paths__removed(struct paths *p, const struct name *path, uint32_t mnt_ns)
{
	struct name *n = find(p, path->text, path->len, mnt_ns);

	if (n)
		remove_name(n);
}

static bool lies_at(const struct name *n, const struct name *dir, uint32_t mnt_ns)
{
	return n->mnt_ns == mnt_ns && n->len >= dir->len && (n->len == dir->len || n->text[dir->len] == '/') &&
	       !memcmp(n->text, dir->text, dir->len);
}

/* Takes those out of the table that lie there: as a list. */
static struct name *take_below(struct paths *p, const struct name *dir, uint32_t mnt_ns)
{
	struct name *list = NULL, *n, *next;

	for (unsigned i = 0; i < p->nbuckets; i++)
		for (n = p->buckets[i]; n; n = next) {
			next = n->next;
			if (!lies_at(n, dir, mnt_ns))
				continue;
			paths__forget(n);
			n->next = list;
			list = n;
		}
	return list;
}

static void put_below(struct paths *p, struct name *list, size_t was, const struct name *dir)
{
	struct name *n, *next;

	for (n = list; n; n = next) {
		next = n->next;
		if (name__set(n, dir->text, dir->len, n->text + was, n->len - was))
			add(p, n);
	}
}

void paths__renamed(struct paths *p, const struct name *from, const struct name *to, uint32_t mnt_ns, bool swap)
{
	struct name *moved, *other = NULL;

	if (from->len == to->len && !memcmp(from->text, to->text, to->len))
		return;
	moved = take_below(p, from, mnt_ns);
	if (swap)
		other = take_below(p, to, mnt_ns);
	else
		paths__removed(p, to, mnt_ns);
	put_below(p, moved, from->len, to);
	put_below(p, other, to->len, from);
}
