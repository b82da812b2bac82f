/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* fatal.bpf.h - threads that end in a call: by a fatal signal, or because another thread has called exit_group or execve. */
#pragma once

#include "state.bpf.h"

#define SIGKILL 9
#define PF_EXITING 4		/* include/linux/sched.h */
#define SIGNAL_GROUP_EXIT 4	/* include/linux/sched/signal.h */
#define EINTR 4
#define ERESTARTSYS 512		/* include/linux/errno.h: the first and last error that programs never see */
#define ERESTART_RESTARTBLOCK 516

/* In task_state.retry: the call has sent SIGKILL to its own process. There are no entry ops of that number. */
#define RETRY_KILLED (1u << 31)

/* The signal that ends the process. 0: none; SIGKILL may be sent after another one. */
static __always_inline int fatal_number(struct task_struct *task)
{
	return BPF_CORE_READ(task, signal, group_exit_code) & 0x7f;
}

/* Is the signal the one that ends the process? Later ones have no effect, though older kernels queue them. */
static __always_inline bool is_fatal(struct task_struct *task, const struct sent_signal *sent)
{
	return sent->signo && sent->signo == fatal_number(task);
}

/*
 * Fatal signals to processes whose first thread, the leader, has ended, by the low bits of their tgid. To load `group_leader`, by which the leader's
 * state could be found, takes the verifier a millisecond in each program: it searches all names of the kernel's types.
 */
struct fatal_sent fatal_sent[FATAL_SENT];

static __always_inline struct fatal_sent *fatal_sent_of(struct task_struct *task, __u32 *tgid)
{
	*tgid = task_get(task, tgid);
	return &fatal_sent[*tgid & (FATAL_SENT - 1)];
}

/* A signal was sent to a thread, or, if that is the leader, to its process: if the leader has ended, the kernel chooses another thread for it. */
static __always_inline void note_fatal(struct task_struct *task, const struct sent_signal *sent)
{
	__u32 tgid;
	struct fatal_sent *f = fatal_sent_of(task, &tgid);

	if (!is_fatal(task, sent) || (__u32)task_get(task, pid) != tgid || !(task_get(task, flags) & PF_EXITING))
		return;
	*(volatile __u32 *)&f->tgid = 0;	/* see is_still_sent() */
	f->sent = *sent;
	*(volatile __u32 *)&f->tgid = tgid;
}

/* The fatal signal that is delivered to this thread, as it was sent to it, or, if the kernel has chosen it, to the leader. home: its state there. */
static __always_inline struct sent_signal *fatal_sent_to(struct task_struct *task, struct task_state *home)
{
	__u32 tgid;
	struct fatal_sent *f = fatal_sent_of(task, &tgid);

	if (is_fatal(task, &home->sent))
		return &home->sent;
	if (f->tgid != tgid || BPF_CORE_READ(task, signal, curr_target) != task)
		return 0;
	return is_fatal(task, &f->sent) ? &f->sent : 0;
}

/* After a copy of what fatal_sent_to() returned: it is not another process's, whose tgid has the same low bits. */
static __always_inline bool is_still_sent(struct task_struct *task, const struct task_state *home)
{
	__u32 tgid;
	struct fatal_sent *f = fatal_sent_of(task, &tgid);

	return is_fatal(task, &home->sent) || *(volatile __u32 *)&f->tgid == tgid;
}

/*
 * Was the fatal signal sent to this thread? It is pending until it is delivered. The tracepoint for sending comes after the thread was woken,
 * which may be at the end of its call before.
 */
static __always_inline bool is_addressed(struct task_struct *task)
{
	int n = fatal_number(task);

	return n && BPF_CORE_READ(task, pending.signal.sig[0]) >> ((n - 1) & 63) & 1;
}

/* A function of its own: with its stack capture_exit's chain of calls would exceed the limit of Linux 5.10. */
__noinline int current_is_killed(void)
{
	struct task_struct *task = current_task();

	return BPF_CORE_READ(task, signal, flags) & SIGNAL_GROUP_EXIT && fatal_number(task) == SIGKILL;
}

/*
 * Does the current thread's interrupted call not return, because the thread ends? The call that another fatal signal than SIGKILL has
 * interrupted returns, as with signals that are not fatal. A function of its own, verified once. Not for old kernels: Linux 5.10 on arm64 allows no
 * functions in programs with tail calls.
 */
#ifdef OLD_KERNEL
static __always_inline int current_ends(void)
#else
__noinline int current_ends(void)
#endif
{
	struct task_struct *task = current_task(), *exec = exec_task(task);
	struct task_state *home = home_of(task);

	if (exec || !home)
		return exec && exec != task;
	if (!(BPF_CORE_READ(task, signal, flags) & SIGNAL_GROUP_EXIT))
		return 0;
	return fatal_number(task) == SIGKILL || !(is_addressed(task) || fatal_sent_to(task, home));
}

static __always_inline bool ends_unseen(__s64 ret)
{
	return (ret == -EINTR || (ret <= -ERESTARTSYS && ret >= -ERESTART_RESTARTBLOCK)) && current_ends();
}
