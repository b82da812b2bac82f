// SPDX-License-Identifier: BSD-2-Clause
/* undumpable.c - makes itself so and opens files until the one it is given is there. */
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
