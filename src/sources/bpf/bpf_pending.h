/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_pending.h - calls that have not returned. */
#ifndef TRACE_BPF_PENDING_H
#define TRACE_BPF_PENDING_H

#include "bpf_loader.h"
#include "ring_merge.h"

/*
 * Pushes records of calls that have waited for `min_wait` ns; with 0, of all that wait, and of losses that no later record reported.
 * `scan`: the link of trace_scan.
 */
void bpf_pending__report(struct trace_bpf *skel, struct bpf_link *scan, struct ring_merge *merge, uint64_t min_wait);

#endif
