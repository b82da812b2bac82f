/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_inject.h - -e inject for processes that run already, which cannot be given a seccomp filter (sources/seccomp/inject.h).
 *
 * BPF programs at sys_enter decide and send signals (bpf/inject.bpf.h); results are changed by programs at the calls' functions, where the
 * kernel permits that (bpf_override.h).
 */
#pragma once

#include "loaded.h"
#include "config/options.h"

struct bpf_inject;

/* Sets cfg->injects and cfg->injects_signals, if anything is injected so. Before the programs are loaded. */
void bpf_inject__configure(const struct options *o, struct config *cfg);
/*
 * After that: fills the map of rules, and attaches the programs at functions. 0 (*b NULL: nothing is injected so), or -errno: the message
 * was printed.
 */
int bpf_inject__open(struct bpf_inject **b, const struct options *o, struct loaded *l);
/* Nothing is injected from now on. */
void bpf_inject__end(struct bpf_inject *b);
void bpf_inject__close(struct bpf_inject *b);
