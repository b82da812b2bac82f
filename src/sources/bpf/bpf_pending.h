/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_pending.h - calls in progress. */
#pragma once

#include "loaded.h"
#include "ring_merge.h"

/*
 * Pushes records of calls that have waited for `min_wait` ns; with 0, of all calls in progress, and of losses not yet reported.
 * `scan`: the link of trace_scan.
 */
void bpf_pending__report(struct loaded *l, int scan, struct ring_merge *merge, uint64_t min_wait);
/* Until calls that began before tracing have returned, the exits of all calls are looked at. 0 or -errno. */
int bpf_pending__find_late(struct loaded *l);
void bpf_pending__end_late(struct loaded *l);
