/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filter.h - which calls are shown. The kernel side drops most unwanted calls. Here every filter is applied again, so that replay gives
 * the same result, and calls that were sent only to follow descriptors are not shown.
 */
#pragma once

#include "config/options.h"
#include "tracker/fd_tracking.h"

/* By --comm; in recordings, where the recorder chose the threads, also by -p and -t. */
bool filter__wants_thread(const struct options *o, uint32_t tid, uint32_t tgid, const char *comm);
/* Does filter__wants() look only at the call's number? */
bool filter__is_plain(const struct options *o);
bool filter__wants(const struct options *o, const struct thread *th, const struct call *c, struct span at);
/* A call that returned, by its record alone: all filters but --path. */
bool filter__wants_returned(const struct options *o, const struct rec_call *r);
/* An event other than a call. hidden: it is in the recording, but the recorder was not to show it. */
bool filter__wants_event(const struct options *o, const char *name, bool hidden);
bool filter__wants_fault(const struct options *o, bool major);
