/* SPDX-License-Identifier: BSD-2-Clause */
/* path_option.h - files that calls are selected by. */
#pragma once

#include "config/options.h"

/*
 * Adds a path, made absolute, and, if it has symbolic links, the resolved one, by which the kernel knows open files. 0, -ENOMEM, or
 * -ENOENT: the working directory is not known.
 */
int path_option__add(struct options *o, const char *path);

/* Adds a path as it is, and the resolved one, or NULL: strace's -P compares texts. 0 or -ENOMEM. */
int path_option__add_exactly(struct options *o, const char *path, const char *real);
