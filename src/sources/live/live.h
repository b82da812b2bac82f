/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.h - the sources on the running kernel, of which one is chosen: BPF where that is permitted, else perf events.
 * Events that are no calls are put in between its records (source_mix.h).
 *
 * All functions are as source_bpf.h has them.
 */
#ifndef TRACE_LIVE_H
#define TRACE_LIVE_H

#include "config/options.h"
#include "sources/source.h"

struct live;
struct hold;

/* May BPF programs be loaded, by what can be seen without loading ours? */
bool live__may_load_bpf(void);

int live__open(struct live **l, const struct options *o, const struct id_list *excluded);
struct source *live__source(struct live *l);
/* Memory that is read while calls are held is taken from there; NULL: none is. Before live__select(). */
void live__hold(struct live *l, struct hold *hold);
int live__select(struct live *l, pid_t child);
long live__tasks(struct live *l);
uint64_t live__lost(const struct live *l, uint64_t *lost, unsigned n);
unsigned live__cpus(const struct live *l);
/* Closes the source as well. */
void live__close(struct live *l);

#endif
