/* SPDX-License-Identifier: BSD-2-Clause */
/* late_reported.h - part of vm_capture.h: text of a call's own event (syscall_tracepoints.h); what is missing is read late. */
#pragma once

#include "sources/vm_read.h"

/* Is the text complete? */
bool late_reported__is_whole(struct vm_read *l, const struct plan_op *op, const struct chunk *reported);
/* Adds the certain part of a string for which nothing was read. */
void late_reported__put(struct vm_read *l, const struct chunk *reported);
/*
 * An incomplete text, and the chunk read for it at `before`, if any. If memory agrees and has more, both chunks are kept, memory first,
 * which may still turn out wrong.
 */
void late_reported__settle(struct vm_read *l, uint32_t before, const struct chunk *reported);
/* Handles one argument. reported NULL: the event has no text. */
void late_reported__take(struct vm_read *l, const struct plan_op *op, const struct chunk *reported);
