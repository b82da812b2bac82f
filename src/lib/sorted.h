/* SPDX-License-Identifier: BSD-2-Clause */
/* sorted.h - arrays that are sorted by a number of 64 bits. */
#ifndef TRACE_SORTED_H
#define TRACE_SORTED_H

#include <stddef.h>
#include <stdint.h>

/* How many of n elements have a number that is not above v. `number`: that of the first; `each`: bytes from one to the next. */
static inline size_t sorted__upto(const uint64_t *number, size_t n, size_t each, uint64_t v)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (*(const uint64_t *)((const char *)number + mid * each) <= v)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The same of an array v whose elements have the number as `member`. */
#define SORTED_UPTO(v, member, n, at) ((n) ? sorted__upto(&(v)->member, (n), sizeof(*(v)), (at)) : 0)

#endif
