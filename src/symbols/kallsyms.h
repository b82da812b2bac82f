/* SPDX-License-Identifier: BSD-2-Clause */
/* kallsyms.h - the running kernel's symbols; for sources only. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct ksym {
	uint64_t start, end;
	const char *name;
	const char *module;	/* NULL: the kernel itself */
	unsigned index;
};

struct kallsyms;

#define KALLSYMS_PATH "/proc/kallsyms"

/* Reads the whole file. NULL: not permitted (addresses then have no symbols), or no memory. */
struct kallsyms *kallsyms__read(const char *path);
void kallsyms__free(struct kallsyms *k);
size_t kallsyms__count(const struct kallsyms *k);
/* false: no symbol. */
int kallsyms__find(const struct kallsyms *k, uint64_t addr, struct ksym *sym);
