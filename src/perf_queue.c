// SPDX-License-Identifier: BSD-2-Clause
/* perf_queue.c - a binary heap of small entries; the events themselves stay where they are. */
#include "perf_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct perf_queue_entry {
	uint64_t ts, serial;
	uint32_t event;		/* index in q->events */
};

static size_t bytes_of(const struct pair_event *e)
{
	return sizeof(struct perf_queue_entry) + sizeof(*e) + (e->chunks ? e->chunks_len : 0) + (e->stack ? e->stack->rec.len : 0);
}

static bool is_older(const struct perf_queue_entry *a, const struct perf_queue_entry *b)
{
	return a->ts != b->ts ? a->ts < b->ts : a->serial < b->serial;
}

/* More room. What could be allocated before memory ran out is kept: it is only larger than it need be. */
static int grow(struct perf_queue *q)
{
	uint32_t room = q->room ? q->room * 2 : 1024;
	void *heap = reallocarray(q->heap, room, sizeof(*q->heap)), *events, *spare;

	if (!heap)
		return -ENOMEM;
	q->heap = heap;
	events = reallocarray(q->events, room, sizeof(*q->events));
	if (!events)
		return -ENOMEM;
	q->events = events;
	spare = reallocarray(q->free, room, sizeof(*q->free));
	if (!spare)
		return -ENOMEM;
	q->free = spare;
	for (uint32_t i = room; i-- > q->room;)
		q->free[q->nfree++] = i;
	q->room = room;
	return 0;
}

static void rise(struct perf_queue *q, uint32_t i, struct perf_queue_entry x)
{
	while (i && is_older(&x, &q->heap[(i - 1) / 2])) {
		q->heap[i] = q->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	q->heap[i] = x;
}

static void sink(struct perf_queue *q, struct perf_queue_entry x)
{
	uint32_t i = 0, child;

	for (; (child = 2 * i + 1) < q->n; i = child) {
		if (child + 1 < q->n && is_older(&q->heap[child + 1], &q->heap[child]))
			child++;
		if (!is_older(&q->heap[child], &x))
			break;
		q->heap[i] = q->heap[child];
	}
	q->heap[i] = x;
}

int perf_queue__push(struct perf_queue *q, struct pair_event *e)
{
	struct perf_queue_entry x = { .ts = e->ts };

	if (!q->nfree && grow(q)) {
		pair_event__drop(e);
		return -ENOMEM;
	}
	x.serial = q->serial++;
	x.event = q->free[--q->nfree];
	q->events[x.event] = *e;
	q->bytes += bytes_of(e);
	e->chunks = NULL;
	e->stack = NULL;
	if (x.ts > q->newest)
		q->newest = x.ts;
	rise(q, q->n++, x);
	return 0;
}

bool perf_queue__pop(struct perf_queue *q, uint64_t until, struct pair_event *e)
{
	uint32_t event;

	if (!q->n || q->heap[0].ts > until)
		return false;
	event = q->heap[0].event;
	*e = q->events[event];
	q->bytes -= bytes_of(e);
	q->free[q->nfree++] = event;
	q->n--;
	if (q->n)
		sink(q, q->heap[q->n]);
	return true;
}

void perf_queue__close(struct perf_queue *q)
{
	for (uint32_t i = 0; i < q->n; i++)
		pair_event__drop(&q->events[q->heap[i].event]);
	free(q->heap);
	free(q->events);
	free(q->free);
	memset(q, 0, sizeof(*q));
}
