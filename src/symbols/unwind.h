/* SPDX-License-Identifier: BSD-2-Clause */
/* unwind.h - follows a copied stack by the call frame information of the files that are mapped, with libdw. */
#ifndef TRACE_UNWIND_H
#define TRACE_UNWIND_H

#include "address_spaces.h"
#include "bpf/wire.h"

struct unwinder;

struct unwinder *unwinder__new(void);	/* NULL: no memory */
void unwinder__free(struct unwinder *u);
/* Addresses of at most `max` frames, innermost first. 0: nothing is known of where it was. The record has all that it says. */
unsigned unwinder__follow(struct unwinder *u, const struct mappings *m, const struct rec_stack *r, uint64_t *ips, unsigned max);

#endif
