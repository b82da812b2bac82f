/* SPDX-License-Identifier: BSD-2-Clause */
/* guard.h - the user's side of bpf/guard.bpf.h: who may see what, and what is said where that is nothing. */
#ifndef TRACE_GUARD_H
#define TRACE_GUARD_H

#include "config.h"
#include "options.h"

/* Fills what the kernel side compares tasks with, if this user is limited. */
void guard__fill(struct config *cfg);
/* Is a process somebody else's? Names of those are no secret, but nor are they asked for. */
bool guard__hides(pid_t tgid);
/* Some of the targets may not be seen: says which, by the look of it. */
void guard__explain(const struct options *o);
/* So many programs of the targets ran with other rights. */
void guard__say_hidden(unsigned long long n);

#endif
