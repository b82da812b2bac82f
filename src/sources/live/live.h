/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.h - the running kernel as a source: calls by BPF where that is permitted, else by perf events; in between, by time, other events
 * and what processes map; and over that what looks at each record.
 */
#ifndef TRACE_LIVE_H
#define TRACE_LIVE_H

#include "config/options.h"
#include "sources/source.h"

struct hold;

/* May BPF programs be loaded, by what can be seen without loading ours? */
bool live__may_load_bpf(void);

/*
 * `excluded`: processes that are not traced; `hold`: memory that is read while calls are held is taken from there, NULL: none is. Both have
 * to live as long as the source. 0 or -errno: the message was printed.
 */
int live__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold);

#endif
