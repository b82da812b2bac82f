/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_mix.h - a source of calls, and the kernel's other events (live_events.h), in one order of time.
 *
 * Calls wait until no older event can come, and events until no older call can: by a few milliseconds.
 */
#ifndef TRACE_SOURCE_MIX_H
#define TRACE_SOURCE_MIX_H

#include "sources/perf/live_events.h"
#include "sources/source.h"

/* Where both come from is the caller's, and closed by it. `known`: up to when `calls` has told everything when it waits. */
int source_mix__open(struct source **out, struct source *calls, uint64_t (*known)(void *ctx), void *ctx,
		     struct live_events *events);

#endif
