/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * owner.bpf.h - reports the user and the control group of a thread (REC_OWNER), if they are wanted: owner_generation is not 0.
 *
 * The record is sent before the thread's first call, exit or signal, and before the first after a change: after setuid(2) and the like by the
 * thread itself (PLAN_SETS_USER), and after any task has moved to another group, for the kernel names only the leader of a process that moves.
 * Calls only compare two numbers, and continue in capture_exit if these differ. Sums in the kernel have the same values (count.bpf.h).
 */
#pragma once

#include "emit.bpf.h"

/* Counts moves between control groups, from 1 on; 0: owners are not wanted. Set by user space before programs are attached. */
__u32 owner_generation;

/* 0, or other bits: what was reported last may have changed. */
static __always_inline __u32 owner_is_stale(const struct task_state *st)
{
	return st->owned ^ owner_generation;
}

/* Of the current task. */
static __always_inline int append_new_owner(struct task_state *st)
{
	__u32 now = *(volatile __u32 *)&owner_generation, uid = (__u32)bpf_get_current_uid_gid();
	__u64 cgroup = bpf_get_current_cgroup_id();
	struct rec_owner *r;
	struct claim c;

	if (st->owner_cgroup == cgroup && st->owner_uid == uid) {
		st->owned = now;
		return 0;
	}
	r = emit__begin(&c, st, REC_OWNER, sizeof(*r), task_ids(current_task(), st));
	if (!r)
		return 0;
	r->cgroup = cgroup;
	r->uid = uid;
	r->has = OWNER_USER | OWNER_CGROUP;
	ring__publish(&c, sizeof(*r));
	st->owner_cgroup = cgroup;		/* never 0 */
	st->owner_uid = uid;
	st->owned = now;
	return 0;
}

TAKE(new_owner)

static __always_inline void renew_owner(struct task_state *st)
{
	if (owner_is_stale(st))
		take_new_owner(st);
}

/* Attached only if owners are wanted. The kernel serializes moves, so that none is missed. */
SEC("raw_tp/cgroup_attach_task")
int group_moved(void *ctx)
{
	__sync_fetch_and_add(&owner_generation, 1);
	return 0;
}
