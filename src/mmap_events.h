/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmap_events.h - what processes map that they can run, as the kernel tells it: an event of perf that counts nothing, on
 * each CPU. And what they had mapped before: /proc/PID/maps. For sources only.
 */
#ifndef TRACE_MMAP_EVENTS_H
#define TRACE_MMAP_EVENTS_H

#include <stdint.h>
#include <sys/types.h>

#include "wire.h"

struct mmap_events;

/* 0 or -errno: the message was printed. */
int mmap_events__open(struct mmap_events **out);
void mmap_events__close(struct mmap_events *m);
/* Takes in what has happened so far. */
void mmap_events__look(struct mmap_events *m);
/* The oldest of what was taken in, of any process, if it is no younger than `until`. NULL: none. Valid until the next call. */
struct rec_map *mmap_events__next(struct mmap_events *m, uint64_t until);
/* Gives what the process has mapped now. */
void mmap_events__snapshot(struct mmap_events *m, pid_t tgid, uint64_t ts, int (*push)(void *ctx, const struct rec *rec), void *ctx);

#endif
