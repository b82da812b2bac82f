// SPDX-License-Identifier: BSD-2-Clause
/* perf_losses.c - counts the records that found no room in the rings: as these report it, and as the events do. */
#include "perf_losses.h"

#include <unistd.h>

#include "perf_open.h"

static uint64_t lost_of(const int *fds, unsigned n)
{
	struct {
		uint64_t value, lost;
	} got;
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++)
		if (read(fds[i], &got, sizeof(got)) == sizeof(got))
			sum += got.lost;
	return sum;
}

void perf_losses__add(struct perf_open *o, uint32_t cpu, uint64_t n)
{
	o->lost[cpu < o->ncpus ? cpu : o->ncpus] += n;
}

uint64_t perf_losses__sum(const struct perf_open *o, uint64_t *by_cpu, unsigned n)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i <= o->ncpus; i++) {
		if (i < n && i < o->ncpus)
			by_cpu[i] += o->lost[i];
		sum += o->lost[i];
	}
	return sum;
}

uint64_t perf_losses__add_rest(struct perf_open *o)
{
	uint64_t reported = perf_losses__sum(o, NULL, 0);
	uint64_t all = o->counts_lost ? lost_of(o->fds, o->nfds) + lost_of(o->spare_fds, o->nspare) : 0;

	if (all <= reported)
		return 0;
	perf_losses__add(o, o->ncpus, all - reported);
	return all - reported;
}
