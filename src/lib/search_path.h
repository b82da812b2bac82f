/* SPDX-License-Identifier: BSD-2-Clause */
/* search_path.h - which file a command's name stands for. */
#ifndef TRACE_SEARCH_PATH_H
#define TRACE_SEARCH_PATH_H

#include <stddef.h>

/* As execvp(3) looks a command up; a file that may not be run is only taken as an answer if no other is found. 0, or -errno. */
int search_path__find(const char *cmd, char *path, size_t size);

#endif
