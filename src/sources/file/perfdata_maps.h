/* SPDX-License-Identifier: BSD-2-Clause */
/* perfdata_maps.h - what a recording of perf says of what lies in processes' memory, for the frames of call stacks. */
#ifndef TRACE_PERFDATA_MAPS_H
#define TRACE_PERFDATA_MAPS_H

#include "perfdata_header.h"
#include "sources/perf/perf_pair.h"

/*
 * A kernel's record of a mapping, or of an exec, which leaves nothing of what was there, as PAIR_MAP with a REC_MAP. False: it is
 * another one, or of nothing that can be run.
 */
bool perfdata_maps__event(const struct perfdata_header *h, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap,
			  struct pair_event *e);

#endif
