/* SPDX-License-Identifier: BSD-2-Clause */
/* search_path.h - finds a command's file. */
#pragma once

#include <stddef.h>

/*
 * Searches $PATH as execvp(3) does. -EACCES for a file that may not be executed only if no other is found. 0, or -errno: `path` is set even
 * so if `cmd` has a slash.
 */
int search_path__find(const char *cmd, char *path, size_t size);
