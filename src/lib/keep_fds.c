// SPDX-License-Identifier: BSD-2-Clause
/* keep_fds.c - close_range(2) is of Linux 5.9, and may be forbidden. */
#include "keep_fds.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int keep_fds__two(int first, int second)
{
	int a = fcntl(first, F_DUPFD, 2), b = fcntl(second, F_DUPFD, 2);

	if (a < 0 || b < 0 || dup2(a, 0) < 0 || dup2(b, 1) < 0)
		return -errno;
	if (syscall(SYS_close_range, 2, ~0u, 0))
		for (long fd = 2, max = sysconf(_SC_OPEN_MAX); fd < max; fd++)
			close((int)fd);
	return 0;
}
