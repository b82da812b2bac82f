/* SPDX-License-Identifier: BSD-2-Clause */
/* source_merge.h - several recordings as one source, in the order of wall clock time. */
#ifndef TRACE_SOURCE_MERGE_H
#define TRACE_SOURCE_MERGE_H

#include "sources/source.h"

/*
 * Takes over `n` sources (opened by source_file.h). Times become those of the first one's clock; those of recordings of the
 * same boot are comparable as they are. REC_HOST records say whose records follow. 0 or -ENOMEM.
 */
int source_merge__open(struct source **out, struct source **sources, unsigned n);

#endif
