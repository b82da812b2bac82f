/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold.h - --hold: calls of the command that pass strings, paths or socket addresses are held before they begin, until that memory was
 * read. So it is exact, without root: by seccomp user notification (seccomp_unotify(2)), not ptrace.
 *
 * A thread of the tracer receives the calls; it may read the command's memory because the command is its descendant. A call that a
 * signal interrupts before it was received is restarted, or fails with EINTR.
 */
#pragma once

#include <sys/types.h>

#include "config/options.h"
#include "vm_capture.h"

struct hold;

/* To be called before the command is forked. 0 (*h NULL: nothing to hold), or -errno: the message was printed. */
int hold__new(struct hold **h, const struct options *o);
/* In the command's process: installs the filter, and waits until the tracer receives calls. */
void hold__enter(struct hold *h);
/* In the tracer: begins to receive the command's calls. 0 or -errno: the message was printed. */
int hold__begin(struct hold *h, pid_t command);
/* Hands over all memory read so far: to be called after looking for events, and before `late` gets them. */
int hold__hand_over(struct hold *h, struct vm_capture *late);
/* Stops reading. Calls are then released at once, by the tracer and, after its end, by the guard. */
void hold__end(struct hold *h);
