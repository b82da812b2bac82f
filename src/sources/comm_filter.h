/* SPDX-License-Identifier: BSD-2-Clause */
/* comm_filter.h - the patterns of --comm as an automaton that BPF runs: see struct comm_filter. */
#pragma once

#include <stdbool.h>

#include "bpf/config.h"
#include "config/options.h"

/* false: they are too long for it, or one is not understood here. */
bool comm_filter__make(struct comm_filter *f, char *const *patterns, unsigned n);
/* Sets whether BPF drops calls by --comm, and which. */
void comm_filter__configure(const struct options *o, struct config *cfg, struct selection *sel);
