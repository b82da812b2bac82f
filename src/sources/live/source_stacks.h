/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_stacks.h - over a live source that gives mappings, too: symbols of the kernel and of JIT compilers, before the first stack that
 * has an address of them, so that stacks can be read elsewhere.
 */
#ifndef TRACE_SOURCE_STACKS_H
#define TRACE_SOURCE_STACKS_H

#include "config/options.h"
#include "sources/source_layer.h"

/* user_only: the stacks have no addresses of the kernel. Takes `below` over, unless it fails: 0 or -ENOMEM. */
int source_stacks__open(struct source **out, struct source *below, const struct options *o, bool user_only);

#endif
