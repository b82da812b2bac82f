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

struct source_perf;
struct hold;

/* As source_bpf.h has these. */
int source_perf__open(struct source_perf **s, const struct options *o, const struct id_list *excluded);
struct source *source_perf__source(struct source_perf *s);
/* As live__hold(). */
void source_perf__hold(struct source_perf *s, struct hold *hold);
int source_perf__select(struct source_perf *s, pid_t child);
uint64_t source_perf__known(const struct source_perf *s);
long source_perf__live(const struct source_perf *s);
uint64_t source_perf__lost(const struct source_perf *s, uint64_t *lost, unsigned n);
unsigned source_perf__cpus(const struct source_perf *s);

#endif
