// SPDX-License-Identifier: BSD-2-Clause
/* perf_stream.c - from perf's rings, one per CPU, to records sorted by time. */
#include "perf_stream.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/clock.h"
#include "lib/msg.h"

int perf_stream__push(struct perf_stream *s, struct rec *rec)
{
	struct pair_event e = { .ts = rec ? rec->ts : 0, .chunks = (uint8_t *)rec };

	return rec ? perf_queue__push(&s->queue, &e) : -ENOMEM;
}

static int drain(struct perf_stream *s, struct perf_ring *ring)
{
	const uint8_t *rec;
	size_t len;
	int err = 0;

	perf_ring__look(ring);
	while (!err && (rec = perf_ring__next(ring, &len)))
		err = s->take(s, rec, len);
	perf_ring__release(ring);
	return err;
}

void perf_stream__tend(struct source *source)
{
	struct perf_stream *s = (struct perf_stream *)source;
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	bool stopped = s->stopped;
	int err = 0;

	for (unsigned i = 0; i < s->open.ncpus && !err; i++)
		if (s->open.rings[i].page)
			err = drain(s, &s->open.rings[i]);
	if (!err && stopped && s->last)
		err = s->last(s);
	if (err && !s->err)
		msg__no_memory();
	s->err = s->err ? s->err : err;
	s->drained = stopped;
	s->known = stopped ? UINT64_MAX : now - s->slack;
}

static bool pop(struct perf_stream *s, const struct rec **rec)
{
	struct pair_event e;

	if (!perf_queue__pop(&s->queue, s->known, &e))
		return false;
	free(s->given);
	*rec = s->given = (struct rec *)e.chunks;
	return true;
}

int perf_stream__next(struct source *source, const struct rec **rec)
{
	struct perf_stream *s = (struct perf_stream *)source;

	if (!s->err && pop(s, rec))
		return SOURCE_RECORD;
	if (s->err || s->drained)
		return s->err ? s->err : SOURCE_END;
	perf_stream__tend(source);
	return pop(s, rec) ? SOURCE_RECORD : SOURCE_WAIT;
}

uint64_t perf_stream__known(struct source *source)
{
	return ((struct perf_stream *)source)->known;
}

void perf_stream__stop(struct source *source)
{
	struct perf_stream *s = (struct perf_stream *)source;

	perf_open__stop(&s->open);
	s->stopped_at = clock__ns(CLOCK_MONOTONIC);
	s->stopped = true;
}

void perf_stream__close(struct source *source)
{
	struct perf_stream *s = (struct perf_stream *)source;

	perf_open__close(&s->open);
	perf_queue__close(&s->queue);
	free(s->given);
	free(s);
}
