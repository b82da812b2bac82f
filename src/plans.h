/* SPDX-License-Identifier: BSD-2-Clause */
/* plans.h - what the kernel side is told of system calls: which to send, and what to copy of each. */
#ifndef TRACE_PLANS_H
#define TRACE_PLANS_H

#include "config.h"
#include "options.h"

/* Which ABIs a machine of this build runs. */
void plans__set_abis(struct config *cfg);
/* Fills the sets of calls in `cfg`: what is shown, and what is needed to follow descriptors and directories. */
void plans__select(const struct options *o, struct config *cfg);
/* All calls that what is shown depends on: those shown and, if they show names or paths, those to track. */
void plans__needed(const struct options *o, struct syscall_set *set);
struct plan;
struct row;
/* What to copy for the calls of a row (not of its sub-rows). */
void plans__make(const struct options *o, const struct row *row, enum abi abi, struct plan *plan);
/* What to copy for this call: that of the sub-row its command chooses, if any. false: nothing. */
bool plans__of_call(const struct options *o, enum abi abi, unsigned nr, const uint64_t *args, struct plan *plan);
/* Fills the maps of plans, by file descriptor of the map. 0 or -errno. */
int plans__load(const struct options *o, const struct config *cfg, int plans_fd, int sub_plans_fd);

#endif
