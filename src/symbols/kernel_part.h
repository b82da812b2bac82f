/* SPDX-License-Identifier: BSD-2-Clause */
/* kernel_part.h - what a function of a kernel stack tells about waiting and waking. */
#pragma once

enum kernel_part {
	PART_ANY,
	PART_WAITS,		/* of the tracer, the scheduler, or a lock: with these each stack of a waiting thread begins */
	PART_IRQ,		/* entered by an interrupt, */
	PART_SOFTIRQ,		/* or runs softirqs */
};

enum kernel_part kernel_part__of(const char *symbol);
