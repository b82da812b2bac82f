/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmap_events.h - what processes map that they can run, as the kernel tells it: an event of perf that counts nothing, on
 * each CPU, of everything or, where only that is permitted, of the targets. And what they had mapped before: /proc/PID/maps.
 *
 * A stream of REC_MAP for merge.h.
 */
#ifndef TRACE_MMAP_EVENTS_H
#define TRACE_MMAP_EVENTS_H

#include "config/options.h"
#include "sources/source.h"

/* It begins at once where the kernel tells of all processes. 0 or -errno: the message was printed. `excluded` as live.h has it. */
int mmap_events__open(struct source **out, const struct options *o, const struct id_list *excluded);

#endif
