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

/* To be loaded where a program comes by once: for each time, the verifier searches all names of the kernel's types. */
static __always_inline struct task_struct *leader_of(struct task_struct *task)
{
	struct task_struct *first = task_get(task, group_leader);

	opaque(first);
	return first;
}

/*
 * The state, at home (seats.bpf.h), of the thread to which the fatal signal was sent that is delivered to this thread, or NULL. A signal to
 * a process is sent to its leader, `first`; if that has ended, the kernel chooses another thread.
 */
static __always_inline struct task_state *fatal_sent_to(struct task_struct *task, struct task_struct *first, struct task_state *home)
{
	struct task_state *sent_to;

	if (is_fatal(task, &home->sent))
		return home;
	if (first == task || !(task_get(first, flags) & PF_EXITING) || BPF_CORE_READ(task, signal, curr_target) != task)
		return 0;
	sent_to = home_of(first);
	return sent_to && is_fatal(task, &sent_to->sent) ? sent_to : 0;
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
 * interrupted returns, as with signals that are not fatal. A function of its own: the verifier's look-ups for a load of `group_leader` would
 * take 3 ms in trace_exit. Not for old kernels: Linux 5.10 on arm64 allows no functions in programs with tail calls.
 */
#ifdef OLD_KERNEL
static __always_inline int current_ends(void)
#else
__noinline int current_ends(void)
#endif
{
	struct task_struct *task = current_task(), *first = leader_of(task), *exec = exec_task(task);
	struct task_state *home = home_of(task);

	if (exec || !home)
		return exec && exec != task;
	if (!(BPF_CORE_READ(task, signal, flags) & SIGNAL_GROUP_EXIT))
		return 0;
	return fatal_number(task) == SIGKILL || !(is_addressed(task) || fatal_sent_to(task, first, home));
}

static __always_inline bool ends_unseen(__s64 ret)
{
	return (ret == -EINTR || (ret <= -ERESTARTSYS && ret >= -ERESTART_RESTARTBLOCK)) && current_ends();
}
