/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_tallies.h - calls that BPF counts (bpf/count.bpf.h): sizes and memory of the maps, and their contents as REC_TALLY records. */
#pragma once

#include "bpf/config.h"
#include "bpf/tally.h"
#include "bpf_loader.h"
#include "config/options.h"
#include "ring_merge.h"

struct bpf_tallies {
	const struct loaded *loaded;
	unsigned ncpus;
	void *tallies, *octaves, *cpus;		/* mappings; NULL: calls are not counted */
	void *told, *told_octaves;		/* what was reported of them; NULL: all is reported at once */
	uint64_t interval, next;		/* ns: between two reports, 0: one at the end; and of the next */
};

/* Sets what is counted, and the numbers of elements; before the programs are loaded. */
void bpf_tallies__configure(const struct options *o, struct config *cfg, unsigned ncpus);
/* After that. 0 or -errno. */
int bpf_tallies__open(struct bpf_tallies *t, const struct options *o, const struct loaded *l, unsigned ncpus);
/*
 * Adds all tallies to the merge, with the time `ts`: what was counted since the last report, then one without calls (TALLY_REST) if there are
 * several reports. Returns the number of calls.
 */
uint64_t bpf_tallies__report(struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts);
/* The same while programs run, if it is time. */
uint64_t bpf_tallies__report_due(struct bpf_tallies *t, struct ring_merge *merge);
void bpf_tallies__say_short(const struct bpf_tallies *t);	/* says what did not fit */
void bpf_tallies__close(struct bpf_tallies *t);
