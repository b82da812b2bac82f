// SPDX-License-Identifier: BSD-2-Clause
/* proc_maps.c - parses the lines. */
#include "proc_maps.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool parse(struct proc_map *m, const char *line)
{
	static const char deleted[] = " (deleted)";
	const size_t end_len = sizeof(deleted) - 1;
	unsigned long long start, end, pgoff, ino;
	unsigned maj, min;
	char perms[5];
	int at = 0;

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu %n", &start, &end, perms, &pgoff, &maj, &min, &ino, &at) != 7 || !at)
		return false;
	*m = (struct proc_map){
		.start = start, .end = end, .pgoff = pgoff, .maj = maj, .min = min, .ino = ino,
		.prot = (perms[0] == 'r' ? PROT_READ : 0) | (perms[1] == 'w' ? PROT_WRITE : 0) | (perms[2] == 'x' ? PROT_EXEC : 0),
		.flags = perms[3] == 's' ? MAP_SHARED : MAP_PRIVATE,
		.path = line + at, .path_len = strcspn(line + at, "\n"),
	};
	if (m->path_len > end_len && !memcmp(m->path + m->path_len - end_len, deleted, end_len))
		m->path_len -= end_len;
	return true;
}

int proc_maps__each(pid_t tgid, int (*fn)(void *ctx, const struct proc_map *m), void *ctx)
{
	char path[32], *line = NULL;
	struct proc_map m;
	size_t size = 0;
	int err = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", tgid);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	while (!err && getline(&line, &size, f) > 0)
		if (parse(&m, line))
			err = fn(ctx, &m);
	free(line);
	fclose(f);
	return err;
}
