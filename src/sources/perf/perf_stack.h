/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_stack.h - call stacks from perf events: addresses that the kernel found by frame pointers and, for DWARF, registers and stack
 * memory.
 *
 * Stacks of calls are taken at entry: the user stack does not change until the call returns.
 */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"
#include "perf_open.h"

/* Sets attributes of the entry events by the options; before any is opened. */
void perf_stack__ask(struct perf_open *calls, const struct options *o);
/* The events could not be opened (-errno, the message was printed): adds which option may be the cause. Returns err. */
int perf_stack__explain(const struct options *o, int err);
/*
 * A sample's stack as a record from malloc, without the call or event it belongs to. At most `max` kernel and `max` user addresses.
 * NULL: no stack, or no memory.
 */
struct rec_stack *perf_stack__of(const struct perf_sample *s, const struct perf_attr *a, unsigned max);
/* The same from an unparsed record; NULL also if it is not a complete sample. */
struct rec_stack *perf_stack__of_record(const uint8_t *rec, size_t len, const struct perf_attr *a, unsigned max);
