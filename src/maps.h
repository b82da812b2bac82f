/* SPDX-License-Identifier: BSD-2-Clause */
/* maps.h - what lies where in the memory of processes, from REC_MAP records. */
#ifndef TRACE_MAPS_H
#define TRACE_MAPS_H

#include <stdint.h>

#include "buf.h"
#include "names.h"
#include "wire.h"

struct map {
	uint64_t start, end;	/* up to and without `end` */
	uint64_t pgoff;
	uint32_t prot, maj, min;
	uint64_t ino;
	uint8_t build_id[20], build_id_len;
	struct name *path;	/* NULL: none */
};

struct process_maps;

struct maps {			/* of all processes */
	struct process_maps *all;	/* sorted by tgid */
	unsigned n, room;
};

void maps__free(struct maps *m);
/* Records that change them: REC_MAP; REC_FORK of a process, REC_EXIT of one. Others are ignored. */
void maps__learn(struct maps *m, const struct rec *rec);
/* What lies at an address; NULL: not known. Valid until the next record. */
const struct map *maps__find(const struct maps *m, uint32_t tgid, uint64_t addr);
/* Appends REC_MAP records of everything. */
void maps__dump(const struct maps *m, uint64_t ts, struct buf *records);

#endif
