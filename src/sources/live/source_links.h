/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_links.h - over a live source: looks for symbolic links on the way of the paths that calls pass, and tells of them before
 * the call that goes through them. With --path of all calls' paths, else of those that calls rename or remove.
 */
#ifndef TRACE_SOURCE_LINKS_H
#define TRACE_SOURCE_LINKS_H

#include "config/options.h"
#include "sources/source_layer.h"

/* Takes `below` over, unless it fails: 0 or -ENOMEM. */
int source_links__open(struct source **out, struct source *below, const struct options *o);

#endif
