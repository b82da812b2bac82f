/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_losses.h - counts the records that found no room in the rings of a struct perf_open. */
#pragma once

#include <stdint.h>

struct perf_open;

/* A ring reported a loss of `n` records. cpu: the ring's; a number that is too high: not known. */
void perf_losses__add(struct perf_open *o, uint32_t cpu, uint64_t n);
/* The reported losses, as lost() of source.h. */
uint64_t perf_losses__sum(const struct perf_open *o, uint64_t *by_cpu, unsigned n);
/*
 * Losses not reported yet, which count as reported from now on: a ring reports a loss only with its next event.
 * 0 where the kernel does not count them (before Linux 6.0).
 */
uint64_t perf_losses__add_rest(struct perf_open *o);
