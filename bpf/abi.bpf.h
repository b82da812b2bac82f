/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* abi.bpf.h - the ABI, number and arguments of a call, per architecture. */
#pragma once

#include "state.bpf.h"

#if defined(__TARGET_ARCH_x86)
#define TS_COMPAT 2		/* arch/x86/include/asm/thread_info.h: the call came by int 0x80 or a 32-bit entry */

#define THREAD_STATE thread_info.status

/* Is the call native, if its number is none of x32? */
static __always_inline bool abi__is_native(__u32 state)
{
	return !(state & TS_COMPAT);
}

static __always_inline __u32 abi__slot_in(__u32 state, long id)
{
	__u64 compat = state / TS_COMPAT, high = (__u32)id / X32_BIT, slot = (high & ~(high >> 1)) * SLOT_X32;

	mask_to(compat, SLOT_COMPAT);
	slot &= ~(compat * SLOT_X32);
	slot |= compat;
	mask_to(slot, SLOT_COMPAT | SLOT_X32);		/* without branches; below 0 it is none of x32 */
	return slot;
}

static __always_inline __u32 abi__nr(long id)
{
	return capped((__u32)id & ~X32_BIT, 0xffff);	/* higher numbers are no calls; they must not become a valid one when truncated */
}

/* The whole number; below 0: as an unsigned int. */
static __always_inline __u32 abi__number(long id)
{
	return (int)id < 0 ? (__u32)id : (__u32)id & ~X32_BIT;
}

static __always_inline long abi__id(struct pt_regs *regs)
{
	return (int)regs->orig_ax;
}

/* The first PLAN_FEW, or, unless `few`, all: the load of a register takes nine instructions, where addresses are cast to pointers. */
static __always_inline void abi__args(struct pt_regs *r, __u32 slot, bool few, __u64 *a)
{
	if (slot == SLOT_COMPAT) {
		a[0] = (__u32)r->bx;
		a[1] = (__u32)r->cx;
		a[2] = (__u32)r->dx;
		a[3] = (__u32)r->si;
		a[4] = (__u32)r->di;
		a[5] = (__u32)r->bp;
		return;
	}
	a[0] = r->di;
	a[1] = r->si;
	a[2] = r->dx;
	if (few)
		return;
	a[3] = r->r10;
	a[4] = r->r8;
	a[5] = r->r9;
}
#elif defined(__TARGET_ARCH_arm64)
#define TIF_32BIT 22		/* arch/arm64/include/asm/thread_info.h: an AArch32 process */
#define ARM_PRIVATE 0x0f0000	/* __ARM_NR_BASE of 32-bit ARM's <asm/unistd.h> */
#define ARM_PRIVATE_CALLS 16

#define THREAD_STATE thread_info.flags

static __always_inline bool abi__is_native(__u64 state)
{
	return !(state >> TIF_32BIT & 1);
}

static __always_inline __u32 abi__slot_in(__u64 state, long id)
{
	return state >> TIF_32BIT & 1 ? SLOT_COMPAT : SLOT_NATIVE;
}

static __always_inline __u32 abi__number(long id)
{
	return id;
}

/* ARM's private calls are numbered as syscalltbl__slot() has it. */
static __always_inline __u32 abi__nr(long id)
{
	__u32 nr = id, private = nr - ARM_PRIVATE;

	if (private < ARM_PRIVATE_CALLS)
		return private + SLOT_ARM_PRIVATE;
	return capped(nr, 0xffff);
}

static __always_inline long abi__id(struct pt_regs *regs)
{
	return regs->syscallno;
}

static __always_inline void abi__args(struct pt_regs *r, __u32 slot, bool few, __u64 *a)
{
	__u64 mask = slot == SLOT_COMPAT ? 0xffffffff : ~0ull;

	a[0] = r->orig_x0 & mask;
	a[1] = r->regs[1] & mask;
	a[2] = r->regs[2] & mask;
	if (few)
		return;
	a[3] = r->regs[3] & mask;
	a[4] = r->regs[4] & mask;
	a[5] = r->regs[5] & mask;
}
#else
#error "abi.bpf.h: this architecture is not described yet"
#endif

static __always_inline __u32 abi__slot(struct task_struct *task, long id)
{
	return abi__slot_in(task_get(task, THREAD_STATE), id);
}

/* THREAD_STATE of the current task, whose seat it is: without a function call, where addresses may be made pointers. */
static __always_inline __u64 abi__state_of_seat(const struct seat *seat)
{
#ifndef OLD_KERNEL
	if (may_cast())
		return cast_get(struct task_struct, KERNEL_TYPE_TASK, seat->at, THREAD_STATE);
#endif
	return task_get(current_task(), THREAD_STATE);
}
