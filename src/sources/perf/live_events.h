/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live_events.h - what the kernel tells of the targets besides calls: tracepoints, by perf events with rings of their own.
 *
 * It gives records (bpf/wire.h) in the order of time, up to the time that is known for all CPUs; source_mix.h puts them
 * among those of a source.
 */
#ifndef TRACE_LIVE_EVENTS_H
#define TRACE_LIVE_EVENTS_H

#include "bpf/wire.h"
#include "config/options.h"

struct live_events;

/* Do the options ask for any? */
bool live_events__wanted(const struct options *o);
/* Finds what is asked for. `excluded` as live.h has it. 0 or -errno: the message was printed. */
int live_events__open(struct live_events **e, const struct options *o, const struct id_list *excluded);
void live_events__close(struct live_events *e);
/* Events of the targets are taken from here on; of `child`, from its execve on. 0 or -errno: as above. */
int live_events__select(struct live_events *e, pid_t child);
/* What has to come before the first event, with the time `ts`: one after the other, then NULL. */
const struct rec *live_events__head(struct live_events *e, uint64_t ts);
/* Reads the rings. Returns the time up to which everything is known. 0 or -ENOMEM. */
int live_events__look(struct live_events *e, uint64_t *until);
/* The oldest event, unless it is newer than `until`; valid until the next call. NULL: there is none. */
const struct rec *live_events__next(struct live_events *e, uint64_t until);
/* Some were read that next() has not given yet. */
bool live_events__has_more(const struct live_events *e);
/* No more events come. */
void live_events__stop(struct live_events *e);
/* Is any of the targets alive? */
bool live_events__is_live(const struct live_events *e);
/* How many the kernel had no room for: adds to lost[cpu] for up to n CPUs; returns the sum. */
uint64_t live_events__lost(const struct live_events *e, uint64_t *lost, unsigned n);

#endif
