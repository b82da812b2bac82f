/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vec.h - growing arrays. The capacity follows from the length: the next power of two, at least VEC_LEAST. So it is not stored.
 */
#pragma once

#include <stdlib.h>

#define VEC_LEAST 16

static inline size_t vec__room(size_t n)
{
	return n <= VEC_LEAST ? VEC_LEAST : (size_t)1 << (8 * sizeof(long) - (unsigned)__builtin_clzl(n - 1));
}

/* Returns the array with room for `more` elements of `each` bytes; NULL: no memory, v is unchanged. */
static inline void *vec__more(void *v, size_t n, size_t more, size_t each)
{
	return v && n + more <= vec__room(n) ? v : reallocarray(v, vec__room(n + more), each);
}

/* Makes room in the array v of n elements; every growth of v must use this macro. false: no memory. */
#define VEC_MORE(v, n, more) __extension__({ \
	void *grown_ = vec__more((v), (n), (more), sizeof(*(v))); \
	if (grown_) \
		(v) = grown_; \
	grown_ != NULL; \
})
