/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_pair.h - makes records (bpf/wire.h) of what perf events tell: the entry of a call and its exit, threads that begin,
 * change their name and end.
 *
 * It does not know where the events come from, a file or rings that are being written: they are given in the order of
 * time, and records come out in the order of time. What is not told cannot be in the records:
 * - memory that arguments point at, except strings that came with the event, and what is read late (vm_capture.h), confirmed or not
 *   (late_confirm.h): every call has CALL_NO_MEMORY;
 * - the ABI of a call: it is the machine's own (x32 calls aside, which their numbers tell);
 * - the status of a thread's end, unless it called exit or exit_group: EXIT_UNKNOWN;
 * - whether a new process shares its parent's descriptors: threads are taken to, processes not to.
 */
#ifndef TRACE_PERF_PAIR_H
#define TRACE_PERF_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "perf_calls.h"

/* Of an empty one, which is all zeros: whose calls they are; to be told before the first event with a time. */
void pair__set_abi(struct pair *p, enum abi abi);
void pair__close(struct pair *p);		/* it is empty again */
/* Live: the first record has this time, and what was there then is put behind it. 0 or -ENOMEM. */
int pair__begin(struct pair *p, uint64_t ts);
int pair__put(struct pair *p, const struct rec *rec);
/* Takes one event, and what is the event's. 0 or -ENOMEM. */
int pair__event(struct pair *p, struct pair_event *e);
/* No more events: shows what has not returned, then the totals. 0 or -ENOMEM. */
int pair__finish(struct pair *p);
/* The next record; valid until the next call of any function here. NULL: there is none. */
const struct rec *pair__next(struct pair *p);

#endif
