/* SPDX-License-Identifier: BSD-2-Clause */
/* ptrace_access.h - user-space side of bpf/ptrace_access.bpf.h: the limits of users who have the capabilities by the program's file. */
#pragma once

#include "bpf/config.h"
#include "config/options.h"

struct loaded;

/* Fills the credentials that the kernel side compares tasks with, if this user is limited. */
void ptrace_access__fill(struct config *cfg);
/* If so, prints that -a shows only this user's processes. */
void ptrace_access__say_limits(const struct options *o);
/* Bytes of all rings, at most `asked`: limited users get at most the largest default. */
size_t ptrace_access__ring_bytes(size_t asked);
/*
 * Limits the number of tracers of such a user, for each slows down all calls of the system. To be called after loading: 0, or -EUSERS: the
 * message was printed. Loaded BPF programs are counted, for users cannot fake these.
 */
int ptrace_access__check_number(struct loaded *l);
/* Does a process belong to another user? Its comm is not secret, but not shown either. */
bool ptrace_access__hides(pid_t tgid);
/* Prints which targets the user may not trace. */
void ptrace_access__explain(const struct options *o);
/* Prints how many programs of the targets ran with other credentials. */
void ptrace_access__say_hidden(unsigned long long n);
