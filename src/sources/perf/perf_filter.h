/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_filter.h - kernel filters (Documentation/trace/events.rst, "Event filtering") for chosen calls. */
#pragma once

#include "config/options.h"

/*
 * A filter for the calls that the options need, and those needed for pairing; from malloc. NULL: all calls must pass, or no memory.
 * Calls that pass without being needed are dropped later.
 */
char *perf_filter__new(const struct options *o);
/*
 * A filter for those of them whose evidence in /proc disappears soon: entries of execve, exits of execve and of calls that returned a
 * descriptor for a path. From malloc. NULL: none, or no memory.
 */
char *perf_filter__prompt_entries(const struct options *o);
char *perf_filter__prompt_exits(const struct options *o);
