// SPDX-License-Identifier: BSD-2-Clause
/*
 * arm64-guest.c - what arm64-guest.data is a recording of, made in a guest (tests/vm) that ran Debian's 6.1 on arm64: flags of
 * other values than elsewhere, a structure, a signal, and the same by the 32-bit build of this, which the first goes on to.
 *
 *	aarch64-linux-gnu-gcc -O1 -static -s -o prog64 arm64-guest.c
 *	arm-linux-gnueabihf-gcc -O1 -static -s -o prog32 arm64-guest.c
 *	trace record --compress 19 -o arm64-guest.data ./prog64
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void handler(int sig)
{
	(void)sig;
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = handler };
	struct timespec wait = { 0, 1000000 };
	struct stat st;
	int fd;

	(void)argv;
	fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
	if (write(fd, "hello\n", 6) != 6 || fstat(fd, &st))
		return 1;
	close(fd);
	open("file", O_RDONLY | O_DIRECT | O_NOFOLLOW);
	open("/nonexistent", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	open("file", O_RDONLY | 0400000);		/* O_LARGEFILE */
	sigaction(SIGUSR1, &action, NULL);
	kill(getpid(), SIGUSR1);
	nanosleep(&wait, NULL);
	if (argc == 1 && sizeof(long) == 8)
		execl("./prog32", "./prog32", "again", NULL);
	return 3;
}
