/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_record.h - from the kernel's records of perf events to events of calls and threads. */
#ifndef TRACE_PERF_RECORD_H
#define TRACE_PERF_RECORD_H

#include "perf_format.h"
#include "perf_sample.h"

/*
 * What one record tells: entries and exits of calls, names, beginnings and ends of threads, loss. `a`: the event it belongs to.
 * 1: *e is filled, its time 0 where that is not told; 0: nothing of that kind; -EINVAL: it does not hold what it should.
 */
int perf_record__event(const uint8_t *rec, size_t len, const struct perf_attr *a, const struct perf_formats *f, bool swap,
		       struct pair_event *e);

#endif
