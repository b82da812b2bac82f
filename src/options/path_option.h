/* SPDX-License-Identifier: BSD-2-Clause */
/* path_option.h - files that calls are selected by. */
#pragma once

#include "config/options.h"

/*
 * Adds a path, made absolute, and, if it has symbolic links, the resolved one, by which the kernel knows open files. 0, -ENOMEM, or
 * -ENOENT: the working directory is not known.
 */
int path_option__add(struct options *o, const char *path);
