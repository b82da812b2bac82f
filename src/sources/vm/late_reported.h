/* SPDX-License-Identifier: BSD-2-Clause */
/* late_reported.h - within vm_capture.h: memory that came with a call's own event (syscall_tracepoints.h); what that does not say is read late. */
#ifndef TRACE_LATE_REPORTED_H
#define TRACE_LATE_REPORTED_H

#include "sources/vm_read.h"

/* Is it all that is wanted? */
bool late_reported__is_whole(struct vm_read *l, const struct plan_op *op, const struct chunk *reported);
/* Puts what is certain of a string that nothing else was read for. */
void late_reported__put(struct vm_read *l, const struct chunk *reported);
/*
 * A string that is not whole, and what was read for it at `before`, if anything: where memory agrees and says more both remain, that
 * of memory first, which may still be found wrong.
 */
void late_reported__settle(struct vm_read *l, uint32_t before, const struct chunk *reported);
/* For one argument. reported: NULL: nothing came. */
void late_reported__take(struct vm_read *l, const struct plan_op *op, const struct chunk *reported);

#endif
