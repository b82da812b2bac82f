// SPDX-License-Identifier: BSD-2-Clause
/* map_record.c - parses PERF_RECORD_MMAP and MMAP2 (linux/perf_event.h). */
#include "map_record.h"

#include <limits.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "lib/bytes.h"
#include "lib/record.h"

#define MMAP_PATH 32		/* offset of the path in the body of MMAP, */
#define MMAP2_PATH 64		/* and of MMAP2 */
#define NOBODY UINT32_MAX	/* pid of the kernel's own mappings */

/* All else is zero. */
static struct rec_map *new_map(uint32_t tid, uint32_t tgid, const char *path, size_t path_len)
{
	struct rec rec = record__head(REC_MAP, sizeof(struct rec_map) + path_len, 0, tid, tgid);
	struct rec_map *r = path_len <= PATH_MAX ? calloc(1, rec.len) : NULL;

	if (!r)
		return NULL;
	r->rec = rec;
	r->path_len = (uint16_t)path_len;
	memcpy(r->path, path, path_len);
	return r;
}

/* Device, inode and generation, or a build-id; protection and flags. */
static void take_file(struct rec_map *r, const uint8_t *p, uint16_t misc, bool swap)
{
	r->prot = perf_u32(p + 56, swap);
	r->flags = perf_u32(p + 60, swap);
	if (misc & PERF_RECORD_MISC_MMAP_BUILD_ID) {
		r->build_id_len = p[32] <= sizeof(r->build_id) ? p[32] : 0;
		memcpy(r->build_id, p + 36, r->build_id_len);
		return;
	}
	r->maj = perf_u32(p + 32, swap);
	r->min = perf_u32(p + 36, swap);
	r->ino = perf_u64(p + 40, swap);
	r->ino_generation = perf_u64(p + 48, swap);
}

static struct rec_map *of_map(uint32_t type, uint16_t misc, const uint8_t *p, size_t len, bool swap)
{
	size_t at = type == PERF_RECORD_MMAP2 ? MMAP2_PATH : MMAP_PATH;
	const char *path = (const char *)p + at;
	struct rec_map *r;

	if (len < at || perf_u32(p, swap) == NOBODY)
		return NULL;
	r = new_map(perf_u32(p + 4, swap), perf_u32(p, swap), path, strnlen(path, len - at));
	if (!r)
		return NULL;
	r->start = perf_u64(p + 8, swap);
	r->len = perf_u64(p + 16, swap);
	r->pgoff = perf_u64(p + 24, swap);
	r->prot = misc & PERF_RECORD_MISC_MMAP_DATA ? PROT_READ : PROT_READ | PROT_EXEC;
	if (type == PERF_RECORD_MMAP2)
		take_file(r, p, misc, swap);
	return r;
}

/* An execve removes all mappings. */
static struct rec_map *of_exec(const uint8_t *p, size_t len, bool swap)
{
	struct rec_map *r = len >= 8 ? new_map(perf_u32(p + 4, swap), perf_u32(p, swap), "", 0) : NULL;

	if (r)
		r->len = UINT64_MAX;
	return r;
}

struct rec_map *map_record__of_perf(uint32_t type, uint16_t misc, const uint8_t *p, size_t len, bool swap)
{
	if (type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2)
		return of_map(type, misc, p, len, swap);
	return type == PERF_RECORD_COMM && misc & PERF_RECORD_MISC_COMM_EXEC ? of_exec(p, len, swap) : NULL;
}

struct rec_map *map_record__of_line(uint32_t tgid, uint64_t ts, const struct proc_map *line)
{
	struct rec_map *r = new_map(tgid, tgid, line->path, line->path_len);

	if (!r)
		return NULL;
	r->rec.ts = ts;
	r->start = line->start;
	r->len = line->end - line->start;
	r->pgoff = line->pgoff;
	r->ino = line->ino;
	r->maj = line->maj;
	r->min = line->min;
	r->prot = line->prot;
	r->flags = line->flags;
	return r;
}
