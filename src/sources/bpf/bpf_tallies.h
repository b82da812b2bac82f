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
};

/* Sets what is counted, and the numbers of elements; before the programs are loaded. */
void bpf_tallies__configure(const struct options *o, struct config *cfg, unsigned ncpus);
/* After that. 0 or -errno. */
int bpf_tallies__open(struct bpf_tallies *t, const struct loaded *l, unsigned ncpus);
/* Adds all tallies to the merge, with the time `ts`; says what did not fit. Returns the number of calls. */
uint64_t bpf_tallies__report(const struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts);
void bpf_tallies__close(struct bpf_tallies *t);
