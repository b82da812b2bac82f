// SPDX-License-Identifier: BSD-2-Clause
/* small_file.c - reads until the end or until the buffer is full: one read(2) may return less than the file has. */
#include "small_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Formats the path from a function's variable arguments. */
#define PATH_OF(text, format) do { \
	va_list ap_; \
	va_start(ap_, format); \
	vsnprintf((text), PATH_MAX, (format), ap_); \
	va_end(ap_); \
} while (0)

ssize_t small_file__fill(int fd, void *to, size_t size)
{
	size_t n = 0;
	ssize_t r = 1;

	while (r && n < size) {
		r = read(fd, (char *)to + n, size - n);
		if (r < 0 && errno != EINTR)
			return n ? (ssize_t)n : -errno;
		n += r > 0 ? (size_t)r : 0;
	}
	return (ssize_t)n;
}

static ssize_t read_file(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -errno : small_file__fill(fd, text, size - 1);

	if (fd >= 0)
		close(fd);
	text[n < 0 ? 0 : n] = '\0';
	return n;
}

ssize_t small_file__read(char *text, size_t size, const char *path, ...)
{
	char full[PATH_MAX];

	PATH_OF(full, path);
	return read_file(full, text, size);
}

int small_file__line(char *text, size_t size, const char *path, ...)
{
	char full[PATH_MAX];
	ssize_t n;

	PATH_OF(full, path);
	n = read_file(full, text, size);
	text[strcspn(text, "\n")] = '\0';
	return n < 0 ? (int)n : 0;
}

ssize_t small_file__link(char *text, size_t size, const char *path, ...)
{
	char full[PATH_MAX];
	ssize_t n;

	PATH_OF(full, path);
	n = readlink(full, text, size - 1);
	text[n < 0 ? 0 : n] = '\0';
	return n < 0 ? -errno : n;
}

int small_file__numbers(int (*fn)(void *ctx, int number), void *ctx, const char *dir, ...)
{
	char full[PATH_MAX];
	struct dirent *e;
	int err = 0;
	DIR *d;

	PATH_OF(full, dir);
	d = opendir(full);
	if (!d)
		return -ESRCH;
	while (!err && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]))
			err = fn(ctx, atoi(e->d_name));
	closedir(d);
	return err;
}
