/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * compat.bpf.h - differences between kernels, and replacements for missing features. Code for a missing feature is dead: the tests
 * below are constants for the verifier.
 *
 * Linux 5.10 refuses some instructions even in dead code, so no program has them: atomic ones other than a plain add (Linux 5.12,
 * commits 5ca419f2864a and 981f94c3e921), addresses of functions (bpf_loop: Linux 5.17).
 */
#pragma once

#include "functions.h"
#include "kernel.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/*
 * Task-local storage for tracing programs: Linux 5.13, commit a10787e6d58c. Kernels with it also have:
 *	bpf_get_current_task_btf		Linux 5.11, commit 3ca1032ab7ab
 *	pointers as arguments of functions that are verified on their own	Linux 5.12, commit e5069b9c23b3
 * and must have
 *	bpf_task_pt_regs			Linux 5.15, commit dd6e10fbd9fb
 * This changes so much of the programs that they are compiled twice: removing the dead half would take the verifier too long.
 */
#ifdef OLD_KERNEL
/* Always false; but only the verifier may know: the compiler would inline functions, which would exceed the stack limit. */
struct task_struct___modern { void *bpf_storage; } __attribute__((preserve_access_index));
#define is_modern() bpf_core_field_exists(struct task_struct___modern, bpf_storage)
#else
#define is_modern() 1
#endif

static __always_inline struct task_struct *current_task(void)
{
	if (is_modern())
		return bpf_get_current_task_btf();
	return (struct task_struct *)bpf_get_current_task();
}

/*
 * The thread of a process that is in execve. Before "signal: Rename group_exit_task group_exec_task" (Linux 5.17) the field was used for
 * core dumps, too, in which all threads end with a signal's number.
 */
static __always_inline struct task_struct *exec_task(struct task_struct *task)
{
	struct signal_struct *signal = BPF_CORE_READ(task, signal);	/* a direct load would take the verifier 2 ms */

	if (bpf_core_field_exists(signal->group_exec_task))
		return BPF_CORE_READ(signal, group_exec_task);
	return BPF_CORE_READ(signal, group_exit_task);
}

/* A field of the current task, or of one that a tracepoint passed. */
#define task_get(task, field) (is_modern() ? (task)->field : BPF_CORE_READ(task, field))

/*
 * linux/sched.h: a thread of io_uring; and the same before Linux 5.12, unless a 5.10 has the io_uring of a later one. There the former bit is a
 * virtual processor's, and only while it runs.
 */
#define PF_IO_WORKER 0x10
#define PF_IO_WORKER_OLD 0x20000000

/* The registers of a task as it last entered the kernel. NULL on old kernels, which do not tell. */
static __always_inline struct pt_regs *user_regs_of(struct task_struct *task)
{
#ifdef OLD_KERNEL
	return 0;
#else
	return (struct pt_regs *)bpf_task_pt_regs(task);
#endif
}

/* Those of the current task's call. */
static __always_inline struct pt_regs *user_regs(void)
{
#ifdef OLD_KERNEL
	return 0;
#else
	return user_regs_of(bpf_get_current_task_btf());
#endif
}

static void *(*const bpf_rdonly_cast)(const void *p, __u32 type) = (void *)NUMBER_bpf_rdonly_cast;

/* An address as a number, which functions that are verified on their own may be passed. Takes a helper call. */
static __always_inline __u64 address_of(const void *p)
{
	__u64 n = 0;

	bpf_probe_read_kernel(&n, sizeof(n), &p);
	return n;
}

/* A 64-bit immediate that bpf_patch.c replaces when the program is loaded: a constant for the verifier, but not for the compiler. */
#define KERNEL_VALUE(name) ({ __u64 value_; asm volatile("%0 = " STRING(name) " ll" : "=r"(value_)); value_; })

/*
 * The memory of an array map with one element: bpf_patch.c makes the loaded pointer to the map one to its value. A look-up takes more
 * instructions, and the time until a key that was just written can be read.
 */
#define memory_of(map) ({ void *memory_; asm volatile("%0 = %1" : "=r"(memory_) : "r"(map)); memory_; })

/* Are the programs at raw_syscalls, at an execve, an end and a signal's delivery loaded as raw tracepoint programs? A constant for the verifier: bpf_patch.c sets it. */
static __always_inline bool calls_are_raw(void)
{
#ifdef OLD_KERNEL
	return false;
#else
	return KERNEL_VALUE(KERNEL_CALLS_ARE_RAW) == 1;
#endif
}

/*
 * The registers that raw_syscalls' tracepoints pass. To a raw tracepoint program they are a number, which bpf_rdonly_cast (Linux 6.2, commit
 * a35b9af4ec2c) makes a pointer without an instruction.
 */
static __always_inline struct pt_regs *passed_regs(struct pt_regs *regs)
{
	return calls_are_raw() ? bpf_rdonly_cast(regs, KERNEL_VALUE(KERNEL_TYPE_PT_REGS)) : regs;
}

/* May addresses be made pointers to the kernel's types, to read them without helper calls? A constant for the verifier. */
static __always_inline bool may_cast(void)
{
#ifdef OLD_KERNEL
	return false;
#else
	return KERNEL_VALUE(KERNEL_MAY_CAST) == 1;
#endif
}

/* A field of the structure at an address that a raw tracepoint program has; name: its KERNEL_TYPE. */
#define cast_get(type, name, p, field) \
	(may_cast() ? ((type *)bpf_rdonly_cast((const void *)(p), KERNEL_VALUE(name)))->field : BPF_CORE_READ((type *)(p), field))

/*
 * Likewise a pointer in a task, as a number. From the pointer to a task that the verifier trusts it would be trusted, too, or not, which the
 * verifier finds out by searching all names of the kernel's types, twice, each time it comes by.
 */
#define task_address(task, field) ((__u64)cast_get(struct task_struct, KERNEL_TYPE_TASK, task, field))
