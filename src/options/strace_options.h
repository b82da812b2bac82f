/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace_options.h - strace's command line: all options of strace 6.1, and those added since. Its messages begin with the name that
 * the program was called by, argv[0].
 */
#pragma once

#include "config/options.h"

/*
 * As options__parse(), but errors are to exit with EXIT_STRACE. o->w.strace says how lines look, o->strace the rest that only strace
 * has. argv must stay, *o must not be moved.
 */
int strace_options__parse(struct options *o, int argc, char **argv);

/* Is the word behind -i a recording to show? strace's -i is followed by a program, which a file that is not executable is not. */
bool strace_options__is_recording(const char *word);
