/* SPDX-License-Identifier: BSD-2-Clause */
/* merge_files.h - several recordings as one source, in the order of wall clock time. */
#ifndef TRACE_MERGE_FILES_H
#define TRACE_MERGE_FILES_H

#include "sources/source.h"

/*
 * Takes over `n` sources, also when it fails. Times become those of the first one's clock; those of recordings of the same boot are
 * comparable as they are. REC_HOST records say whose records follow. 0 or -ENOMEM.
 */
int merge_files__open(struct source **out, struct source **sources, unsigned n);

#endif
