/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_filter.h - within hold.h: which calls are held, and the seccomp filter (seccomp(2)) that holds them.
 *
 * Held is what the options select and what passes a string, a path or a socket address, as the rows say; of calls with commands
 * of their own (prctl) those commands. Only calls of the machine's own ABI: perf events do not tell which ABI a call is of.
 */
#ifndef TRACE_HOLD_FILTER_H
#define TRACE_HOLD_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>

#include "config/options.h"

struct hold_filter {
	struct sock_filter *code;
	unsigned n;		/* instructions; 0: nothing is held */
};

/* Calls that are held whatever command is in their arguments. */
void hold_filter__calls(const struct options *o, struct syscall_set *set);
/* 0 or -ENOMEM. */
int hold_filter__make(struct hold_filter *f, const struct options *o);
void hold_filter__free(struct hold_filter *f);
/*
 * In the process whose calls are to be held, and its children's: for good. The listener's descriptor, which is close-on-exec, or
 * -errno. *bare: for that it gave up what setuid programs and files' capabilities give.
 */
int hold_filter__install(const struct hold_filter *f, bool *bare);

#endif
