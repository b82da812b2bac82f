// SPDX-License-Identifier: BSD-2-Clause
/*
 * usage FILE COMMAND... - runs the command and writes to FILE the CPU seconds of it and its children, and their peak resident
 * memory in KiB. Exits with its status.
 */
#include "command.h"

static double seconds(struct timeval t)
{
	return t.tv_sec + t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage u;
	int status;
	FILE *f;

	if (argc < 3)
		return 125;
	status = command__run(argv + 2, &u);
	if (status < 0)
		return 125;
	f = fopen(argv[1], "w");
	if (!f || fprintf(f, "%.6f %ld\n", seconds(u.ru_utime) + seconds(u.ru_stime), u.ru_maxrss) < 0 || fclose(f))
		return 125;
	return status;
}
