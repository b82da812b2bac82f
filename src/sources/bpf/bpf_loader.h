/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_loader.h - acquires the BPF programs and their maps: those that an earlier tracer left (bpf_keep.h), or it loads them: the maps first,
 * then the programs, in two parts at the same time.
 */
#pragma once

#include "loaded.h"

/* Adapts the programs to the kernel without loading them: sets max_tasks. 0 or -errno. */
int bpf_loader__probe(struct loaded *l);
/* Has maps, which are empty, and begins to load programs. 0 or -errno. */
int bpf_loader__start(struct loaded *l);
/* Must the maps of plans be filled? If not, they have what sel.plans says. */
bool bpf_loader__needs_plans(const struct loaded *l);
/* Waits for the programs. The maps of plans are filled. 0 or -errno. */
int bpf_loader__finish(struct loaded *l);
void bpf_loader__close(struct loaded *l);
