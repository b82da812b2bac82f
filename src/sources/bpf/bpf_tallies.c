// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_tallies.c - owns the mappings of the tallies, which only grow: what is reported is their difference from the last report.
 *
 * Programs may count while they are read. Each number is read whole; a call whose numbers have changed only in part by then is in this report
 * with some of them, and in the next with the others. The last report is made when no program runs any more, so the sums are exact.
 */
#include "bpf_tallies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compat.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define CALLS_EACH 2048			/* tallies of each CPU if a task does not make a difference, */
#define TALLIES_ALL (256 * 1024)	/* otherwise: of all CPUs together, */
#define TALLIES_EACH 16384		/* but at most so many of each */
#define REPORT_RECORDS 1024
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

int bpf_tallies__open(struct bpf_tallies *t, const struct loaded *l, unsigned ncpus)
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
	return 0;
}

void bpf_tallies__close(struct bpf_tallies *t)
{
	if (t->tallies)
		munmap(t->tallies, size_of(t, TALLIES));
	if (t->octaves)
		munmap(t->octaves, size_of(t, OCTAVES));
	if (t->cpus)
		munmap(t->cpus, size_of(t, CPUS));
	free(t->places);
	free(t->told);
	free(t->told_octaves);
	*t = (struct bpf_tallies){};
}

/* A record with room for all buckets. */
union record {
	struct rec_tally r;
	uint8_t bytes[sizeof(struct rec_tally) + TALLY_BUCKETS * sizeof(uint64_t)];
};
_Static_assert(sizeof(union record) <= REC_MAX, "a tally fits a record");

/* The calls of each bucket since the last report. */
static void add_buckets(const struct bpf_tallies *t, const struct kernel_tally *k, unsigned cpu, struct rec_tally *r)
{
	size_t first = (size_t)cpu * t->loaded->cfg.tally_octaves;
	unsigned n = 0;

	for (uint64_t bucket = 0; bucket < TALLY_BUCKETS; bucket++) {
		unsigned octave = k->octave[bucket >> TALLY_SUB_BITS], sub = bucket & (TALLY_SUBS - 1);
		uint64_t calls = octave ? ((const struct kernel_octave *)t->octaves + first)[octave].n[sub] : 0;

		if (octave && t->told_octaves) {
			__u64 *told = &(t->told_octaves + first)[octave].n[sub], now = calls;

			calls -= *told;
			*told = now;
		}
		if (calls)
			r->buckets[n++] = bucket << TALLY_COUNT_BITS | calls;
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

static const struct kernel_tally *tally_at(const struct bpf_tallies *t, size_t number)
{
	return (const struct kernel_tally *)t->tallies + number;
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

/* All tallies that are in use, in the order of their last calls: the last name of a thread that is reported is then its last. */
static void list_places(struct bpf_tallies *t)
{
	for (unsigned cpu = 0; cpu < t->ncpus; cpu++) {
		const struct tally_cpu *c = (const struct tally_cpu *)t->cpus + cpu;
		const struct kernel_tally *k = tally_at(t, first_of(t, cpu));

		for (unsigned i = 0; i <= c->tallies; i++)
			if (k[i].calls && VEC_MORE(t->places, t->nplaces, 1))
				t->places[t->nplaces++] = (struct tally_place){ k[i].last, cpu, i };
	}
	if (t->nplaces)
		qsort(t->places, t->nplaces, sizeof(*t->places), by_time);
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

void bpf_tallies__end_period(struct bpf_tallies *t, uint64_t ts)
{
	if (!t->tallies)
		return;
	__atomic_store_n(&t->loaded->bss->tally_period, ++t->period, __ATOMIC_SEQ_CST);
	t->ts = ts;
	list_places(t);
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
	free(t->places);
	t->places = NULL;
	t->nplaces = t->at = 0;
	return false;
}

int bpf_tallies__begin(struct bpf_tallies *t, uint64_t interval, uint64_t began)
{
	const struct config *cfg = &t->loaded->cfg;

	if (!t->tallies || !interval)
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

	for (unsigned cpu = 0; t->tallies && cpu < t->ncpus; cpu++) {
		rest += tally_at(t, first_of(t, cpu))->calls;
		lost += ((const struct tally_cpu *)t->cpus + cpu)->lost;
	}
	if (rest)
		msg__warn("there was no room in the kernel for all groups: %llu calls are only in the total", (unsigned long long)rest);
	if (lost)
		msg__warn("there was no room in the kernel for all durations: those of %llu calls are in no percentile", (unsigned long long)lost);
}
