// SPDX-License-Identifier: BSD-2-Clause
/* small_file.c - reads until the end or until the buffer is full: one read(2) may return less than the file has. */
#include "small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

ssize_t small_file__read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err = fd < 0 ? -errno : 0;
	size_t n = 0;
	ssize_t r;

	while (!err && n < size - 1) {
		r = read(fd, text + n, size - 1 - n);
		if (r < 0)
			err = -errno;
		if (r <= 0)
			break;
		n += (size_t)r;
	}
	if (fd >= 0)
		close(fd);
	text[err ? 0 : n] = '\0';
	return err ? err : (ssize_t)n;
}

int small_file__line(const char *path, char *text, size_t size)
{
	ssize_t n = small_file__read(path, text, size);

	text[strcspn(text, "\n")] = '\0';
	return n < 0 ? (int)n : 0;
}
