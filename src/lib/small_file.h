/* SPDX-License-Identifier: BSD-2-Clause */
/* small_file.h - files of the kernel that are read at once: below /proc, /sys and tracefs. */
#ifndef TRACE_SMALL_FILE_H
#define TRACE_SMALL_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* Reads as much as fits, and adds a NUL. Returns the length, or -errno with an empty text. */
ssize_t small_file__read(const char *path, char *text, size_t size);
/* Reads the first line, without its newline. 0 or -errno. */
int small_file__line(const char *path, char *text, size_t size);

#endif
