/* SPDX-License-Identifier: BSD-2-Clause */
/* proc_maps.h - the lines of /proc/PID/maps (proc(5)). */
#ifndef TRACE_PROC_MAPS_H
#define TRACE_PROC_MAPS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct proc_map {
	uint64_t start, end, pgoff;	/* addresses; pgoff: bytes */
	uint32_t prot, flags;		/* as mmap(2) has them */
	uint32_t maj, min;
	uint64_t ino;
	const char *path;		/* or [heap] and the like; without " (deleted)"; valid during the call */
	size_t path_len;		/* 0: memory without a name */
};

/* Gives all lines of a process until fn returns another value than 0, and returns that, or -errno of opening. */
int proc_maps__each(pid_t tgid, int (*fn)(void *ctx, const struct proc_map *m), void *ctx);

#endif
