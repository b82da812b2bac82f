/* SPDX-License-Identifier: BSD-2-Clause */
/* time_spec.h - the time that --from and --to leave. */
#ifndef TRACE_TIME_SPEC_H
#define TRACE_TIME_SPEC_H

#include <stdbool.h>
#include <stdint.h>

struct time_spec {
	enum { MOMENT_NONE, MOMENT_SINCE_START, MOMENT_OF_DAY, MOMENT_OF_CALENDAR } kind;
	uint64_t ns;		/* since the start, since midnight, since the Epoch */
};

/* 1.5 (seconds since the start), 12:34:56.7 (local time), 2025-11-21T12:34:56. -EINVAL: the message was printed. */
int value__moment(const char *as, const char *text, struct time_spec *m);

/* In ns of CLOCK_MONOTONIC, given those of the start, and the wall clock then. of_day: the first since the start. */
uint64_t time_spec__mono(const struct time_spec *m, uint64_t start_mono, uint64_t start_real);

#endif
