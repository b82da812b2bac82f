/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_links.h - a layer above a live source: finds symbolic links in paths of calls, and inserts records of them before the call.
 * With --path for all calls' paths, else for those of calls that rename or remove.
 */
#pragma once

#include "config/options.h"
#include "sources/source_layer.h"

/* Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_links__open(struct source **out, struct source *below, const struct options *o);
