/* SPDX-License-Identifier: BSD-2-Clause */
/* ptrace_access.h - the user's side of bpf/ptrace_access.bpf.h: who may see what, and what is said where that is nothing. */
#ifndef TRACE_PTRACE_ACCESS_H
#define TRACE_PTRACE_ACCESS_H

#include "bpf/config.h"
#include "config/options.h"

struct trace_bpf;

/* Fills what the kernel side compares tasks with, if this user is limited. */
void ptrace_access__fill(struct config *cfg);
/* Says that of a whole system only this user's processes are shown, if that is so. */
void ptrace_access__say_limits(const struct options *o);
/*
 * Bytes of all rings, `asked` or less: a user who has the capabilities by the program's file takes no more of the kernel's memory
 * than trace takes by itself at most.
 */
size_t ptrace_access__ring_bytes(size_t asked);
/*
 * Such a user's tracers are limited in number, for each makes the whole system's calls a little slower. Once the programs are loaded,
 * this one's among them: 0, or -EUSERS: the message was printed. A program of the kernel counts, for that is what a user cannot
 * get around.
 */
int ptrace_access__check_number(struct trace_bpf *skel);
/* Is a process somebody else's? Names of those are no secret, but nor are they asked for. */
bool ptrace_access__hides(pid_t tgid);
/* Some of the targets may not be seen: says which, by the look of it. */
void ptrace_access__explain(const struct options *o);
/* So many programs of the targets ran with other rights. */
void ptrace_access__say_hidden(unsigned long long n);

#endif
