/* SPDX-License-Identifier: BSD-2-Clause */
/* targets.h - looks up the processes that -p names, and checks that those and the threads of -t exist and can make system calls. */
#pragma once

struct options;

/*
 * Prints a line for each that does not, and removes it from the options. 0; -ESRCH: no target is left. Those that end later are
 * left to the sources.
 */
int targets__check(struct options *o);

/* Turns the names of -p into processes. 0, -ENOMEM, or -ESRCH: no process has one of them. The message was printed. */
int targets__find_names(struct options *o);

/* With strace's options: says that they are traced now, or which cannot be. */
void targets__say_attached(const struct options *o);
