// SPDX-License-Identifier: BSD-2-Clause
/* renamer.c - one, two, three, four: renames the file, and lets the reader of the pipe `turn` write to it in between. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	static const char *const names[] = { "one", "two", "three", "four" };
	int done = open("done", O_RDONLY), turn = open("turn", O_WRONLY);
	char c;

	for (int i = 0; i < 4; i++) {
		umask(022);	/* a call that is traced, but not of this process */
		if (i && rename(names[i - 1], names[i]))
			return 1;
		dprintf(turn, "%s\n", names[i]);
		if (read(done, &c, 1) != 1)
			return 1;
	}
	return 0;
}
