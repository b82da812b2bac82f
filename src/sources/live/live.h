/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.h - the running kernel as a source: calls by BPF if permitted, else by perf events; merged by time with other events and
 * mappings; above that, layers that look at each record.
 */
#pragma once

#include "config/options.h"
#include "sources/source.h"

struct freezer;
struct hold;
struct inject;

/* May BPF programs be loaded? Tested without loading ours. */
bool live__may_load_bpf(void);
/* Why the kernel cannot count calls here; NULL: it can. */
const char *live__cannot_count(const struct options *o);

/*
 * excluded: processes that are not traced; hold, inject: change how the command's calls are made, NULL: not; freezer: pauses the
 * targets before records are lost, NULL: not. All are borrowed until
 * close(). 0 or -errno: the message was printed.
 */
int live__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold, struct inject *inject,
	       struct freezer *freezer);
