// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_perf.c - reads perf's rings, one per CPU, sorts their events by time, and passes them to the pairing of calls.
 *
 * A CPU may still be writing an event when a newer one of another CPU is read, so events wait for SLACK_NS in the queue.
 */
#include "source_perf.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "config/option_values.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/time_heap.h"
#include "live_events.h"
#include "perf_filter.h"
#include "perf_losses.h"
#include "perf_open.h"
#include "perf_pair.h"
#include "perf_queue.h"
#include "perf_record.h"
#include "perf_stack.h"
#include "perf_targets.h"
#include "sources/snapshot.h"
#include "sources/vm/hold.h"
#include "sources/vm/late_confirm.h"
#include "sources/vm/vm_capture.h"
#include "syscall_tracepoints.h"

#define SLACK_NS 10000000u	/* longest time from taking an event's time stamp to writing it: a virtual CPU may be paused */
#define WAIT_MS 20		/* interval of polling the rings */
#define BUSY_MS 1		/* … while events come, for memory must be read soon */
#define AGAIN 256		/* … and at the latest after so many events, before the rings are full */
#define RELEASE 64		/* events after which a ring's space is freed */

/* The next event of a ring. */
struct head {
	struct pair_event e;
	bool has, behind;
	unsigned taken;
};

struct source_perf {
	struct source source;
	const struct options *opt;
	struct perf_open events;
	struct syscall_tracepoints named;
	struct perf_queue queue;
	struct pair pair;
	struct vm_capture *late;
	struct hold *hold;		/* NULL: no calls are held */
	struct confirm *confirm;	/* events that have left the queue */
	struct head *heads;		/* by CPU, */
	struct due *heap;		/* and a heap of those that have an event, the oldest first */
	uint32_t n_heap;
	const struct id_list *excluded;
	pid_t child;			/* the command, until its execve: calls before that are the tracer's */
	uint64_t until;			/* ns: events up to this time may be passed on */
	uint64_t began;
	bool stopped, drained, done;
	size_t queue_bytes;		/* limit of waiting events: then the rings fill up, and losses are counted */
	unsigned handed;		/* events passed on since the last look */
	bool busy;			/* the last look found events */
	struct pollfd *polls;
	char *prompt[2];		/* filters of events that wake the reader: by index of events.id */
};

/* -- Targets -------------------------------------------------------------------------------------------------- */

static bool is_excluded(void *ctx, pid_t tgid)
{
	return id_list__has(((const struct source_perf *)ctx)->excluded, (uint32_t)tgid);
}

/* -- The snapshot ---------------------------------------------------------------------------------------------------- */

/* Queues the record with the events: earlier events of the thread take precedence. */
static int queue_pending(struct source_perf *s, const struct rec_call *r)
{
	struct pair_event e = {
		.ts = r->rec.ts, .tid = r->rec.tid, .tgid = r->rec.tgid, .cpu = CPU_NONE, .kind = PAIR_WAITS, .nr = r->nr, .nargs = r->nargs,
		.chunks_len = r->rec.len - r->fixed,
	};

	memcpy(e.args, r->args, r->nargs * sizeof(e.args[0]));
	e.chunks = e.chunks_len ? malloc(e.chunks_len) : NULL;
	if (e.chunks)
		memcpy(e.chunks, (const uint8_t *)r + r->fixed, e.chunks_len);
	else
		e.chunks_len = 0;
	return perf_queue__push(&s->queue, &e);
}

/* Mappings are needed only to confirm memory; they are not returned. */
static int push_snapshot(void *ctx, const struct rec *rec)
{
	struct source_perf *s = ctx;

	if (rec->type == REC_MAP) {
		confirm__map(s->confirm, (const struct rec_map *)rec);
		return 0;
	}
	return rec->type == REC_PENDING ? queue_pending(s, (const struct rec_call *)rec) : pair__put(&s->pair, rec);
}

static int keep_record(void *ctx, const struct rec *rec)
{
	struct pair_event *e = ctx;

	e->chunks = malloc(rec->len);
	if (!e->chunks)
		return -ENOMEM;
	memcpy(e->chunks, rec, rec->len);
	e->chunks_len = rec->len;
	return 0;
}

/* IDs of a new thread in PID namespaces, if it still exists. */
static void take_numbers(struct pair_event *e)
{
	struct snapshot snap = { .push = keep_record, .ctx = e, .ts = e->ts };

	snapshot__numbers(&snap, (pid_t)e->tgid, (pid_t)e->tid);
}

static void take_snapshot(struct source_perf *s, pid_t child)
{
	struct snapshot snap = {
		.push = push_snapshot, .skip = is_excluded, .ctx = s, .ts = s->began,
		.abi = abi__native(), .abi_compat = ABI_COUNT, .maps = true, .own_uids = true,	/* events do not distinguish 32-bit calls */
	};

	snapshot__targets(&snap, s->opt, child);
}

static int perf__select(struct source *source, pid_t child)
{
	struct source_perf *s = (struct source_perf *)source;
	int err;

	privileges__drop();
	s->child = child;
	vm_capture__command(s->late, child);
	s->busy = true;
	err = perf_targets__add(&s->events, s->opt, child, s->excluded);
	if (err)
		return perf_stack__explain(s->opt, err);
	/* Events are enabled one after the other: before this time there may be entries without exits. */
	s->began = clock__ns(CLOCK_MONOTONIC);
	s->pair.has_real = true;
	s->pair.real_at_0 = clock__ns(CLOCK_REALTIME) - s->began;
	err = pair__begin(&s->pair, s->began);
	take_snapshot(s, child);
	msg__info("perf events: a ring of %zu KiB on each CPU; the kernel selects calls by: %s", s->events.bytes / 1024,
		  s->events.filter ? s->events.filter : "nothing");
	syscall_tracepoints__begin(&s->named, &s->events, s->late);
	return err ?: perf_open__drain(&s->events, s->opt);
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

/* Calls of the forked command before its execve are the tracer's. */
static bool is_of_tracer(struct source_perf *s, const struct pair_event *e)
{
	if (!s->child || e->tid != (uint32_t)s->child)
		return false;
	if (e->kind == PAIR_EXEC || e->kind == PAIR_END)
		s->child = 0;
	return (e->kind == PAIR_ENTER || e->kind == PAIR_LEAVE) && rows__effect(abi__native(), (unsigned)e->nr) != EXECS;
}

/* Threads outside of this PID namespace have tid 0, which otherwise makes no calls. */
static bool is_wanted(struct source_perf *s, const struct pair_event *e)
{
	return e->ts >= s->began && (e->kind == PAIR_LOSS || (e->tid && !is_excluded(s, (pid_t)e->tgid)));
}

/* Is there a wanted event in the part of the ring that was looked at? */
static bool peek(struct source_perf *s, unsigned cpu)
{
	struct perf_ring *r = &s->events.rings[cpu];
	struct head *h = &s->heads[cpu];
	const uint8_t *rec;
	size_t len;

	while (!h->has && (rec = perf_ring__next(r, &len))) {
		if (perf_record__event(rec, len, &s->events.attr, s->events.formats, false, &h->e) != 1)
			continue;
		h->has = is_wanted(s, &h->e);
		if (!h->has)
			pair_event__drop(&h->e);
		else if (s->opt->stacks != STACKS_NONE && h->e.kind == PAIR_ENTER && h->e.origin == PAIR_RAW)
			h->e.stack = perf_stack__of_record(rec, len, &s->events.attr, (unsigned)s->opt->max_stack);
	}
	return h->has;
}

static struct due due_of(const struct source_perf *s, unsigned cpu)
{
	return (struct due){ .ts = s->heads[cpu].e.ts, .order = cpu, .at = cpu };
}

static int take(struct source_perf *s, unsigned cpu, bool full)
{
	struct head *h = &s->heads[cpu];
	int err;

	h->has = false;
	vm_capture__see(s->late, &h->e, h->behind || full);
	if (h->e.kind == PAIR_FORK)
		take_numbers(&h->e);
	if (++h->taken % RELEASE == 0)
		perf_ring__release(&s->events.rings[cpu]);
	err = perf_queue__push(&s->queue, &h->e);
	if (peek(s, cpu))
		time_heap__replace(s->heap, s->n_heap, due_of(s, cpu));
	else
		time_heap__pop(s->heap, &s->n_heap);
	return err;
}

/* Takes all events out of the rings, the oldest first. */
static int take_all(struct source_perf *s, bool full)
{
	int err = 0;

	s->n_heap = 0;
	for (unsigned i = 0; i < s->events.ncpus; i++)
		if (s->events.rings[i].page && peek(s, i))
			time_heap__push(s->heap, &s->n_heap, due_of(s, i));
	while (!err && s->n_heap)
		err = take(s, s->heap[0].at, full);
	return err;
}

/*
 * Moves all events from the rings to the queue. Events older than the time read at the beginning are in the rings then, except for
 * those that a CPU is just writing.
 */
static int look(struct source_perf *s)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	bool full = false;
	int err = 0;

	s->drained = s->stopped;
	s->handed = 0;
	s->busy = false;
	for (unsigned i = 0; i < s->events.ncpus; i++) {
		struct perf_ring *r = &s->events.rings[i];

		if (!r->page)
			continue;
		perf_ring__look(r);
		s->busy |= r->head != r->tail;
		s->heads[i].behind = r->head - r->tail > r->size / 4;
		full |= r->head - r->tail > r->size / 4 * 3;
	}
	if (full)
		confirm__doubt(s->confirm, now);
	if (s->hold)
		err = hold__hand_over(s->hold, s->late);
	if (!err)
		err = take_all(s, full);
	vm_capture__read_again(s->late);
	for (unsigned i = 0; i < s->events.ncpus; i++)
		if (s->events.rings[i].page)
			perf_ring__release(&s->events.rings[i]);
	s->until = s->drained ? UINT64_MAX : now - SLACK_NS;
	return err;
}

/* Moves the oldest event from the queue to late_confirm.c, where it waits for what confirms its memory. 1, 0 or -errno. */
static int sort_one(struct source_perf *s)
{
	struct pair_event e;

	if (perf_queue__pop(&s->queue, s->until, &e))
		return confirm__push(s->confirm, &e) ? -ENOMEM : 1;
	confirm__know(s->confirm, s->until);
	return 0;
}

/* Passes on the oldest event, if it is old enough. 1, 0 or -errno. */
static int pair_one(struct source_perf *s)
{
	struct pair_event e;
	int r = 1;

	while (!confirm__pop(s->confirm, &e)) {
		if (r <= 0)
			return r;
		r = sort_one(s);
	}
	if (is_of_tracer(s, &e)) {
		pair_event__drop(&e);
		return 1;
	}
	if (e.kind == PAIR_LOSS)
		perf_losses__add(&s->events, e.cpu, e.count);
	return pair__event(&s->pair, &e) ? -ENOMEM : 1;
}

static uint64_t perf__lost(struct source *source, uint64_t *by_cpu, unsigned n)
{
	return perf_losses__sum(&((struct source_perf *)source)->events, by_cpu, n);
}

static int last_loss(struct source_perf *s)
{
	struct pair_event e = { .kind = PAIR_LOSS, .cpu = CPU_NONE, .ts = s->queue.newest, .count = perf_losses__add_rest(&s->events) };

	return e.count ? pair__event(&s->pair, &e) : 0;
}

/* Looks at the rings when no event may be passed on. 1: go on; 0: still none; -errno. */
static int refill(struct source_perf *s)
{
	int err;

	if (s->drained) {
		s->done = true;
		err = last_loss(s);
		if (!err)
			err = pair__finish(&s->pair);
	} else {
		err = look(s);
	}
	if (err)
		return err;
	return s->done || s->drained ? 1 : pair_one(s);
}

static int perf__next(struct source *source, const struct rec **rec)
{
	struct source_perf *s = (struct source_perf *)source;
	int r;

	for (;;) {
		*rec = pair__next(&s->pair);
		if (*rec)
			return SOURCE_RECORD;
		if (s->done)
			return SOURCE_END;
		r = s->drained || s->queue.bytes > s->queue_bytes || s->handed++ < AGAIN ? pair_one(s) : 0;
		if (!r)
			r = refill(s);
		if (!r)
			return SOURCE_WAIT;
		if (r < 0) {
			msg__no_memory();
			s->done = true;
		}
	}
}

/*
 * poll(2) reports only rings that are half full, and always those whose first thread has ended, so the rings are also polled at an
 * interval.
 */
static int perf__wait(struct source *source, int ms, struct pollfd *others, unsigned nothers)
{
	struct source_perf *s = (struct source_perf *)source;
	unsigned n = 0;
	int r;

	if (ms > WAIT_MS || s->queue.n || confirm__oldest(s->confirm) != UINT64_MAX)
		ms = WAIT_MS;
	if (s->busy)
		ms = BUSY_MS;
	for (unsigned i = 0; i < s->events.ncpus; i++)
		if (s->events.owners[i] >= 0)
			s->polls[n++] = (struct pollfd){ .fd = s->events.owners[i], .events = POLLIN };
	r = source__poll(s->polls, n, 0, others, nothers);
	for (unsigned i = 0; r > 0 && i < n; i++) {
		if (s->polls[i].revents & POLLIN)
			return 0;
		if (s->polls[i].revents)
			s->polls[i].fd = -1;
	}
	r = source__poll(s->polls, n, ms, others, nothers);
	return r < 0 ? r : 0;
}

static void perf__stop(struct source *source)
{
	struct source_perf *s = (struct source_perf *)source;

	if (!s->stopped)
		perf_open__stop(&s->events);
	s->stopped = true;
}

static void perf__close(struct source *source)
{
	struct source_perf *s = (struct source_perf *)source;

	perf_queue__close(&s->queue);
	pair__close(&s->pair);
	for (unsigned i = 0; s->heads && i < s->events.ncpus; i++)
		if (s->heads[i].has)
			pair_event__drop(&s->heads[i].e);
	confirm__free(s->confirm);
	vm_capture__free(s->late);
	free(s->heads);
	free(s->heap);
	free(s->polls);
	free(s->prompt[0]);
	free(s->prompt[1]);
	syscall_tracepoints__free(&s->named);
	perf_open__close(&s->events);
	free(s);
}

/* -- The source ------------------------------------------------------------------------------------------------------ */

static int refuse(const char *option)
{
	msg__error("%s: perf events cannot select by that", option);
	msg__hint("BPF can: be root, and leave out --source");
	return -ENOTSUP;
}

/* Events are allocated and freed by the megabyte: malloc must not return that memory to the kernel each time. */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	mallopt(M_TOP_PAD, 1 << 20);
#endif
}

#define PROMPT_CPUS 16		/* on more CPUs no inherited prompt events: each costs every fork some microseconds per CPU */

/* A descriptor's file is known until it is closed, and execve's memory until it succeeds: such events wake the reader. */
static int look_promptly(struct source_perf *s)
{
	int err = 0;

	if (s->opt->inherit && !s->opt->all && s->events.ncpus > PROMPT_CPUS)
		return 0;
	s->prompt[0] = perf_filter__prompt_entries(s->opt);
	s->prompt[1] = perf_filter__prompt_exits(s->opt);
	for (unsigned i = 0; i < 2 && !err; i++)
		if (s->prompt[i])
			err = perf_open__add_prompt(&s->events, s->events.id[i], s->prompt[i]);
	return err;
}

static void perf__say(struct source *source)
{
	struct source_perf *s = (struct source_perf *)source;

	if (!s->opt->hold && s->opt->kernel_by == BY_AUTO)
		msg__note("BPF programs may not be loaded, so perf events are read: what may have changed by then is shown as an address. "
			  "'trace doctor' says how to have all");
}

static uint64_t perf__known(struct source *source)
{
	const struct source_perf *s = (const struct source_perf *)source;
	uint64_t oldest = confirm__oldest(s->confirm);

	return oldest && oldest <= s->until ? oldest - 1 : s->until;
}

static long perf__alive(struct source *source)
{
	const struct source_perf *s = (const struct source_perf *)source;

	return s->opt->all || perf_open__is_live(&s->events);
}

static unsigned perf__cpus(struct source *source)
{
	return ((struct source_perf *)source)->events.ncpus;
}

static const struct source_ops perf_ops = {
	.next = perf__next, .stop = perf__stop, .close = perf__close, .select = perf__select, .say = perf__say,
	.known = perf__known, .wait = perf__wait, .alive = perf__alive, .lost = perf__lost, .cpus = perf__cpus,
};

int source_perf__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold)
{
	struct source_perf *s;
	int err;

	if (o->has_uid || o->ncgroups)
		return refuse(o->has_uid ? "--uid" : "-G");
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->source.ops = &perf_ops;
	s->opt = o;
	s->excluded = excluded;
	s->hold = hold;
	pair__set_abi(&s->pair, abi__native());
	err = perf_open__init(&s->events, o->ring_bytes, o->inherit);
	s->events.share = live_events__wanted(o) || o->stacks != STACKS_NONE ? 2 : 0;
	if (!err) {
		s->polls = calloc(s->events.ncpus, sizeof(*s->polls));
		s->heads = calloc(s->events.ncpus, sizeof(*s->heads));
		s->heap = calloc(s->events.ncpus, sizeof(*s->heap));
		s->late = vm_capture__new(o);
		s->confirm = s->late ? confirm__new(s->late) : NULL;
		perf_open__filter(&s->events, perf_filter__new(o));
		perf_stack__ask(&s->events, o);
		err = s->polls && s->heads && s->heap && s->confirm ? syscall_tracepoints__find(&s->named, &s->events, o) : -ENOMEM;
		if (!err)
			err = look_promptly(s);
	}
	if (err) {
		perf__close(&s->source);
		return err;
	}
	keep_memory();
	s->queue_bytes = ring_size__limit();
	*out = &s->source;
	return 0;
}
