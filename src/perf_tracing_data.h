/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_tracing_data.h - the tracing data of a perf.data file. */
#ifndef TRACE_PERF_TRACING_DATA_H
#define TRACE_PERF_TRACING_DATA_H

#include "buf.h"

void perf_tracing_data__add(struct buf *b, uint32_t page_size);

#endif
