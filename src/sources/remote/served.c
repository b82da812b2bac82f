// SPDX-License-Identifier: BSD-2-Clause
/* served.c - changes the first record, and returns a mark in place of a wait. */
#include "served.h"

#include "remote.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MARK_NS 50000000u	/* between two marks, at least */

struct served {
	struct source source;
	int64_t ahead;
	uint64_t marked;	/* ns: time of the last mark */
	uint64_t last;		/* ns: time of the last record; 0: none yet */
	struct rec mark;
	struct rec_start start;
	struct rec_clock clock;
};

/* A record of the same length, or longer if it is an older one. */
static const struct rec *start_of(struct served *s, const struct rec *rec)
{
	size_t len = rec->len < sizeof(s->start) ? rec->len : sizeof(s->start);

	memset(&s->start, 0, sizeof(s->start));
	memcpy(&s->start, rec, len);
	s->start.rec.len = sizeof(s->start);
	s->start.ahead = s->ahead;
	return &s->start.rec;
}

/* After the first record. false: the clocks are as they were. */
static bool takes_clock(struct served *s)
{
	if (!s->last || !remote__take_clock(&s->clock))
		return false;
	s->clock.rec = (struct rec){ .len = sizeof(s->clock), .type = REC_CLOCK, .cpu = CPU_NONE, .ts = s->last };
	return true;
}

static int served__next(struct source *source, const struct rec **rec)
{
	struct served *s = (struct served *)source;
	uint64_t known;
	int got;

	if (takes_clock(s)) {
		*rec = &s->clock.rec;
		return SOURCE_RECORD;
	}
	got = source->below->ops->next(source->below, rec);
	if (got == SOURCE_RECORD)
		s->last = (*rec)->ts;
	if (got == SOURCE_RECORD && (*rec)->type == REC_START)
		*rec = start_of(s, *rec);
	if (got != SOURCE_WAIT)
		return got;
	known = source__known(source->below);
	if (known < s->marked + MARK_NS)
		return SOURCE_WAIT;
	s->marked = s->last = known;
	s->mark = (struct rec){ .len = sizeof(s->mark), .type = REC_MARK, .cpu = CPU_NONE, .ts = known };
	*rec = &s->mark;
	return SOURCE_RECORD;
}

static void served__stop(struct source *s)
{
	s->below->ops->stop(s->below);
}

static void served__close(struct source *s)
{
	source__close(s->below);
	free(s);
}

static const struct source_ops served_ops = { .next = served__next, .stop = served__stop, .close = served__close };

int served__over(struct source **out, struct source *below, int64_t ahead)
{
	struct served *s = calloc(1, sizeof(*s));

	if (!s) {
		source__close(below);
		return -ENOMEM;
	}
	s->source = (struct source){ .ops = &served_ops, .below = below };
	s->ahead = ahead;
	*out = &s->source;
	return 0;
}
