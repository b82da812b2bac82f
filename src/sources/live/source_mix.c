// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_mix.c - merges two streams, each of which knows up to when it is complete.
 *
 * Invariant: the first record is the first of the calls (REC_START), then come those that have to be before all events.
 */
#include "source_mix.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/msg.h"

#define WAIT_MS 20		/* how often rings are looked at, */
#define HELD_MS 5		/* and when something waits for what is older */
#define LOOK_RECORDS 1024	/* rings are emptied also while there is always one more call */

struct source_mix {
	struct source source, *calls;
	uint64_t (*known)(void *ctx);
	void *ctx;
	struct live_events *events;
	const struct rec *call;		/* waits to be given; NULL: the next has to be asked for */
	uint64_t calls_until, events_until;	/* ns: everything older is known */
	uint64_t began;			/* ns: of the first record; 0: there was none yet */
	unsigned given;			/* calls since the rings were looked at */
	bool ended;			/* there are no more calls */
	struct rec_end end;
};

/* Asks for the next call, if the last was given. 0, or -errno of the source. */
static int fill(struct source_mix *m)
{
	int got;

	if (m->call || m->ended)
		return 0;
	got = m->calls->ops->next(m->calls, &m->call);
	if (got == SOURCE_RECORD) {
		m->calls_until = m->call->ts;
		return 0;
	}
	m->call = NULL;
	if (got == SOURCE_WAIT)
		m->calls_until = m->known(m->ctx);
	m->ended = got == SOURCE_END;
	if (m->ended)
		m->calls_until = UINT64_MAX;
	return got < SOURCE_END ? got : 0;
}

static int look(struct source_mix *m)
{
	int err = live_events__look(m->events, &m->events_until);

	if (err)
		msg__error("not enough memory");
	m->given = 0;
	return err;
}

/* The totals are those of calls; events that were lost belong to them. */
static const struct rec *total(struct source_mix *m, const struct rec *rec)
{
	if (rec->type != REC_END)
		return rec;
	m->end = *(const struct rec_end *)rec;
	m->end.lost += live_events__lost(m->events, NULL, 0);
	return &m->end.rec;
}

static const struct rec *give_call(struct source_mix *m)
{
	const struct rec *rec = m->call;

	m->call = NULL;
	m->given++;
	return total(m, rec);
}

/* What may go now: nothing older can come. */
static const struct rec *next_due(struct source_mix *m)
{
	uint64_t until = m->events_until < m->calls_until ? m->events_until : m->calls_until;
	const struct rec *rec = live_events__next(m->events, until);

	if (rec)
		return rec;
	return m->call && m->call->ts <= m->events_until ? give_call(m) : NULL;
}

static int mix_next(struct source *s, const struct rec **rec)
{
	struct source_mix *m = (struct source_mix *)s;
	int err = 0;

	for (bool looked = false;; looked = true) {
		*rec = m->began ? live_events__head(m->events, m->began) : NULL;
		if (!*rec)
			err = fill(m);
		if (!*rec && !err && !m->began && m->call) {
			m->began = m->call->ts;
			*rec = give_call(m);
		}
		if (!*rec && !err && m->began && m->given >= LOOK_RECORDS)
			err = look(m);
		if (!*rec && !err && m->began)
			*rec = next_due(m);
		if (*rec || err)
			return *rec ? SOURCE_RECORD : err;
		if (looked || !m->began)
			return m->ended && !m->call ? SOURCE_END : SOURCE_WAIT;
		err = look(m);
		if (err)
			return err;
	}
}

static int mix_wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	struct source_mix *m = (struct source_mix *)s;
	int most = m->call || live_events__has_more(m->events) ? HELD_MS : WAIT_MS;

	return m->calls->ops->wait(m->calls, ms < most ? ms : most, others, n);
}

/* Events end first: those that are older than the last records of the calls are in the rings then. */
static void mix_stop(struct source *s)
{
	struct source_mix *m = (struct source_mix *)s;

	live_events__stop(m->events);
	m->calls->ops->stop(m->calls);
}

static void mix_close(struct source *s)
{
	free(s);
}

static const struct source_ops mix_ops = { .next = mix_next, .wait = mix_wait, .stop = mix_stop, .close = mix_close };

int source_mix__open(struct source **out, struct source *calls, uint64_t (*known)(void *ctx), void *ctx,
		     struct live_events *events)
{
	struct source_mix *m = calloc(1, sizeof(*m));

	if (!m)
		return -ENOMEM;
	m->source.ops = &mix_ops;
	m->calls = calls;
	m->known = known;
	m->ctx = ctx;
	m->events = events;
	*out = &m->source;
	return 0;
}
