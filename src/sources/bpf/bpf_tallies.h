/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_tallies.h - calls that BPF counts (bpf/count.bpf.h): sizes and memory of the maps, and their contents as REC_TALLY records. */
#pragma once

#include "bpf/config.h"
#include "bpf/tally.h"
#include "config/options.h"
#include "ring_merge.h"
#include "trace.skel.h"

struct bpf_tallies {
	const struct trace_bpf *skel;
	unsigned ncpus;
	void *tallies, *octaves, *cpus;		/* mappings; NULL: calls are not counted */
};

/* Sizes the maps, or leaves them out; before the object is loaded. */
void bpf_tallies__configure(const struct options *o, struct trace_bpf *skel, unsigned ncpus);
/* After that. 0 or -errno. */
int bpf_tallies__open(struct bpf_tallies *t, const struct trace_bpf *skel, unsigned ncpus);
/* Adds all tallies to the merge, with the time `ts`; says what did not fit. Returns the number of calls. */
uint64_t bpf_tallies__report(const struct bpf_tallies *t, struct ring_merge *merge, uint64_t ts);
void bpf_tallies__close(struct bpf_tallies *t);
