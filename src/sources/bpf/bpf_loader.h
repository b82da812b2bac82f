/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_loader.h - acquires the BPF programs and their maps: those that an earlier tracer left (bpf_keep.h), or it loads them, in two parts at the
 * same time.
 */
#pragma once

#include "loaded.h"

/* Adapts the programs to the kernel without loading them: sets max_tasks. 0 or -errno. */
int bpf_loader__probe(struct loaded *l);
/* Has programs, maps with the plans, and otherwise empty ones. 0 or -errno. */
int bpf_loader__load(struct loaded *l);
/* Detaches programs, and leaves them to the next run. It does nothing that leave.h does not permit. */
void bpf_loader__end(struct loaded *l);
/* The same, and frees everything. */
void bpf_loader__close(struct loaded *l);
