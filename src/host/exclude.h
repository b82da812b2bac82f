/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exclude.h - processes left out of system-wide tracing: the tracer, and those that its output passes through (terminal
 * emulator, tmux, sshd, sudo, a pager), for each line shown would make them do calls that make further lines.
 */
#pragma once

#include "config/options.h"

/* Fills `out`, --filter-pids included; the caller frees its ids. 0 or -ENOMEM. */
int exclude__find(const struct options *o, int out_fd, struct id_list *out);
