// SPDX-License-Identifier: BSD-2-Clause
/* snapshot_maps.c - reads /proc/PID/maps. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "snapshot.h"

union map_buf {
	struct rec_map map;
	char bytes[sizeof(struct rec_map) + PATH_MAX + REC_ALIGN];
};

static uint32_t prot_of(const char *perms)
{
	return (perms[0] == 'r' ? PROT_READ : 0) | (perms[1] == 'w' ? PROT_WRITE : 0) | (perms[2] == 'x' ? PROT_EXEC : 0);
}

/* The path, without what says that there is no such file any more. */
static uint16_t take_path(union map_buf *m, const char *path)
{
	static const char deleted[] = " (deleted)";
	size_t len = strcspn(path, "\n"), end = sizeof(deleted) - 1;

	if (len > end && !memcmp(path + len - end, deleted, end))
		len -= end;
	if (len > PATH_MAX)
		len = 0;
	memcpy(m->map.path, path, len);
	return (uint16_t)len;
}

/* 0: not a line that maps a file or has a name. */
static int parse(union map_buf *m, const char *line)
{
	unsigned long long start, end, offset, ino;
	unsigned maj, min;
	char perms[5];
	int at = 0;

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu %n", &start, &end, perms, &offset, &maj, &min, &ino, &at) != 7 || !at)
		return 0;
	memset(m, 0, sizeof(*m));
	m->map = (struct rec_map){
		.start = start, .len = end - start, .pgoff = offset, .prot = prot_of(perms),
		.flags = perms[3] == 's' ? MAP_SHARED : MAP_PRIVATE, .maj = maj, .min = min, .ino = ino,
	};
	m->map.path_len = take_path(m, line + at);
	return m->map.path_len;
}

int snapshot__maps(struct snapshot *s, pid_t tgid)
{
	char path[40], line[PATH_MAX + 200];
	union map_buf m;
	int err = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", tgid);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	while (!err && fgets(line, sizeof(line), f)) {
		if (!parse(&m, line))
			continue;
		m.map.rec = (struct rec){
			.len = (uint32_t)(sizeof(m.map) + m.map.path_len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u),
			.type = REC_MAP, .cpu = CPU_NONE, .ts = s->ts, .tid = (uint32_t)tgid, .tgid = (uint32_t)tgid,
		};
		err = s->push(s->ctx, &m.map.rec);
	}
	fclose(f);
	return err;
}
