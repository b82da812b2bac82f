/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* select.bpf.h - which calls and tasks are selected. */
#pragma once

#include "ptrace_access.bpf.h"

/* Bits of a call's number beyond those in BPF's tables; x32's is one of them. */
static __always_inline __u32 high_bits(long id)
{
	return (__u32)id & ~(SLOT_CALLS - 1);
}

/* In which slots are calls with this number selected? A bit each; and SLOT_RENAMES. */
static __always_inline __u64 slots_of(__u32 nr)
{
	__u64 at = nr;

	mask_to(at, SLOT_CALLS - 1);
	return sel.slots[at];
}

/* Not 0: a call with this number may be selected, or be none, as all with high bits may. Without high bits it is slots_of() the number. */
static __always_inline __u64 may_want(long id)
{
	return slots_of(id) | (high_bits(id) & ~X32_BIT);
}

/* The same. low: it is the number of a call in a table, below those that programs cannot call, as nearly all are. */
static __always_inline __u64 wanted_slots(long id, bool *low)
{
	__u64 nr = (__u32)id;

	*low = !exceeds(nr, SLOT_AIO - 1);
	return *low ? sel.slots[nr] : may_want(id);
}

/* Is a call in one of the selection's sets? key: call_key(). Without branches, after each of which the verifier would continue twice. */
static __always_inline bool is_in(const volatile __u64 (*sets)[SLOT_CALLS / 64], __u32 key)
{
	__u64 word = key / 64;

	_Static_assert(ABI_SLOTS * SLOT_CALLS / 64 <= 64, "a word of the sets");
	mask_to(word, 63);
	return sets[0][word] >> (key % 64) & 1;
}

static __always_inline bool wants_call(__u32 key)
{
	return is_in(sel.calls, key);
}

static __always_inline bool is_in_cgroups(void)
{
	long in = 0;

	for (__u32 i = 0; i < CGROUPS_MAX && in == 0; i++)
		in = bpf_current_task_under_cgroup(&cgroup, i);		/* negative: the element is empty */
	return in == 1;
}

/* Is this task selected at present? IDs, credentials and cgroup may change while it runs. st: its state, or NULL. */
static __always_inline bool wants_task(struct task_struct *task, const struct task_state *st)
{
	__u32 tgid = task_tgid(task, st), hidden;

	if (cfg.in_pid_ns && !tgid)
		return false;
	if (!may_see(task, st))
		return false;
	if (cfg.has_uid && (__u32)bpf_get_current_uid_gid() != sel.uid)
		return false;
	if (cfg.has_cgroup && !is_in_cgroups())
		return false;
	hidden = bpf_map_lookup_elem(&excluded, &tgid) ? 1 : 0;
	opaque(hidden);		/* otherwise the compiler does arithmetic on the pointer, which the verifier refuses */
	return !hidden;
}

/*
 * The current task's state, at home (seats.bpf.h), if the task is selected at present, else NULL. If it has a seat, only members that do not
 * change between calls are valid. counted: count a loss if there is no memory.
 */
static __always_inline struct task_state *current_state(struct task_struct *task, bool counted)
{
	struct task_state *st;

	if (!cfg.all && !is_marked(task_get(task, tgid)))
		return 0;
	st = home_of(task);
	if (!cfg.limited && (st || !cfg.all))
		return st;
	if ((!st && !cfg.all) || !wants_task(task, st))
		return 0;
	if (!st) {
		st = state_made(task);
		if (!st && counted)
			count_loss(0, LOSS_INFLIGHT);
	}
	return st;
}

/* Are the task's other events wanted? With cfg.all also without state, before its first selected call. */
static __always_inline bool is_watched(struct task_struct *task, const struct task_state *st)
{
	if (st ? st->flags & TASK_WAIT_EXEC : !cfg.all)
		return false;
	return (st && !cfg.limited) || wants_task(task, st);
}
