/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_targets.h - opens perf events for the targets: threads, processes with all their threads, or the whole system. */
#pragma once

#include "config/options.h"
#include "perf_open.h"

/*
 * `child`: a command that is held before its execve, or 0; `excluded`: processes that are not to be traced.
 * 0 or -errno: the message was printed.
 */
int perf_targets__add(struct perf_open *events, const struct options *o, pid_t child, const struct id_list *excluded);
