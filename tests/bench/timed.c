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
	double began = now(), ended;
	struct rusage u;
	int status;
	FILE *f;

	if (argc < 3)
		return 125;
	status = command__run(argv + 2, &u);
	ended = now();
	if (status < 0)
		return 125;
	f = fopen(argv[1], "w");
	if (!f || fprintf(f, "%.6f\n", ended - began) < 0 || fclose(f))
		return 125;
	return status;
}
