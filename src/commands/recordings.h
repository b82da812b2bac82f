/* SPDX-License-Identifier: BSD-2-Clause */
/* recordings.h - the recordings that the command line names. */
#ifndef TRACE_RECORDINGS_H
#define TRACE_RECORDINGS_H

#include "config/options.h"
#include "sources/source.h"

/*
 * Opens opt->files (default: trace.data), learns the names they bring, and makes opt->calls of -e. What no line can depend
 * on is not read, unless `all`. 0 or -errno: the message was printed.
 */
int recordings__open(struct source **out, struct options *opt, bool all);
/* From these recordings to the view that the options name: what replay and convert do. The exit status. */
int recordings__show(struct options *opt);

#endif
