/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * ptrace_access.bpf.h - which tasks a user who has the capabilities only by the program's file may trace.
 *
 * As in ptrace(2) ("Ptrace access mode checking", PTRACE_MODE_READ_REALCREDS): tasks with the user's IDs that are dumpable, have no
 * capabilities that the user lacks, and are in the user's user namespace or in one below it that the user owns. Credentials change
 * while a task runs, so this is tested for each event. Other users do not pay for it: cfg.guarded is constant.
 */
#pragma once

#include "state.bpf.h"

#define NAMESPACES 33		/* kernel/user_namespace.c: they nest 32 deep */
#define DUMPABLE 1		/* SUID_DUMP_USER, from Linux 7.2 on TASK_DUMPABLE_OWNER */

/*
 * Where the kernel has a task's dumpable flag: in the low bits of mm->flags, a word, from Linux 6.18 on an array; from 7.2 on in a
 * field of its own.
 */
enum task_dumpable { TASK_DUMPABLE_NONE };
struct task_exec_state { enum task_dumpable dumpable; } __attribute__((preserve_access_index));
struct task_struct___exec { struct task_exec_state *exec_state; } __attribute__((preserve_access_index));
struct mm_struct___word { unsigned long flags; } __attribute__((preserve_access_index));
struct mm_struct___array { struct { unsigned long __mm_flags[1]; } flags; } __attribute__((preserve_access_index));

/* An exiting thread without mm keeps its last state. */
static __always_inline bool is_dumpable(struct task_struct *task, const struct task_state *st)
{
	struct mm_struct *mm;
	unsigned long flags;

	if (bpf_core_field_exists(struct task_struct___exec, exec_state)) {
		struct task_exec_state *x = BPF_CORE_READ((struct task_struct___exec *)task, exec_state);

		return BPF_CORE_READ(x, dumpable) == DUMPABLE;
	}
	mm = BPF_CORE_READ(task, mm);
	if (!mm)
		return !st || !(st->flags & TASK_HIDDEN);
	if (bpf_core_field_exists(struct mm_struct___word, flags))
		flags = BPF_CORE_READ((struct mm_struct___word *)mm, flags);
	else
		flags = BPF_CORE_READ((struct mm_struct___array *)mm, flags.__mm_flags[0]);
	return (flags & 3) == DUMPABLE;
}

static __always_inline bool is_namespace_of_user(struct user_namespace *ns)
{
	for (__u32 i = 0; i < NAMESPACES; i++) {
		struct user_namespace *parent = BPF_CORE_READ(ns, parent);

		if (!parent)
			return false;
		if (BPF_CORE_READ(parent, ns.inum) == cfg.guard_ns)
			return BPF_CORE_READ(ns, owner.val) == cfg.guard_uid;
		ns = parent;
	}
	return false;
}

static __always_inline bool is_of_user(struct task_struct *task)
{
	const struct cred *cred = BPF_CORE_READ(task, real_cred);
	struct user_namespace *ns = BPF_CORE_READ(cred, user_ns);
	__u64 caps = ~0ull;

	if (BPF_CORE_READ(cred, uid.val) != cfg.guard_uid || BPF_CORE_READ(cred, euid.val) != cfg.guard_uid ||
	    BPF_CORE_READ(cred, suid.val) != cfg.guard_uid || BPF_CORE_READ(cred, gid.val) != cfg.guard_gid ||
	    BPF_CORE_READ(cred, egid.val) != cfg.guard_gid || BPF_CORE_READ(cred, sgid.val) != cfg.guard_gid)
		return false;
	if (BPF_CORE_READ(ns, ns.inum) != cfg.guard_ns)
		return is_namespace_of_user(ns);
	bpf_probe_read_kernel(&caps, sizeof(caps), &cred->cap_permitted);	/* two words before Linux 6.3 */
	return !(caps & ~cfg.guard_caps);
}

/* st: of that task, or NULL. Before its execve the command is a fork of the tracer, and so not dumpable. */
static __always_inline bool may_see(struct task_struct *task, const struct task_state *st)
{
	if (!cfg.guarded)
		return true;
	return is_of_user(task) && ((st && st->flags & TASK_WAIT_EXEC) || is_dumpable(task, st));
}
