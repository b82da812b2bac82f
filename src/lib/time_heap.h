/* SPDX-License-Identifier: BSD-2-Clause */
/* time_heap.h - a binary min-heap of times in a caller's array, used by all merging. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct due {
	uint64_t ts;
	uint32_t order;		/* of equal times the lower order comes first; may wrap */
	uint32_t at;		/* the caller's index */
};

static inline bool due__is_before(struct due a, struct due b)
{
	return a.ts != b.ts ? a.ts < b.ts : (int32_t)(a.order - b.order) < 0;
}

static inline void time_heap__push(struct due *heap, uint32_t *n, struct due x)
{
	uint32_t i = (*n)++;

	for (; i && due__is_before(x, heap[(i - 1) / 2]); i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = x;
}

/* Replaces the first. */
static inline void time_heap__replace(struct due *heap, uint32_t n, struct due x)
{
	uint32_t i = 0, child;

	for (; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && due__is_before(heap[child + 1], heap[child]))
			child++;
		if (!due__is_before(heap[child], x))
			break;
		heap[i] = heap[child];
	}
	heap[i] = x;
}

/* Removes the first. */
static inline void time_heap__pop(struct due *heap, uint32_t *n)
{
	if (--*n)
		time_heap__replace(heap, *n, heap[*n]);
}
