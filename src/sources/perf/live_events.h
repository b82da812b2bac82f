/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live_events.h - tracepoints and page faults of the targets, by perf events with rings of their own.
 *
 * A stream for merge.h. Events do not wake the reader: the rings are polled.
 */
#pragma once

#include "config/options.h"
#include "sources/source.h"

/* Do the options choose any? */
bool live_events__wanted(const struct options *o);
/* Finds the events. excluded: see live.h. 0 or -errno: the message was printed. */
int live_events__open(struct source **out, const struct options *o, const struct id_list *excluded);
