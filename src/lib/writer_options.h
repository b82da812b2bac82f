/* SPDX-License-Identifier: BSD-2-Clause */
/* writer_options.h - options of how lines look; const while a writer works. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The first column: how it shows when a line's event began. */
enum clock_column {
	CLOCK_SINCE_START,	/* milliseconds since the start */
	CLOCK_SINCE_LINE,	/* -r: since the latest event of an earlier line */
	CLOCK_OF_DAY,		/* -T */
	CLOCK_OF_CALENDAR,	/* -TT: with the date */
	CLOCK_EPOCH,		/* --epoch: seconds since the Epoch */
};

static inline bool clock_column__is_real(enum clock_column c)
{
	return c >= CLOCK_OF_DAY;
}

struct writer_options {
	bool prefix;		/* keep the common prefixes of constants (O_, PROT_, …) */
	bool color;
	bool comm;		/* show the thread's name with its ID */
	bool terminal;		/* lines go to a terminal */
	bool duration;
	enum clock_column clock;
	bool cpu;		/* --show-cpu */
	unsigned count_calls;	/* folded: weigh by time (0), or by number of calls (1) */
	unsigned string_limit;	/* bytes of a string that are shown */
	uint64_t start_mono, start_real;	/* ns: CLOCK_MONOTONIC and wall clock at the start of tracing */
};
