/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source.h - where records come from: the kernel by BPF, a recording, a test. Every source has the same contract.
 *
 * A record that next() gave is valid until the next call. Records come in the order of rec.ts.
 */
#ifndef TRACE_SOURCE_H
#define TRACE_SOURCE_H

#include <poll.h>
#include <stdbool.h>

#include "bpf/wire.h"

enum source_state {
	SOURCE_RECORD = 1,	/* *rec is set */
	SOURCE_WAIT = 0,	/* nothing is ready: call wait() */
	SOURCE_END = -1,	/* there will be no more */
};

struct source {
	const struct source_ops *ops;
	bool damaged;		/* a recording of which something could not be given so far: it was said what */
};

struct source_ops {
	/* enum source_state, or -errno below SOURCE_END */
	int (*next)(struct source *s, const struct rec **rec);
	/* Sleeps until there may be more, something comes from one of the `n` other descriptors, a signal arrived (-EINTR) or `ms` passed. 0 otherwise. */
	int (*wait)(struct source *s, int ms, struct pollfd *others, unsigned n);
	/* No new events: everything that was captured is still given, then SOURCE_END. */
	void (*stop)(struct source *s);
	void (*close)(struct source *s);
};

/* For wait(): poll(2) of a source's own descriptors and the others, as one. How many are ready, or -errno. */
int source__poll(struct pollfd *own, unsigned nown, int ms, struct pollfd *others, unsigned n);

#endif
