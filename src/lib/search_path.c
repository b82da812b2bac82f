// SPDX-License-Identifier: BSD-2-Clause
/* search_path.c - looks commands up in $PATH. */
#include "search_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int check(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || access(path, X_OK))
		return -EACCES;
	return 0;
}

int search_path__find(const char *cmd, char *path, size_t size)
{
	const char *p = getenv("PATH");
	int err = -ENOENT, r;

	if (!*cmd)
		return -ENOENT;
	if (strchr(cmd, '/')) {
		snprintf(path, size, "%s", cmd);
		return check(path);
	}
	if (!p)
		p = "/usr/local/bin:/bin:/usr/bin";
	for (;; p++) {
		int n = strcspn(p, ":");

		snprintf(path, size, "%.*s%s%s", n, p, n ? "/" : "", cmd);
		r = check(path);
		if (!r)
			return 0;
		if (r == -EACCES && !access(path, F_OK))
			err = r;	/* the file exists: its error says more than that of a directory */
		p += n;
		if (!*p)
			return err;
	}
}
