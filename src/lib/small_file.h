/* SPDX-License-Identifier: BSD-2-Clause */
/* small_file.h - files of the kernel that are read at once: below /proc, /sys and tracefs. */
#ifndef TRACE_SMALL_FILE_H
#define TRACE_SMALL_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* What fits of the file, with a NUL behind it. Its length, or -errno; the text is empty then. */
ssize_t small_file__read(const char *path, char *text, size_t size);
/* Its first line, without the end of the line. 0 or -errno. */
int small_file__line(const char *path, char *text, size_t size);

#endif
