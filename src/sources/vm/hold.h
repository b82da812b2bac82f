/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold.h - --hold: the command's calls that pass strings, paths or socket addresses wait, before they begin, until what they
 * pass was read. It is exact then, and nobody needs root for it: seccomp user notification (seccomp_unotify(2)), no ptrace.
 *
 * A thread of the tracer takes the calls, so that memory may be read wherever vm_capture.h may read it: the command descends from
 * the tracer. What a signal interrupts before it was taken is made again by the program, or fails there.
 */
#ifndef TRACE_HOLD_H
#define TRACE_HOLD_H

#include <sys/types.h>

#include "config/options.h"
#include "vm_capture.h"

struct hold;

/* Before the command is forked. 0, *h NULL: nothing is to be held; or -errno: the message was printed. */
int hold__new(struct hold **h, const struct options *o);
/* In the command's process: has the kernel hold its calls from here on, and waits until the tracer takes them. */
void hold__enter(struct hold *h);
/* In the tracer: begins to take the command's calls. 0 or -errno: the message was printed. */
int hold__begin(struct hold *h, pid_t command);
/* Hands over what was read so far: to be called after it was looked which events there are, and before they are shown to `late`. */
int hold__hand_over(struct hold *h, struct vm_capture *late);
/* No more is read; calls are let go as long as the tracer lives, and by the guard after that. */
void hold__end(struct hold *h);

#endif
