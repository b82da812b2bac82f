/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_confirm.h - confirms memory that was read late (vm_capture.h): events wait here until all events up to the time of reading have
 * come. Confirmed chunks lose CHUNK_LATE:
 *
 * - input memory that was read twice, with the same result, while the thread was in the call;
 * - input memory in a private mapping of a file that was not writable at entry, and was neither changed nor replaced until it had been
 *   read;
 * - a path that leads to the file which the kernel reports for the call's new descriptor or program (/proc), if neither was replaced
 *   before the kernel's name was read.
 *
 * Output memory is never confirmed: it is read after the call, when the program may have changed it.
 */
#pragma once

#include "symbols/address_spaces.h"
#include "vm_capture.h"

struct confirm;

/* Borrows `l`, whose readings it uses. NULL: no memory. */
struct confirm *confirm__new(const struct vm_capture *l);
void confirm__free(struct confirm *c);
/* Adds a mapping that existed before the first event. */
void confirm__map(struct confirm *c, const struct rec_map *r);
/* Takes an event, sorted by time, and ownership of what it owns, also on failure. 0 or -ENOMEM. */
int confirm__push(struct confirm *c, struct pair_event *e);
/* All events up to this time (ns) were pushed. */
void confirm__know(struct confirm *c, uint64_t until);
/* Events may be missing: memory read up to now is not confirmed, and mappings are no longer known. */
void confirm__doubt(struct confirm *c, uint64_t now);
/* Removes the oldest event, once no later event can affect it; it is then the caller's. */
bool confirm__pop(struct confirm *c, struct pair_event *e);
/* Time of the oldest waiting event; UINT64_MAX: none. */
uint64_t confirm__oldest(const struct confirm *c);
