/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vm_capture.h - what arguments of calls point at, where the kernel side does not copy it: read from the program's memory once its
 * events are looked at, with process_vm_readv(2), as far as ptrace(2) permits that ("Ptrace access mode checking").
 *
 * The rows' plans (bpf/plan.h) say what to read, as they do to the kernel side; the chunks are the same, marked CHUNK_LATE.
 * The program has gone on meanwhile: memory may be gone by then, and there is no chunk, or hold something else: late_confirm.h.
 */
#ifndef TRACE_VM_CAPTURE_H
#define TRACE_VM_CAPTURE_H

#include "config/options.h"
#include "late_held.h"
#include "sources/pair_event.h"

struct vm_capture;

/* Keeps `o`. NULL: no memory. */
struct vm_capture *vm_capture__new(const struct options *o);
void vm_capture__free(struct vm_capture *l);
/*
 * Of a call with this number these arguments come with an event of its own (syscall_tracepoints.h), if they could be read then: what it
 * does not have is read when that event comes, or at the call's exit if none did.
 */
void vm_capture__expect(struct vm_capture *l, uint16_t nr, uint8_t args);
/*
 * Exact memory: all that a call was passed (chunks as wire.h has them, for each op of its plan that is due at entry; without
 * CHUNK_LATE), read while the call was held, before the event of its entry. To be handed in before that event is shown to
 * vm_capture__see(); it is used instead of reading, also for execve, and instead of what the call's own event brings. Copied. 0 or -ENOMEM.
 */
int vm_capture__hold(struct vm_capture *l, const struct held_call *call, const void *chunks, uint32_t len);
/* Some calls were not held up to this time: what was handed in for others until then may seem to be theirs, and is forgotten. */
void vm_capture__unhold(struct vm_capture *l, uint64_t until);
/* It was forked from this process and waits before its execve: what that is passed is known. */
void vm_capture__command(struct vm_capture *l, pid_t pid);
/* All events that there are were shown: what was read of calls that have not returned is read again. */
void vm_capture__read_again(struct vm_capture *l);
/* When (ns) memory was found to be the same as it had been read with an event (its `reading`), its thread still being in the call; 0: never. */
uint64_t vm_capture__again(const struct vm_capture *l, uint32_t reading);
/*
 * To be shown all events, in the order of time as far as it is known: adds chunks to entries and exits of calls. behind: there is
 * a lot to be looked at yet, so that nothing is read now.
 */
void vm_capture__see(struct vm_capture *l, struct pair_event *e, bool behind);

#endif
