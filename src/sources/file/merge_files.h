/* SPDX-License-Identifier: BSD-2-Clause */
/* merge_files.h - merges several recordings into one source, by wall clock time. */
#pragma once

#include "sources/source.h"

/*
 * Takes ownership of `n` sources, also on failure. Times are converted to the clock of the first recording; recordings of one boot
 * share a clock. REC_HOST records name the host of those that follow: if there are several, or as `names` has them, which are then borrowed; NULL:
 * as the recordings have them. 0 or -ENOMEM.
 */
int merge_files__open(struct source **out, struct source **sources, const char *const *names, unsigned n);
