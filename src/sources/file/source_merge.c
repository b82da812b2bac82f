// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_merge.c - the earliest of the front records of all recordings is the next.
 *
 * The ends of all recordings become one, behind everything else, with their sums.
 *
 * Invariant: `now` is the recording that the last REC_HOST named; a record that was given stays its front until the next call.
 */
#include "source_merge.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "source_file.h"

struct input {
	struct source *source;
	const struct rec *rec;	/* its front record; NULL: to be read */
	bool ended;
	bool has_clock;		/* its clock was compared with the first's */
	bool has_real;		/* real_minus_mono is known */
	int64_t shift;		/* ns: what makes its times those of the first */
	int64_t real_minus_mono;
};

struct source_merge {
	struct source source;
	struct input *inputs;
	unsigned n, now;
	bool named;		/* REC_HOST of `now` was given */
	bool several;		/* there is more than one host */
	int err;
	struct rec_host host;
	struct rec_end end;	/* of those that have ended; its length is 0: of none yet, or it was given */
	union {
		struct rec rec;
		struct rec_loss loss;
		uint8_t bytes[REC_MAX];
	} given;
};

static bool same_boot(const struct origin *a, const struct origin *b)
{
	return a && b && a->boot_id[0] && !strcmp(a->boot_id, b->boot_id);
}

static void note_clock(struct input *in, uint64_t real, uint64_t mono)
{
	in->has_real = real;
	in->real_minus_mono = (int64_t)(real - mono);
}

/* The first record says what its clocks showed; without it, the header. */
static void set_clock(struct source_merge *m, struct input *in)
{
	const struct origin *o = source_file__origin(in->source), *first = source_file__origin(m->inputs[0].source);
	const struct rec_start *start = (const struct rec_start *)in->rec;

	in->has_clock = true;
	if (start && start->rec.type == REC_START && start->rec.len >= sizeof(*start))
		note_clock(in, start->realtime, start->rec.ts);
	else if (o)
		note_clock(in, o->real, o->mono);
	if (!in->has_real)
		msg__warn("recording %u does not tell the time of day: its times are merged as they are",
			  (unsigned)(in - m->inputs) + 1);
	else if (m->inputs[0].has_real && !same_boot(o, first))
		in->shift = in->real_minus_mono - m->inputs[0].real_minus_mono;
}

static int fill(struct source_merge *m, struct input *in);

/* It may be the first record of a recording that has no others, and others may come behind it. */
static int take_end(struct source_merge *m, struct input *in)
{
	const struct rec_end *end = (const struct rec_end *)in->rec;
	struct rec_end sum = { .rec = end->rec, .calls = end->calls + m->end.calls, .lost = end->lost + m->end.lost };

	if (!in->has_clock)
		set_clock(m, in);
	sum.rec.ts += (uint64_t)in->shift;
	if (sum.rec.ts < m->end.rec.ts)
		sum.rec.ts = m->end.rec.ts;
	m->end = sum;
	in->rec = NULL;
	return fill(m, in);
}

/* Reads its front record. SOURCE_RECORD: it is there or there are none any more. */
static int fill(struct source_merge *m, struct input *in)
{
	int got;

	if (in->rec || in->ended)
		return SOURCE_RECORD;
	got = in->source->ops->next(in->source, &in->rec);
	if (got == SOURCE_WAIT)
		return got;
	if (got < SOURCE_END)
		m->err = got;
	in->ended = got != SOURCE_RECORD;
	m->source.damaged |= in->source->damaged;
	if (in->ended)
		in->rec = NULL;
	if (in->rec && in->rec->type == REC_END)
		return take_end(m, in);
	if (!in->has_clock)
		set_clock(m, in);	/* also of one without records: it may be the first */
	return SOURCE_RECORD;
}

static uint64_t time_of(const struct input *in)
{
	return in->rec->ts + (uint64_t)in->shift;
}

static struct input *earliest(struct source_merge *m)
{
	struct input *best = NULL;

	for (unsigned i = 0; i < m->n; i++)
		if (m->inputs[i].rec && (!best || time_of(&m->inputs[i]) < time_of(best)))
			best = &m->inputs[i];
	return best;
}

static const struct rec *host_record(struct source_merge *m, uint64_t ts)
{
	const struct origin *o = source_file__origin(m->inputs[m->now].source);

	m->named = true;
	m->host = (struct rec_host){ .rec = { .len = sizeof(m->host), .type = REC_HOST, .cpu = CPU_NONE, .ts = ts }, .host = m->now };
	if (m->several && o)
		snprintf(m->host.name, sizeof(m->host.name), "%.63s", o->host);
	return &m->host.rec;
}

static const struct rec *shifted(struct source_merge *m, struct input *in)
{
	const struct rec *rec = in->rec;

	in->rec = NULL;
	if (!in->shift)
		return rec;
	memcpy(&m->given, rec, rec->len);
	m->given.rec.ts += (uint64_t)in->shift;
	if (rec->type == REC_LOSS && rec->len >= sizeof(m->given.loss)) {
		m->given.loss.first += (uint64_t)in->shift;
		m->given.loss.last += (uint64_t)in->shift;
	}
	return &m->given.rec;
}

/* What breaks off has no end, nor has what it is merged with. */
static int last_record(struct source_merge *m, const struct rec **rec)
{
	if (m->err)
		return m->err;
	if (!m->end.rec.len || m->source.damaged)
		return SOURCE_END;
	memcpy(&m->given, &m->end, sizeof(m->end));
	m->end.rec.len = 0;
	*rec = &m->given.rec;
	return SOURCE_RECORD;
}

static int merge_next(struct source *s, const struct rec **rec)
{
	struct source_merge *m = (struct source_merge *)s;
	struct input *in;

	for (unsigned i = 0; i < m->n; i++)
		if (fill(m, &m->inputs[i]) == SOURCE_WAIT)
			return SOURCE_WAIT;
	in = earliest(m);
	if (!in)
		return last_record(m, rec);
	if ((unsigned)(in - m->inputs) != m->now) {
		m->now = (unsigned)(in - m->inputs);
		m->named = false;
	}
	*rec = m->named ? shifted(m, in) : host_record(m, time_of(in));
	return SOURCE_RECORD;
}

/* Waits for the first that has nothing. */
static int merge_wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	struct source_merge *m = (struct source_merge *)s;

	for (unsigned i = 0; i < m->n; i++)
		if (!m->inputs[i].rec && !m->inputs[i].ended)
			return m->inputs[i].source->ops->wait(m->inputs[i].source, ms, others, n);
	return 0;
}

static void merge_stop(struct source *s)
{
	struct source_merge *m = (struct source_merge *)s;

	for (unsigned i = 0; i < m->n; i++)
		m->inputs[i].source->ops->stop(m->inputs[i].source);
}

static void merge_close(struct source *s)
{
	struct source_merge *m = (struct source_merge *)s;

	for (unsigned i = 0; i < m->n; i++)
		m->inputs[i].source->ops->close(m->inputs[i].source);
	free(m->inputs);
	free(m);
}

static const struct source_ops merge_ops = { .next = merge_next, .wait = merge_wait, .stop = merge_stop, .close = merge_close };

static bool is_other_host(struct source *a, struct source *b)
{
	const struct origin *x = source_file__origin(a), *y = source_file__origin(b);

	return x && y && strcmp(x->host, y->host);
}

int source_merge__open(struct source **out, struct source **sources, unsigned n)
{
	struct source_merge *m = calloc(1, sizeof(*m));

	if (m)
		m->inputs = calloc(n, sizeof(*m->inputs));
	if (!m || !m->inputs) {
		free(m);
		return -ENOMEM;
	}
	m->source.ops = &merge_ops;
	m->n = n;
	for (unsigned i = 0; i < n; i++) {
		m->inputs[i].source = sources[i];
		m->several |= is_other_host(sources[0], sources[i]);
	}
	*out = &m->source;
	return 0;
}
