// SPDX-License-Identifier: BSD-2-Clause
/*
 * live_events.c - from perf's rings, one per CPU, to records in the order of time.
 *
 * A CPU may still be writing an event when a later one of another CPU is read, so events wait a little in the queue, as
 * those of source_perf.c do.
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
#include "perf_open.h"
#include "perf_queue.h"
#include "perf_stack.h"
#include "perf_targets.h"

#define WAIT_MS 20		/* how often rings are looked at, */
#define HELD_MS 5		/* and when something waits for what is older */
#define SLACK_NS 10000000u	/* how long a CPU may take to write an event whose time it has noted */

struct live_events {
	struct source source;
	const struct options *opt;
	struct event_kinds kinds;
	struct perf_open open;
	struct perf_queue queue;	/* `chunks` of an event is a struct rec */
	const struct id_list *excluded;
	bool in_pid_ns;			/* what happens outside of it comes with thread 0 */
	unsigned head;			/* formats that were given */
	struct rec *given;
	uint64_t began;			/* ns: nothing before that */
	uint64_t *lost;			/* by CPU; the last: it is not known which */
	uint64_t known;			/* ns */
	uint64_t stopped_at;		/* ns */
	bool stopped, drained;
	int err;
};

bool live_events__wanted(const struct options *o)
{
	return o->events.n || o->faults || options__needs_maps(o) || options__switch_events(o);
}

static bool is_excluded(void *ctx, pid_t tgid)
{
	return id_list__has(((const struct live_events *)ctx)->excluded, (uint32_t)tgid);
}

/* -- Opening --------------------------------------------------------------------------------------------------------- */

static int check(const struct options *o)
{
	const char *with = o->command ? "a command" : o->pids.n ? "-p" : o->tids.n ? "-t" : NULL;

	if (o->has_uid) {
		msg__error("--uid: events other than system calls cannot be selected by user");
		msg__hint("name processes with -p, or a cgroup with -G");
	} else if (o->cgroup && with) {
		msg__error("-G: events other than system calls are selected by cgroup or by %s, not by both", with);
	} else {
		return 0;
	}
	return -ENOTSUP;
}

static int add_cgroup(struct live_events *e)
{
	int fd = cgroup__open(e->opt->cgroup), err;

	if (fd < 0)
		return fd;
	e->open.of_cgroup = true;
	err = perf_open__add(&e->open, fd);
	close(fd);
	return err;
}

static int events__select(struct source *s, pid_t child)
{
	struct live_events *e = (struct live_events *)s;

	e->began = clock__ns(CLOCK_MONOTONIC);
	e->open.cpus = e->opt->has_cpus ? e->opt->cpus : NULL;
	if (e->opt->cgroup)
		return add_cgroup(e);
	e->open.on_exec = child;
	return perf_targets__add(&e->open, e->opt, child, is_excluded, e);
}

static void events__stop(struct source *s)
{
	struct live_events *e = (struct live_events *)s;

	perf_open__stop(&e->open);
	e->stopped_at = clock__ns(CLOCK_MONOTONIC);
	e->stopped = true;
}

static long events__alive(struct source *s)
{
	return perf_open__is_live(&((struct live_events *)s)->open);
}

static uint64_t events__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	const struct live_events *e = (const struct live_events *)s;
	uint64_t sum = 0;

	for (unsigned i = 0; i < e->open.ncpus; i++) {
		if (i < n)
			by_cpu[i] += e->lost[i];
		sum += e->lost[i];
	}
	return sum + e->lost[e->open.ncpus];
}

/* -- From the rings to the queue ------------------------------------------------------------------------------------- */

static struct rec *new_record(unsigned type, size_t len, const struct perf_sample *s)
{
	struct rec *r;

	len = (len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	r = len <= REC_MAX ? calloc(1, len) : NULL;
	if (r)
		*r = (struct rec){ .len = (uint32_t)len, .type = (uint16_t)type, .ts = s->ts, .tid = s->tid, .tgid = s->tgid,
				   .cpu = s->cpu < CPU_NONE ? (uint16_t)s->cpu : CPU_NONE };
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

/* Whose they were is not known. */
static struct rec *loss_record(struct live_events *e, uint64_t count, uint64_t ts, uint32_t cpu)
{
	struct perf_sample s = { .ts = ts, .cpu = cpu };
	struct rec_loss *r = (struct rec_loss *)new_record(REC_LOSS, sizeof(*r), &s);

	if (!r)
		return NULL;
	r->count = count;
	r->first = r->last = ts;
	r->reason = LOSS_RING;
	e->lost[cpu < e->open.ncpus ? cpu : e->open.ncpus] += count;
	return &r->rec;
}

/* PERF_RECORD_MMAP2, linux/perf_event.h */
struct mmap2 {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	uint32_t prot, flags;
	char filename[];
};

static struct rec *map_record(const uint8_t *rec, size_t len, const struct perf_sample *s)
{
	const struct mmap2 *m = (const struct mmap2 *)rec;
	size_t path_len = strnlen(m->filename, len - sizeof(*m));
	struct rec_map *r = (struct rec_map *)new_record(REC_MAP, sizeof(*r) + path_len, s);

	if (!r)
		return NULL;
	r->start = m->addr;
	r->len = m->len;
	r->pgoff = m->pgoff;
	r->prot = m->prot;
	r->flags = m->flags;
	r->maj = m->maj;
	r->min = m->min;
	r->ino = m->ino;
	r->ino_generation = m->ino_generation;
	r->path_len = (uint16_t)path_len;
	memcpy(r->path, m->filename, path_len);
	return &r->rec;
}

/* Nothing is left of what was in a process' memory: it runs another program. */
static struct rec *no_map_record(const struct perf_sample *s)
{
	struct rec_map *r = (struct rec_map *)new_record(REC_MAP, sizeof(*r), s);

	if (!r)
		return NULL;
	r->len = UINT64_MAX;
	return &r->rec;
}

static bool is_wanted(struct live_events *e, const struct perf_sample *s)
{
	return s->ts >= e->began && !is_excluded(e, (pid_t)s->tgid) && (s->tid || !e->in_pid_ns);
}

/* 0 or -ENOMEM. */
static int push(struct live_events *e, struct rec *r)
{
	struct pair_event in_queue = { .ts = r->ts, .chunks = (uint8_t *)r };

	return perf_queue__push(&e->queue, &in_queue);
}

/* It comes before what it is the stack of; without it that is shown all the same. */
static void push_stack(struct live_events *e, const struct perf_sample *s)
{
	struct rec_stack *r = perf_stack__of(s, &e->open.attr, (unsigned)e->opt->max_stack);

	if (!r)
		return;
	r->abi = STACK_OF_EVENT;
	push(e, &r->rec);
}

/* -EAGAIN: there is nothing that is wanted. */
static int sample_record(struct live_events *e, const uint8_t *rec, size_t len, struct rec **r)
{
	struct perf_sample s;
	unsigned kind;

	if (perf_sample__parse(&s, &e->open.attr, rec, len, false) || !is_wanted(e, &s))
		return -EAGAIN;
	kind = perf_open__kind(&e->open, s.id);
	if (kind < e->open.nkinds && event_kind__is_fault(&e->open.kinds[kind]))
		*r = fault_record(&s, &e->open.kinds[kind]);
	else if (s.raw && s.raw_len >= sizeof(uint16_t))
		*r = tracepoint_record(&s);
	else
		return -EAGAIN;
	if (!*r)
		return -ENOMEM;
	push_stack(e, &s);
	return 0;
}

static int other_record(struct live_events *e, const uint8_t *rec, size_t len, struct rec **r)
{
	const struct perf_event_header *h = (const struct perf_event_header *)rec;
	struct perf_sample s;
	size_t tail = perf_sample__trailer(&s, &e->open.attr, rec, len, false);

	if (!tail)
		return -EAGAIN;
	if (h->type == PERF_RECORD_LOST)
		*r = loss_record(e, perf_u64(rec + sizeof(*h) + 8, false), s.ts, s.cpu);
	else if (h->type == PERF_RECORD_MMAP2 && is_wanted(e, &s) && len >= sizeof(struct mmap2) + tail)
		*r = map_record(rec, len - tail, &s);
	else if (h->type == PERF_RECORD_COMM && h->misc & PERF_RECORD_MISC_COMM_EXEC && is_wanted(e, &s))
		*r = no_map_record(&s);
	else
		return -EAGAIN;
	return *r ? 0 : -ENOMEM;
}

/* NULL: nothing that is wanted; or no memory, with *err set. */
static struct rec *record_of(struct live_events *e, const uint8_t *rec, size_t len, int *err)
{
	bool is_sample = ((const struct perf_event_header *)rec)->type == PERF_RECORD_SAMPLE;
	struct rec *r = NULL;

	*err = is_sample ? sample_record(e, rec, len, &r) : other_record(e, rec, len, &r);
	if (*err == -EAGAIN)
		*err = 0;
	return r;
}

static int drain(struct live_events *e, struct perf_ring *ring)
{
	const uint8_t *rec;
	size_t len;
	int err = 0;

	perf_ring__look(ring);
	while (!err && (rec = perf_ring__next(ring, &len))) {
		struct rec *r = record_of(e, rec, len, &err);

		if (r)
			err = push(e, r);
	}
	perf_ring__release(ring);
	return err;
}

/* A ring tells of a loss when it has room again, which after the last event it has not. */
static int push_last_loss(struct live_events *e, uint64_t now)
{
	uint64_t told = events__lost(&e->source, NULL, 0), lost = perf_open__lost(&e->open);
	struct rec *r;

	if (lost <= told)
		return 0;
	r = loss_record(e, lost - told, now, PERF_NO_CPU);
	return r ? push(e, r) : -ENOMEM;
}

static void events__tend(struct source *s)
{
	struct live_events *e = (struct live_events *)s;
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	bool stopped = e->stopped;
	int err = 0;

	for (unsigned i = 0; i < e->open.ncpus && !err; i++)
		if (e->open.rings[i].page)
			err = drain(e, &e->open.rings[i]);
	if (!err && stopped)
		err = push_last_loss(e, e->stopped_at);
	if (err && !e->err)
		msg__error("not enough memory");
	e->err = e->err ? e->err : err;
	e->drained = stopped;
	e->known = stopped ? UINT64_MAX : now - SLACK_NS;
}

/* -- From the queue -------------------------------------------------------------------------------------------------- */

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

static bool pop(struct live_events *e, const struct rec **rec)
{
	struct pair_event in_queue;

	if (!perf_queue__pop(&e->queue, e->known, &in_queue))
		return false;
	free(e->given);
	*rec = e->given = (struct rec *)in_queue.chunks;
	return true;
}

static int events__next(struct source *s, const struct rec **rec)
{
	struct live_events *e = (struct live_events *)s;

	if (!e->err && pop(e, rec))
		return SOURCE_RECORD;
	if (e->err || e->drained)
		return e->err ? e->err : SOURCE_END;
	events__tend(s);
	return pop(e, rec) ? SOURCE_RECORD : SOURCE_WAIT;
}

static uint64_t events__known(struct source *s)
{
	return ((struct live_events *)s)->known;
}

static int events__pause(struct source *s)
{
	return ((struct live_events *)s)->queue.n ? HELD_MS : WAIT_MS;
}

static void events__close(struct source *s)
{
	struct live_events *e = (struct live_events *)s;

	perf_open__close(&e->open);
	perf_queue__close(&e->queue);
	event_kinds__free(&e->kinds);
	free(e->given);
	free(e->lost);
	free(e);
}

static const struct source_ops events_ops = {
	.next = events__next,
	.stop = events__stop,
	.close = events__close,
	.select = events__select,
	.head = events__head,
	.known = events__known,
	.tend = events__tend,
	.pause = events__pause,
	.alive = events__alive,
	.lost = events__lost,
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
	e->source.ops = &events_ops;
	e->opt = o;
	e->excluded = excluded;
	e->in_pid_ns = diagnose__other_pids();
	err = event_kinds__find(&e->kinds, o);
	if (!err)
		err = perf_open__init_kinds(&e->open, "the kernel", event_kinds__take(&e->kinds), e->kinds.n, o->ring_bytes, o->inherit);
	e->open.share = o->stacks != STACKS_NONE ? 4 : 2;	/* the first half is for calls */
	if (!err)
		e->lost = calloc(e->open.ncpus + 1, sizeof(*e->lost));
	if (!err && !e->lost)
		err = -ENOMEM;
	if (err)
		events__close(&e->source);
	else
		*out = &e->source;
	return err;
}
