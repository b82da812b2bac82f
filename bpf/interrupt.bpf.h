/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * interrupt.bpf.h - does the CPU handle an interrupt? By the kernel's preemption count (include/linux/preempt.h): on arm64 in the task, on
 * x86 in a variable of each CPU: __preempt_count, or from Linux 6.2 to 6.13 the member of pcpu_hot. Its type's id is known only at load:
 * bpf_patch.c replaces the numbers below (functions.h).
 */
#pragma once

#include "functions.h"
#include "state.bpf.h"

#define SERVES_SOFTIRQ 0x100	/* SOFTIRQ_OFFSET: a softirq runs; with multiples of its double, softirqs are only disabled */
#define SERVES_IRQ 0xff0000	/* HARDIRQ_MASK, NMI_MASK; one bit more, as the number of bits has changed */

#if defined(__TARGET_ARCH_x86)
struct pcpu_hot { int preempt_count; } __attribute__((preserve_access_index));

/* false: this kernel's BTF does not tell where it is. */
static __always_inline bool preempt_count(__u32 *count)
{
	__u64 known, at, from = 0;
	void *p;

	asm volatile("%0 = " STRING(KERNEL_VAR_KNOWN) " ll" : "=r"(known));
	if (known != 1)
		return false;
	asm volatile("%0 = " STRING(KERNEL_VAR_PREEMPT_COUNT) " ll" : "=r"(p));
	at = (__u64)bpf_this_cpu_ptr(p);
	if (bpf_core_field_exists(struct pcpu_hot, preempt_count))
		from = bpf_core_field_offset(struct pcpu_hot, preempt_count);
	return !bpf_probe_read_kernel(count, sizeof(*count), (void *)(at + from));
}

static __always_inline long probed_id(struct pt_regs *regs)
{
	return (int)BPF_CORE_READ(regs, orig_ax);
}
#elif defined(__TARGET_ARCH_arm64)
struct thread_info___count { __u64 preempt_count; } __attribute__((preserve_access_index));

static __always_inline bool preempt_count(__u32 *count)
{
	struct thread_info *info = (void *)current_task() + bpf_core_field_offset(struct task_struct, thread_info);

	*count = BPF_CORE_READ((struct thread_info___count *)info, preempt_count);
	return true;
}

static __always_inline long probed_id(struct pt_regs *regs)
{
	return BPF_CORE_READ(regs, syscallno);
}
#endif

/* A flag of enum wait_flag, or 0: the current thread runs. */
static __always_inline __u32 interrupt_context(void)
{
	__u32 count = 0;

	if (!preempt_count(&count))
		return WAIT_BY_EITHER;
	return count & SERVES_IRQ ? WAIT_BY_IRQ : count & SERVES_SOFTIRQ ? WAIT_BY_SOFTIRQ : 0;
}
