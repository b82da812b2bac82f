/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exclude.h - who must not be traced when everything is: the tracer, and the processes that its output passes through
 * (terminal emulator, tmux, sshd, sudo, a pager), whose calls would feed on themselves.
 */
#ifndef TRACE_EXCLUDE_H
#define TRACE_EXCLUDE_H

#include "config/options.h"

/* Fills `out` (ids to be freed): --filter-pids too. 0 or -ENOMEM. */
int exclude__find(const struct options *o, int out_fd, struct id_list *out);

#endif
