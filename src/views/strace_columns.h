/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_columns.h - what stands before and behind a call in strace's lines, by its options. */
#pragma once

#include "lib/out.h"
#include "session/view.h"

/* at: ns, the line's time; nr: the call's number, -1: not a call; many: more than one thread is traced, so its ID is shown */
void strace_columns__begin(struct out *o, const struct event *e, uint64_t at, int nr, bool many);
void strace_columns__duration(struct out *o, const struct event *e);	/* -T */
void strace_columns__stack(struct out *o, const struct event *e);	/* -k: each frame is a line; the last one is not ended */
void strace_columns__pad(struct out *o, size_t spaces);
