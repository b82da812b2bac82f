/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * ptrace_access.bpf.h - for users who have the capabilities by the program's file only: of which tasks they may learn anything.
 *
 * As ptrace(2) has it ("Ptrace access mode checking", PTRACE_MODE_READ_REALCREDS): the user's own, that are dumpable, have no
 * capabilities that the user has not, and are in the user's user namespace or in one below it that is the user's.
 * A task's credentials change while it runs, so this is asked for each event. Nobody else pays for it: cfg.guarded is constant.
 */
#ifndef TRACE_PTRACE_ACCESS_BPF_H
#define TRACE_PTRACE_ACCESS_BPF_H

#include "state.bpf.h"

#define NAMESPACES 33		/* kernel/user_namespace.c: they nest 32 deep */
#define DUMPABLE 1		/* SUID_DUMP_USER, from Linux 7.2 on TASK_DUMPABLE_OWNER */

/*
 * Where it is said whether a task is dumpable: in the low bits of the word mm->flags; from Linux 6.18 on of the array that
 * that has become; from 7.2 on in a place of its own.
 */
enum task_dumpable { TASK_DUMPABLE_NONE };
struct task_exec_state { enum task_dumpable dumpable; } __attribute__((preserve_access_index));
struct task_struct___exec { struct task_exec_state *exec_state; } __attribute__((preserve_access_index));
struct mm_struct___word { unsigned long flags; } __attribute__((preserve_access_index));
struct mm_struct___array { struct { unsigned long __mm_flags[1]; } flags; } __attribute__((preserve_access_index));

/* A thread that has given its memory back is what it was before. */
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

/* st: of that task, or NULL. The command is a copy of the tracer, and not dumpable, until it runs its program. */
static __always_inline bool may_see(struct task_struct *task, const struct task_state *st)
{
	if (!cfg.guarded)
		return true;
	return is_of_user(task) && ((st && st->flags & TASK_WAIT_EXEC) || is_dumpable(task, st));
}

#endif
