// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_queue.c - a list for events that come in order, as most do, and a binary heap of small entries for the others.
 *
 * The list is made of contiguous blocks, so that the hardware prefetches events, which are out of the cache when they are removed.
 *
 * Invariant: events in the heap are older than the end of the list.
 */
#include "perf_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"

#define BLOCK 128	/* events */

struct perf_queue_block {
	struct perf_queue_block *next;
	struct pair_event events[BLOCK];
};

static size_t bytes_of(const struct pair_event *e)
{
	return sizeof(struct due) + sizeof(*e) + (e->chunks ? e->chunks_len : 0) + (e->stack ? e->stack->rec.len : 0);
}

/* If an allocation fails, the earlier ones are kept: the arrays are merely larger than needed. */
static int push_heap(struct perf_queue *q, const struct pair_event *e)
{
	uint32_t i;

	if (!q->n_free) {
		if (!VEC_MORE(q->heap, q->slots, 1) || !VEC_MORE(q->out_of_order, q->slots, 1) || !VEC_MORE(q->free, q->slots, 1))
			return -ENOMEM;
		q->free[q->n_free++] = q->slots++;
	}
	i = q->free[--q->n_free];
	q->out_of_order[i] = *e;
	time_heap__push(q->heap, &q->n_heap, (struct due){ .ts = e->ts, .order = q->serial++, .at = i });
	return 0;
}

static int add_block(struct perf_queue *q)
{
	struct perf_queue_block *b = q->spare;

	if (b)
		q->spare = b->next;
	else
		b = malloc(sizeof(*b));
	if (!b)
		return -ENOMEM;
	b->next = NULL;
	if (q->last)
		q->last->next = b;
	else
		q->first = b;
	q->last = b;
	q->end = 0;
	return 0;
}

static int push_list(struct perf_queue *q, const struct pair_event *e)
{
	if ((!q->last || q->end == BLOCK) && add_block(q))
		return -ENOMEM;
	q->last->events[q->end++] = *e;
	return 0;
}

int perf_queue__push(struct perf_queue *q, struct pair_event *e)
{
	int err = q->last && e->ts < q->last->events[q->end - 1].ts ? push_heap(q, e) : push_list(q, e);

	if (err) {
		pair_event__drop(e);
		return err;
	}
	q->bytes += bytes_of(e);
	q->n++;
	e->chunks = NULL;
	e->stack = NULL;
	if (e->ts > q->newest)
		q->newest = e->ts;
	return 0;
}

static void pop_heap(struct perf_queue *q, struct pair_event *e)
{
	uint32_t i = q->heap[0].at;

	*e = q->out_of_order[i];
	q->free[q->n_free++] = i;
	time_heap__pop(q->heap, &q->n_heap);
}

static void pop_list(struct perf_queue *q, struct pair_event *e)
{
	struct perf_queue_block *b = q->first;

	*e = b->events[q->begin++];
	if (q->begin < (b == q->last ? q->end : BLOCK))
		return;
	q->begin = 0;
	q->first = b->next;
	if (!q->first)
		q->last = NULL;
	b->next = q->spare;
	q->spare = b;
}

/* At equal times those in the list come first. */
bool perf_queue__pop(struct perf_queue *q, uint64_t until, struct pair_event *e)
{
	uint64_t ts = q->first ? q->first->events[q->begin].ts : UINT64_MAX;
	bool from_heap = q->n_heap && q->heap[0].ts < ts;

	if (!q->n || (from_heap ? q->heap[0].ts : ts) > until)
		return false;
	if (from_heap)
		pop_heap(q, e);
	else
		pop_list(q, e);
	q->bytes -= bytes_of(e);
	q->n--;
	return true;
}

void perf_queue__close(struct perf_queue *q)
{
	struct pair_event e;

	while (perf_queue__pop(q, UINT64_MAX, &e))
		pair_event__drop(&e);
	while (q->spare) {
		struct perf_queue_block *b = q->spare;

		q->spare = b->next;
		free(b);
	}
	free(q->heap);
	free(q->out_of_order);
	free(q->free);
	memset(q, 0, sizeof(*q));
}
