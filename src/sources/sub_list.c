// SPDX-License-Identifier: BSD-2-Clause
#include "sub_list.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define BUCKETS (1u << SUB_BUCKET_BITS)

int sub_list__add(struct sub_list *l, uint64_t key, uint16_t plan)
{
	if (l->n == SUB_KEYS_MAX)
		return -E2BIG;
	l->keys[l->n] = key;
	l->plans[l->n++] = plan;
	return 0;
}

/* Adds a key to its bucket, whose first is 1 + *first, or gives an equal one there this one's plan. */
static void put_in_bucket(struct sub_list *l, uint16_t *first, uint32_t i)
{
	for (uint32_t other = *first; other; other = l->next[other - 1]) {
		if (l->keys[other - 1] == l->keys[i]) {
			l->plans[other - 1] = l->plans[i];
			return;
		}
	}
	l->next[i] = *first;
	*first = (uint16_t)(i + 1);
}

static void take_back(const struct sub_list *l, struct sub_plans *to, uint32_t first, uint32_t end, uint32_t seed)
{
	for (uint32_t i = first; i != end; i = l->next[i - 1])
		to->keys[sub_slot(l->keys[i - 1], seed)] = 0;
}

/* Do all keys of the bucket get slots of their own with this seed? If so, they are placed. */
static bool place_bucket(const struct sub_list *l, struct sub_plans *to, uint32_t first, uint32_t seed)
{
	for (uint32_t i = first; i; i = l->next[i - 1]) {
		uint64_t slot = sub_slot(l->keys[i - 1], seed);

		if (to->keys[slot]) {
			take_back(l, to, first, i, seed);
			return false;
		}
		to->keys[slot] = l->keys[i - 1];
		to->plans[slot] = l->plans[i - 1];
	}
	return true;
}

int sub_list__place(struct sub_list *l, struct sub_plans *to)
{
	uint16_t first[BUCKETS];

	memset(first, 0, sizeof(first));
	for (uint32_t i = 0; i < l->n; i++)
		put_in_bucket(l, &first[sub_bucket(l->keys[i])], i);
	for (uint32_t b = 0; b < BUCKETS; b++) {
		uint32_t seed = 0;

		while (first[b] && seed <= UINT16_MAX && !place_bucket(l, to, first[b], seed))
			seed++;
		if (seed > UINT16_MAX)
			return -E2BIG;
		to->seeds[b] = (uint16_t)seed;
	}
	return 0;
}
