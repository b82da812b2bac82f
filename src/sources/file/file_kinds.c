// SPDX-License-Identifier: BSD-2-Clause
/* file_kinds.c - owns the list of kinds of recordings. */
#include "file_kinds.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/small_file.h"
#include "source_file.h"
#include "source_perfdata.h"

#define HEAD_BYTES 8		/* enough to distinguish all kinds */

static int open_fd(const char *name)
{
	struct stat st;
	int fd, err;

	if (!strcmp(name, "-"))
		return STDIN_FILENO;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	err = fd < 0 || fstat(fd, &st) ? -errno : S_ISDIR(st.st_mode) ? -EISDIR : 0;
	if (!err)
		return fd;
	msg__error("cannot read '%s': %s", name, strerror(-err));
	if (fd >= 0)
		close(fd);
	return err;
}

/* For the last kind, which accepts any file: its reader reports what is wrong with an unknown one. */
static bool is_anything(const void *head, size_t len)
{
	(void)head, (void)len;
	return true;
}

/* The first kind that accepts the file is used. */
static const struct {
	bool (*is)(const void *head, size_t len);
	/* Takes ownership of fd, also on failure; `head` was already read from it. 0 or -errno: the message was printed. */
	int (*open)(struct source **out, int fd, const void *head, size_t head_len, const char *name);
} kinds[] = {
	{ source_perfdata__is, source_perfdata__open },
	{ is_anything, source_file__open },
};

int file_kinds__open(struct source **out, const char *name)
{
	uint8_t head[HEAD_BYTES];
	int fd = open_fd(name), i = 0;
	ssize_t got;
	size_t n;

	if (fd < 0)
		return fd;
	got = small_file__fill(fd, head, sizeof(head));
	n = got > 0 ? (size_t)got : 0;	/* what reads it next reports the error */
	while (!kinds[i].is(head, n))
		i++;
	return kinds[i].open(out, fd, head, n, strcmp(name, "-") ? name : "standard input");
}
