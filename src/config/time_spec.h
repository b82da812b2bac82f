/* SPDX-License-Identifier: BSD-2-Clause */
/* time_spec.h - points in time, for --from and --until. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct time_spec {
	enum { TIME_SPEC_NONE, TIME_SPEC_SINCE_START, TIME_SPEC_OF_DAY, TIME_SPEC_OF_CALENDAR } kind;
	uint64_t ns;		/* by `kind` since the start, midnight or the Epoch */
};

/* 1.5 (seconds since the start), 12:34:56.7 (local time), 2025-11-21T12:34:56. -EINVAL: the message was printed. */
int value__time_spec(const char *as, const char *text, struct time_spec *m);

/* As CLOCK_MONOTONIC, ns. start_mono, start_real: both clocks at the start. A time of day is its first occurrence after the start. */
uint64_t time_spec__mono(const struct time_spec *m, uint64_t start_mono, uint64_t start_real);
