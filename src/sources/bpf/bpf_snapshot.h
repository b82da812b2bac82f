/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_snapshot.h - the records with which tracing begins: REC_START, and what the selected tasks have open and run by then. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "config/options.h"
#include "loaded.h"
#include "ring_merge.h"

/* child: the command's process, which waits; 0: none. ts: ns, of the records; a record for which there is no memory is missing. */
void bpf_snapshot__take(const struct loaded *l, const struct options *o, struct ring_merge *merge, pid_t child, uint64_t ts);
/* Where bpf_targets__only() has the command: what is left to do while it starts, before any other record is taken. */
void bpf_snapshot__rest(const struct loaded *l, const struct options *o, struct ring_merge *merge, uint64_t ts);
