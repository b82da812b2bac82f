// SPDX-License-Identifier: BSD-2-Clause
/* keep_fds.c - close_range(2) is of Linux 5.9, and may be forbidden. */
#include "keep_fds.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int keep_fds__only(const int *fds, unsigned n)
{
	int copies[KEEP_FDS];

	for (unsigned i = 0; i < n; i++) {
		copies[i] = fcntl(fds[i], F_DUPFD, KEEP_FDS);
		if (copies[i] < 0)
			return -errno;
	}
	for (unsigned i = 0; i < n; i++)
		if (dup2(copies[i], (int)i) < 0)
			return -errno;
	if (syscall(SYS_close_range, n, ~0u, 0))
		for (long fd = (long)n, max = sysconf(_SC_OPEN_MAX); fd < max; fd++)
			close((int)fd);
	return 0;
}
