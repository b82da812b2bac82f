/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filter.h - which calls are shown. The kernel side drops most of what is not wanted; here every filter is applied
 * again to what comes, so that a recording gives the same answer, and calls that were sent only to follow
 * descriptors stay hidden.
 */
#ifndef TRACE_FILTER_H
#define TRACE_FILTER_H

#include "config/options.h"
#include "tracker/fd_tracking.h"

/* Of recordings, whose threads were chosen by others; and names, everywhere. */
bool filter__wants_thread(const struct options *o, uint32_t tid, uint32_t tgid, const char *comm);
bool filter__wants(const struct options *o, const struct thread *th, const struct call *c, struct span at);
/* By what its record alone tells, which is all but paths: a call that returned. */
bool filter__wants_returned(const struct options *o, const struct rec_call *r);
/* An event that is no call. A recording has those that its recorder was asked for; `hidden`: and was not asked to show. */
bool filter__wants_event(const struct options *o, const char *name, bool hidden);
bool filter__wants_fault(const struct options *o, bool major);

#endif
