// SPDX-License-Identifier: BSD-2-Clause
/* event_vectors - reads events of inotify, of more bytes than strings have, in each way; then its memory stays as it is for a while. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char buf[3][8192];
static char text[300];

static void make(const char *name)
{
	char dir[32];

	for (int i = 0; i < 5; i++) {
		snprintf(dir, sizeof(dir), "%s%d", name, i);
		mkdir(dir, 0700);
	}
}

int main(int argc, char **argv)
{
	struct iovec vec[3] = { { buf[0], sizeof(buf[0]) }, { buf[1], sizeof(buf[1]) }, { buf[2], sizeof(buf[2]) } };
	int file = open(argv[0], O_RDONLY), fd;

	if (read(file, text, sizeof(text)) < 0)		/* the descriptor's number is then inotify's */
		return 1;
	close(file);
	fd = inotify_init1(0);
	inotify_add_watch(fd, ".", IN_CREATE);
	make("a");
	if (read(fd, buf[0], sizeof(buf[0])) < 0)
		return 1;
	make("b");
	if (readv(fd, &vec[1], 1) < 0)
		return 1;
	make("c");
	if (preadv2(fd, &vec[2], 1, -1, 0) < 0)
		return 1;
	sleep(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
	return 0;
}
