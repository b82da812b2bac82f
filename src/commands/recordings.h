/* SPDX-License-Identifier: BSD-2-Clause */
/* recordings.h - the recordings that the command line names. */
#pragma once

#include "config/options.h"

/*
 * Shows the recordings of opt->files (default: trace.data) with the view of the options, for replay and convert. Returns the exit status.
 */
int recordings__show(struct options *opt);
/* The same with a view of counts, for info, of one recording. */
int recordings__count(const struct options *opt);
