/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live_events.h - what the kernel tells of the targets besides calls: tracepoints, by perf events with rings of their own.
 *
 * A stream for merge.h, which puts it among the calls. Nobody is woken by events: rings are looked at.
 */
#ifndef TRACE_LIVE_EVENTS_H
#define TRACE_LIVE_EVENTS_H

#include "config/options.h"
#include "sources/source.h"

/* Do the options ask for any? */
bool live_events__wanted(const struct options *o);
/* Finds what is asked for. `excluded` as live.h has it. 0 or -errno: the message was printed. */
int live_events__open(struct source **out, const struct options *o, const struct id_list *excluded);

#endif
