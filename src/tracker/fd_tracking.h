/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fd_tracking.h - the effects of calls on threads: descriptors and directories. No other code changes a session's threads because
 * of a call.
 */
#pragma once

#include "beautifiers/show.h"
#include "threads.h"

/* Entry and exit of a call, ns. */
struct span {
	uint64_t began, ended;
};

/* Does the call have effects, or describe descriptors? Most calls do not, and skip the rest. */
static inline bool fd_tracking__has_any(const struct call *c)
{
	return c->row && (c->row->effect != EFFECT_NONE || c->rec->flags & (CALL_NO_ARGS | CALL_FDS | CALL_NAMES));
}
/* To be called before the call is shown: sets descriptors that it opened, so that the result has its name. */
void fd_tracking__before(struct thread *th, const struct call *c, struct span at);
int fd_tracking__replaces(const struct call *c);	/* the descriptor that the call replaces (dup2); -1: none */
/* To be called after the call was shown: removes what it closed. */
void fd_tracking__after(struct thread *th, const struct call *c, struct span at);

void fd_tracking__fork(struct threads *t, const struct rec_fork *r);
void fd_tracking__exec(struct threads *t, const struct rec_exec *r);
/* Forgets what the lost events may have changed. The kernel describes the process's descriptors in its next calls. */
void fd_tracking__lost(struct threads *t, const struct rec_loss *r);

/* What a number in an io_uring's own table is that was passed; NULL: not known. The caller puts it. */
struct name *fd_tracking__registered(const struct thread *th, const struct call *c, int fd);

/* The path in argument i, made absolute from the thread's directories; NULL: not known. The caller puts it. */
struct name *call__path(const struct thread *th, const struct call *c, unsigned i, struct span at);
