// SPDX-License-Identifier: BSD-2-Clause
/*
 * ring_merge.c - k-way merge of the rings by a heap of their front records.
 * Invariant: the heap holds each input at most once, and exactly those whose front record is known and due.
 */
#include "ring_merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int ring_merge__open(struct ring_merge *m, struct ring *rings, unsigned n)
{
	memset(m, 0, sizeof(*m));
	m->rings = rings;
	m->n = n;
	m->current = -1;
	m->heap = calloc(n + 1, sizeof(*m->heap));
	m->taken = malloc(REC_MAX);
	return m->heap && m->taken ? 0 : -ENOMEM;
}

void ring_merge__close(struct ring_merge *m)
{
	buf__free(&m->aux);
	free(m->heap);
	free(m->taken);
	memset(m, 0, sizeof(*m));
}

int ring_merge__push(struct ring_merge *m, const struct rec *rec)
{
	if (m->aux_at == m->aux.len)
		m->aux_at = m->aux.len = 0;
	buf__add(&m->aux, rec, rec->len);
	return m->aux.failed ? -ENOMEM : 0;
}

static const struct rec *added(const struct ring_merge *m)
{
	return (const struct rec *)(m->aux.p + m->aux_at);
}

static bool peek(struct ring_merge *m, unsigned i, uint64_t *ts)
{
	if (i < m->n)
		return ring__peek(&m->rings[i], ts);
	if (m->aux_at == m->aux.len)
		return false;
	*ts = added(m)->ts;
	return true;
}

/* At equal times records made by user space come first: they describe the state before. */
static struct due due_of(const struct ring_merge *m, unsigned i, uint64_t ts)
{
	return (struct due){ .ts = ts, .order = m->n - i, .at = i };
}

static void settle(struct ring_merge *m)
{
	if (m->current < 0)
		return;
	if ((unsigned)m->current == m->n)
		m->aux_at += added(m)->len;
	m->current = -1;
}

void ring_merge__look(struct ring_merge *m, uint64_t now)
{
	uint64_t ts;

	settle(m);
	for (unsigned i = 0; i < m->n; i++)
		if (!ring__look(&m->rings[i]) && now != ~0ull)
			now = m->until;		/* records up to no later time are complete */
	for (unsigned i = 0; i < m->n; i++)
		ring__settle(&m->rings[i]);
	m->until = now;
	m->heap_n = 0;
	for (unsigned i = 0; i <= m->n; i++)
		if (peek(m, i, &ts))
			time_heap__push(m->heap, &m->heap_n, due_of(m, i, ts));
}

const struct rec *ring_merge__next(struct ring_merge *m)
{
	uint64_t ts;
	unsigned i;

	if (m->current >= 0) {		/* refill from the input of the last record */
		i = m->current;
		settle(m);
		if (peek(m, i, &ts))
			time_heap__replace(m->heap, m->heap_n, due_of(m, i, ts));
		else
			time_heap__pop(m->heap, &m->heap_n);
	}
	if (!m->heap_n || m->heap[0].ts > m->until)
		return NULL;
	i = m->heap[0].at;
	m->current = i;
	return i < m->n ? ring__take(&m->rings[i], m->taken) : added(m);
}

void ring_merge__release(struct ring_merge *m)
{
	settle(m);
	for (unsigned i = 0; i < m->n; i++)
		ring__release(&m->rings[i]);
}
