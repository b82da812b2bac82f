// SPDX-License-Identifier: BSD-2-Clause
/*
 * merge.c - a heap of the streams' next records ("fronts").
 *
 * next() of a stream without a front is called only if its record may be older than the oldest in the heap; this saves calls.
 *
 * Invariant: the heap has exactly the streams with a front; `known` is the least `known` of the others.
 */
#include "merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/time_heap.h"
#include "recording/record_types.h"

#define HELD_MS 5		/* longest sleep while a record waits for a stream that cannot wake the reader */
#define SHARED_MS 20		/* longest sleep on one recording while others are read, too */
#define TEND_RECORDS 1024	/* under load, streams are tended once per so many records; a power of two */
#define REST_NS 2000000000u	/* how long events may follow the last call */

struct stream {
	struct source *source;
	const struct rec *front;
	uint64_t known;		/* ns: without a front, the stream has no record up to this time, by the merge's clock. Recordings: of the last REC_MARK */
	int64_t shift;		/* ns: added to its times, gives those of the first stream's clock */
	uint64_t ts;		/* the front's, by the merge's clock */
	bool clocked;		/* it had a REC_CLOCK: its times may go back, which `ts` does not */
	bool begun;		/* its first record has come, or it has none */
	bool ended;
	bool has_end;		/* it gave a REC_END */
};

struct merge {
	struct source source;
	struct merge_recordings *recordings;	/* NULL: live */
	struct stream *streams;
	struct due *heap;
	uint32_t n, in_heap;
	uint64_t known;
	struct stream *taken;	/* the stream of the last record, which needs a new front; NULL: none */
	unsigned given;
	uint32_t head;		/* live: the stream whose head records come next */
	uint64_t began;		/* ns: live: time of the first record */
	uint64_t rested;	/* ns: live: when the stream of calls was first seen without live threads; 0: not yet */
	struct stream *host;	/* recordings: the stream of the last REC_HOST */
	int err;
	struct rec_end end;	/* sum of the streams' REC_END; rec.len 0: none came yet, or it was returned */
	union {
		struct rec rec;
		struct rec_host host;
		struct rec_loss loss;
		uint8_t bytes[REC_MAX];
	} scratch;
};

/* -- Streams ----------------------------------------------------------------------------------------------------------- */

static void begin(struct merge *m, struct stream *st)
{
	if (!st->begun && m->recordings)
		st->shift = m->recordings->shift(m->recordings, (unsigned)(st - m->streams), st->front);
	st->begun = true;
}

/* Adds a REC_END to the sum. It may be a stream's only record, and is not necessarily its last. */
static void take_end(struct merge *m, struct stream *st)
{
	const struct rec_end *end = (const struct rec_end *)st->front;
	struct rec_end sum = { .rec = end->rec, .calls = end->calls + m->end.calls, .lost = end->lost + m->end.lost };

	sum.rec.ts += (uint64_t)st->shift;
	if (sum.rec.ts < m->end.rec.ts)
		sum.rec.ts = m->end.rec.ts;
	m->end = sum;
	st->has_end = true;
	st->front = NULL;
}

/* Recordings that are still being made say so how far they are. */
static void take_mark(struct stream *st)
{
	uint64_t known = st->front->ts + (uint64_t)st->shift;

	if (known > st->known)
		st->known = known;
	st->front = NULL;
}

static void take_clock(struct merge *m, struct stream *st)
{
	if (m->recordings)
		st->shift = m->recordings->reshift(m->recordings, (unsigned)(st - m->streams), (const struct rec_clock *)st->front);
	st->clocked = true;
	st->front = NULL;
}

static void end(struct merge *m, struct stream *st, int got)
{
	if (got < SOURCE_END)
		m->err = got;
	st->ended = true;
	st->known = UINT64_MAX;
	begin(m, st);
}

static void set_time(struct stream *st)
{
	uint64_t ts = st->front->ts + (uint64_t)st->shift;

	if (ts > st->ts || !st->clocked)
		st->ts = ts;
}

/* Calls next() of a stream. Afterwards it has a front, has ended, or `known` is up to date. */
static void ask(struct merge *m, struct stream *st)
{
	int got;

	do {
		got = st->source->ops->next(st->source, &st->front);
		m->source.damaged |= st->source->damaged;
		if (got != SOURCE_RECORD) {
			st->front = NULL;
			break;
		}
		begin(m, st);
		if (st->front->type == REC_END)
			take_end(m, st);
		else if (st->front->type == REC_MARK)
			take_mark(st);
		else if (st->front->type == REC_CLOCK && record_type__fits(st->front))
			take_clock(m, st);
	} while (!st->front);
	if (st->front)
		set_time(st);
	if (got < SOURCE_WAIT)
		end(m, st, got);
	else if (got == SOURCE_WAIT && !m->recordings)
		st->known = source__known(st->source);
}

static struct due due_of(const struct merge *m, const struct stream *st)
{
	uint32_t i = (uint32_t)(st - m->streams);

	return (struct due){ .ts = st->ts, .order = m->recordings ? i : m->n - i, .at = i };
}

static void update_known(struct merge *m)
{
	m->known = UINT64_MAX;
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->streams[i].front && m->streams[i].known < m->known)
			m->known = m->streams[i].known;
}

/* Replaces the front of the stream whose record was returned last; it is still in the heap. */
static void refill(struct merge *m)
{
	struct stream *st = m->taken;

	if (!st)
		return;
	m->taken = NULL;
	ask(m, st);
	if (st->front) {
		time_heap__replace(m->heap, m->in_heap, due_of(m, st));
		return;
	}
	time_heap__pop(m->heap, &m->in_heap);
	update_known(m);
}

static bool is_due(const struct merge *m)
{
	return m->in_heap && m->heap[0].ts <= m->known;
}

/* The first stream must begin before the others: their time shift may depend on it. */
static void ask_all(struct merge *m)
{
	for (uint32_t i = 0; i < m->n; i++) {
		struct stream *st = &m->streams[i];

		if (st->front || st->ended)
			continue;
		ask(m, st);
		if (st->front)
			time_heap__push(m->heap, &m->in_heap, due_of(m, st));
		if (!m->streams[0].begun)
			break;
	}
	update_known(m);
}

/* -- Records ----------------------------------------------------------------------------------------------------------- */

static const struct rec *host_record(struct merge *m, struct stream *st, uint64_t ts)
{
	unsigned i = (unsigned)(st - m->streams);
	const char *name = m->recordings->host(m->recordings, i);

	m->host = st;
	m->scratch.host = (struct rec_host){
		.rec = { .len = sizeof(m->scratch.host), .type = REC_HOST, .cpu = CPU_NONE, .ts = ts }, .host = i,
	};
	if (*name)
		snprintf(m->scratch.host.name, sizeof(m->scratch.host.name), "%.63s", name);
	return &m->scratch.rec;
}

static const struct rec *shifted(struct merge *m, const struct rec *rec, int64_t shift)
{
	if (!shift)
		return rec;
	memcpy(&m->scratch, rec, rec->len);
	m->scratch.rec.ts += (uint64_t)shift;
	if (rec->type == REC_LOSS && rec->len >= sizeof(m->scratch.loss)) {
		m->scratch.loss.first += (uint64_t)shift;
		m->scratch.loss.last += (uint64_t)shift;
	}
	return &m->scratch.rec;
}

/* Returns the oldest front. */
static const struct rec *give(struct merge *m)
{
	struct stream *st = &m->streams[m->heap[0].at];
	const struct rec *rec = st->front;

	if (m->recordings && m->host != st)
		return host_record(m, st, m->heap[0].ts);
	st->front = NULL;
	m->taken = st;
	if (++m->given % TEND_RECORDS == 0)
		for (uint32_t i = 0; i < m->n; i++)
			source__tend(m->streams[i].source);
	return shifted(m, rec, (int64_t)(st->ts - rec->ts));
}

/* If a stream broke off without REC_END, the merge has none. */
static int last_record(struct merge *m, const struct rec **rec)
{
	if (m->err)
		return m->err;
	if (!m->end.rec.len || m->source.damaged)
		return SOURCE_END;
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->streams[i].has_end)
			m->end.lost += source__lost(m->streams[i].source, NULL, 0);
	memcpy(&m->scratch, &m->end, sizeof(m->end));
	m->end.rec.len = 0;
	*rec = &m->scratch.rec;
	return SOURCE_RECORD;
}

/* Live: the first record, then all head records; NULL: all were returned. */
static const struct rec *next_head(struct merge *m)
{
	const struct rec *rec = NULL;

	if (m->head == 0) {
		rec = m->streams[0].front;
		m->began = rec->ts;
		m->head = 1;
		give(m);
	}
	while (!rec && m->head < m->n) {
		rec = source__head(m->streams[m->head].source, m->began);
		m->head += !rec;
	}
	return rec;
}

static int merge__next(struct source *s, const struct rec **rec)
{
	struct merge *m = (struct merge *)s;

	if (m->head < m->n) {
		if (!m->head && !m->streams[0].front && !m->streams[0].ended) {
			ask(m, m->streams);
			if (m->streams[0].front)
				time_heap__push(m->heap, &m->in_heap, due_of(m, m->streams));
		}
		if (!m->streams[0].begun)
			return SOURCE_WAIT;
		*rec = m->streams[0].ended ? NULL : next_head(m);
		if (*rec)
			return SOURCE_RECORD;
		m->head = m->n;
	}
	refill(m);
	if (!is_due(m))
		ask_all(m);
	if (is_due(m)) {
		*rec = give(m);
		return SOURCE_RECORD;
	}
	return !m->in_heap && m->known == UINT64_MAX ? last_record(m, rec) : SOURCE_WAIT;
}

/* -- The rest of the contract ------------------------------------------------------------------------------------------ */

static int merge__select(struct source *s, pid_t child)
{
	struct merge *m = (struct merge *)s;
	int err = 0;

	for (uint32_t i = 0; !err && i < m->n; i++)
		err = source__select(m->streams[i].source, child);
	return err;
}

static void merge__say(struct source *s)
{
	struct merge *m = (struct merge *)s;

	for (uint32_t i = 0; i < m->n; i++)
		source__say(m->streams[i].source);
}

/* Waits on the first stream without a front if it supports wait(), else on one that does. */
static int merge__wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	struct merge *m = (struct merge *)s;
	struct stream *by = NULL;

	for (uint32_t i = 0; i < m->n; i++) {
		struct stream *st = &m->streams[i];
		int pause = m->in_heap && !st->source->ops->wait ? HELD_MS : source__pause(st->source);

		if (st->ended)
			continue;
		if (m->recordings && by && ms > SHARED_MS)
			ms = SHARED_MS;
		if (pause >= 0 && pause < ms)
			ms = pause;
		if (st->source->ops->wait && (!by || (by->front && !st->front)))
			by = st;
	}
	return by ? source__wait(by->source, ms, others, n) : source__poll(NULL, 0, ms, others, n);
}

/* Stops the stream of calls first: all other events before the last calls are then in the other streams' rings. */
static void merge__stop(struct source *s)
{
	struct merge *m = (struct merge *)s;

	for (uint32_t i = m->n; i--;)
		m->streams[i].source->ops->stop(m->streams[i].source);
}

/*
 * A thread's last event, such as sched:sched_process_exit, follows its last call, so merging goes on for a while after all threads of
 * the stream of calls have ended. The wait is limited because the streams count threads differently.
 */
static long merge__alive(struct source *s)
{
	struct merge *m = (struct merge *)s;
	long n = source__alive(m->streams[0].source);
	uint64_t now;

	if (n > 0)
		return n;
	now = clock__ns(CLOCK_MONOTONIC);
	if (!m->rested)
		m->rested = now;
	for (uint32_t i = 1; i < m->n && now - m->rested < REST_NS; i++)
		n += source__alive(m->streams[i].source);
	return n;
}

static uint64_t merge__known(struct source *s)
{
	return ((struct merge *)s)->known;
}

static uint64_t merge__told(struct source *s)
{
	const struct stream *calls = &((struct merge *)s)->streams[0];
	uint64_t told = source__told(calls->source);

	return calls->front && calls->front->ts < told ? calls->front->ts : told;
}

static uint64_t merge__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	struct merge *m = (struct merge *)s;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < m->n; i++)
		sum += source__lost(m->streams[i].source, by_cpu, n);
	return sum;
}

static unsigned merge__cpus(struct source *s)
{
	return source__cpus(((struct merge *)s)->streams[0].source);
}

static void merge__close(struct source *s)
{
	struct merge *m = (struct merge *)s;

	for (uint32_t i = 0; i < m->n; i++)
		source__close(m->streams[i].source);
	free(m->recordings);
	free(m->streams);
	free(m->heap);
	free(m);
}

static void merge__progress(struct source *s, uint64_t *at, uint64_t *size)
{
	const struct merge *m = (const struct merge *)s;
	uint64_t at_one, size_one;

	for (uint32_t i = 0; i < m->n; i++) {
		source__progress(m->streams[i].source, &at_one, &size_one);
		*at += at_one;
		*size += size_one;
	}
}

static const struct source_ops merge_ops = {
	.next = merge__next, .stop = merge__stop, .close = merge__close, .select = merge__select, .say = merge__say,
	.known = merge__known, .told = merge__told, .wait = merge__wait, .alive = merge__alive, .lost = merge__lost, .cpus = merge__cpus,
	.progress = merge__progress,
};

int merge__open(struct source **out, struct source *const *streams, unsigned n, struct merge_recordings *r)
{
	struct merge *m = calloc(1, sizeof(*m));

	if (m) {
		m->source.ops = &merge_ops;
		m->recordings = r;
		m->streams = calloc(n, sizeof(*m->streams));
		m->heap = calloc(n, sizeof(*m->heap));
	}
	if (!m || !m->streams || !m->heap) {
		for (unsigned i = 0; i < n; i++)
			source__close(streams[i]);
		if (m)
			merge__close(&m->source);
		else
			free(r);
		return -ENOMEM;
	}
	m->n = n;
	for (unsigned i = 0; i < n; i++)
		m->streams[i].source = streams[i];
	m->head = r ? n : 0;
	*out = &m->source;
	return 0;
}
