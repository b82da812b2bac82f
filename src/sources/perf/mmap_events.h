/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmap_events.h - executable mappings of processes: from a perf event that counts nothing, on each CPU, for all processes or, if only
 * that is permitted, for the targets; and from /proc/PID/maps for mappings that existed before.
 *
 * A stream of REC_MAP for merge.h.
 */
#pragma once

#include "config/options.h"
#include "sources/source.h"

/* If all processes are covered, it begins at once, not with select(). 0 or -errno: the message was printed. excluded: see live.h. */
int mmap_events__open(struct source **out, const struct options *o, const struct id_list *excluded);
