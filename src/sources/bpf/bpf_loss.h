/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_loss.h - how many events were lost. */
#pragma once

#include <stdint.h>

#include "loaded.h"

/*
 * Returns the events lost so far on all CPUs; adds those of each CPU to by_cpu[0] up to by_cpu[n - 1], and those of each reason to
 * by_reason[] (enum loss_reason), unless that is NULL.
 */
uint64_t bpf_loss__sum(const struct loaded *l, unsigned ncpus, uint64_t *by_cpu, unsigned n, uint64_t *by_reason);
uint64_t bpf_loss__skipped(const struct loaded *l);	/* those of them for which the kernel skipped a program */
/* To be called before anything is attached: what was lost until then, in programs that are kept, does not count. */
void bpf_loss__begin(struct loaded *l);
