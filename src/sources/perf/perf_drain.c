// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_drain.c - looks at the rings at intervals: poll(2) of an event tells only one of several who ask, and the reader must be told, for it
 * reads memory that may change soon, for which it gets the highest priority.
 */
#include "perf_drain.h"

#include <errno.h>
#include <stdlib.h>

#include "host/ring_size.h"
#include "lib/msg.h"
#include "lib/ulimits.h"

#define LEAST_MS 2
#define MOST_MS 10
#define BYTES_PER_MS (256 * 1024)	/* an interval's share of a ring: more than a CPU writes, */
#define COPY_MS 1			/* … unless the kernel copies stacks */

static int interval(size_t ring_bytes, bool copies)
{
	size_t ms = ring_bytes / 4 / BYTES_PER_MS;

	if (copies)
		return COPY_MS;
	return ms < LEAST_MS ? LEAST_MS : ms > MOST_MS ? MOST_MS : (int)ms;
}

static int work(void *ctx)
{
	struct perf_drain *d = ctx;

	for (unsigned i = 0; i < d->n; i++)
		if (d->rings[i].page)
			perf_ring__drain(&d->rings[i], d->rings[i].size / 4);
	return d->ms;
}

int perf_drain__start(struct perf_drain *d, struct perf_ring *rings, unsigned n, size_t bytes, const struct options *o)
{
	size_t limit = o->has_memory ? o->memory : ring_size__spill();
	int err;

	if (!limit) {
		drain__hurry(&d->drain, true);
		return 0;
	}
	d->rings = rings;
	d->n = n;
	d->ms = interval(bytes, o->stacks == STACKS_DWARF);
	spill_pool__init(&d->pool, limit, o->has_memory, PERF_SPILL_UNIT, PERF_SPILL_UNIT + PERF_RECORD_BYTES);
	spill_pool__fill(&d->pool);
	d->spills = aligned_alloc(_Alignof(struct spill), n * sizeof(*d->spills));
	if (!d->spills)
		return msg__no_memory();
	for (unsigned i = 0; i < n; i++) {
		spill__open(&d->spills[i], &d->pool);
		rings[i].spill = &d->spills[i];
	}
	err = drain__start(&d->drain, -1, work, d);
	if (err)
		msg__error("cannot start a thread: %s", ulimits__why(err));
	else
		drain__hurry(&d->drain, true);
	return err;
}

void perf_drain__say(const struct perf_drain *d)
{
	if (d->drain.running)
		msg__info("perf events that waited took %zu MiB of memory at most, of %zu; rings were drained with %s",
			  __atomic_load_n(&d->pool.peak, __ATOMIC_RELAXED) >> 20, d->pool.limit >> 20,
			  __atomic_load_n(&d->drain.priority, __ATOMIC_ACQUIRE) ?: "no thread");
}

void perf_drain__close(struct perf_drain *d)
{
	drain__stop(&d->drain);
	for (unsigned i = 0; d->spills && i < d->n; i++) {
		d->rings[i].spill = NULL;
		spill__close(&d->spills[i]);
	}
	spill_pool__close(&d->pool);
	free(d->spills);
	d->spills = NULL;
}
