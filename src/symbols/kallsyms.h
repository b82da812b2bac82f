/* SPDX-License-Identifier: BSD-2-Clause */
/* kallsyms.h - what the running kernel calls its functions: /proc/kallsyms, for sources only. */
#ifndef TRACE_KALLSYMS_H
#define TRACE_KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

struct ksym {
	uint64_t start, end;
	const char *name;
	const char *module;	/* NULL: the kernel itself */
	unsigned index;
};

struct kallsyms;

/* Reads it all. NULL: not permitted, which leaves addresses bare, or no memory. */
struct kallsyms *kallsyms__read(void);
void kallsyms__free(struct kallsyms *k);
size_t kallsyms__count(const struct kallsyms *k);
/* false: nothing is known of the address. */
int kallsyms__find(const struct kallsyms *k, uint64_t addr, struct ksym *sym);

#endif
