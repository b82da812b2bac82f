// SPDX-License-Identifier: BSD-2-Clause
/* undumpable.c - clears its dumpable flag, and opens files until the given one exists. */
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	prctl(PR_SET_DUMPABLE, 0);
	while (argc > 1 && access(argv[1], F_OK)) {
		close(open("/hidden-treasure", O_RDONLY));
		usleep(20000);
	}
	return 0;
}
