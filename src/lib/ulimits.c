/* SPDX-License-Identifier: BSD-2-Clause */
/* ulimits.c - reads limits: getrlimit(2), cgroups(7) v1 and v2. */
#include "ulimits.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "small_file.h"

/* -- Memory ---------------------------------------------------------------------------------------------------------- */

#define CGROUP_ROOT "/sys/fs/cgroup"

/*
 * Hierarchies: the controllers field of /proc/self/cgroup, the mount point, the file with the limit, that with what is in use, and the field
 * of memory.stat that says how much of it the kernel can take back at once: what is cached of files and was not used lately.
 */
static const struct hierarchy {
	const char *controllers, *root, *limit, *used, *cached;
} hierarchies[] = {
	{ "",       CGROUP_ROOT,           "memory.max",            "memory.current",        "inactive_file" },
	{ "memory", CGROUP_ROOT "/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file" },
};

struct memory_limit {
	uint64_t bytes;			/* UINT64_MAX: none */
	uint64_t available;		/* of the limits' groups, the least; only if asked for */
	bool ask_available;
	char file[PATH_MAX];		/* the file with that limit */
};

static bool read_number(unsigned long long *n, const char *dir, const char *file)
{
	char text[32];

	return !small_file__line(text, sizeof(text), "%s/%s", dir, file) && sscanf(text, "%llu", n) == 1;
}

/* A field of a file with a name and a number in each line; 0: it has none. */
static unsigned long long field_of(const char *field, const char *dir, const char *file)
{
	unsigned long long n = 0;
	char text[4096], key[32], *at;

	snprintf(key, sizeof(key), "\n%s ", field);
	text[0] = '\n';
	if (small_file__read(text + 1, sizeof(text) - 1, "%s/%s", dir, file) > 0 && (at = strstr(text, key)))
		sscanf(at + strlen(key), "%llu", &n);
	return n;
}

static uint64_t available_in(const char *dir, const struct hierarchy *h, uint64_t limit)
{
	unsigned long long used = 0, cached = field_of(h->cached, dir, "memory.stat");

	if (!read_number(&used, dir, h->used))
		return limit;
	used -= cached < used ? cached : used;
	return used < limit ? limit - used : 0;
}

/* A control group's own limit; "max" or no file: none. */
static void note_limit(struct memory_limit *l, const char *dir, const struct hierarchy *h)
{
	unsigned long long bytes;
	uint64_t available;

	if (!read_number(&bytes, dir, h->limit) || bytes > INT64_MAX / 2)	/* as version 1 has "none" */
		return;
	if (bytes < l->bytes && snprintf(l->file, sizeof(l->file), "%s/%s", dir, h->limit) < (int)sizeof(l->file))
		l->bytes = bytes;
	available = l->ask_available ? available_in(dir, h, bytes) : UINT64_MAX;
	if (available < l->available)
		l->available = available;
}

/* The group and all its ancestors. In a container the path may be the host's and not exist: then the root's limit is used. */
static void note_limits(struct memory_limit *l, const struct hierarchy *h, const char *path)
{
	char dir[PATH_MAX];

	snprintf(dir, sizeof(dir), "%s%s", h->root, path);
	while (strlen(dir) > strlen(h->root)) {
		note_limit(l, dir, h);
		*strrchr(dir, '/') = '\0';
	}
	note_limit(l, h->root, h);
}

static struct memory_limit of_cgroups(bool ask_available)
{
	struct memory_limit l = { .bytes = UINT64_MAX, .available = UINT64_MAX, .ask_available = ask_available };
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
				note_limits(&l, &hierarchies[i], path);
	}
	if (f)
		fclose(f);
	return l;
}

#define JUST_NS 1000000000u
static struct {
	uint64_t bytes, until;		/* ns */
} just;		/* what was available in control groups when their limits were read, for who asks soon */

size_t ulimits__memory(void)
{
	static uint64_t known;		/* reading a dozen files takes longer than all else that asks */
	uint64_t machine;

	if (!known) {
		struct memory_limit l = of_cgroups(true);

		machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
		just.bytes = l.available;
		just.until = clock__ns(CLOCK_MONOTONIC) + JUST_NS;
		known = l.bytes;
		known = known < machine ? known : machine;
	}
	return known;
}

size_t ulimits__available(void)
{
	uint64_t machine = field_of("MemAvailable:", "/proc", "meminfo") * 1024;
	uint64_t groups = clock__ns(CLOCK_MONOTONIC) < just.until ? just.bytes : of_cgroups(true).available;

	return groups < machine ? groups : machine;
}

static const char *why_memory(char *text, size_t size)
{
	uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	struct memory_limit l = of_cgroups(false);

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
