/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_tallies.h - calls that BPF counts (bpf/count.bpf.h): sizes and memory of the maps, and their contents as REC_TALLY records. */
#pragma once

#include "bpf/config.h"
#include "bpf/tally.h"
#include "loaded.h"
#include "config/options.h"
#include "ring_merge.h"

enum tally_part { PART_TALLIES, PART_OCTAVES, PART_CPUS, PART_PATHS, PART_FREE, TALLY_PARTS };

struct bpf_tallies {
	const struct loaded *loaded;
	unsigned ncpus;
	void *parts[TALLY_PARTS];		/* mappings; NULL: calls are not counted */
	struct tally_freed { uint32_t tallies, octaves; } *freed;	/* of each CPU, so far */
	struct kernel_tally *told;		/* as they were when they were reported last; NULL: never */
	struct kernel_octave *told_octaves;
	uint64_t period;			/* its number: see count.bpf.h */
	struct tally_place *places;		/* of tallies still to be reported, from `at` to `nplaces` */
	size_t nplaces, at;
	uint64_t ts;				/* ns: of this report */
	uint64_t next_drain;			/* ns; 0: nothing that is counted by ends */
	uint64_t interval, next;		/* ns: of reports, and when the next is due; 0: there is one in the end */
};

/* Sets what is counted, and the numbers of elements; before the programs are loaded. */
void bpf_tallies__configure(const struct options *o, struct config *cfg, unsigned ncpus);
/* After that. 0 or -errno. */
int bpf_tallies__open(struct bpf_tallies *t, const struct loaded *l, unsigned ncpus);
/* The first of the reports is due an interval after `began`. 0 or -ENOMEM. */
int bpf_tallies__begin(struct bpf_tallies *t, uint64_t interval, uint64_t began);
/* Begins a report of what was counted since the last one, with the time `ts`. */
void bpf_tallies__end_period(struct bpf_tallies *t, uint64_t ts);
/*
 * Adds some more of it to the merge, for all of it may take a lot of memory; the number of its calls to *calls. false: that was all.
 * If there are several reports, each ends with a record without calls (TALLY_REST).
 */
bool bpf_tallies__report(struct bpf_tallies *t, struct ring_merge *merge, uint64_t *calls);
/*
 * If it is time, and the room begins to fill: reports what is counted of threads and processes that have ended, with the time `now`, and makes
 * room. Returns false if it has not looked for any.
 */
bool bpf_tallies__drain(struct bpf_tallies *t, struct ring_merge *merge, uint64_t now, uint64_t *calls);
/* When no program runs any more: says what did not fit. */
void bpf_tallies__say_lost(const struct bpf_tallies *t);
void bpf_tallies__close(struct bpf_tallies *t);
