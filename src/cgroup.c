// SPDX-License-Identifier: BSD-2-Clause
/* cgroup.c - finds a control group where systemd mounts the v2 hierarchy, alone or beside v1. */
#include "cgroup.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"

uint64_t cgroup__id(const char *path, unsigned *level)
{
	static const char *const roots[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	char full[PATH_MAX];
	struct stat st;

	for (unsigned i = 0; i < 2; i++) {
		size_t n = strlen(roots[i]);
		bool under = !strncmp(path, roots[i], n) && (path[n] == '/' || !path[n]);
		const char *p;

		snprintf(full, sizeof(full), "%s/cgroup.procs", roots[i]);
		if (access(full, F_OK))
			continue;
		p = under ? path + n : path;
		snprintf(full, sizeof(full), "%s/%s", roots[i], p);
		if (stat(full, &st) || !S_ISDIR(st.st_mode))
			continue;
		for (*level = 0; *p; ) {
			p += strspn(p, "/");
			if (*p)
				++*level;
			p += strcspn(p, "/");
		}
		return st.st_ino;
	}
	msg__error("there is no cgroup '%s' below the cgroup v2 root", path);
	return 0;
}
