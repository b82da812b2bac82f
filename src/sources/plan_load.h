/* SPDX-License-Identifier: BSD-2-Clause */
/* plan_load.h - what the kernel side is told of system calls: which to send, and what to copy of each. */
#ifndef TRACE_PLAN_LOAD_H
#define TRACE_PLAN_LOAD_H

#include "bpf/config.h"
#include "config/options.h"

/* Which ABIs a machine of this build runs. */
void plan_load__set_abis(struct config *cfg);
/* Fills the sets of calls in `cfg`: what is shown, and what is needed to follow descriptors and directories. */
void plan_load__select(const struct options *o, struct config *cfg);
/* All calls that what is shown depends on: those shown and, if they show names or paths, those to track. */
void plan_load__needed(const struct options *o, struct syscall_set *set);
struct follows;
struct plan;
struct row;
/* What to copy for the calls of a row (not of its sub-rows): see row__plan(). */
void plan_load__make(const struct options *o, const struct row *row, enum abi abi, struct plan *plan, struct follows *follows);
/* What to copy for this call: that of the sub-row its command chooses, if any. false: nothing. */
bool plan_load__of_call(const struct options *o, enum abi abi, unsigned nr, const uint64_t *args, struct plan *plan,
			struct follows *follows);
/* Fills the maps of plans, by file descriptor of the map. 0 or -errno. */
struct plan_maps { int plans, sub_plans, follows; };
int plan_load__load(const struct options *o, const struct config *cfg, const struct plan_maps *maps);

#endif
