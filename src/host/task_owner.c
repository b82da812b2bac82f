// SPDX-License-Identifier: BSD-2-Clause
/* task_owner.c - reads /proc/PID/task/TID/status and cgroup; the ID of a group is the number of its directory. */
#include "task_owner.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cgroup.h"
#include "lib/small_file.h"

#define FIRST_USER_NS 0xeffffffdu	/* PROC_USER_INIT_INO, include/linux/proc_ns.h */

static bool is_first_user_ns(void)
{
	struct stat st;

	return !stat("/proc/self/ns/user", &st) && st.st_ino == FIRST_USER_NS;
}

static void read_user(struct rec_owner *r, pid_t tgid, pid_t tid)
{
	char status[1024];
	const char *line = small_file__read(status, sizeof(status), "/proc/%d/task/%d/status", tgid, tid) > 0 ? strstr(status, "\nUid:\t") : NULL;

	if (!line)
		return;
	r->uid = (__u32)strtoul(line + strlen("\nUid:\t"), NULL, 10);
	r->has |= OWNER_USER;
}

static void read_cgroup(struct rec_owner *r, pid_t tgid, pid_t tid)
{
	char text[4096], path[PATH_MAX + 64], *at;
	struct stat st;

	if (small_file__read(text, sizeof(text), "/proc/%d/task/%d/cgroup", tgid, tid) <= 0)
		return;
	at = strstr(text, "0::/");
	if (!at || (at > text && at[-1] != '\n') || !strchr(at, '\n'))
		return;
	at += strlen("0::");
	*strchr(at, '\n') = '\0';
	for (unsigned i = 0; cgroup__root(i); i++) {
		snprintf(path, sizeof(path), "%s%s", cgroup__root(i), at);
		if (stat(path, &st))
			continue;
		r->cgroup = st.st_ino;
		r->has |= OWNER_CGROUP;
		return;
	}
}

void task_owner__read(struct rec_owner *r, pid_t tgid, pid_t tid, bool as_kernel)
{
	static int first;	/* 1: it is; -1: it is not */

	if (!first)
		first = is_first_user_ns() ? 1 : -1;
	r->has = 0;
	if (!as_kernel || first > 0)
		read_user(r, tgid, tid);
	read_cgroup(r, tgid, tid);
}
