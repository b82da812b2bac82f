/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fd_tracking.h - what a call changes of the thread that made it: descriptors, directories. The only code that
 * changes a session's threads because of a call.
 */
#ifndef TRACE_FD_TRACKING_H
#define TRACE_FD_TRACKING_H

#include "beautifiers/show.h"
#include "threads.h"

/* When a call began and returned, ns. */
struct span {
	uint64_t began, ended;
};

/* Does the call change anything, or tell of descriptors? Most do not, and need not be asked the rest. */
static inline bool fd_tracking__has_any(const struct call *c)
{
	return c->row && (c->row->effect != EFFECT_NONE || c->rec->flags & (CALL_NO_ARGS | CALL_FDS | CALL_NAMES));
}
/* Before the call is shown: descriptors that it made, so that the result has its name. */
void fd_tracking__before(struct thread *th, const struct call *c, struct span at);
int fd_tracking__replaces(const struct call *c);	/* the descriptor that stands for something else from now on (dup2); -1: none */
/* After it was shown: what it closed or left. */
void fd_tracking__after(struct thread *th, const struct call *c, struct span at);

void fd_tracking__fork(struct threads *t, const struct rec_fork *r);
void fd_tracking__exec(struct threads *t, const struct rec_exec *r);

/* Absolute path of the path in argument i, resolved as the thread would; NULL: not known. The caller puts it. */
struct name *call__path(const struct thread *th, const struct call *c, unsigned i, struct span at);

#endif
