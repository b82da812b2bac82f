/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_file.h - reads /proc, /sys and tracefs: small files, links, and directories of numbers.
 *
 * A path is a format of printf(3), with its arguments.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

#define PATH_FORMAT(path) __attribute__((format(printf, path, (path) + 1)))

/* Reads an open file, or a pipe, until the end or until `size` bytes are there. Returns how many; -errno: none could be read. */
ssize_t small_file__fill(int fd, void *to, size_t size);
/* Reads as much as fits, and adds a NUL. Returns the length, or -errno with an empty text. */
ssize_t small_file__read(char *text, size_t size, const char *path, ...) PATH_FORMAT(3);
/* Reads the first line, without its newline. 0 or -errno. */
int small_file__line(char *text, size_t size, const char *path, ...) PATH_FORMAT(3);
/* A link's target, cut to the buffer, with a NUL. Returns the length, or -errno with an empty text. */
ssize_t small_file__link(char *text, size_t size, const char *path, ...) PATH_FORMAT(3);
/*
 * Calls fn for each name of a directory that is a number, until it returns other than 0. Returns fn's last value, or -ESRCH if
 * the directory cannot be opened: its process has ended, or access is denied.
 */
int small_file__numbers(int (*fn)(void *ctx, int number), void *ctx, const char *dir, ...) PATH_FORMAT(3);
