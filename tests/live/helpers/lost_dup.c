// SPDX-License-Identifier: BSD-2-Clause
/*
 * lost_dup - stops its parent, the tracer, replaces descriptor 3 while more calls are made than rings hold, and then uses it: fsync(3)
 * three times.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define CALLS 100000

static void many(int fd)
{
	for (int i = 0; i < CALLS; i++)
		if (write(fd, "x", 1) != 1)
			_exit(1);
}

int main(void)
{
	int null = open("/dev/null", O_WRONLY), zero = open("/dev/zero", O_WRONLY);

	if (dup2(null, 9) != 9 || dup2(zero, 8) != 8 || dup2(9, 3) != 3)
		return 1;
	fsync(3);
	usleep(300000);		/* so that the tracer has shown it */
	kill(getppid(), SIGSTOP);
	many(9);
	if (dup2(8, 3) != 3)
		return 1;
	many(9);
	kill(getppid(), SIGCONT);
	usleep(500000);
	for (int i = 0; i < 3; i++)
		fsync(3);
	return 0;
}
