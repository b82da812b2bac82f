// SPDX-License-Identifier: BSD-2-Clause
/* bpf_tallies.c - owns the mappings of the tallies. They are read when no program runs any more. */
#include "bpf_tallies.h"

#include <bpf/bpf.h>
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
	const struct kernel_octave *octaves = (const struct kernel_octave *)t->octaves + (size_t)cpu * t->loaded->cfg.tally_octaves;
	unsigned n = 0;

	for (uint64_t bucket = 0; bucket < TALLY_BUCKETS; bucket++) {
		unsigned octave = k->octave[bucket >> TALLY_SUB_BITS];
		uint64_t calls = octave ? octaves[octave].n[bucket & (TALLY_SUBS - 1)] : 0;

		if (calls)
			r->buckets[n++] = bucket << TALLY_COUNT_BITS | calls;
	}
	r->rec.len = (uint32_t)(sizeof(*r) + n * sizeof(r->buckets[0]));
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
	const struct kernel_tally *k = (const struct kernel_tally *)t->tallies + (size_t)cpu * t->loaded->cfg.tallies + i;
	static union record record;

	fill(t, k, &record.r);
	record.r.rec.ts = ts;
	if (!i)
		record.r.flags = TALLY_REST;
	add_buckets(t, k, cpu, &record.r);
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

uint64_t bpf_tallies__report(const struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts)
{
	uint64_t calls = 0, rest = 0, lost = 0;
	struct place *places = NULL;
	size_t n = 0;

	for (unsigned cpu = 0; t->tallies && cpu < t->ncpus; cpu++) {
		const struct tally_cpu *c = (const struct tally_cpu *)t->cpus + cpu;
		const struct kernel_tally *k = (const struct kernel_tally *)t->tallies + (size_t)cpu * t->loaded->cfg.tallies;

		for (unsigned i = 0; i <= c->tallies; i++) {
			if (!k[i].calls || !VEC_MORE(places, n, 1))
				continue;
			calls += k[i].calls;
			places[n++] = (struct place){ k[i].last, cpu, i };
		}
		rest += k[0].calls;
		lost += c->lost;
	}
	if (n)
		report_all(t, places, n, merge, ts);
	free(places);
	if (rest)
		msg__warn("there was no room in the kernel for all groups: %llu calls are only in the total", (unsigned long long)rest);
	if (lost)
		msg__warn("there was no room in the kernel for all durations: those of %llu calls are in no percentile", (unsigned long long)lost);
	return calls;
}
