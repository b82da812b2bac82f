/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* call_plan.bpf.h - which plan a call has: by its number, by its arguments, and by the call that it stands for. */
#pragma once

#include "abi.bpf.h"

/* The number in BPF's tables: numbers beyond them share the last element. */
static __always_inline __u32 table_nr(__u32 nr)
{
	return capped(nr, SLOT_CALLS - 1);
}

/* key: below PLANS_MAX. Never NULL, which the verifier does not always know. */
static __always_inline const struct plan *plan_at(__u64 key)
{
#ifdef OLD_KERNEL
	__u32 number = key;

	return bpf_map_lookup_elem(&plans, &number);
#else
	return settled(&((const struct all_plans *)memory_of(&plans))->plan[key]);
#endif
}

/* The plan of the current call. Likewise. */
static __always_inline const struct plan *plan_of_call(const struct task_state *st)
{
	__u64 key = st->plan;

	return key < PLANS_MAX ? plan_at(key) : 0;
}

/* Makes the sub-plan with this key the current call's. NULL: there is none. */
static __always_inline const struct plan *sub_plan(struct task_state *st, __u32 table, __u32 cmd)
{
	const struct sub_plans *subs = memory_of(&sub_plans);
	__u64 key = sub_key(table, cmd), slot = sub_slot(key, subs->seeds[sub_bucket(key)]);

	if (subs->keys[slot] != key)
		return 0;
	st->plan = subs->plans[slot];
	return plan_of_call(st);
}

/* Chooses a sub-plan by arguments. The test before the loop keeps what the compiler computes for it once from being computed without need. */
static __always_inline const struct plan *plan_by_args(struct task_state *st, const struct plan *plan)
{
	const struct plan *p;
	__u32 i = 0;

	if (!(plan->flags & PLAN_SUB))
		return plan;
	ROLLED
	do {
		p = sub_plan(st, plan->sub_table, (__u32)arg_of(st, plan->sub_arg) & plan->sub_mask);
		if (p)
			plan = p;
	} while (p && ++i < SUB_LEVELS && plan->flags & PLAN_SUB);
	return plan;
}

/* Of the calls in BPF's tables. */
static __always_inline __u32 call_key(__u32 slot, __u32 nr)
{
	return slot * SLOT_CALLS + table_nr(nr);
}

/* Of the current call. */
static __always_inline __u32 state_key(const struct task_state *st)
{
	return call_key(AGAIN(st->slot), AGAIN(st->call.nr));
}

/* The plan of a call, before its arguments are known. */
static __always_inline const struct plan *plan_by_key(struct task_state *st, __u32 key)
{
	__u64 at = key;

	st->plan = key;
	mask_to(at, 4 * SLOT_CALLS - 1);
	return plan_at(at);
}

/* Passes a value through memory, so that the verifier continues with one state instead of one per path. */
static __always_inline __u64 joined(struct task_state *st, __u64 n)
{
	volatile __u64 *at = &st->work.want;

	*at = n;
	return *at;
}

/* Sets the number of arguments; chunks are appended after them. */
static __always_inline void set_nargs(struct task_state *st, const struct plan *plan)
{
	st->call.nargs = plan->nargs;
	st->call.fixed = sizeof(struct rec_call) + st->call.nargs * 8;
	st->len = st->call.fixed;
}

/*
 * The current call is made through a multiplexer: replaces number and arguments by those of the real call. Its arguments are chosen from
 * the multiplexer's own arguments, a 0, and words in memory. If the words cannot be read, nothing is changed.
 */
static __always_inline void stand_in(struct task_state *st, const struct plan *plan)
{
	__u64 *row = (__u64 *)(st->inflight + sizeof(struct rec_call)), *args = row + STAND_WORD(6), *raw = args + CALL_ARGS;
	__u64 size = joined(st, wide_abi(st) ? 8 : 4), bytes = (plan->from >> 28) * size, from;

	clamp_to(bytes, CALL_ARGS * 8);
	if (bytes && bpf_probe_read_user(raw, bytes, (void *)arg_of(st, plan->from >> 24 & 15)) && !cfg.tally)
		return;		/* to count it, its number is enough */
	row[STAND_ZERO] = 0;
	for (__u32 i = 0; i < CALL_ARGS; i++)
		row[STAND_WORD(i)] = size == 8 ? raw[i] : ((__u32 *)raw)[i];
	for (__u32 i = 0; i < CALL_ARGS; i++) {
		from = plan->from >> 4 * i & 15;
		clamp_to(from, STAND_WORD(5));
		args[i] = row[from];
	}
	__builtin_memcpy(row, args, CALL_ARGS * 8);
	st->call.nr = plan->as_nr;
	plan = plan_by_key(st, state_key(st));
	if (plan)
		set_nargs(st, plan_by_args(st, plan));
}
