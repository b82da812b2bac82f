/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_way.h - where the loaded programs take calls: at the functions of the selected ones, or at the tracepoints of all (raw_syscalls). */
#pragma once

#include "loaded.h"
#include "config/options.h"

/*
 * Sets l->cfg.functions, and what belongs to it. no_functions: it was tried, and the kernel refused. 0; -ECANCELED: the option cannot be followed, the
 * message was printed.
 */
int bpf_way__choose(struct loaded *l, const struct options *o, bool no_functions);
/* Prints, with -v, how the kernel runs the loaded programs, and what they have. ring_bytes: of one ring. */
void bpf_way__say(const struct loaded *l, const struct options *o, uint64_t ring_bytes);
