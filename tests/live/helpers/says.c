// SPDX-License-Identifier: BSD-2-Clause
/* says WORD MS [LINES] - writes the word to its standard output, in a line of its own, LINES times (default 1), every MS milliseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int ms = argc > 2 ? atoi(argv[2]) : 0, lines = argc > 3 ? atoi(argv[3]) : 1;
	char line[256];
	int len;

	if (ms <= 0)
		return 2;
	len = snprintf(line, sizeof(line), "%s\n", argv[1]);
	for (;; usleep(ms * 1000))
		for (int i = 0; i < lines; i++)
			if (write(1, line, len) != len)
				return 1;
}
