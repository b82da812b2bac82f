/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_filter.h - part of hold.h: which calls are held.
 *
 * Held are calls that the options select and that, by their rows, pass a string, a path or a socket address; of calls with commands
 * (prctl) only such commands. Only native calls are held: perf events do not show the ABI.
 */
#pragma once

#include "config/options.h"
#include "sources/seccomp/call_filter.h"

/* Calls that are always held, whatever their command. */
void hold_filter__calls(const struct options *o, struct syscall_set *set);
/* 0 or -ENOMEM. */
int hold_filter__make(struct call_filter *f, const struct options *o);
