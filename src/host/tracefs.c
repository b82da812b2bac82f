// SPDX-License-Identifier: BSD-2-Clause
/* tracefs.c - reads below events/, and tries filters in a trace instance of its own. */
#include "tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnose.h"
#include "lib/small_file.h"

static const char *const roots[] = { TRACEFS_ROOT, "/sys/kernel/debug/tracing" };

static const char *find_root(int *err)
{
	char path[64];

	*err = -ENOENT;
	for (unsigned i = 0; i < sizeof(roots) / sizeof(roots[0]); i++) {
		snprintf(path, sizeof(path), "%s/events", roots[i]);
		if (!faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS))	/* effective IDs and capabilities, not real ones */
			return roots[i];
		if (errno != ENOENT)
			*err = -errno;
	}
	return NULL;
}

const char *tracefs__root(void)
{
	int err;
	const char *root = find_root(&err);

	if (!root)
		diagnose__explain_tracefs(roots[0], "events", err);
	return root;
}

ssize_t tracefs__read(char *buf, size_t size, const char *system, const char *name, const char *file)
{
	int err;
	const char *root = find_root(&err);

	return root ? small_file__read(buf, size, "%s/events/%s/%s/%s", root, system, name, file) : err;
}

ssize_t tracefs__need(char *buf, size_t size, const char *system, const char *name, const char *file)
{
	ssize_t n = tracefs__read(buf, size, system, name, file);
	const char *root = n < 0 ? tracefs__root() : NULL;
	char path[300];

	snprintf(path, sizeof(path), "events/%s/%s/%s", system, name, file);
	if (root)
		diagnose__explain_tracefs(root, path, (int)n);
	return n;
}

int tracefs__id(const char *system, const char *name, uint32_t *id)
{
	char text[32];
	ssize_t n = tracefs__need(text, sizeof(text), system, name, "id");

	*id = (uint32_t)strtoul(text, NULL, 10);
	return n < 0 ? (int)n : 0;
}

/* -- Which events there are ------------------------------------------------------------------------------------------ */

/* `ftrace` has formats of the kernel's own ring, not events that can be opened. */
static bool is_system(const struct dirent *d)
{
	return d->d_type == DT_DIR && d->d_name[0] != '.' && strcmp(d->d_name, "ftrace");
}

static int events_of(const char *root, const char *system, int (*fn)(void *ctx, const char *system, const char *name), void *ctx)
{
	char path[400];
	struct dirent *d;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/events/%s", root, system);
	dir = opendir(path);
	while (dir && !err && (d = readdir(dir)))
		if (d->d_type == DT_DIR && d->d_name[0] != '.')
			err = fn(ctx, system, d->d_name);
	if (dir)
		closedir(dir);
	return err;
}

int tracefs__events(int (*fn)(void *ctx, const char *system, const char *name), void *ctx)
{
	const char *root = tracefs__root();
	struct dirent **systems;
	char path[64];
	int n, err = 0;

	if (!root)
		return -ENOENT;
	snprintf(path, sizeof(path), "%s/events", root);
	n = scandir(path, &systems, NULL, alphasort);
	if (n < 0)
		return -errno;
	for (int i = 0; i < n; i++) {
		if (!err && is_system(systems[i]))
			err = events_of(root, systems[i]->d_name, fn, ctx);
		free(systems[i]);
	}
	free(systems);
	return err;
}

/* -- Filters --------------------------------------------------------------------------------------------------------- */

/* After a failed write the file has the filter and the kernel's error message. */
static int ask(const char *path, const char *filter, char *buf, size_t size)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = write(fd, filter, strlen(filter));
	n = n >= 0 ? 0 : pread(fd, buf, size - 1, 0);
	close(fd);
	while (n > 0 && buf[n - 1] == '\n')
		n--;
	buf[n > 0 ? n : 0] = '\0';
	return n > 0 ? 0 : -ENODATA;
}

int tracefs__explain_filter(const char *system, const char *name, const char *filter, char *buf, size_t size)
{
	char instance[128], path[512];
	int err;
	const char *root = find_root(&err);

	if (!root)
		return err;
	snprintf(instance, sizeof(instance), "%s/instances/trace.%d", root, getpid());
	if (mkdir(instance, 0700))
		return -errno;
	snprintf(path, sizeof(path), "%s/events/%s/%s/filter", instance, system, name);
	err = ask(path, filter, buf, size);
	rmdir(instance);
	return err;
}
