// SPDX-License-Identifier: BSD-2-Clause
/* timed FILE COMMAND... - runs the command and writes its wall time in seconds to FILE. Exits with its status. */
#include <time.h>

#include "command.h"

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double began = now();
	struct rusage u;
	int status = argc < 3 ? -1 : command__run(argv + 2, &u);

	return command__report(status, argv[1], "%.6f\n", now() - began);
}
