// SPDX-License-Identifier: BSD-2-Clause
/*
 * perfdata_maps.c - takes PERF_RECORD_MMAP and MMAP2 apart: linux/perf_event.h. Build-ids are in them or in the recording's header.
 */
#include "perfdata_maps.h"

#include <limits.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HEAD sizeof(struct perf_event_header)
#define MMAP_PATH 32		/* where the path begins in the body of MMAP, */
#define MMAP2_PATH 64		/* and of MMAP2 */
#define NOBODY UINT32_MAX	/* the kernel's own mappings */

static struct rec_map *new_map(uint32_t tid, uint32_t tgid, const char *path, size_t path_len)
{
	size_t len = (sizeof(struct rec_map) + path_len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	struct rec_map *r = path_len <= PATH_MAX ? calloc(1, len) : NULL;

	if (!r)
		return NULL;
	r->rec = (struct rec){ .len = (uint32_t)len, .type = REC_MAP, .cpu = CPU_NONE, .tid = tid, .tgid = tgid };
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

/* `p`: the body, of `len` bytes without its trailer. */
static struct rec_map *of_map(const struct perfdata_header *h, uint32_t type, uint16_t misc, const uint8_t *p, size_t len, bool swap)
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
	if (!r->build_id_len)
		r->build_id_len = perfdata_header__build_id(h, r->path, r->path_len, r->build_id);
	return r;
}

/* An exec: everything is gone. */
static struct rec_map *of_exec(const uint8_t *p, size_t len, bool swap)
{
	struct rec_map *r = len >= 8 ? new_map(perf_u32(p + 4, swap), perf_u32(p, swap), "", 0) : NULL;

	if (r)
		r->len = UINT64_MAX;
	return r;
}

bool perfdata_maps__event(const struct perfdata_header *h, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap,
			  struct pair_event *e)
{
	uint16_t misc = perf_u16(rec + offsetof(struct perf_event_header, misc), swap);
	uint32_t type = perf_u32(rec, swap);
	struct perf_sample trailer;
	size_t body = len - HEAD - perf_sample__trailer(&trailer, a, rec, len, swap);
	struct rec_map *r = NULL;

	if (type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2)
		r = of_map(h, type, misc, rec + HEAD, body, swap);
	else if (type == PERF_RECORD_COMM && misc & PERF_RECORD_MISC_COMM_EXEC)
		r = of_exec(rec + HEAD, body, swap);
	if (!r)
		return false;
	*e = (struct pair_event){
		.ts = trailer.ts, .tid = r->rec.tid, .tgid = r->rec.tgid, .cpu = CPU_NONE, .kind = PAIR_MAP,
		.chunks = (uint8_t *)r, .chunks_len = r->rec.len,
	};
	return true;
}
