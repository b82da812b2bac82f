/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_links.h - over a live source: looks for symbolic links on the way of the paths that calls pass, and tells of them before
 * the call that goes through them. With --path of all calls' paths, else of those that calls rename or remove.
 */
#ifndef TRACE_SOURCE_LINKS_H
#define TRACE_SOURCE_LINKS_H

#include "config/options.h"
#include "sources/source.h"

struct source_links;

int source_links__open(struct source_links **s, const struct options *o);	/* 0 or -ENOMEM */
struct source *source_links__over(struct source_links *s, struct source *inner);
void source_links__close(struct source_links *s);	/* NULL is fine; what it is over stays */

#endif
