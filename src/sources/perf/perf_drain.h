/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_drain.h - the thread that copies perf's rings which fill up to memory. */
#pragma once

#include "config/options.h"
#include "perf_ring.h"
#include "sources/drain.h"

struct perf_drain {
	struct drain drain;
	struct perf_ring *rings;
	struct spill *spills;	/* of each ring */
	struct spill_pool pool;
	unsigned n;
	int ms;			/* between looks at the rings */
};

/*
 * Starts the thread, once all rings are mapped, each of `bytes`; those that are not have no page. --memory is its limit, which the rings of calls
 * and those of other events have separately. 0 or -errno: the message was printed.
 */
int perf_drain__start(struct perf_drain *d, struct perf_ring *rings, unsigned n, size_t bytes, const struct options *o);
/* With -v: how much memory was used. */
void perf_drain__say(const struct perf_drain *d);
/* Ends the thread; before the rings are closed. */
void perf_drain__close(struct perf_drain *d);
