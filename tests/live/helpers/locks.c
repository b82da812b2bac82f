// SPDX-License-Identifier: BSD-2-Clause
/*
 * locks hold FILE - holds locks until its input ends: of FILE.flock, which a child took and left to another child when it ended; of FILE.range
 * bytes 10 to 19 (F_SETLK), and 100 to 199 of an open file that the other child has, too (F_OFD_SETLK). Prints its ID and that child's.
 * locks ask FILE - for each byte of its input, a to h, asks for one of these, or others beside them, without waiting. Prints its ID.
 * locks quick FILE - asks for FILE.flock, and ends.
 * locks wait FILE - waits for byte 15 of FILE.range. Prints its ID.
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

#define MUST(call) must((call) >= 0, #call)

static const char *base;

static int file(const char *ending)
{
	char name[256];
	int fd;

	snprintf(name, sizeof(name), "%s.%s", base, ending);
	fd = open(name, O_RDWR | O_CREAT, 0600);
	MUST(fd);
	return fd;
}

static int lock(int fd, int cmd, short type, off_t first, off_t len)
{
	struct flock l = { .l_type = type, .l_whence = SEEK_SET, .l_start = first, .l_len = len };

	return fcntl(fd, cmd, &l);
}

static void until_the_end(void)
{
	char c;

	while (read(0, &c, 1) > 0)
		;
}

static void hold(void)
{
	int whole = file("flock"), range = file("range"), shared = file("range");
	pid_t child, other = 0;
	int told[2];

	MUST(pipe(told));
	child = fork();
	if (!child) {
		MUST(flock(whole, LOCK_EX));
		other = fork();
		if (!other) {
			other = getpid();
			MUST(write(told[1], &other, sizeof(other)));
			close(told[1]);
			until_the_end();
		}
		_exit(0);
	}
	MUST(waitpid(child, NULL, 0));
	MUST(read(told[0], &other, sizeof(other)));
	close(whole);
	MUST(lock(range, F_SETLK, F_WRLCK, 10, 10));
	MUST(lock(shared, F_OFD_SETLK, F_WRLCK, 100, 100));
	printf("%d %d\n", getpid(), other);
	fflush(stdout);
	until_the_end();
}

static void ask(void)
{
	int whole = file("flock"), range = file("range"), own = file("own"), again = file("own");
	char which;

	printf("%d\n", getpid());
	fflush(stdout);
	MUST(flock(own, LOCK_SH));
	while (read(0, &which, 1) > 0)
		switch (which) {
		case 'a': flock(whole, LOCK_EX | LOCK_NB); break;
		case 'b': flock(whole, LOCK_SH | LOCK_NB); break;
		case 'c': lock(range, F_SETLK, F_WRLCK, 15, 1); break;
		case 'd': lock(range, F_SETLK, F_RDLCK, 0, 12); break;
		case 'e': lock(range, F_SETLK, F_WRLCK, 199, 5); break;
		case 'f': lock(range, F_OFD_SETLK, F_RDLCK, 15, -3); break;
		case 'g': flock(again, LOCK_EX | LOCK_NB); break;
		case 'h': MUST(lock(range, F_SETLK, F_WRLCK, 20, 10)); break;
		}
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	base = argv[2];
	if (!strcmp(what, "hold")) {
		hold();
	} else if (!strcmp(what, "ask")) {
		ask();
	} else if (!strcmp(what, "quick")) {
		flock(file("flock"), LOCK_EX | LOCK_NB);
	} else if (!strcmp(what, "wait")) {
		printf("%d\n", getpid());
		fflush(stdout);
		lock(file("range"), F_SETLKW, F_WRLCK, 15, 1);
	} else {
		return 2;
	}
	return 0;
}
