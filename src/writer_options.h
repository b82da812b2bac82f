/* SPDX-License-Identifier: BSD-2-Clause */
/* writer_options.h - what the user chose of the output's looks; const while a writer works. */
#ifndef TRACE_WRITER_OPTIONS_H
#define TRACE_WRITER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct writer_options {
	bool prefix;		/* keep the common prefixes of constants (O_, PROT_, …) */
	bool color;
	bool comm;		/* show comm/tid: always when several threads show */
	bool duration;
	bool wall_clock;	/* -T */
	bool cpu;		/* --show-cpu */
	bool count_calls;	/* folded: weigh by number of calls, not by time */
	unsigned string_limit;	/* bytes of a string that are shown */
	uint64_t start_mono, start_real;	/* ns: the first record, and the wall clock then */
};

#endif
