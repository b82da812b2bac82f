/* SPDX-License-Identifier: BSD-2-Clause */
/* could_end.h - who could end the waits of running processes: a line for each call whose descriptor has another end, and for each lock. */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"

/*
 * Of n calls in progress, and of the locks that the processes of the options wait for, as far as the user may see. say: takes a line without its
 * newline, as puts(3).
 */
void could_end__say(struct rec_call *const *calls, unsigned n, const struct options *opt, int (*say)(const char *line));
