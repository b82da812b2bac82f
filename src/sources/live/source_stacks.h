/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_stacks.h - a layer above a live source with mappings: inserts symbols of the kernel and of JIT code before the first stack
 * that needs them, so that stacks can be shown on another machine.
 */
#pragma once

#include "config/options.h"
#include "sources/source_layer.h"

/* user_only: the stacks have no kernel addresses. Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_stacks__open(struct source **out, struct source *below, const struct options *o, bool user_only);
