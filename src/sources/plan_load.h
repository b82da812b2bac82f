/* SPDX-License-Identifier: BSD-2-Clause */
/* plan_load.h - what to capture of each call. */
#pragma once

#include "bpf/config.h"
#include "config/options.h"

struct follows;
struct plan;
struct row;
/* The plan of a row, without its sub-rows: see row__plan(). */
void plan_load__make(const struct options *o, const struct row *row, enum abi abi, struct plan *plan, struct follows *follows);
/* The plan of a call: of the sub-row that its arguments choose, if any. false: nothing to copy. */
bool plan_load__of_call(const struct options *o, enum abi abi, unsigned nr, const uint64_t *args, struct plan *plan,
			struct follows *follows);
/* Fills the maps of plans, given by descriptor, which are empty. 0 or -errno. */
struct plan_maps { int plans, sub_plans, follows; };
int plan_load__load(const struct options *o, const struct config *cfg, const struct selection *sel, const struct plan_maps *maps);
/*
 * A hash of what it fills them from, and call_sets__select() the sets of calls in struct selection: for the same they need not be filled
 * again.
 */
uint64_t plan_load__inputs(const struct options *o, const struct config *cfg);
