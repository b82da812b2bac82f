// SPDX-License-Identifier: BSD-2-Clause
/*
 * usage FILE COMMAND... - runs the command and writes to FILE the CPU seconds of it and its children, their peak resident memory in KiB,
 * how often they were switched from a CPU, and how many of the seconds were spent in the kernel. Exits with its status.
 */
#include "command.h"

static double seconds(struct timeval t)
{
	return t.tv_sec + t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage u = { 0 };
	int status = argc < 3 ? -1 : command__run(argv + 2, &u);

	return command__report(status, argv[1], "%.6f %ld %ld %.6f\n", seconds(u.ru_utime) + seconds(u.ru_stime), u.ru_maxrss,
			       u.ru_nvcsw + u.ru_nivcsw, seconds(u.ru_stime));
}
