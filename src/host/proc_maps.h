/* SPDX-License-Identifier: BSD-2-Clause */
/* proc_maps.h - the lines of /proc/PID/maps (proc(5)). */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct proc_map {
	uint64_t start, end, pgoff;	/* addresses; pgoff: bytes */
	uint32_t prot, flags;		/* PROT_*, MAP_* */
	uint32_t maj, min;
	uint64_t ino;
	const char *path;		/* of a file, or [heap] and the like; without " (deleted)"; valid during the call */
	size_t path_len;		/* 0: anonymous memory */
};

/* Calls fn for each line until it returns other than 0. Returns fn's last value, or -errno if the file cannot be opened. */
int proc_maps__each(pid_t tgid, int (*fn)(void *ctx, const struct proc_map *m), void *ctx);
