/* SPDX-License-Identifier: BSD-2-Clause */
/* source_bpf.h - the kernel as a source of records, by BPF programs. */
#ifndef TRACE_SOURCE_BPF_H
#define TRACE_SOURCE_BPF_H

#include "config/options.h"
#include "sources/source.h"

struct source_bpf;

/*
 * Loads and attaches the programs; nothing is selected yet. `excluded`: processes that are never selected when all
 * are. 0 or -errno: the message was printed.
 */
int source_bpf__open(struct source_bpf **s, const struct options *o, const struct id_list *excluded);
struct source *source_bpf__source(struct source_bpf *s);
/*
 * Selects what is traced, and queues what was there before. `child`: a command that is held before its execve, or 0.
 * 0 or -errno: the message was printed.
 */
int source_bpf__select(struct source_bpf *s, pid_t child);
/* ns: all records up to there were given when the source waits. */
uint64_t source_bpf__known(const struct source_bpf *s);
/* Selected tasks that have not ended; always above 0 when all are selected. */
long source_bpf__live(const struct source_bpf *s);
/* Events lost in all, by CPU: fills lost[cpu] for up to n CPUs; returns the sum. */
uint64_t source_bpf__lost(const struct source_bpf *s, uint64_t *lost, unsigned n);
unsigned source_bpf__cpus(const struct source_bpf *s);

#endif
