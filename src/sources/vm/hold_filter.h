/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_filter.h - part of hold.h: which calls are held, and the seccomp filter (seccomp(2)) for them.
 *
 * Held are calls that the options select and that, by their rows, pass a string, a path or a socket address; of calls with commands
 * (prctl) only such commands. Only native calls are held: perf events do not show the ABI.
 */
#pragma once

#include <linux/filter.h>
#include <stdbool.h>

#include "config/options.h"

struct hold_filter {
	struct sock_filter *code;
	unsigned n;		/* instructions; 0: nothing is held */
};

/* Calls that are always held, whatever their command. */
void hold_filter__calls(const struct options *o, struct syscall_set *set);
/* 0 or -ENOMEM. */
int hold_filter__make(struct hold_filter *f, const struct options *o);
void hold_filter__free(struct hold_filter *f);
/*
 * Installs the filter, permanently, in the calling process and its future children. Returns the listener's descriptor (close-on-exec), or
 * -errno. *no_new_privs: it had to be set, so set-user-ID bits and file capabilities have no effect.
 */
int hold_filter__install(const struct hold_filter *f, bool *no_new_privs);
