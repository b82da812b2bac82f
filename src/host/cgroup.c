// SPDX-License-Identifier: BSD-2-Clause
/* cgroup.c - looks where systemd mounts the v2 hierarchy, with and without v1. */
#include "cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/small_file.h"

#define DEPTH_MAX 32		/* of groups */

static const char *const roots[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };

const char *cgroup__root(unsigned i)
{
	char procs[PATH_MAX];

	for (unsigned k = 0; k < sizeof(roots) / sizeof(roots[0]); k++) {
		snprintf(procs, sizeof(procs), "%s/cgroup.procs", roots[k]);
		if (!access(procs, F_OK) && i-- == 0)
			return roots[k];
	}
	return NULL;
}

int cgroup__own(char *dir, size_t size)
{
	char text[4096], procs[PATH_MAX], *at;

	if (small_file__read(text, sizeof(text), "/proc/self/cgroup") < 0 || !(at = strstr(text, "0::/")) || (at > text && at[-1] != '\n'))
		return -ENOENT;
	at += strlen("0::");
	at[strcspn(at, "\n")] = '\0';
	for (unsigned i = 0; i < 2; i++) {
		snprintf(procs, sizeof(procs), "%s%s/cgroup.procs", roots[i], at);
		if (access(procs, F_OK))
			continue;
		snprintf(procs, sizeof(procs), "%s/cgroup.controllers", roots[i]);
		if (access(procs, F_OK))
			continue;
		return snprintf(dir, size, "%s%s", roots[i], at[1] ? at : "") < (int)size ? 0 : -ENAMETOOLONG;
	}
	return -ENOENT;
}

int cgroup__open(const char *path)
{
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

/* The group's absolute path, from malloc; NULL: the message was printed. */
static char *full_path(const char *path)
{
	char full[PATH_MAX];
	int fd = cgroup__open(path);
	bool known = fd >= 0 && small_file__link(full, sizeof(full), "/proc/self/fd/%d", fd) > 0;
	char *copy = known ? strdup(full) : NULL;

	if (fd >= 0)
		close(fd);
	if (fd >= 0 && !copy)
		msg__no_memory();
	return copy;
}

static bool is_in(const char *path, const char *group)
{
	size_t n = strlen(group);

	return !strncmp(path, group, n) && (path[n] == '/' || !path[n]);
}

static bool is_in_another(char **paths, unsigned n, unsigned i)
{
	for (unsigned k = 0; k < n; k++)
		if (k != i && is_in(paths[i], paths[k]) && (k < i || strcmp(paths[i], paths[k])))
			return true;
	return false;
}

int cgroup__outermost(char **paths, unsigned *n)
{
	unsigned left = *n;

	for (unsigned i = 0; i < *n; i++) {
		char *full = full_path(paths[i]);

		if (!full)
			return -ENOENT;
		free(paths[i]);
		paths[i] = full;
	}
	for (unsigned i = left; i-- > 0;)
		if (is_in_another(paths, left, i)) {
			free(paths[i]);
			memmove(paths + i, paths + i + 1, (--left - i) * sizeof(*paths));
		}
	*n = left;
	return 0;
}

/* Its file handle is the ID: FILEID_KERNFS of linux/exportfs.h. */
static int open_by_id(int root, uint64_t id)
{
	union {
		struct file_handle head;
		char bytes[sizeof(struct file_handle) + sizeof(id)];
	} handle = { .head = { .handle_bytes = sizeof(id), .handle_type = 0xfe } };

	memcpy(handle.head.f_handle, &id, sizeof(id));
	return open_by_handle_at(root, &handle.head, O_PATH | O_CLOEXEC);
}

/* Looks for the directory with that number below one, whose path has `len` bytes. */
static bool walk(char *path, size_t len, uint64_t id, unsigned depth)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		size_t more = strlen(entry->d_name) + 1;

		if (entry->d_type != DT_DIR || entry->d_name[0] == '.' || len + more >= PATH_MAX)
			continue;
		sprintf(path + len, "/%s", entry->d_name);
		found = entry->d_ino == id || (depth < DEPTH_MAX && walk(path, len + more, id, depth + 1));
		if (!found)
			path[len] = '\0';
	}
	if (dir)
		closedir(dir);
	return found;
}

/* For who may not open files by handles. */
static bool find_by_number(char *to, size_t size, uint64_t id)
{
	char full[PATH_MAX];
	struct stat st;

	for (unsigned i = 0; cgroup__root(i); i++) {
		size_t len = strlen(strcpy(full, cgroup__root(i)));

		if (!stat(full, &st) && st.st_ino == id)
			return snprintf(to, size, "/") < (int)size;
		if (walk(full, len, id, 0))
			return snprintf(to, size, "%s", full + len) < (int)size;
	}
	return false;
}

bool cgroup__path(char *to, size_t size, uint64_t id)
{
	char full[PATH_MAX];
	bool found = false, permitted = true;

	for (unsigned i = 0; !found && i < 2; i++) {
		size_t len = strlen(roots[i]);
		int root = open(roots[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd = root < 0 ? -1 : open_by_id(root, id);
		const char *path = full + len;

		permitted &= root < 0 || fd >= 0 || errno != EPERM;

		if (fd >= 0 && small_file__link(full, sizeof(full), "/proc/self/fd/%d", fd) > 0 && !strncmp(full, roots[i], len) &&
		    (!*path || *path == '/') && strlen(path) < size) {
			strcpy(to, *path ? path : "/");
			found = true;
		}
		if (fd >= 0)
			close(fd);
		if (root >= 0)
			close(root);
	}
	if (!found && !permitted)
		found = find_by_number(to, size, id);
	if (!found)
		*to = '\0';
	return found;
}
