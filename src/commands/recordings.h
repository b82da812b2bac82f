/* SPDX-License-Identifier: BSD-2-Clause */
/* recordings.h - the recordings that the command line names. */
#ifndef TRACE_RECORDINGS_H
#define TRACE_RECORDINGS_H

#include "config/options.h"

/*
 * From the recordings that opt->files names (default: trace.data) to the view that the options name: what replay and convert do. Returns the
 * exit status.
 */
int recordings__show(struct options *opt);

#endif
