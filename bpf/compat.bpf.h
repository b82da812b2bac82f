/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * compat.bpf.h - what differs between kernels, and what serves where something is missing. What is not there is
 * never reached: the tests below are constants by the time the verifier looks.
 *
 * Linux 5.10 refuses some instructions even there, so that no program has them at all: atomic ones but a plain add
 * (the others: Linux 5.12, commits 5ca419f2864a and 981f94c3e921), addresses of functions (bpf_loop: Linux 5.17).
 */
#ifndef TRACE_COMPAT_BPF_H
#define TRACE_COMPAT_BPF_H

#include "kernel.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/*
 * Task-local storage for tracing programs: Linux 5.13, commit a10787e6d58c. Where it is, these are too:
 *	bpf_get_current_task_btf		Linux 5.11, commit 3ca1032ab7ab
 *	pointers as arguments of functions that are verified on their own	Linux 5.12, commit e5069b9c23b3
 * This changes so much of the programs that they are compiled twice: it would take the verifier longer to throw away the half of them
 * that is not for its kernel.
 */
#ifdef OLD_KERNEL
/* Never, but that is for the verifier to see: a compiler that knows has functions grow together that need more stack than there is. */
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
 * Of a process that a thread's execve goes through, that thread. Before "signal: Rename group_exit_task group_exec_task"
 * (Linux 5.17) the field served core dumps as well, of which all threads end with a signal's number.
 */
static __always_inline struct task_struct *exec_task(struct task_struct *task)
{
	struct signal_struct *signal = BPF_CORE_READ(task, signal);	/* a direct load costs the verifier 2 ms */

	if (bpf_core_field_exists(signal->group_exec_task))
		return BPF_CORE_READ(signal, group_exec_task);
	return BPF_CORE_READ(signal, group_exit_task);
}

/* A field of the current task, or of one that a tracepoint passed. */
#define task_get(task, field) (is_modern() ? (task)->field : BPF_CORE_READ(task, field))

#endif
