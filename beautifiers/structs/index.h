/* SPDX-License-Identifier: BSD-2-Clause */
/* index.h - finds elements of arrays by name. A part of the tool layout. */
#pragma once

#include <stddef.h>

#define INDEX_END (~0u)

/* Numbers of elements, in the order in which they were added, of each hash of a name: whoever searches compares the names. */
struct index {
	unsigned n, nbuckets;		/* buckets: a power of two */
	unsigned *hashes, *next;	/* of each element */
	unsigned *first, *last;		/* of each bucket */
};

/* len: of the part of the name that counts */
void index__add(struct index *index, const char *name, size_t len);
void index__clear(struct index *index);

/* The first element that may have the name, and the next one after i; INDEX_END: there is none. */
unsigned index__first(const struct index *index, const char *name, size_t len);
unsigned index__next(const struct index *index, unsigned i);
