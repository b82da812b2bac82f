/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_confirm.h - what events that come later say of memory that was read late (vm_capture.h): events wait here until all is known that
 * happened while their memory was read. What is confirmed loses CHUNK_LATE:
 *
 * - what was passed in, read twice while its thread was in the call, to the same effect;
 * - what was passed in and lies in a private mapping of a file that could not be written when the call began, and was neither
 *   changed nor replaced until the memory had been read;
 * - a path that is, by what the kernel says of the descriptor that the call made, or of the program that it began, that of the
 *   file in question, if neither was replaced until the kernel had said so.
 *
 * What the kernel fills in is read after the call, when the program may have changed it: nothing confirms that.
 */
#ifndef TRACE_LATE_CONFIRM_H
#define TRACE_LATE_CONFIRM_H

#include "symbols/address_spaces.h"
#include "vm_capture.h"

struct confirm;

/* Asks `l` what it read. NULL: no memory. */
struct confirm *confirm__new(const struct vm_capture *l);
void confirm__free(struct confirm *c);
/* What was mapped before the first event. */
void confirm__map(struct confirm *c, const struct rec_map *r);
/* Takes an event in the order of time, and what is the event's also when it fails. 0 or -ENOMEM. */
int confirm__push(struct confirm *c, struct pair_event *e);
/* All events up to this time (ns) were pushed. */
void confirm__know(struct confirm *c, uint64_t until);
/* Events may be missing: of what is read just now nothing is confirmed by them, and mappings are no longer known. */
void confirm__doubt(struct confirm *c, uint64_t now);
/* Gives the oldest event, once nothing that is yet to come matters to it; the caller's from then on. */
bool confirm__pop(struct confirm *c, struct pair_event *e);
/* Time of the oldest event that is still here; UINT64_MAX: there is none. */
uint64_t confirm__oldest(const struct confirm *c);

#endif
