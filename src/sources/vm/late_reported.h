/* SPDX-License-Identifier: BSD-2-Clause */
/* late_told.h - within vm_capture.h: memory that came with a call's own event (syscall_tracepoints.h); what that does not say is read late. */
#ifndef TRACE_LATE_TOLD_H
#define TRACE_LATE_TOLD_H

#include "sources/vm_read.h"

/* Is it all that is wanted? */
bool late_told__is_whole(struct vm_read *l, const struct plan_op *op, const struct chunk *told);
/* Puts what is certain of a string that nothing else was read for. */
void late_told__put(struct vm_read *l, const struct chunk *told);
/*
 * A string that is not whole, and what was read for it at `before`, if anything: where memory agrees and says more both remain, that
 * of memory first, which may still be found wrong.
 */
void late_told__settle(struct vm_read *l, uint32_t before, const struct chunk *told);
/* For one argument. told: NULL: nothing came. */
void late_told__take(struct vm_read *l, const struct plan_op *op, const struct chunk *told);

#endif
