// SPDX-License-Identifier: BSD-2-Clause
/* index.c - hash tables of numbers of elements. A part of the tool layout. */
#include <stdlib.h>

#include "index.h"
#include "layout.h"

static unsigned hash_of(const char *name, size_t len)
{
	unsigned hash = 2166136261u;	/* FNV-1a */

	while (len--)
		hash = (hash ^ (unsigned char)*name++) * 16777619u;
	return hash;
}

static void *grow(void *array, size_t n)
{
	array = realloc(array, n * sizeof(unsigned));
	if (!array)
		die("not enough memory");
	return array;
}

static void link_element(struct index *index, unsigned i)
{
	unsigned bucket = index->hashes[i] & (index->nbuckets - 1);

	index->next[i] = INDEX_END;
	if (index->first[bucket] == INDEX_END)
		index->first[bucket] = i;
	else
		index->next[index->last[bucket]] = i;
	index->last[bucket] = i;
}

static void enlarge(struct index *index)
{
	index->nbuckets = index->nbuckets ? 2 * index->nbuckets : 1024;
	index->hashes = grow(index->hashes, index->nbuckets);
	index->next = grow(index->next, index->nbuckets);
	index->first = grow(index->first, index->nbuckets);
	index->last = grow(index->last, index->nbuckets);
	for (unsigned i = 0; i < index->nbuckets; i++)
		index->first[i] = INDEX_END;
	for (unsigned i = 0; i < index->n; i++)
		link_element(index, i);
}

void index__add(struct index *index, const char *name, size_t len)
{
	if (index->n == index->nbuckets)
		enlarge(index);
	index->hashes[index->n] = hash_of(name, len);
	link_element(index, index->n++);
}

void index__clear(struct index *index)
{
	for (unsigned i = 0; i < index->nbuckets; i++)
		index->first[i] = INDEX_END;
	index->n = 0;
}

/* i, or the next element of its bucket with this hash */
static unsigned same_hash(const struct index *index, unsigned i, unsigned hash)
{
	while (i != INDEX_END && index->hashes[i] != hash)
		i = index->next[i];
	return i;
}

unsigned index__first(const struct index *index, const char *name, size_t len)
{
	unsigned hash = hash_of(name, len);

	return index->nbuckets ? same_hash(index, index->first[hash & (index->nbuckets - 1)], hash) : INDEX_END;
}

unsigned index__next(const struct index *index, unsigned i)
{
	return same_hash(index, index->next[i], index->hashes[i]);
}
