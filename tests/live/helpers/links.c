/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * links - names of open files after calls that rename nothing (two links of one file), or whose path is in overwritten memory:
 * seeks to offset N, and prints a line `N NAME` with the name in /proc.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int offset;

static void seek(int fd)
{
	char link[64], name[4096];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, name, sizeof(name));
	printf("%d %.*s\n", ++offset, (int)n, name);
	lseek(fd, offset, SEEK_SET);
	usleep(60000);	/* the perf source reads the name after the call */
}

/* The path is in a buffer that is overwritten at once. */
static void move(const char *from, const char *to)
{
	char a[4096], b[4096];

	strcpy(a, from);
	strcpy(b, to);
	rename(a, b);
	memset(a, 'x', sizeof(a) - 1);
	memset(b, 'y', sizeof(b) - 1);
	a[4095] = b[4095] = 0;
	access(a, F_OK);
	access(b, F_OK);
}

int main(void)
{
	int a = open("one", O_RDWR | O_CREAT, 0600), b, c = open("other", O_RDWR | O_CREAT, 0600);

	if (a < 0 || c < 0 || link("one", "two"))
		return 1;
	b = open("two", O_RDWR);
	seek(a);
	rename("one", "two");
	seek(a);
	seek(b);
	move("other", "another");
	seek(c);
	move("two", "renamed");
	seek(b);
	seek(a);
	unlink("one");
	seek(a);
	close(c);
	return 0;
}
