/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_perf.h - the kernel as a source of records, by perf events: for users who may not load BPF programs.
 *
 * perf_pair.h lists what perf events lack. Only threads can be selected, not users or cgroups (-u, -G).
 */
#pragma once

#include "config/options.h"
#include "sources/source.h"

struct hold;

/* As in source_bpf.h. hold: provides memory read while calls are held; NULL: no calls are held. */
int source_perf__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold);
