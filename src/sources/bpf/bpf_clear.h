/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_clear.h - empties the maps of programs that are kept, so that nothing of one run is visible to the next. */
#pragma once

#include "loaded.h"

/*
 * At the beginning of a lease: all maps, except that the variables become `l->sel`. Without `plans` the maps of plans stay, without `targets` what
 * is clean as bpf_clear__targets() says. 0 or -errno.
 */
int bpf_clear__all(struct loaded *l, bool plans, bool targets);
/* At its end, when nothing is attached any more: what takes memory, or is written fast. 0 or -errno. */
int bpf_clear__records(struct loaded *l);
/* After that: maps that only user space writes. Without state of tasks they need not be cleared at the next beginning, nor such states. 0 or -errno. */
int bpf_clear__targets(struct loaded *l);
