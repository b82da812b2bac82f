/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_pair.h - makes records (bpf/wire.h) of perf events: pairs entries and exits of calls, follows creation, names and exits of
 * threads.
 *
 * It takes events of a file or of live rings, sorted by time; records come out sorted by time. perf events lack:
 * - memory that arguments point at: there are only strings of the event, and memory read late (vm_capture.h), confirmed or not
 *   (late_confirm.h); every call has CALL_NO_MEMORY;
 * - the ABI of a call: the native one is assumed, except for x32 calls, whose numbers show it;
 * - the status of a thread's end: EXIT_UNKNOWN unless it called exit or exit_group;
 * - whether a new process shares its parent's descriptors: threads are assumed to, processes not.
 */
#pragma once


#include "perf_calls.h"

/* To be called on a zeroed *p before the first event with a time: the ABI of its calls. */
void pair__set_abi(struct pair *p, enum abi abi);
void pair__close(struct pair *p);		/* frees and zeroes */
/* Live: makes the first record, with this time; the snapshot follows. 0 or -ENOMEM. */
int pair__begin(struct pair *p, uint64_t ts);
int pair__put(struct pair *p, const struct rec *rec);
/* Takes one event, and ownership of what it owns. 0 or -ENOMEM. */
int pair__event(struct pair *p, struct pair_event *e);
/* After the last event: makes records of calls in progress, then REC_END. 0 or -ENOMEM. */
int pair__finish(struct pair *p);
/* The next record, valid until the next call of any function here. NULL: none. */
const struct rec *pair__next(struct pair *p);
