/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jit_map.h - what a JIT compiler calls the code it made: /tmp/perf-PID.map, a line `start size name` each, in hexadecimal;
 * for sources only.
 *
 * Anybody may write there: only a plain file that is the process's user's, or root's, is read.
 */
#ifndef TRACE_JIT_MAP_H
#define TRACE_JIT_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct jit_symbol {
	uint64_t start, end;
	const char *name;
	bool told;		/* for whoever asks */
};

struct jit_maps;

struct jit_maps *jit_maps__new(void);		/* NULL: no memory */
void jit_maps__free(struct jit_maps *m);
/* Code of a process at an address; the file is read when it has changed. now: ns. NULL: nothing is said of it. */
struct jit_symbol *jit_maps__find(struct jit_maps *m, pid_t tgid, uint64_t addr, uint64_t now);
void jit_maps__forget(struct jit_maps *m, pid_t tgid);

#endif
