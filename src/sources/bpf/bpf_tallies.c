// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_tallies.c - owns the mappings of the tallies, which only grow: what is reported is their difference from the last report.
 *
 * Programs may count while they are read. Each number is read whole; a call whose numbers have changed only in part by then is in this report
 * with some of them, and in the next with the others. The last report is made when no program runs any more, so the sums are exact.
 *
 * Tallies of threads and processes that have ended are reported before the room is full, and then used again: their keys, which have the time
 * at which the thread began, do not return.
 */
#include "bpf_tallies.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/privileges.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define CALLS_EACH 2048			/* tallies of each CPU if a task does not make a difference, */
#define TALLIES_ALL (256 * 1024)	/* otherwise: of all CPUs together, */
#define TALLIES_EACH 16384		/* but at most so many of each */
#define REPORT_RECORDS 1024
#define OCTAVES_OF_TALLY 4
#define DRAIN_NS 50000000ull
#define DRAIN_SHARE 16			/* of the time: draining in vain takes no more than one part of so many */
#define KEYS_AT_ONCE 256
#define OCTAVES_EACH 65535		/* their numbers have 16 bits */
#define OF_TASKS (TALLY_THREAD | TALLY_PROCESS | TALLY_COMM | TALLY_USER | TALLY_CGROUP)

static unsigned tallies_each(unsigned by, unsigned ncpus)
{
	unsigned n = by & OF_TASKS ? TALLIES_ALL / ncpus : CALLS_EACH;

	return n > TALLIES_EACH ? TALLIES_EACH : n < CALLS_EACH ? CALLS_EACH : n;
}

void bpf_tallies__configure(const struct options *o, struct config *cfg, unsigned ncpus)
{
	cfg->tally = o->tally;
	cfg->tallies = tallies_each(cfg->tally, ncpus);
	cfg->tally_octaves = cfg->tallies * OCTAVES_OF_TALLY < OCTAVES_EACH ? cfg->tallies * OCTAVES_OF_TALLY : OCTAVES_EACH;
}

static size_t size_of(const struct bpf_tallies *t, enum tally_part part)
{
	const struct config *cfg = &t->loaded->cfg;
	const size_t each[TALLY_PARTS] = {
		[PART_TALLIES] = sizeof(struct kernel_tally) * cfg->tallies,    [PART_OCTAVES] = sizeof(struct kernel_octave) * cfg->tally_octaves,
		[PART_CPUS] = sizeof(struct tally_cpu),                         [PART_PATHS] = sizeof(struct kernel_tally_path) * cfg->tallies,
		[PART_FREE] = sizeof(struct tally_free) * cfg->tally_octaves,
	};
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (t->ncpus * each[part] + page - 1) / page * page;
}

static bool map_it(struct bpf_tallies *t, enum tally_part part, int fd)
{
	void *p = mmap(NULL, size_of(t, part), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	t->parts[part] = p == MAP_FAILED ? NULL : p;
	return t->parts[part];
}

int bpf_tallies__open(struct bpf_tallies *t, const struct loaded *l, unsigned ncpus)
{
	size_t all = 0;

	*t = (struct bpf_tallies){ .loaded = l, .ncpus = ncpus };
	if (!l->cfg.tally)
		return 0;
	if (!map_it(t, PART_TALLIES, LOADED_MAP(l, tallies)) || !map_it(t, PART_OCTAVES, LOADED_MAP(l, tally_octaves)) ||
	    !map_it(t, PART_CPUS, LOADED_MAP(l, tally_cpus)) || !map_it(t, PART_FREE, LOADED_MAP(l, tally_free)) ||
	    (l->cfg.tally & TALLY_PATH && !map_it(t, PART_PATHS, LOADED_MAP(l, tally_paths))))
		return -ENOMEM;
	t->freed = calloc(ncpus, sizeof(*t->freed));
	if (!t->freed)
		return -ENOMEM;
	for (unsigned i = 0; i < TALLY_PARTS; i++)
		all += t->parts[i] ? size_of(t, i) : 0;
	msg__info("calls are counted in the kernel: room for %u groups of calls and %u octaves of durations on each CPU, %zu KiB in all",
		  l->cfg.tallies, l->cfg.tally_octaves, all / 1024);
	return 0;
}

void bpf_tallies__close(struct bpf_tallies *t)
{
	for (unsigned i = 0; i < TALLY_PARTS; i++)
		if (t->parts[i])
			munmap(t->parts[i], size_of(t, i));
	free(t->places);
	free(t->freed);
	free(t->told);
	free(t->told_octaves);
	*t = (struct bpf_tallies){};
}

/* A record with room for all buckets, and a path. */
union record {
	struct rec_tally r;
	uint8_t bytes[sizeof(struct rec_tally) + TALLY_BUCKETS * sizeof(uint64_t) + sizeof(struct tally_path)];
};
_Static_assert(sizeof(union record) <= REC_MAX, "a tally fits a record");

static struct tally_cpu *cpu_of(const struct bpf_tallies *t, unsigned cpu)
{
	return (struct tally_cpu *)t->parts[PART_CPUS] + cpu;
}

static size_t first_octave_of(const struct bpf_tallies *t, unsigned cpu)
{
	return (size_t)cpu * t->loaded->cfg.tally_octaves;
}

static struct kernel_octave *octave_at(const struct bpf_tallies *t, size_t number)
{
	return (struct kernel_octave *)t->parts[PART_OCTAVES] + number;
}

/* Calls of a bucket since the last report. */
static uint64_t calls_of(struct bpf_tallies *t, size_t octave, unsigned sub)
{
	uint64_t calls = octave_at(t, octave)->n[sub], told;

	if (!t->told_octaves)
		return calls;
	told = t->told_octaves[octave].n[sub];
	t->told_octaves[octave].n[sub] = calls;
	return calls - told;
}

/* The calls of each bucket since the last report. */
static void add_buckets(struct bpf_tallies *t, const struct kernel_tally *k, unsigned cpu, struct rec_tally *r)
{
	size_t first = first_octave_of(t, cpu);
	unsigned n = 0;

	for (uint64_t octave = 0; octave < TALLY_OCTAVES; octave++) {
		unsigned number = k->octave[octave];

		for (unsigned sub = 0; number && sub < TALLY_SUBS; sub++) {
			uint64_t calls = calls_of(t, first + number, sub);

			if (calls)
				r->buckets[n++] = (octave << TALLY_SUB_BITS | sub) << TALLY_COUNT_BITS | calls;
		}
	}
	r->rec.len = (uint32_t)(sizeof(*r) + n * sizeof(r->buckets[0]));
}

/* Those of the period, unless a call that was counted meanwhile has changed them: then the limits of the buckets. */
static void set_ends(const struct kernel_tally *k, uint64_t period, struct rec_tally *r)
{
	const struct tally_ends *e = &k->ends[period & 1];
	unsigned n = (r->rec.len - (unsigned)sizeof(*r)) / sizeof(r->buckets[0]);
	unsigned first = n ? (unsigned)(r->buckets[0] >> TALLY_COUNT_BITS) : 0, last = n ? (unsigned)(r->buckets[n - 1] >> TALLY_COUNT_BITS) : 0;

	r->min = e->min;
	r->max = e->max;
	if (!n || (e->period == period + 1 && tally__bucket(e->min) <= first && tally__bucket(e->max) >= last))
		return;
	r->min = tally__bucket_from(first);
	r->max = last + 1 < TALLY_BUCKETS ? tally__bucket_from(last + 1) - 1 : UINT64_MAX;
}

/* now - *told; *told becomes `now`. */
static void subtract(struct kernel_tally *now, struct kernel_tally *told)
{
	unsigned __int128 squares = (unsigned __int128)now->squares_high << 64 | now->squares_low;
	struct kernel_tally was = *told;

	*told = *now;
	now->calls -= was.calls;
	now->errors -= was.errors;
	now->bytes -= was.bytes;
	now->timed -= was.timed;
	now->total -= was.total;
	squares -= (unsigned __int128)was.squares_high << 64 | was.squares_low;
	now->squares_high = (uint64_t)(squares >> 64);
	now->squares_low = (uint64_t)squares;
}

static void fill(const struct bpf_tallies *t, const struct kernel_tally *k, struct rec_tally *r)
{
	const struct tally_owner *owner = &k->key.owner;
	uint32_t flags = t->loaded->cfg.tally;

	*r = (struct rec_tally){
		.rec = { .type = REC_TALLY, .cpu = CPU_NONE, .tid = owner->tid, .tgid = owner->tgid },
		.calls = k->calls, .errors = k->errors, .bytes = k->bytes, .timed = k->timed, .total = k->total,
		.squares_low = k->squares_low, .squares_high = k->squares_high, .cgroup = owner->cgroup, .uid = owner->uid, .flags = flags,
		.nr = (uint16_t)k->key.nr, .abi = t->loaded->cfg.abi[k->key.slot < ABI_SLOTS ? k->key.slot : 0], .err = k->key.err,
	};
	memcpy(r->comm, flags & TALLY_COMM ? owner->comm : k->comm, sizeof(r->comm));
}

static struct kernel_tally *tally_at(const struct bpf_tallies *t, size_t number)
{
	return (struct kernel_tally *)t->parts[PART_TALLIES] + number;
}

static struct kernel_tally_path *path_at(const struct bpf_tallies *t, size_t number)
{
	return (struct kernel_tally_path *)t->parts[PART_PATHS] + number;
}

/* That of the period, if any call of it has failed; after the buckets. */
static void add_path(const struct bpf_tallies *t, size_t number, uint64_t period, struct rec_tally *r)
{
	struct tally_path *to = (struct tally_path *)((uint8_t *)r + r->rec.len);
	struct kernel_tally_path p;

	if (!r->err || !t->parts[PART_PATHS])
		return;
	p = *path_at(t, number);
	if (p.in[period & 1].period != period + 1)
		return;
	*to = p.in[period & 1].of;
	r->path_len = (uint8_t)strnlen(to->path, sizeof(to->path));
	r->rec.len += (uint32_t)(offsetof(struct tally_path, path) + ((r->path_len + 7u) & ~7u));
}

static size_t first_of(const struct bpf_tallies *t, unsigned cpu)
{
	return (size_t)cpu * t->loaded->cfg.tallies;
}

/* The first tally of a CPU has no key. Returns the calls since the last report. */
static uint64_t report_one(struct bpf_tallies *t, unsigned cpu, unsigned i, uint64_t period, struct ring_merge *merge, uint64_t ts)
{
	struct kernel_tally k = *tally_at(t, first_of(t, cpu) + i);
	static union record record;

	if (t->told)
		subtract(&k, &t->told[first_of(t, cpu) + i]);
	if (!k.calls && !k.timed)
		return 0;
	fill(t, &k, &record.r);
	record.r.rec.ts = ts;
	if (!i)
		record.r.flags = TALLY_REST;
	add_buckets(t, &k, cpu, &record.r);
	set_ends(&k, period, &record.r);
	if (i)
		add_path(t, first_of(t, cpu) + i, period, &record.r);
	ring_merge__push(merge, &record.r.rec);
	return k.calls;
}

struct tally_place {
	uint64_t last;
	unsigned cpu, i;
};

static int by_time(const void *a, const void *b)
{
	const struct tally_place *x = a, *y = b;

	return (x->last > y->last) - (x->last < y->last);
}

static bool is_any(const struct kernel_tally *k, void *last)
{
	(void)k, (void)last;
	return true;
}

/*
 * The tallies that are in use and wanted, in the order of their last calls: the last name of a thread that is reported is then its last. The
 * first of each CPU is of no thread.
 */
static void list_places(struct bpf_tallies *t, unsigned from, bool (*is_wanted)(const struct kernel_tally *k, void *last))
{
	struct tally_owner last = {};

	for (unsigned cpu = 0; cpu < t->ncpus; cpu++) {
		const struct kernel_tally *k = tally_at(t, first_of(t, cpu));

		for (unsigned i = from; i <= cpu_of(t, cpu)->tallies; i++)
			if (k[i].calls && is_wanted(&k[i], &last) && VEC_MORE(t->places, t->nplaces, 1))
				t->places[t->nplaces++] = (struct tally_place){ k[i].last, cpu, i };
	}
	if (t->nplaces)
		qsort(t->places, t->nplaces, sizeof(*t->places), by_time);
}

static void forget_places(struct bpf_tallies *t)
{
	free(t->places);
	t->places = NULL;
	t->nplaces = t->at = 0;
}

/* Is more than `eighths` / 8 of the room of any CPU in use? */
static bool is_filled(const struct bpf_tallies *t, unsigned eighths)
{
	const struct config *cfg = &t->loaded->cfg;

	for (unsigned cpu = 0; cpu < t->ncpus; cpu++) {
		const struct tally_cpu *c = cpu_of(t, cpu);
		const struct tally_freed *f = &t->freed[cpu];

		if (c->tallies - (f->tallies - c->tallies_again) > cfg->tallies / 8 * eighths ||
		    c->octaves - (f->octaves - c->octaves_again) > cfg->tally_octaves / 8 * eighths)
			return true;
	}
	return false;
}

/* One without calls: there are no more records of this report. */
static void report_end(const struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts)
{
	struct rec_tally end = { .rec = { .len = sizeof(end), .type = REC_TALLY, .cpu = CPU_NONE, .ts = ts }, .flags = TALLY_REST };

	if (is_filled(t, 7))
		end.flags |= TALLY_FULL;
	ring_merge__push(merge, &end.rec);
}

void bpf_tallies__end_period(struct bpf_tallies *t, uint64_t ts)
{
	if (!t->parts[PART_TALLIES])
		return;
	__atomic_store_n(&t->loaded->bss->tally_period, ++t->period, __ATOMIC_SEQ_CST);
	t->ts = ts;
	list_places(t, 0, is_any);
	if (t->interval)
		t->next += (ts >= t->next ? (ts - t->next) / t->interval + 1 : 0) * t->interval;
}

bool bpf_tallies__report(struct bpf_tallies *t, struct ring_merge *merge, uint64_t *calls)
{
	for (unsigned n = 0; n < REPORT_RECORDS && t->at < t->nplaces; n++, t->at++)
		*calls += report_one(t, t->places[t->at].cpu, t->places[t->at].i, t->period - 1, merge, t->ts);
	if (t->at < t->nplaces)
		return true;
	if (t->told)
		report_end(t, merge, t->ts);
	forget_places(t);
	return false;
}

/* -- Tallies of what has ended ----------------------------------------------------------------------------------------- */

/* Has the thread or process ended? None that has makes a call. last: the one that was found ended last. */
static bool is_of_ended(const struct kernel_tally *k, void *last)
{
	const struct tally_owner *o = &k->key.owner;
	struct tally_owner *ended = last;

	if (!o->tgid)		/* in no PID namespace that we see */
		return false;
	if (o->tgid == ended->tgid && o->tid == ended->tid && o->start == ended->start)
		return true;
	if ((o->tid ? syscall(SYS_tgkill, o->tgid, o->tid, 0) : kill((pid_t)o->tgid, 0)) == 0 || errno != ESRCH)
		return false;
	*ended = *o;
	return true;
}

static struct tally_free *free_at(const struct bpf_tallies *t, unsigned cpu, uint32_t freed)
{
	return (struct tally_free *)t->parts[PART_FREE] + first_octave_of(t, cpu) + freed % t->loaded->cfg.tally_octaves;
}

static void free_octave(struct bpf_tallies *t, unsigned cpu, unsigned number)
{
	size_t at = first_octave_of(t, cpu) + number;

	memset(octave_at(t, at), 0, sizeof(struct kernel_octave));
	if (t->told_octaves)
		memset(&t->told_octaves[at], 0, sizeof(*t->told_octaves));
	__atomic_store_n(&free_at(t, cpu, t->freed[cpu].octaves++)->octave, number, __ATOMIC_RELEASE);
}

/* Gives the kernel a tally to use again, and its octaves. */
static void free_tally(struct bpf_tallies *t, unsigned cpu, unsigned i)
{
	size_t at = first_of(t, cpu) + i;
	struct kernel_tally *k = tally_at(t, at);

	for (unsigned n = 0; n < TALLY_OCTAVE_ROOM; n++)
		if (k->octave[n])
			free_octave(t, cpu, k->octave[n]);
	memset(k, 0, sizeof(*k));
	if (t->told)
		memset(&t->told[at], 0, sizeof(*t->told));
	if (t->parts[PART_PATHS])
		memset(path_at(t, at), 0, sizeof(struct kernel_tally_path));
	__atomic_store_n(&free_at(t, cpu, t->freed[cpu].tallies++)->tally, i, __ATOMIC_RELEASE);
}

/* Deletes the keys of some of the tallies. Returns how many of them, in order. */
static uint32_t delete_keys(const struct bpf_tallies *t, const struct tally_place *p, uint32_t n)
{
	int map = LOADED_MAP(t->loaded, tally_index);
	struct tally_key keys[KEYS_AT_ONCE];
	uint32_t done = n;
	bool failed;

	for (uint32_t i = 0; i < n; i++)
		keys[i] = tally_at(t, first_of(t, p[i].cpu) + p[i].i)->key;
	privileges__raise();
	failed = bpf_map_delete_batch(map, keys, &done, NULL);
	privileges__lower();
	return failed ? done : n;
}

/* A tally whose key cannot be deleted stays: it is reported in the end. */
static void drain_some(struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts, uint64_t *calls)
{
	uint32_t n = t->nplaces - t->at < KEYS_AT_ONCE ? (uint32_t)(t->nplaces - t->at) : KEYS_AT_ONCE;
	uint32_t deleted = delete_keys(t, &t->places[t->at], n);

	for (uint32_t i = 0; i < deleted; i++) {
		const struct tally_place *p = &t->places[t->at + i];

		*calls += report_one(t, p->cpu, p->i, t->period, merge, ts);
		free_tally(t, p->cpu, p->i);
	}
	t->at += deleted < n ? deleted + 1 : n;
}

bool bpf_tallies__drain(struct bpf_tallies *t, struct ring_merge *merge, uint64_t now, uint64_t *calls)
{
	uint64_t took, drained;

	if (!t->next_drain || now < t->next_drain || t->nplaces)
		return false;
	t->next_drain = now + DRAIN_NS;
	if (!is_filled(t, 1))
		return false;
	list_places(t, 1, is_of_ended);
	while (t->at < t->nplaces)
		drain_some(t, merge, now, calls);
	drained = t->nplaces;
	forget_places(t);
	took = clock__ns(CLOCK_MONOTONIC) - now;
	if (drained < t->loaded->cfg.tallies / 16)		/* most that is counted is of what still runs */
		t->next_drain += DRAIN_SHARE * took;
	return true;
}

int bpf_tallies__begin(struct bpf_tallies *t, uint64_t interval, uint64_t began)
{
	const struct config *cfg = &t->loaded->cfg;

	if (t->parts[PART_TALLIES] && cfg->tally & (TALLY_THREAD | TALLY_PROCESS))
		t->next_drain = began;
	if (!t->parts[PART_TALLIES] || !interval)
		return 0;
	t->interval = interval;
	t->next = began + interval;
	t->told = calloc((size_t)t->ncpus * cfg->tallies, sizeof(*t->told));	/* what is not in use takes no memory */
	t->told_octaves = calloc((size_t)t->ncpus * cfg->tally_octaves, sizeof(*t->told_octaves));
	return t->told && t->told_octaves ? 0 : -ENOMEM;
}

void bpf_tallies__say_lost(const struct bpf_tallies *t)
{
	uint64_t rest = 0, lost = 0;

	for (unsigned cpu = 0; t->parts[PART_TALLIES] && cpu < t->ncpus; cpu++) {
		rest += tally_at(t, first_of(t, cpu))->calls;
		lost += cpu_of(t, cpu)->lost;
	}
	if (rest)
		msg__warn("there was no room in the kernel for all groups: %llu calls are only in the total", (unsigned long long)rest);
	if (lost)
		msg__warn("there was no room in the kernel for all durations: those of %llu calls are in no percentile", (unsigned long long)lost);
}
