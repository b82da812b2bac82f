/* SPDX-License-Identifier: BSD-2-Clause */
/* unwind.h - unwinds a copied stack with libdw, by the DWARF call frame information of mapped files. */
#pragma once

#include "address_spaces.h"
#include "bpf/wire.h"

struct unwinder;

struct unwinder *unwinder__new(void);	/* NULL: no memory */
void unwinder__free(struct unwinder *u);
/* Stores addresses of at most `max` frames, innermost first. 0: unwinding failed. The record must have been checked. */
unsigned unwinder__follow(struct unwinder *u, const struct mappings *m, const struct rec_stack *r, uint64_t *ips, unsigned max);
