/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * strangers.bpf.h - remembers which tasks are of processes without selected threads, by the address of their registers, which the programs at
 * entry and exit are passed. Their calls can then leave without asking the kernel for the current task, a function call that takes longer than
 * all else that is done for them.
 *
 * An entry holds while no process is marked and no selected task makes another, which changes `selections`: then another task may have the
 * stack that the registers are on.
 */
#pragma once

#define STRANGERS_LOG 12

/* Initialised, as `seating` is. Changes are counted in steps of SELECTION: two values differ by what two tokens may differ by only after 10^8 changes. */
__u64 selections __attribute__((aligned(64))) = 0;
#define SELECTION 0x9e3779b97f4a7c15ull
/* regs_token() ^ selections */
__u64 strangers[1 << STRANGERS_LOG] __attribute__((aligned(64))) = {};

#ifdef OLD_KERNEL
#define HAS_STRANGERS 0		/* atomic operations have no barriers */
#else
#define HAS_STRANGERS (!cfg.all)
#endif

static __always_inline volatile __u64 *strangers__at(__u64 regs)
{
	return &strangers[regs * SELECTION >> (64 - STRANGERS_LOG)];
}

/* A mark was set, or a task was made whose process has one. */
static __always_inline void strangers__forget(void)
{
#ifndef OLD_KERNEL
	__u64 before = __sync_fetch_and_add(&selections, SELECTION);

	opaque(before);		/* only with a result it is a barrier, which comes between the mark and what follows */
#endif
}

/* 0: the current task is known to be of a process without selected threads; else some other number. Does not branch. */
static __always_inline __u64 strangers__lacks(__u64 regs)
{
	__u64 difference = *strangers__at(regs) ^ regs ^ *(volatile __u64 *)&selections;

	opaque(difference);
	return difference;
}

/* Has the process of the current task no selected threads? Then its calls are known from now on. */
static __always_inline bool strangers__find(struct task_struct *task, __u64 regs)
{
	__u64 then = *(volatile __u64 *)&selections, after = then;

	asm volatile("%[v] &= 0" : [v] "+r"(after));	/* CPUs read what depends on an address in order: the mark after `selections` */
	if (is_marked(task_get(task, tgid) + (__u32)after))
		return false;
	*strangers__at(regs) = regs ^ then;
	return true;
}
