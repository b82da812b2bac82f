/* SPDX-License-Identifier: BSD-2-Clause */
/* sorted.h - arrays sorted by a 64-bit member. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Counts the elements, of n, whose number is at most v. `number`: the first element's; `each`: bytes from one to the next. */
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

/* The same for an array v whose elements have the number as `member`. */
#define SORTED_UPTO(v, member, n, at) ((n) ? sorted__upto(&(v)->member, (n), sizeof(*(v)), (at)) : 0)
