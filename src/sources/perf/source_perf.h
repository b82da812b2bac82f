/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_perf.h - the kernel as a source of records, by perf events: for who may not load BPF programs.
 *
 * perf_pair.h says what perf events do not tell. What is not selected by threads (-u, -G) cannot be selected here.
 */
#ifndef TRACE_SOURCE_PERF_H
#define TRACE_SOURCE_PERF_H

#include "config/options.h"
#include "sources/source.h"

struct hold;

/* As source_bpf.h has it. `hold`: memory that is read while calls are held is taken from there; NULL: none is. */
int source_perf__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold);

#endif
