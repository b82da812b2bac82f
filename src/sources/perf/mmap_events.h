/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmap_events.h - what processes map that they can run, as the kernel tells it: an event of perf that counts nothing, on
 * each CPU, of everything or, where only that is permitted, of the targets. And what they had mapped before: /proc/PID/maps.
 * For sources only.
 */
#ifndef TRACE_MMAP_EVENTS_H
#define TRACE_MMAP_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "config/options.h"

struct mmap_events;

/* It begins at once where the kernel tells of all processes. 0 or -errno: the message was printed. */
int mmap_events__open(struct mmap_events **out);
/* It begins for the targets where it does not: see perf_targets.h. Likewise. */
int mmap_events__select(struct mmap_events *m, const struct options *o, pid_t child, bool (*skip)(void *ctx, pid_t tgid), void *ctx);
void mmap_events__close(struct mmap_events *m);
/* Takes in what has happened so far. */
void mmap_events__look(struct mmap_events *m);
/* The oldest of what was taken in, of any process, if it is no younger than `until`. NULL: none. Valid until the next call. */
struct rec_map *mmap_events__next(struct mmap_events *m, uint64_t until);
/* Gives what the process has mapped now. */
void mmap_events__snapshot(struct mmap_events *m, pid_t tgid, uint64_t ts, int (*push)(void *ctx, const struct rec *rec), void *ctx);

#endif
