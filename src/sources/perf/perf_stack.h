/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_stack.h - where a thread was, as perf events tell it: addresses that the kernel has followed by frame pointers and, for
 * whoever wants to follow call frame information, registers and memory of the stack.
 *
 * Calls have theirs taken when they begin: what a thread makes calls from does not change until they return.
 */
#ifndef TRACE_PERF_STACK_H
#define TRACE_PERF_STACK_H

#include "bpf/wire.h"
#include "config/options.h"
#include "perf_open.h"

/* Events of calls, before any is opened: those of the beginning are to have what the options ask for. */
void perf_stack__ask(struct perf_open *calls, const struct options *o);
/* They could not be opened (-errno), which was said: says what of it may be too much. Returns err. */
int perf_stack__explain(const struct options *o, int err);
/*
 * What a sample has of that, as a record from malloc; of which call or event is for others to say. At most `max` addresses of the
 * kernel, and of the program. NULL: it has nothing, or no memory.
 */
struct rec_stack *perf_stack__of(const struct perf_sample *s, const struct perf_attr *a, unsigned max);
/* Likewise, of one of the kernel's records; NULL also if it is no whole sample. */
struct rec_stack *perf_stack__of_record(const uint8_t *rec, size_t len, const struct perf_attr *a, unsigned max);

#endif
