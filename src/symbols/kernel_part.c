// SPDX-License-Identifier: BSD-2-Clause
/* kernel_part.c - by how names begin. The sections of the kernel's text would tell, too, but kallsyms need not have their limits. */
#include "kernel_part.h"

#include <string.h>

enum kernel_part kernel_part__of(const char *symbol)
{
	static const struct { const char *begins; enum kernel_part part; } parts[] = {
		{ "bpf_", PART_WAITS }, { "__bpf_", PART_WAITS }, { "__traceiter_", PART_WAITS }, { "trace_", PART_WAITS }, { "perf_", PART_WAITS },
		{ "__schedule", PART_WAITS }, { "schedule", PART_WAITS }, { "io_schedule", PART_WAITS }, { "preempt_schedule", PART_WAITS },
		{ "__cond_resched", PART_WAITS }, { "__switch_to", PART_WAITS }, { "context_switch", PART_WAITS },
		{ "wait_woken", PART_WAITS }, { "bit_wait", PART_WAITS }, { "out_of_line_wait", PART_WAITS }, { "__wait_on_bit", PART_WAITS },
		{ "__wait_for_common", PART_WAITS }, { "wait_for_co", PART_WAITS }, { "__mutex_lock", PART_WAITS }, { "mutex_lock", PART_WAITS },
		{ "rwsem_down_", PART_WAITS }, { "__down", PART_WAITS }, { "down_", PART_WAITS }, { "rt_mutex_", PART_WAITS },
		{ "__rt_mutex", PART_WAITS }, { "do_wait_intr", PART_WAITS }, { "poll_schedule_timeout", PART_WAITS },
		{ "asm_sysvec_", PART_IRQ }, { "sysvec_", PART_IRQ }, { "asm_common_interrupt", PART_IRQ }, { "common_interrupt", PART_IRQ },
		{ "asm_exc_nmi", PART_IRQ }, { "el1h_64_irq", PART_IRQ }, { "el0t_64_irq", PART_IRQ }, { "el0_irq", PART_IRQ }, { "el1_irq", PART_IRQ },
		{ "handle_softirqs", PART_SOFTIRQ }, { "__do_softirq", PART_SOFTIRQ },
	};

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strncmp(symbol, parts[i].begins, strlen(parts[i].begins)))
			return parts[i].part;
	return PART_ANY;
}
