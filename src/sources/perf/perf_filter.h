/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_filter.h - the kernel's filter of events of calls (Documentation/trace/events.rst, "Event filtering"), for chosen calls. */
#ifndef TRACE_PERF_FILTER_H
#define TRACE_PERF_FILTER_H

#include "config/options.h"

/*
 * What lets through the calls that the options need, and those that tell how threads end: to be freed. NULL: everything has to
 * pass, or there is no memory; more may pass than is needed, and is left out where it is shown.
 */
char *perf_filter__new(const struct options *o);
/*
 * What lets through, of those calls, entries of execve, and exits of it and of calls that gave a descriptor of a path: what can be
 * read then is gone soon. To be freed. NULL: there are none, or there is no memory.
 */
char *perf_filter__prompt_entries(const struct options *o);
char *perf_filter__prompt_exits(const struct options *o);

#endif
