// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_bpf.c - loads the programs, selects tasks, drains the rings.
 *
 * Events do not wake the reader, which polls every BUSY_MS while records come. The first one after a pause, and a full ring do.
 */
#include "source_bpf.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "bpf/config.h"
#include "bpf_attach.h"
#include "bpf_configure.h"
#include "bpf_inject.h"
#include "bpf_iter.h"
#include "bpf_lease.h"
#include "bpf_loader.h"
#include "bpf_loss.h"
#include "bpf_pending.h"
#include "bpf_requests.h"
#include "bpf_snapshot.h"
#include "bpf_tallies.h"
#include "bpf_targets.h"
#include "bpf_way.h"
#include "compat.h"
#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "lib/clock.h"
#include "lib/leave.h"
#include "lib/msg.h"
#include "lib/ulimits.h"
#include "ptrace_access.h"
#include "ring_drain.h"
#include "sources/seccomp/inject.h"
#include "tracker/waiting.h"

#define BUSY_MS 5
#define YOUNG_NS 20000000u		/* for so long it looks more often, and is not woken: a command may end soon, */
#define YOUNG_MS 1			/* … and what was shown by then need not be waited for */
#define SCAN_NS 500000000u		/* longest interval of looking for calls that wait */
#define SCAN_SHARE 50			/* … and the shortest: so many times what that takes */
#define SKEW_NS 100000ull		/* the kernel's fast clock may differ from clock_gettime by less than this */
#define ENOUGH 4096		/* records, after which it looks again at once: a look takes the rings' positions from the writers' caches */

struct source_bpf {
	struct source source;
	const struct options *opt;
	struct freezer *freezer;	/* pauses the targets; NULL: they are not paused */
	struct inject *inject;		/* its signals are sent here; NULL: there are none */
	struct bpf_inject *injection;	/* into running processes; NULL: none */
	struct loaded loaded;
	struct ring *rings;
	struct ring_drain drain;
	unsigned ncpus;
	struct ring_merge merge;
	struct bpf_requests requests;	/* of io_uring that have not completed */
	struct bpf_tallies tallies;	/* calls that are counted instead of returned */
	struct waiting waiting;		/* calls in progress when tracing began */
	int scan;			/* the link of trace_scan; -1: none */
	void *map;			/* all rings */
	size_t map_size;
	uint64_t ring_bytes;		/* of one ring */
	uint64_t next_scan;
	uint64_t given;			/* records returned since the last look */
	uint64_t began;			/* ns: when tasks were selected */
	uint64_t calls;			/* returned so far */
	struct bpf_losses losses;	/* told in records that were returned */
	uint64_t bound;			/* ns: records up to here are returned before the next look */
	uint64_t scan_began, scan_ended;	/* ns: of the last scan */
	uint64_t told;			/* ns: see source_ops */
	uint64_t tallied;		/* ns: when counts were returned last, or the start */
	bool looked, stopped, ended;
	bool snapshot_rest;		/* bpf_snapshot__rest() is to be called */
	bool no_functions;		/* programs could not be attached to functions of calls */
	bool counted;			/* the last of the counts are being returned */
};

static int open_rings(struct source_bpf *s)
{
	unsigned chunks = s->loaded.cfg.ring_chunks;
	size_t page = sysconf(_SC_PAGESIZE), stride = RING_STRIDE(s->loaded.one_element), each = RING_SIZE(chunks, stride);
	int err = 0;

	s->map_size = (s->ncpus * each + page - 1) / page * page;
	s->map = mmap(NULL, s->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (s->map == MAP_FAILED) {
		s->map = NULL;
		return -errno;
	}
	s->rings = calloc(s->ncpus, sizeof(*s->rings));
	if (!s->rings)
		return -ENOMEM;
	for (unsigned i = 0; !err && i < s->ncpus; i++)
		err = ring__map(&s->rings[i], &s->loaded.ring_ctls[i], (uint8_t *)s->map + i * each, chunks, stride, LOADED_MAP(&s->loaded, rings), i * each);
	if (err)
		return err;
	for (unsigned i = 0; compat__reorders() && i < s->ncpus; i++)
		ring__set_fence(&s->rings[i], LOADED_PROG(&s->loaded, trace_fence), i);
	s->ring_bytes = (uint64_t)chunks * RING_CHUNK;
	err = ring_drain__open(&s->drain, s->rings, s->ncpus, s->ring_bytes, LOADED_MAP(&s->loaded, wakeup));
	if (err)
		return err;
	return ring_merge__open(&s->merge, s->rings, s->ncpus);
}

static int load(struct source_bpf *s, const struct id_list *excluded)
{
	struct loaded *l = &s->loaded;
	int err;

	bpf_configure(l, s->opt, s->inject);
	s->ncpus = l->ncpus;
	err = bpf_way__choose(l, s->opt, s->no_functions);
	bpf_configure__seats(&l->cfg);
	if (!err)
		err = bpf_loader__load(l);
	if (!err)
		err = bpf_targets__restrict(l, s->opt, excluded);
	if (!err)
		bpf_loss__begin(l);
	return err;
}

/* Comes first: IDs depend on the namespace. */
static int find_own_namespace(struct source_bpf *s)
{
	ssize_t err;

	if (!s->loaded.cfg.in_pid_ns)
		return 0;
	s->loaded.bss->scan_mode = SCAN_PID_NS;
	err = bpf_iter__run(LOADED_PROG(&s->loaded, trace_scan), 0, NULL);
	return err < 0 ? (int)err : 0;
}

static uint64_t scan_interval(const struct source_bpf *s)
{
	return s->opt->pending_ns / 2 < SCAN_NS ? s->opt->pending_ns / 2 : SCAN_NS;
}

static int await_attached(struct source_bpf *s)
{
	int err = bpf_attach__await(&s->loaded);

	if (err)
		diagnose__explain_bpf(err);
	return err;
}

static int select_all(struct source_bpf *s, pid_t child)
{
	/* If all tasks are selected, events come as soon as programs are attached; REC_START must precede them. */
	uint64_t ts = s->opt->all ? s->began : clock__ns(CLOCK_MONOTONIC);
	int err = bpf_targets__only(s->opt, child) ? 0 : await_attached(s);	/* a command has not begun */

	if (!err)
		err = bpf_targets__add(&s->loaded, s->opt, child);
	if (err)
		return err;
	if (!s->opt->all) {
		err = bpf_targets__select(&s->loaded, s->opt, child);
		if (err) {
			if (err == -EPERM)
				ptrace_access__explain(s->opt);
			else
				msg__error("cannot select the processes to trace: %s", ulimits__why(err));
			return err;
		}
	}
	s->began = s->losses.unskipped = ts;
	err = bpf_pending__find_late(&s->loaded);
	if (err) {
		msg__error("cannot find the calls that wait: %s", ulimits__why(err));
		return err;
	}
	bpf_pending__end_late(&s->loaded);
	err = bpf_tallies__begin(&s->tallies, s->opt->tally_interval, ts);
	if (err)
		return msg__no_memory();
	s->tallied = s->told = s->tallies.next ? ts : 0;
	bpf_snapshot__take(&s->loaded, s->opt, &s->merge, child, ts);
	s->snapshot_rest = bpf_targets__only(s->opt, child);
	s->next_scan = ts + scan_interval(s);
	return await_attached(s);
}

/*
 * Before programs are attached: until the reader begins, which on a busy machine takes a while, rings fill up, too. What stacks and other ends
 * mean is read from processes, which may end.
 */
static int start_drain(struct source_bpf *s)
{
	const struct options *o = s->opt;
	int err = ring_drain__start(&s->drain, o->has_memory ? o->memory : ring_size__spill(), o->has_memory,
				    o->stacks != STACKS_NONE || o->peers, s->freezer);

	if (err)
		msg__error("cannot start a thread: %s", ulimits__why(err));
	return err;
}

/* File capabilities are used for BPF only, whose programs restrict themselves to tasks that the user may trace. */
static int bpf_select(struct source *src, pid_t child)
{
	int err;

	privileges__raise();
	err = select_all((struct source_bpf *)src, child);
	privileges__lower();
	if (!err && !compat__use_takes_caps())
		privileges__drop();
	return err;
}

static uint64_t bpf_known(struct source *src)
{
	return ((struct source_bpf *)src)->merge.until;
}

/* Always above 0 if all tasks are selected. */
static long bpf_alive(struct source *src)
{
	const struct source_bpf *s = (const struct source_bpf *)src;

	return s->opt->all ? 1 : __atomic_load_n(&s->loaded.bss->live, __ATOMIC_ACQUIRE);
}

static unsigned bpf_cpus(struct source *src)
{
	return ((struct source_bpf *)src)->ncpus;
}

static uint64_t bpf_lost(struct source *src, uint64_t *by_cpu, unsigned n)
{
	const struct source_bpf *s = (const struct source_bpf *)src;

	return bpf_loss__sum(&s->loaded, s->ncpus, by_cpu, n, NULL);
}

static void bpf_say(struct source *src)
{
	(void)src;
	if (compat__preemptible())
		msg__note("tracefs cannot be read, so the kernel may skip calls, which are counted as lost: mount it, or see 'trace doctor'");
}

static void count_given(struct source_bpf *s, const struct rec *rec)
{
	if (rec->type == REC_CALL)
		s->calls++;
	else if (rec->type == REC_LOSS)
		bpf_losses__count(&s->losses, (const struct rec_loss *)rec);
}

/* The pauses that have ended; their times follow those of records that were returned. */
static void push_pauses(struct source_bpf *s)
{
	struct pause p;

	while (ring_drain__pause(&s->drain, &p)) {
		struct rec_pause r = {
			.rec = { .len = sizeof(r), .type = REC_PAUSE, .cpu = CPU_NONE, .ts = p.ended }, .dur = p.ended - p.began,
		};

		if (r.rec.ts <= s->merge.until && !s->stopped)
			r.rec.ts = s->merge.until + 1;
		ring_merge__push(&s->merge, &r.rec);
	}
}

static bool any_record(struct source_bpf *s)
{
	for (unsigned i = 0; i < s->ncpus; i++)
		if (__atomic_load_n(&s->rings[i].ctl->head, __ATOMIC_SEQ_CST) != s->rings[i].pos)
			return true;
	return false;
}

/* Losses of threads without a later record, then REC_END. */
static __attribute__((cold, noinline)) void push_end(struct source_bpf *s)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC), lost = bpf_losses__push_rest(&s->losses, &s->loaded, s->ncpus, &s->merge, s->began, now);
	struct rec_end end = {
		.rec = { .len = sizeof(end), .type = REC_END, .cpu = CPU_NONE, .ts = now },
		.lost = lost,
	};

	bpf_tallies__say_lost(&s->tallies);
	end.calls = s->calls;
	ring_merge__push(&s->merge, &end.rec);
	ring_drain__say(&s->drain, lost);
	s->ended = true;
}

/* Joins a record with the memory read when tracing began. */
static const struct rec *complete(struct source_bpf *s, const struct rec *rec)
{
	if (rec->type == REC_PENDING && ((const struct rec_call *)rec)->flags & CALL_AT_ATTACH)
		waiting__keep(&s->waiting, (const struct rec_call *)rec);
	else if (s->waiting.calls.n && (rec->type == REC_CALL || rec->type == REC_EXIT))
		return waiting__join(&s->waiting, rec);
	return rec;
}

/* Are more records likely to be there? */
static bool look_again(const struct source_bpf *s)
{
	return s->given >= (s->stopped ? 1 : ENOUGH);
}

/* Looks for calls that wait. */
static __attribute__((cold, noinline)) void scan(struct source_bpf *s, uint64_t now)
{
	uint64_t took;

	bpf_pending__report(&s->loaded, s->scan, &s->merge, s->opt->pending_ns);
	bpf_pending__end_late(&s->loaded);
	s->scan_began = now;
	s->scan_ended = clock__ns(CLOCK_MONOTONIC);
	took = s->scan_ended - now;
	s->next_scan = now + (scan_interval(s) > SCAN_SHARE * took ? scan_interval(s) : SCAN_SHARE * took);
}

/* Returns the counts of the time that has passed. */
static __attribute__((cold, noinline)) void report_tallies(struct source_bpf *s, uint64_t now)
{
	s->tallied = now;
	bpf_tallies__end_period(&s->tallies, now);
	while (!s->stopped && bpf_tallies__report(&s->tallies, &s->merge, &s->calls))
		;
}

static __attribute__((cold, noinline)) void take_rest(struct source_bpf *s)
{
	bpf_snapshot__rest(&s->loaded, s->opt, &s->merge, s->began);
	s->snapshot_rest = false;
}

static int bpf_next(struct source *src, const struct rec **rec)
{
	struct source_bpf *s = (struct source_bpf *)src;
	uint64_t now;

	if (s->snapshot_rest)
		take_rest(s);
	for (;;) {
		if (!s->looked) {
			now = clock__ns(CLOCK_MONOTONIC);
			if (s->loaded.cfg.preemptible && !s->losses.skipped && s->merge.until != ~0ull && any_record(s))
				bpf_losses__push_skipped(&s->losses, &s->loaded, &s->merge, now);
			push_pauses(s);
			if (s->tallies.next && now >= s->tallies.next && !s->stopped)
				report_tallies(s, now);
			if (!s->stopped)
				bpf_tallies__drain(&s->tallies, &s->merge, now, &s->calls);
			if (now >= s->next_scan && !s->stopped)
				scan(s, now);
			s->bound = s->stopped ? ~0ull : now - SKEW_NS;
			ring_merge__look(&s->merge, s->bound);
			s->looked = true;
			s->given = 0;
		}
		*rec = bpf_requests__next(&s->requests);
		if (*rec)
			return SOURCE_RECORD;
		*rec = ring_merge__next(&s->merge);
		if (*rec && (*rec)->type == REC_EXIT)
			*rec = bpf_requests__end_thread(&s->requests, &s->loaded, *rec);
		if (*rec) {
			s->given++;
			count_given(s, *rec);
			*rec = complete(s, *rec);
			return SOURCE_RECORD;
		}
		ring_merge__release(&s->merge);
		s->looked = false;
		if (s->tallies.next && s->bound >= s->tallied)
			s->told = s->tallied;
		else if (!s->tallies.next && s->scan_began && s->bound >= s->scan_ended)
			s->told = s->scan_began - s->opt->pending_ns;
		if (look_again(s))
			continue;
		if (!s->stopped)
			return SOURCE_WAIT;
		if (s->ended)
			return SOURCE_END;
		if (!s->counted) {
			report_tallies(s, clock__ns(CLOCK_MONOTONIC));
			bpf_requests__report(&s->requests, &s->loaded, &s->merge);
		}
		s->counted = true;
		if (!bpf_tallies__report(&s->tallies, &s->merge, &s->calls))
			push_end(s);
	}
}

static uint64_t bpf_told(struct source *src)
{
	return ((struct source_bpf *)src)->told;
}

static void set_watermarks(struct source_bpf *s, uint64_t bytes)
{
	for (unsigned i = 0; i < s->ncpus; i++)
		ring__set_watermark(&s->rings[i], bytes);
}

/* ms, but at most until that time. */
static int sooner(int ms, uint64_t until)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC), left = until > now ? (until - now) / 1000000 + 1 : 0;

	return ms < 0 || left < (uint64_t)ms ? (int)left : ms;
}

/* While it sleeps for want of records the first one wakes it; otherwise the other thread is woken by a ring above its watermark. */
static int bpf_wait(struct source *src, int ms, struct pollfd *others, unsigned n)
{
	struct source_bpf *s = (struct source_bpf *)src;
	struct pollfd wakeup = { .fd = s->drain.fd, .events = POLLIN };
	struct timespec t = { .tv_nsec = BUSY_MS * 1000000 };
	bool busy = any_record(s);
	int err;

	if (clock__ns(CLOCK_MONOTONIC) - s->began < YOUNG_NS) {
		err = source__poll(&wakeup, 1, YOUNG_MS, others, n);
		if (wakeup.revents)
			ring_drain__awake(&s->drain);
		return err;
	}
	if (s->tallies.next)
		ms = sooner(ms, s->tallies.next);
	if (s->tallies.next_drain)
		ms = sooner(ms, s->tallies.next_drain);
	if (!busy) {
		set_watermarks(s, 1);
		busy = any_record(s);
	}
	err = source__poll(&wakeup, 1, busy ? BUSY_MS : ms, others, n);
	if (err == -EINTR)
		return err;
	if (!wakeup.revents)
		return 0;
	ring_drain__awake(&s->drain);
	if (!busy && bpf_alive(src) && nanosleep(&t, NULL))	/* the first record after a pause: let some more come */
		return -EINTR;
	return 0;
}

static void bpf_stop(struct source *src)
{
	struct source_bpf *s = (struct source_bpf *)src;

	if (s->stopped)
		return;
	ring_drain__hurry(&s->drain);	/* what waits is all that there is to do */
	if (s->drain.freezer)		/* when targets go on, nothing pauses them any more */
		bpf_attach__end(&s->loaded);
	if (bpf_alive(src) <= 0)
		drain__end(&s->drain.drain);
	ring_drain__end_pauses(&s->drain);
	bpf_inject__end(s->injection);
	if (loaded__any_state(&s->loaded))
		bpf_pending__report(&s->loaded, s->scan, &s->merge, 0);
	bpf_requests__stop(&s->requests, &s->loaded);
	ptrace_access__say_hidden(s->loaded.bss->hidden);
	s->stopped = true;
	s->looked = false;
}

/* To detach takes most of the time that a run with kept programs has after the command's end. */
static void end_programs(void *ctx)
{
	bpf_loader__end(&((struct source_bpf *)ctx)->loaded);
}

static void bpf_close(struct source *src)
{
	struct source_bpf *s = (struct source_bpf *)src;

	bpf_attach__await(&s->loaded);
	bpf_lease__leave(&s->loaded);
	if (s->loaded.set.dir >= 0 && leave__later(end_programs, s)) {	/* where sets are kept, init(1) waits for orphans */
		ring_drain__stop(&s->drain);
		bpf_inject__close(s->injection);
		return;
	}
	ring_drain__close(&s->drain);
	if (s->scan >= 0)
		close(s->scan);
	if (s->map)
		munmap(s->map, s->map_size);
	free(s->rings);
	bpf_requests__close(&s->requests);
	bpf_tallies__close(&s->tallies);
	ring_merge__close(&s->merge);
	bpf_inject__close(s->injection);
	waiting__free(&s->waiting);
	bpf_loader__close(&s->loaded);
	free(s);
}

static const struct source_ops bpf_ops = {
	.next = bpf_next, .stop = bpf_stop, .close = bpf_close, .select = bpf_select, .say = bpf_say, .known = bpf_known, .told = bpf_told,
	.wait = bpf_wait, .alive = bpf_alive, .lost = bpf_lost, .cpus = bpf_cpus,
};

/* The memory stays mapped: the thread that uses it ends with the process. */
static int share_signals(struct source_bpf *s)
{
	void *slots;

	if (!s->inject || !s->loaded.cfg.injects_signals)
		return 0;
	slots = mmap(NULL, SIGNAL_SLOTS * sizeof(struct injected_signal), PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(&s->loaded, signals), 0);
	if (slots == MAP_FAILED)
		return -errno;
	inject__set_signals(s->inject, slots);
	return 0;
}

static int open_source(struct source **out, const struct options *o, const struct id_list *excluded, struct inject *inject, struct freezer *freezer, bool no_functions)
{
	struct source_bpf *s = calloc(1, sizeof(*s));
	int err;

	if (!s)
		return -ENOMEM;
	s->source.ops = &bpf_ops;
	s->scan = -1;
	s->loaded.set.dir = -1;
	s->opt = o;
	s->inject = inject;
	s->freezer = freezer;
	s->no_functions = no_functions;
	err = load(s, excluded);
	err = err ? err : find_own_namespace(s);
	err = err ? err : ptrace_access__check_number(&s->loaded);
	if (!err && !o->all)		/* nothing is selected yet */
		err = bpf_attach__begin(&s->loaded);
	if (!err)
		err = open_rings(s);
	if (!err)
		err = share_signals(s);
	if (!err)
		err = bpf_tallies__open(&s->tallies, &s->loaded, s->ncpus + s->loaded.cfg.tally_uring);
	if (!err)
		bpf_requests__open(&s->requests, &s->loaded);
	if (!err && start_drain(s))
		err = -ECANCELED;	/* the message was printed */
	s->began = clock__ns(CLOCK_MONOTONIC) - SKEW_NS;
	if (!err && o->all)
		err = bpf_attach__begin(&s->loaded);
	if (!err && (o->all || s->loaded.cfg.functions))
		err = bpf_attach__await(&s->loaded);
	if (!err && s->loaded.cfg.functions && bpf_attach__functions(&s->loaded))
		err = -EUNATCH;		/* tried again without */
	if (!err) {
		s->scan = bpf_iter__attach(LOADED_PROG(&s->loaded, trace_scan), 0);
		err = s->scan < 0 ? s->scan : 0;
	}
	if (!err && bpf_inject__open(&s->injection, o, &s->loaded))
		err = -ECANCELED;	/* the message was printed */
	if (err) {
		if (err != -EUSERS && err != -ECANCELED && err != -EUNATCH)
			diagnose__explain_bpf(err);
		bpf_ops.close(&s->source);
		return err;
	}
	bpf_way__say(&s->loaded, o, s->ring_bytes);
	ptrace_access__say_limits(o);
	*out = &s->source;
	return 0;
}

int source_bpf__open(struct source **out, const struct options *o, const struct id_list *excluded, struct inject *inject, struct freezer *freezer)
{
	int err;

	privileges__raise();
	err = open_source(out, o, excluded, inject, freezer, false);
	if (err == -EUNATCH)
		err = open_source(out, o, excluded, inject, freezer, true);
	privileges__lower();
	return err;
}
