// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_tallies.c - owns the mappings of the tallies. They are read when no program runs any more; or also before that, once per interval: then
 * records have differences to what was reported before. Members that a program changes meanwhile differ by a call, which the next report has.
 */
#include "bpf_tallies.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compat.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define CALLS_EACH 2048			/* tallies of each CPU if a task does not make a difference, */
#define TALLIES_ALL (256 * 1024)	/* otherwise: of all CPUs together, */
#define TALLIES_EACH 16384		/* but at most so many of each */
#define OCTAVES_OF_TALLY 4
#define OCTAVES_EACH 65535		/* their numbers have 16 bits */
#define OF_TASKS (TALLY_THREAD | TALLY_PROCESS | TALLY_COMM | TALLY_USER | TALLY_CGROUP)

static unsigned tallies_each(unsigned by, unsigned ncpus)
{
	unsigned n = by & OF_TASKS ? TALLIES_ALL / ncpus : CALLS_EACH;

	return n > TALLIES_EACH ? TALLIES_EACH : n < CALLS_EACH ? CALLS_EACH : n;
}

void bpf_tallies__configure(const struct options *o, struct config *cfg, unsigned ncpus)
{
	cfg->tally = compat__preemptible() ? 0 : o->tally;
	cfg->tallies = tallies_each(cfg->tally, ncpus);
	cfg->tally_octaves = cfg->tallies * OCTAVES_OF_TALLY < OCTAVES_EACH ? cfg->tallies * OCTAVES_OF_TALLY : OCTAVES_EACH;
}

enum part { TALLIES, OCTAVES, CPUS };

static size_t size_of(const struct bpf_tallies *t, enum part part)
{
	const struct config *cfg = &t->loaded->cfg;
	size_t each = part == TALLIES ? sizeof(struct kernel_tally) * cfg->tallies :
		      part == OCTAVES ? sizeof(struct kernel_octave) * cfg->tally_octaves : sizeof(struct tally_cpu);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (t->ncpus * each + page - 1) / page * page;
}

static void *map_it(const struct bpf_tallies *t, enum part part, int fd)
{
	void *p = mmap(NULL, size_of(t, part), PROT_READ, MAP_SHARED, fd, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* Pages are used as tallies are. */
static void *map_copy(const struct bpf_tallies *t, enum part part)
{
	void *p = mmap(NULL, size_of(t, part), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static int open_copies(struct bpf_tallies *t, uint64_t interval)
{
	t->interval = interval;
	t->next = clock__ns(CLOCK_MONOTONIC) + interval;
	t->told = map_copy(t, TALLIES);
	t->told_octaves = map_copy(t, OCTAVES);
	return t->told && t->told_octaves ? 0 : -ENOMEM;
}

int bpf_tallies__open(struct bpf_tallies *t, const struct options *o, const struct loaded *l, unsigned ncpus)
{
	*t = (struct bpf_tallies){ .loaded = l, .ncpus = ncpus };
	if (!l->cfg.tally)
		return 0;
	t->tallies = map_it(t, TALLIES, LOADED_MAP(l, tallies));
	t->octaves = map_it(t, OCTAVES, LOADED_MAP(l, tally_octaves));
	t->cpus = map_it(t, CPUS, LOADED_MAP(l, tally_cpus));
	if (!t->tallies || !t->octaves || !t->cpus)
		return -ENOMEM;
	msg__info("calls are counted in the kernel: room for %u groups of calls and %u octaves of durations on each CPU, %zu KiB in all",
		  l->cfg.tallies, l->cfg.tally_octaves, (size_of(t, TALLIES) + size_of(t, OCTAVES)) / 1024);
	return o->tally_interval ? open_copies(t, o->tally_interval) : 0;
}

static void unmap(const struct bpf_tallies *t, enum part part, void *p)
{
	if (p)
		munmap(p, size_of(t, part));
}

void bpf_tallies__close(struct bpf_tallies *t)
{
	unmap(t, TALLIES, t->tallies);
	unmap(t, OCTAVES, t->octaves);
	unmap(t, CPUS, t->cpus);
	unmap(t, TALLIES, t->told);
	unmap(t, OCTAVES, t->told_octaves);
	*t = (struct bpf_tallies){};
}

/* A record with room for all buckets. */
union record {
	struct rec_tally r;
	uint8_t bytes[sizeof(struct rec_tally) + TALLY_BUCKETS * sizeof(uint64_t)];
};
_Static_assert(sizeof(union record) <= REC_MAX, "a tally fits a record");

static void add_buckets(const struct bpf_tallies *t, const struct kernel_tally *k, unsigned cpu, struct rec_tally *r)
{
	size_t first = (size_t)cpu * t->loaded->cfg.tally_octaves;
	const struct kernel_octave *octaves = (const struct kernel_octave *)t->octaves + first;
	struct kernel_octave *told = t->told ? (struct kernel_octave *)t->told_octaves + first : NULL;
	unsigned n = 0;

	for (uint64_t bucket = 0; bucket < TALLY_BUCKETS; bucket++) {
		unsigned octave = k->octave[bucket >> TALLY_SUB_BITS], i = bucket & (TALLY_SUBS - 1);
		uint64_t all = octave ? octaves[octave].n[i] : 0, calls = told && octave ? all - told[octave].n[i] : all;

		if (told && octave)
			told[octave].n[i] = all;
		if (calls)
			r->buckets[n++] = bucket << TALLY_COUNT_BITS | calls;
	}
	r->rec.len = (uint32_t)(sizeof(*r) + n * sizeof(r->buckets[0]));
}

/* The shortest and the longest of some durations in a tally: exact if they are of all so far, else by their buckets. */
static void set_extremes(const struct kernel_tally *now, const struct kernel_tally *before, struct rec_tally *r)
{
	unsigned n = (unsigned)((r->rec.len - sizeof(*r)) / sizeof(r->buckets[0]));
	uint64_t first = n ? r->buckets[0] >> TALLY_COUNT_BITS : 0, last = n ? r->buckets[n - 1] >> TALLY_COUNT_BITS : 0, below;

	if (before->timed && now->min == before->min && n)
		r->min = tally__bucket_from((uint32_t)first) > now->min ? tally__bucket_from((uint32_t)first) : now->min;
	if (!before->timed || now->max != before->max || !n)
		return;
	below = last + 1 < TALLY_BUCKETS ? tally__bucket_from((uint32_t)last + 1) - 1 : now->max;
	r->max = below < now->max ? below : now->max;
}

/* What a tally has more than before. */
static void subtract(const struct kernel_tally *now, const struct kernel_tally *before, struct rec_tally *r)
{
	unsigned __int128 squares = ((unsigned __int128)now->squares_high << 64 | now->squares_low) -
				    ((unsigned __int128)before->squares_high << 64 | before->squares_low);

	r->calls -= before->calls;
	r->errors -= before->errors;
	r->bytes -= before->bytes;
	r->timed -= before->timed;
	r->total -= before->total;
	r->squares_low = (uint64_t)squares;
	r->squares_high = (uint64_t)(squares >> 64);
	set_extremes(now, before, r);
}

static void fill(const struct bpf_tallies *t, const struct kernel_tally *k, struct rec_tally *r)
{
	const struct tally_owner *owner = &k->key.owner;
	uint32_t flags = t->loaded->cfg.tally;

	*r = (struct rec_tally){
		.rec = { .type = REC_TALLY, .cpu = CPU_NONE, .tid = owner->tid, .tgid = owner->tgid },
		.calls = k->calls, .errors = k->errors, .bytes = k->bytes, .timed = k->timed, .total = k->total, .min = k->min, .max = k->max,
		.squares_low = k->squares_low, .squares_high = k->squares_high, .cgroup = owner->cgroup, .uid = owner->uid, .flags = flags,
		.nr = (uint16_t)k->key.nr, .abi = t->loaded->cfg.abi[k->key.slot < ABI_SLOTS ? k->key.slot : 0], .err = k->key.err,
	};
	memcpy(r->comm, flags & TALLY_COMM ? owner->comm : k->comm, sizeof(r->comm));
}

/* The first tally of a CPU has no key. */
static void report_one(const struct bpf_tallies *t, unsigned cpu, unsigned i, struct ring_merge *merge, uint64_t ts)
{
	size_t at = (size_t)cpu * t->loaded->cfg.tallies + i;
	const struct kernel_tally now = ((const struct kernel_tally *)t->tallies)[at];
	struct kernel_tally *told = t->told ? (struct kernel_tally *)t->told + at : NULL;
	static union record record;

	fill(t, &now, &record.r);
	record.r.rec.ts = ts;
	if (!i)
		record.r.flags = TALLY_REST;
	add_buckets(t, &now, cpu, &record.r);
	if (told) {
		subtract(&now, told, &record.r);
		*told = now;
	}
	ring_merge__push(merge, &record.r.rec);
}

struct place {
	uint64_t last;
	unsigned cpu, i;
};

static int by_time(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->last > y->last) - (x->last < y->last);
}

/* In the order of their last calls: the last name of a thread that is reported is then its last. */
static void report_all(const struct bpf_tallies *t, struct place *places, size_t n, struct ring_merge *merge, uint64_t ts)
{
	qsort(places, n, sizeof(*places), by_time);
	for (size_t k = 0; k < n; k++)
		report_one(t, places[k].cpu, places[k].i, merge, ts);
}

static uint64_t told_calls(const struct bpf_tallies *t, unsigned cpu, unsigned i)
{
	return t->told ? ((const struct kernel_tally *)t->told)[(size_t)cpu * t->loaded->cfg.tallies + i].calls : 0;
}

static bool is_nearly_full(const struct bpf_tallies *t)
{
	const struct config *cfg = &t->loaded->cfg;

	for (unsigned cpu = 0; cpu < t->ncpus; cpu++) {
		const struct tally_cpu *c = (const struct tally_cpu *)t->cpus + cpu;

		if (c->tallies > cfg->tallies / 8 * 7 || c->octaves > cfg->tally_octaves / 8 * 7)
			return true;
	}
	return false;
}

/* One without calls: there are no more records of this report. */
static void report_end(const struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts)
{
	struct rec_tally end = { .rec = { .len = sizeof(end), .type = REC_TALLY, .cpu = CPU_NONE, .ts = ts }, .flags = TALLY_REST };

	if (is_nearly_full(t))
		end.flags |= TALLY_FULL;
	ring_merge__push(merge, &end.rec);
}

uint64_t bpf_tallies__report(struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts)
{
	uint64_t calls = 0;
	struct place *places = NULL;
	size_t n = 0;

	for (unsigned cpu = 0; t->tallies && cpu < t->ncpus; cpu++) {
		const struct tally_cpu *c = (const struct tally_cpu *)t->cpus + cpu;
		const struct kernel_tally *k = (const struct kernel_tally *)t->tallies + (size_t)cpu * t->loaded->cfg.tallies;

		for (unsigned i = 0; i <= c->tallies; i++) {
			uint64_t more = k[i].calls - told_calls(t, cpu, i);

			if (!more || !VEC_MORE(places, n, 1))
				continue;
			calls += more;
			places[n++] = (struct place){ k[i].last, cpu, i };
		}
	}
	if (n)
		report_all(t, places, n, merge, ts);
	free(places);
	if (t->told)
		report_end(t, merge, ts);
	return calls;
}

uint64_t bpf_tallies__report_due(struct bpf_tallies *t, struct ring_merge *merge)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);

	if (now < t->next)
		return 0;
	t->next += (now - t->next) / t->interval * t->interval + t->interval;
	return bpf_tallies__report(t, merge, now);
}

void bpf_tallies__say_short(const struct bpf_tallies *t)
{
	uint64_t rest = 0, lost = 0;

	for (unsigned cpu = 0; t->tallies && cpu < t->ncpus; cpu++) {
		rest += ((const struct kernel_tally *)t->tallies + (size_t)cpu * t->loaded->cfg.tallies)->calls;
		lost += ((const struct tally_cpu *)t->cpus + cpu)->lost;
	}
	if (rest)
		msg__warn("there was no room in the kernel for all groups: %llu calls are only in the total", (unsigned long long)rest);
	if (lost)
		msg__warn("there was no room in the kernel for all durations: those of %llu calls are in no percentile", (unsigned long long)lost);
}
