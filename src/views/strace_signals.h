/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_signals.h - signals and stops, as strace shows them. An ignored one, sent while its thread is in a call, is shown after that call.
 */
#pragma once

#include "strace_view.h"

void strace_signals__put_name(struct out *o, int signo);
/* view_ops.signal */
void strace_signals__delivered(struct view *view, const struct event *e, const struct rec_signal *r);
/* Shows a thread's ignored signals that were sent before `until`, where `call` ended, or NULL. tid 0: of all threads */
void strace_signals__put_ignored(struct strace_view *v, uint32_t tid, uint64_t until, const struct event *call);
