// SPDX-License-Identifier: BSD-2-Clause
/*
 * over_time.c - sums over time without knowing how long the recording is: when the periods do not suffice, each becomes twice as long, and two
 * are added up.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

#define FIRST_SHIFT 10		/* periods of 1024 ns at first */

int heat_map__open(struct heat_map *h)
{
	h->shift = FIRST_SHIFT;
	h->n = calloc(HEAT_PERIODS, sizeof(*h->n));
	return h->n ? 0 : -ENOMEM;
}

static void fold_heat(struct heat_map *h)
{
	for (unsigned i = 0; i < HEAT_PERIODS / 2; i++)
		for (unsigned row = 0; row < HEAT_ROWS; row++)
			h->n[i][row] = h->n[2 * i][row] + h->n[2 * i + 1][row];
	memset(h->n + HEAT_PERIODS / 2, 0, HEAT_PERIODS / 2 * sizeof(*h->n));
	h->shift++;
}

void heat_map__add(struct heat_map *h, uint64_t end, uint64_t dur)
{
	while (end >> h->shift >= HEAT_PERIODS)
		fold_heat(h);
	h->n[end >> h->shift][heat_row(dur)]++;
}

static void fold_activity(struct activity *a)
{
	for (unsigned i = 0; i < ACTIVITY_PERIODS / 2; i++)
		a->busy[i] = a->busy[2 * i] + a->busy[2 * i + 1];
	memset(a->busy + ACTIVITY_PERIODS / 2, 0, ACTIVITY_PERIODS / 2 * sizeof(*a->busy));
	a->shift++;
}

void activity__add(struct activity *a, uint64_t from, uint64_t to)
{
	if (!a->shift) {
		a->shift = FIRST_SHIFT;
		a->from = from;
	}
	from = from > a->from ? from - a->from : 0;
	to = to > a->from ? to - a->from : 0;
	while (to >> a->shift >= ACTIVITY_PERIODS)
		fold_activity(a);
	while (from < to) {
		uint64_t i = from >> a->shift, until = (i + 1) << a->shift;

		until = until < to ? until : to;
		a->busy[i] += until - from;
		from = until;
	}
}
