/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inject.h - -e inject: calls of the command fail, return a value, or wait before they begin, as the options say; by seccomp user
 * notification (listener.h), not ptrace.
 *
 * A thread of the tracer answers the calls, so a slow reader of the output does not slow the command down. Signals are sent by BPF when
 * the call begins, or returns if it is answered: as strace's they have no sender, and come after the call.
 */
#pragma once

#include <stdbool.h>

#include "bpf/config.h"
#include "config/options.h"

struct inject;
struct inject_notes;

/* To be called before the command is forked. 0 (*j NULL: nothing is injected), or -errno: the message was printed. */
int inject__new(struct inject **j, const struct options *o);
/* In the command's process: installs the filter, and waits until the tracer receives calls. */
void inject__enter(struct inject *j);
/*
 * In the tracer: begins to answer the command's calls. reports: read end of a pipe whose last other end the command's execve closes; calls
 * before that are not the command's. 0 or -errno: the message was printed.
 */
int inject__begin(struct inject *j, pid_t command, int reports);
/* Nothing is injected from now on. */
void inject__end(struct inject *j);

/* Are signals injected? Then, before the command is released: memory shared with BPF, SIGNAL_SLOTS elements. */
bool inject__has_signals(const struct inject *j);
void inject__set_signals(struct inject *j, volatile struct injected_signal *slots);
/* Does this process receive these calls? */
bool inject__receives(const struct inject *j, enum abi abi, unsigned nr);
struct inject_notes *inject__notes(struct inject *j);
/* A thread has ended: its tid may be reused. */
void inject__forget(struct inject *j, uint32_t tid);
