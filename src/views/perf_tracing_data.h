/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_tracing_data.h - the tracing data of a perf.data file. */
#pragma once

#include "lib/buf.h"

/* The tracepoints of a converted recording. The IDs are our own; readers find them in the formats. */
enum perf_event_id {
	PERF_SYS_ENTER = 1,
	PERF_SYS_EXIT = 2,
	PERF_SIGNAL = 3,
	PERF_EVENTS = 3,
};

void perf_tracing_data__add(struct buf *b, uint32_t page_size);
