// SPDX-License-Identifier: BSD-2-Clause
/* cgroup.c - looks where systemd mounts the v2 hierarchy, with and without v1. */
#include "cgroup.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"

int cgroup__open(const char *path)
{
	static const char *const roots[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	char full[PATH_MAX];

	for (unsigned i = 0; i < 2; i++) {
		size_t n = strlen(roots[i]);
		bool under = !strncmp(path, roots[i], n) && (path[n] == '/' || !path[n]);
		int fd;

		snprintf(full, sizeof(full), "%s/cgroup.procs", roots[i]);
		if (access(full, F_OK))
			continue;
		snprintf(full, sizeof(full), "%s/%s", roots[i], under ? path + n : path);
		fd = open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0)
			return fd;
	}
	msg__error("there is no cgroup '%s' below the cgroup v2 root", path);
	return -1;
}
