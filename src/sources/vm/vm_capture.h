/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vm_capture.h - memory that arguments point at, for the perf source: read from the program when its events are processed, with
 * process_vm_readv(2), if ptrace(2) permits that ("Ptrace access mode checking").
 *
 * What to read is defined by the rows' plans (bpf/plan.h), as for the kernel side; the chunks are the same, marked CHUNK_LATE. Meanwhile
 * the program has gone on: memory may be unmapped, then there is no chunk, or may have changed: late_confirm.h.
 */
#pragma once

#include "config/options.h"
#include "late_held.h"
#include "sources/pair_event.h"

struct vm_capture;

/* Borrows `o`. NULL: no memory. */
struct vm_capture *vm_capture__new(const struct options *o);
void vm_capture__free(struct vm_capture *l);
/*
 * Calls with this number have an event of their own with the text of these arguments (syscall_tracepoints.h). What the event lacks is
 * read when it comes, or at the call's exit if it does not come.
 */
void vm_capture__expect(struct vm_capture *l, uint16_t nr, uint8_t args);
/*
 * Adds exact memory of a held call: chunks for each op of its plan at entry, without CHUNK_LATE. To be called before vm_capture__see() gets
 * the event of its entry; it is used instead of reading, also for execve, and instead of the text of the call's own event. Copied. 0 or
 * -ENOMEM.
 */
int vm_capture__hold(struct vm_capture *l, const struct held_call *call, const void *chunks, uint32_t len);
/* Some calls up to this time were not held: drops memory added until then, which could be mistaken for theirs. */
void vm_capture__unhold(struct vm_capture *l, uint64_t until);
/* pid: the command, a fork of this process that waits before its execve, whose arguments are therefore known. */
void vm_capture__command(struct vm_capture *l, pid_t pid);
/* To be called after all available events: repeats readings of calls that have not returned. */
void vm_capture__read_again(struct vm_capture *l);
/* ns: when an event's reading (`reading`) was repeated with the same result while its thread was still in the call; 0: never. */
uint64_t vm_capture__again(const struct vm_capture *l, uint32_t reading);
/*
 * To be called for all events, sorted by time as far as possible: adds chunks to entries and exits of calls. behind: many events are
 * waiting, so nothing is read.
 */
void vm_capture__see(struct vm_capture *l, struct pair_event *e, bool behind);
