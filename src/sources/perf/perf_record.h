/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_record.h - from records of perf events to events of calls and threads. */
#pragma once

#include "perf_format.h"
#include "perf_sample.h"

/*
 * Converts a record: entry or exit of a call; name, creation or exit of a thread; loss; mapping. `a`: the record's attribute. 1: *e is
 * filled, its time 0 if unknown; 0: another record; -EINVAL: invalid.
 */
int perf_record__event(const uint8_t *rec, size_t len, const struct perf_attr *a, const struct perf_formats *f, bool swap,
		       struct pair_event *e);
