/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_formats.h - the tracing data of a perf.data file. */
#ifndef TRACE_PERF_FORMATS_H
#define TRACE_PERF_FORMATS_H

#include "buf.h"

void perf_formats__add(struct buf *b, uint32_t page_size);

#endif
