/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jit_map.h - symbols of JIT code from /tmp/perf-PID.map, lines of `start size name` in hexadecimal; for sources only.
 *
 * Anybody may create files there: only a regular file owned by the process's user or root is read.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct jit_symbol {
	uint64_t start, end;
	const char *name;
	bool reported;		/* the caller's flag */
};

struct jit_maps;

struct jit_maps *jit_maps__new(void);		/* NULL: no memory */
void jit_maps__free(struct jit_maps *m);
/* The symbol at an address of a process; reads the file if it has changed. now: ns. NULL: none. */
struct jit_symbol *jit_maps__find(struct jit_maps *m, pid_t tgid, uint64_t addr, uint64_t now);
void jit_maps__forget(struct jit_maps *m, pid_t tgid);
