/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * ids.bpf.h - IDs of threads and processes in the tracer's PID namespace.
 *
 * A task has an ID in its own namespace and in each above it, so tasks outside of the tracer's have none there. The tracer's namespace
 * is found by running an iterator (SCAN_PID_NS), for user space does not know its level. In the initial namespace all this is dead code:
 * cfg.in_pid_ns is constant.
 */
#pragma once

static __always_inline __u32 ids__own_level(void)
{
	return cfg.in_pid_ns ? own_pid_level : 0;
}

static __always_inline struct upid ids__at_level(struct pid *pid, __u32 level)
{
	struct upid at = {};

	bpf_probe_read_kernel(&at, sizeof(at), (void *)pid + bpf_core_field_offset(pid->numbers) + level * sizeof(at));
	return at;
}

static __always_inline __u32 ids__number(struct pid *pid)
{
	struct upid at;

	if (BPF_CORE_READ(pid, level) < own_pid_level)
		return 0;
	at = ids__at_level(pid, own_pid_level);
	return (__u64)at.ns == own_pid_ns ? at.nr : 0;
}

/* The ID in the thread's own namespace. */
static __always_inline __u32 ids__number_in_own_ns(struct pid *pid)
{
	return cfg.in_pid_ns ? ids__number(pid) : (__u32)ids__at_level(pid, 0).nr;
}

/* 0: the tracer's namespace cannot see it. */
static __always_inline __u64 ids__in_own_ns(struct task_struct *task)
{
	__u32 tid = ids__number(BPF_CORE_READ(task, thread_pid)), tgid = tid;

	if (tid && BPF_CORE_READ(task, pid) != BPF_CORE_READ(task, tgid))
		tgid = ids__number(BPF_CORE_READ(task, group_leader, thread_pid));
	return (__u64)tgid << 32 | tid;
}

/* tgid << 32 | tid. st: the task's state, or NULL. */
static __always_inline __u64 task_ids(struct task_struct *task, const struct task_state *st)
{
	if (cfg.in_pid_ns)
		return st ? st->ids : ids__in_own_ns(task);
	return (__u64)task_get(task, tgid) << 32 | (__u32)task_get(task, pid);
}

static __always_inline __u32 task_tgid(struct task_struct *task, const struct task_state *st)
{
	return cfg.in_pid_ns ? task_ids(task, st) >> 32 : (__u32)task_get(task, tgid);
}

/* After an execve the calling thread has the leader's tid. Updates the state; returns the old tid. */
static __always_inline __u32 ids__renew(struct task_struct *task, struct task_state *st, __u32 old_pid)
{
	__u64 old;

	if (!cfg.in_pid_ns)
		return old_pid;
	old = task_ids(task, st);
	if (st)
		st->ids = ids__in_own_ns(task);
	return old;
}

static __always_inline void ids__find_own(void)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct pid *pid = BPF_CORE_READ(task, thread_pid);

	own_pid_level = BPF_CORE_READ(pid, level);
	own_pid_ns = (__u64)ids__at_level(pid, own_pid_level).ns;
}
