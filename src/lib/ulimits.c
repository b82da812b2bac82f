/* SPDX-License-Identifier: BSD-2-Clause */
/* ulimits.c - reads limits: getrlimit(2), cgroups(7) v1 and v2. */
#include "ulimits.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "small_file.h"

/* -- Memory ---------------------------------------------------------------------------------------------------------- */

#define CGROUP_ROOT "/sys/fs/cgroup"

/* Hierarchies: the controllers field of /proc/self/cgroup, the mount point, and the file with the limit. */
static const struct {
	const char *controllers, *root, *file;
} hierarchies[] = {
	{ "",       CGROUP_ROOT,           "memory.max" },
	{ "memory", CGROUP_ROOT "/memory", "memory.limit_in_bytes" },
};

struct memory_limit {
	uint64_t bytes;			/* UINT64_MAX: none */
	char file[PATH_MAX];		/* the file with that limit */
};

/* A control group's own limit; "max" or no file: none. */
static void note_limit(struct memory_limit *l, const char *dir, const char *file)
{
	unsigned long long bytes;
	char path[PATH_MAX], text[32];

	if (snprintf(path, sizeof(path), "%s/%s", dir, file) >= (int)sizeof(path))
		return;
	if (small_file__line(text, sizeof(text), "%s", path) || sscanf(text, "%llu", &bytes) != 1 || bytes >= l->bytes)
		return;
	l->bytes = bytes;
	strcpy(l->file, path);
}

/* The group and all its ancestors. In a container the path may be the host's and not exist: then the root's limit is used. */
static void note_limits(struct memory_limit *l, const char *root, const char *path, const char *file)
{
	char dir[PATH_MAX];

	snprintf(dir, sizeof(dir), "%s%s", root, path);
	while (strlen(dir) > strlen(root)) {
		note_limit(l, dir, file);
		*strrchr(dir, '/') = '\0';
	}
	note_limit(l, root, file);
}

static struct memory_limit of_cgroups(void)
{
	struct memory_limit l = { .bytes = UINT64_MAX };
	FILE *f = fopen("/proc/self/cgroup", "re");
	char line[PATH_MAX];

	while (f && fgets(line, sizeof(line), f)) {
		char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;

		if (!path)
			continue;
		*path++ = '\0';
		path[strcspn(path, "\n")] = '\0';
		for (unsigned i = 0; i < sizeof(hierarchies) / sizeof(hierarchies[0]); i++)
			if (!strcmp(controllers + 1, hierarchies[i].controllers))
				note_limits(&l, hierarchies[i].root, path, hierarchies[i].file);
	}
	if (f)
		fclose(f);
	return l;
}

size_t ulimits__memory(void)
{
	static uint64_t known;		/* reading a dozen files takes longer than all else that asks */
	uint64_t machine;

	if (!known) {
		machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
		known = of_cgroups().bytes;
		known = known < machine ? known : machine;
	}
	return known;
}

static const char *why_memory(char *text, size_t size)
{
	uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	struct memory_limit l = of_cgroups();

	if (l.bytes >= machine)
		return strerror(ENOMEM);
	snprintf(text, size, "the control group may use no more than %llu KiB of memory (%s)", (unsigned long long)l.bytes / 1024, l.file);
	return text;
}

/* -- The process' own ------------------------------------------------------------------------------------------------ */

/* Errors that a resource limit may cause. */
static const struct {
	int err, resource;
	const char *what, *option, *unit;
	unsigned scale;
} causes[] = {
	{ EFBIG,  RLIMIT_FSIZE,  "a file may not be larger",          "-f", " KiB", 1024 },
	{ EMFILE, RLIMIT_NOFILE, "no more files may be open",         "-n", "",     1 },
	{ EAGAIN, RLIMIT_NPROC,  "no more processes may be started", "-u", "",     1 },
};

const char *ulimits__why(int err)
{
	static char text[PATH_MAX + 128];
	struct rlimit r;

	if (err == -ENOMEM)
		return why_memory(text, sizeof(text));
	for (unsigned i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		if (err != -causes[i].err || getrlimit(causes[i].resource, &r) || r.rlim_cur == RLIM_INFINITY)
			continue;
		snprintf(text, sizeof(text), "%s (%s: ulimit %s is %llu%s)", strerror(-err), causes[i].what, causes[i].option,
			 (unsigned long long)r.rlim_cur / causes[i].scale, causes[i].unit);
		return text;
	}
	return strerror(-err);
}

void ulimits__raise_files(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r))
		return;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
}

void ulimits__no_signals(void)
{
	signal(SIGXFSZ, SIG_IGN);
}
