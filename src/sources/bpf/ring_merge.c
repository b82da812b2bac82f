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
	m->top = calloc(n + 1, sizeof(*m->top));
	return m->heap && m->top ? 0 : -ENOMEM;
}

void ring_merge__close(struct ring_merge *m)
{
	buf__free(&m->aux);
	free(m->heap);
	free(m->top);
	memset(m, 0, sizeof(*m));
}

int ring_merge__push(struct ring_merge *m, const struct rec *rec)
{
	if (m->aux_at == m->aux.len)
		m->aux_at = m->aux.len = 0;
	buf__add(&m->aux, rec, rec->len);
	return m->aux.failed ? -ENOMEM : 0;
}

static const struct rec *peek(struct ring_merge *m, unsigned i)
{
	if (i < m->n)
		return ring__peek(&m->rings[i]);
	return m->aux_at < m->aux.len ? (const struct rec *)(m->aux.p + m->aux_at) : NULL;
}

/* At equal times records made by user space come first: they describe the state before. */
static struct due due_of(const struct ring_merge *m, unsigned i)
{
	return (struct due){ .ts = m->top[i]->ts, .order = m->n - i, .at = i };
}

static void settle(struct ring_merge *m)
{
	if (m->current < 0)
		return;
	if ((unsigned)m->current == m->n)
		m->aux_at += ((const struct rec *)(m->aux.p + m->aux_at))->len;
	m->current = -1;
}

void ring_merge__look(struct ring_merge *m, uint64_t now)
{
	settle(m);
	for (unsigned i = 0; i < m->n; i++)
		if (!ring__look(&m->rings[i]) && now != ~0ull)
			now = m->until;		/* records up to no later time are complete */
	for (unsigned i = 0; i < m->n; i++)
		ring__settle(&m->rings[i]);
	m->until = now;
	m->heap_n = 0;
	for (unsigned i = 0; i <= m->n; i++) {
		m->top[i] = peek(m, i);
		if (m->top[i])
			time_heap__push(m->heap, &m->heap_n, due_of(m, i));
	}
}

const struct rec *ring_merge__next(struct ring_merge *m)
{
	const struct rec *rec;
	unsigned i;

	if (m->current >= 0) {		/* refill from the input of the last record */
		i = m->current;
		settle(m);
		m->top[i] = peek(m, i);
		if (m->top[i])
			time_heap__replace(m->heap, m->heap_n, due_of(m, i));
		else
			time_heap__pop(m->heap, &m->heap_n);
	}
	if (!m->heap_n || m->heap[0].ts > m->until)
		return NULL;
	i = m->heap[0].at;
	rec = m->top[i];
	if (i < m->n)
		ring__take(&m->rings[i], rec);
	m->current = i;
	return rec;
}

void ring_merge__release(struct ring_merge *m)
{
	settle(m);
	for (unsigned i = 0; i < m->n; i++)
		ring__release(&m->rings[i]);
}
