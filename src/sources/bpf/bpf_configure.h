/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_configure.h - from options to what the programs are told: constants (struct config) and variables (struct selection). */
#pragma once

#include "loaded.h"
#include "config/options.h"

struct inject;

/* All but the sets of calls, which l->select fills, and where calls are taken (bpf_way.h). inject: sends signals, NULL: none. */
void bpf_configure(struct loaded *l, const struct options *o, struct inject *inject);
/* After the choice of where calls are taken: do tasks have seats? */
void bpf_configure__seats(struct config *cfg);
