// SPDX-License-Identifier: BSD-2-Clause
/* snapshot_maps.c - what a process has mapped, as records. */
#include <limits.h>
#include <string.h>

#include "host/proc_maps.h"
#include "snapshot.h"

struct dump {
	struct snapshot *s;
	uint32_t tgid;
};

static int push_map(void *ctx, const struct proc_map *p)
{
	union {
		struct rec_map map;
		char bytes[sizeof(struct rec_map) + PATH_MAX + REC_ALIGN];
	} r;
	const struct dump *d = ctx;

	if (!p->path_len || p->path_len > PATH_MAX)
		return 0;
	memset(&r, 0, sizeof(r.map) + p->path_len + REC_ALIGN);
	r.map = (struct rec_map){
		.rec = {
			.len = (uint32_t)(sizeof(r.map) + p->path_len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u),
			.type = REC_MAP, .cpu = CPU_NONE, .ts = d->s->ts, .tid = d->tgid, .tgid = d->tgid,
		},
		.start = p->start, .len = p->end - p->start, .pgoff = p->pgoff, .prot = p->prot, .flags = p->flags,
		.maj = p->maj, .min = p->min, .ino = p->ino, .path_len = (uint16_t)p->path_len,
	};
	memcpy(r.map.path, p->path, p->path_len);
	return d->s->push(d->s->ctx, &r.map.rec);
}

int snapshot__maps(struct snapshot *s, pid_t tgid)
{
	return proc_maps__each(tgid, push_map, &(struct dump){ s, (uint32_t)tgid });
}
