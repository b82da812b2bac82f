/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_loss.h - how many events were lost, and the records that say so. */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"
#include "loaded.h"
#include "ring_merge.h"

/*
 * Returns the events lost so far on all CPUs; adds those of each CPU to by_cpu[0] up to by_cpu[n - 1], and those of each reason to
 * by_reason[] (enum loss_reason), unless that is NULL.
 */
uint64_t bpf_loss__sum(const struct loaded *l, unsigned ncpus, uint64_t *by_cpu, unsigned n, uint64_t *by_reason);
/* To be called before anything is attached: what was lost until then, in programs that are kept, does not count. */
void bpf_loss__begin(struct loaded *l);

/* Losses that records have told. */
struct bpf_losses {
	uint64_t told[LOSS_REASONS];
	uint64_t unskipped;		/* ns: the kernel had skipped no call until then */
	bool skipped;			/* it has, since */
};

void bpf_losses__count(struct bpf_losses *t, const struct rec_loss *r);	/* the record is returned */
/*
 * Calls that the kernel skipped may have opened and closed descriptors: the first time that there are any, adds a record, which precedes
 * all that have not been returned, and from then on each call reports what its descriptors are. Later ones are for the end: some are the
 * calling thread's own, as it reads the counters.
 */
void bpf_losses__push_skipped(struct bpf_losses *t, const struct loaded *l, struct ring_merge *merge, uint64_t now);
/* Adds records of what has not been told, which was lost between `began` and `now`. Returns how many events were lost in all. */
uint64_t bpf_losses__push_rest(const struct bpf_losses *t, const struct loaded *l, unsigned ncpus, struct ring_merge *merge, uint64_t began, uint64_t now);
