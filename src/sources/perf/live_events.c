// SPDX-License-Identifier: BSD-2-Clause
/*
 * live_events.c - from perf's rings, one per CPU, to records sorted by time.
 *
 * A CPU may still be writing an event when a newer one of another CPU is read, so events wait for SLACK_NS in a queue, as in
 * source_perf.c.
 */
#include "live_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "config/option_values.h"
#include "event_kinds.h"
#include "host/cgroup.h"
#include "host/diagnose.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/record.h"
#include "perf_losses.h"
#include "perf_stack.h"
#include "perf_stream.h"
#include "perf_targets.h"
#include "sources/map_record.h"

#define WAIT_MS 20		/* interval of polling the rings, */
#define HELD_MS 5		/* and while events wait in the queue */
#define SLACK_NS 10000000u	/* longest time from taking an event's time stamp to writing it */

struct live_events {
	struct perf_stream stream;
	struct event_kinds kinds;
	bool in_pid_ns;			/* not the initial PID namespace: events outside of it have tid 0 */
	unsigned head;			/* number of formats returned */
	uint64_t began;			/* ns: older events are dropped */
};

bool live_events__wanted(const struct options *o)
{
	return o->events.n || o->faults || options__needs_maps(o) || options__switch_events(o);
}

/* -- Opening --------------------------------------------------------------------------------------------------------- */

static int check(const struct options *o)
{
	const char *with = o->command ? "a command" : o->pids.n ? "-p" : o->tids.n ? "-t" : NULL;

	if (o->has_uid) {
		msg__error("--uid: events other than system calls cannot be selected by user");
		msg__hint("name processes with -p, or a cgroup with -G");
	} else if (o->ncgroups && with) {
		msg__error("-G: events other than system calls are selected by cgroup or by %s, not by both", with);
	} else {
		return 0;
	}
	return -ENOTSUP;
}

/* None is in another one: what happens there would come twice. */
static int add_cgroups(struct live_events *e)
{
	int fd, err = 0;

	e->stream.open.of_cgroup = true;
	for (unsigned i = 0; !err && i < e->stream.opt->ncgroups; i++) {
		fd = cgroup__open(e->stream.opt->cgroups[i]);
		if (fd < 0)
			return fd;
		err = perf_open__add(&e->stream.open, fd);
		close(fd);
	}
	perf_open__enable(&e->stream.open);
	return err;
}

static int events__select(struct source *s, pid_t child)
{
	struct live_events *e = (struct live_events *)s;
	int err;

	e->began = clock__ns(CLOCK_MONOTONIC);
	e->stream.open.cpus = e->stream.opt->has_cpus ? e->stream.opt->cpus : NULL;
	e->stream.open.on_exec = child && !e->stream.opt->ncgroups;
	err = e->stream.opt->ncgroups ? add_cgroups(e) : perf_targets__add(&e->stream.open, e->stream.opt, child, e->stream.excluded);
	return err ?: perf_open__drain(&e->stream.open, e->stream.opt);
}

static long events__alive(struct source *s)
{
	return perf_open__is_live(&((struct live_events *)s)->stream.open);
}

static uint64_t events__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	return perf_losses__sum(&((struct live_events *)s)->stream.open, by_cpu, n);
}

/* -- From the rings to the queue ------------------------------------------------------------------------------------- */

static struct rec *new_record(unsigned type, size_t len, const struct perf_sample *s)
{
	struct rec *r;

	len = REC_LEN(len);
	r = len <= REC_MAX ? calloc(1, len) : NULL;
	if (r)
		*r = (struct rec){ .len = (uint32_t)len, .type = (uint16_t)type, .ts = s->ts, .tid = s->tid, .tgid = s->tgid,
				   .cpu = perf_sample__cpu(s) };
	return r;
}

static struct rec *tracepoint_record(const struct perf_sample *s)
{
	struct rec_event *r = (struct rec_event *)new_record(REC_EVENT, sizeof(*r) + s->raw_len, s);

	if (!r)
		return NULL;
	r->id = perf_u16(s->raw, false);
	r->size = s->raw_len;
	memcpy(r->raw, s->raw, s->raw_len);
	return &r->rec;
}

static struct rec *fault_record(const struct perf_sample *s, const struct perf_kind *kind)
{
	struct rec_fault *r = (struct rec_fault *)new_record(REC_FAULT, sizeof(*r), s);

	if (!r)
		return NULL;
	r->ip = s->ip;
	r->addr = s->addr;
	r->flags = event_kind__is_major(kind) ? FAULT_MAJOR : 0;
	return &r->rec;
}

/* Makes a REC_LOSS; the thread is not known. 0 or -ENOMEM. */
static int push_loss(struct live_events *e, uint64_t count, uint64_t ts, uint32_t cpu)
{
	struct perf_sample s = { .ts = ts, .cpu = cpu };
	struct rec_loss *r = (struct rec_loss *)new_record(REC_LOSS, sizeof(*r), &s);

	if (!r)
		return -ENOMEM;
	r->count = count;
	r->first = r->last = ts;
	r->reason = LOSS_RING;
	return perf_stream__push(&e->stream, &r->rec);
}

static bool is_wanted(struct live_events *e, const struct perf_sample *s)
{
	return s->ts >= e->began && !id_list__has(e->stream.excluded, s->tgid) && (s->tid || !e->in_pid_ns);
}

/* A stack precedes its event; without memory for it the event has none. */
static void push_stack(struct live_events *e, const struct perf_sample *s)
{
	struct rec_stack *r = perf_stack__of(s, &e->stream.open.attr, (unsigned)e->stream.opt->max_stack);

	if (!r)
		return;
	r->abi = STACK_OF_EVENT;
	perf_stream__push(&e->stream, &r->rec);
}

static int take_sample(struct live_events *e, const uint8_t *rec, size_t len)
{
	const struct perf_open *open = &e->stream.open;
	struct perf_sample s;
	struct rec *r;
	unsigned kind;

	if (perf_sample__parse(&s, &open->attr, rec, len, false) || !is_wanted(e, &s))
		return 0;
	kind = perf_open__kind(open, s.id);
	if (kind < open->nkinds && event_kind__is_fault(&open->kinds[kind]))
		r = fault_record(&s, &open->kinds[kind]);
	else if (s.raw && s.raw_len >= sizeof(uint16_t))
		r = tracepoint_record(&s);
	else
		return 0;
	if (r)
		push_stack(e, &s);
	return perf_stream__push(&e->stream, r);
}

static int take(struct perf_stream *stream, const uint8_t *rec, size_t len)
{
	const struct perf_event_header *h = (const struct perf_event_header *)rec;
	struct live_events *e = (struct live_events *)stream;
	struct perf_sample s;
	struct rec_map *r;
	uint64_t lost;
	size_t tail;

	if (h->type == PERF_RECORD_SAMPLE)
		return take_sample(e, rec, len);
	tail = perf_sample__trailer(&s, &stream->open.attr, rec, len, false);
	if (tail && h->type == PERF_RECORD_LOST) {
		lost = perf_u64(rec + sizeof(*h) + 8, false);
		perf_losses__add(&stream->open, s.cpu, lost);
		return push_loss(e, lost, s.ts, s.cpu);
	}
	r = tail && is_wanted(e, &s) ? map_record__of_perf(h->type, h->misc, rec + sizeof(*h), len - sizeof(*h) - tail, false) : NULL;
	if (!r)
		return 0;
	r->rec.ts = s.ts;
	r->rec.cpu = perf_sample__cpu(&s);
	return perf_stream__push(stream, &r->rec);
}

static int push_last_loss(struct perf_stream *s)
{
	uint64_t n = perf_losses__add_rest(&s->open);

	return n ? push_loss((struct live_events *)s, n, s->stopped_at, PERF_NO_CPU) : 0;
}

/* -- The source ------------------------------------------------------------------------------------------------------ */

static const struct rec *events__head(struct source *s, uint64_t ts)
{
	struct live_events *e = (struct live_events *)s;
	struct rec *r;

	if (e->head == e->kinds.nformats)
		return NULL;
	r = &e->kinds.formats[e->head++]->rec;
	r->ts = ts;
	return r;
}

static int events__pause(struct source *s)
{
	return ((struct live_events *)s)->stream.queue.n ? HELD_MS : WAIT_MS;
}

static void events__close(struct source *s)
{
	struct live_events *e = (struct live_events *)s;

	event_kinds__free(&e->kinds);
	perf_stream__close(s);
}

static const struct source_ops events_ops = {
	PERF_STREAM, .stop = perf_stream__stop, .close = events__close, .select = events__select, .head = events__head,
	.pause = events__pause, .alive = events__alive, .lost = events__lost,
};

int live_events__open(struct source **out, const struct options *o, const struct id_list *excluded)
{
	struct live_events *e;
	int err = check(o);

	if (err)
		return err;
	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->stream = (struct perf_stream){
		.source.ops = &events_ops, .opt = o, .excluded = excluded, .slack = SLACK_NS, .take = take, .last = push_last_loss,
	};
	e->in_pid_ns = diagnose__other_pids();
	err = event_kinds__find(&e->kinds, o);
	if (!err)
		err = perf_open__init_kinds(&e->stream.open, "the kernel", event_kinds__take(&e->kinds), e->kinds.n, o->ring_bytes, o->inherit);
	e->stream.open.share = o->stacks != STACKS_NONE ? 4 : 2;	/* half of the lockable memory is for calls */
	if (err)
		events__close(&e->stream.source);
	else
		*out = &e->stream.source;
	return err;
}
