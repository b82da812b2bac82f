/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* signals.bpf.h - signals, when they are sent and when they are delivered. */
#pragma once

#include "fatal.bpf.h"
#include "ptrace_access.bpf.h"
#include "stack.bpf.h"

#define FIELDS_OFFSET 16	/* of the union in siginfo: three ints and padding come first */

/* SEND_SIG_NOINFO (0) and SEND_SIG_PRIV (1: sent by the kernel) are not pointers. */
static __always_inline bool has_info(const struct kernel_siginfo *info)
{
	return (unsigned long)info > 1;
}

/* The verifier assumes that a tracepoint's pointers are not NULL, and removes a comparison with 0: so this compares with a register. */
static __always_inline bool is_from_kernel(const struct kernel_siginfo *info)
{
	unsigned long priv = 1;

	opaque(priv);
	return (unsigned long)info >= priv;
}

static __always_inline void copy_info(struct sent_signal *to, int sig, struct kernel_siginfo *info)
{
	to->signo = sig;
	to->number_only = 0;
	bpf_probe_read_kernel(&to->code, sizeof(to->code), &info->si_code);
	bpf_probe_read_kernel(&to->err, sizeof(to->err), &info->si_errno);
	bpf_probe_read_kernel(to->fields, sizeof(to->fields), (char *)info + FIELDS_OFFSET);
}

#define BY_KERNEL 0x80		/* SI_KERNEL */

/* The siginfo of a signal that the kernel sends (Ctrl-C of a terminal). */
static __always_inline void make_info(struct sent_signal *to, int sig)
{
	__builtin_memset(to, 0, sizeof(*to));
	to->signo = sig;
	to->code = BY_KERNEL;
}

/* The siginfo of a signal that the kernel sends for the current task (SIGPIPE): the sender's IDs in the receiver's namespaces. */
static __always_inline void make_user_info(struct sent_signal *to, int sig, struct task_struct *task)
{
	struct pid *from = BPF_CORE_READ(current_task(), group_leader, thread_pid), *pid = BPF_CORE_READ(task, thread_pid);
	__u32 level = BPF_CORE_READ(pid, level), *ids = (__u32 *)to->fields;
	struct upid sender = {}, receiver = ids__at_level(pid, level);

	__builtin_memset(to, 0, sizeof(*to));
	to->signo = sig;
	if (BPF_CORE_READ(from, level) >= level)
		sender = ids__at_level(from, level);
	ids[0] = sender.ns == receiver.ns ? sender.nr : 0;
	ids[1] = bpf_get_current_uid_gid();
	to->number_only = BPF_CORE_READ(task, real_cred, user_ns, parent) != 0;	/* in a user namespace the UID is another one */
}

/* ids: of the task that the signal is for; st: its state if it is the current task, else NULL. */
static __always_inline int signal_comes(__u64 ids, struct task_state *st, int sig, const struct sent_signal *sent, __u32 has)
{
	struct rec_signal *r;
	struct claim c;

	r = emit__begin(&c, st, REC_SIGNAL, sizeof(*r), ids);
	if (!r)
		return 0;
	r->signo = sent->signo ? sent->signo : sig;
	r->has = (sent->signo && !sent->number_only ? SIGNAL_INFO : 0) | has;
	r->code = sent->code;
	r->err = sent->err;
	__builtin_memcpy(r->fields, sent->fields, sizeof(sent->fields));
	ring__publish(&c, sizeof(*r));
	return 0;
}

#define SENT_DELIVERED 0	/* TRACE_SIGNAL_DELIVERED, include/trace/events/signal.h */
#define SENT_IGNORED 1
#define SIGPIPE 13
#define SIGCHLD 17
#define SIGWINCH 28
#define CLD_LAST 6		/* CLD_CONTINUED */
#define BY_QUEUE (-1)		/* SI_QUEUE */
#define BY_TKILL (-6)		/* SI_TKILL */

/* Is such a signal only sent by threads? Interrupts send others, and may interrupt another program that writes to this processor's ring. */
static __always_inline bool is_sent_by_thread(int sig, int code)
{
	return !code || code == BY_QUEUE || code == BY_TKILL || (sig == SIGCHLD && code > 0 && code <= CLD_LAST);
}

/* Is the signal one that is injected into the current task's call? It is sent as the call begins, before anything is written for that. */
static __always_inline bool is_injected(struct task_struct *task, struct task_state *st, int sig)
{
	struct injected_signal *s;

	if (!cfg.injects_signals || task != current_task())
		return false;
	s = injected_for(task, st);
	return s && s->signo == (__u32)sig;
}

/* A signal that its process ignores. Without siginfo: of writes to closed pipes and of terminals' sizes, or injected. */
static __always_inline int signal_ignored(struct task_struct *task, struct task_state *st, int sig, struct kernel_siginfo *info)
{
	struct sent_signal sent = {};

	if (!cfg.ignored_signals || cfg.limited || st->flags & TASK_WAIT_EXEC)
		return 0;
	if (has_info(info)) {
		copy_info(&sent, sig, info);
		if (!is_sent_by_thread(sig, sent.code))
			return 0;
	} else if ((sig == SIGWINCH && is_from_kernel(info)) || is_injected(task, st, sig)) {
		make_info(&sent, sig);
	} else if (sig == SIGPIPE && task == current_task()) {
		make_user_info(&sent, sig, task);
	} else {
		return 0;
	}
	if (cfg.stack_bytes)
		emit_sent_stack(task, st, sig, task_ids(task, st));
	return signal_comes(task_ids(task, st), 0, sig, &sent, SIGNAL_IGNORED);
}

SEC("tp_btf/signal_generate")
int BPF_PROG(trace_sent, int sig, struct kernel_siginfo *info, struct task_struct *task, int group, int outcome)
{
	struct task_state *st = home_of(task), *now;

	if (!st || !may_see(task, st))
		return 0;
	if (outcome == SENT_IGNORED)
		return signal_ignored(task, st, sig, info);
	if (outcome != SENT_DELIVERED || is_fatal(task, &st->sent))
		return 0;
	now = sig == SIGKILL && task == current_task() ? state_of(task) : 0;
	if (now)
		now->retry |= RETRY_KILLED;
	if (has_info(info))
		copy_info(&st->sent, sig, info);
	else if (is_from_kernel(info))
		make_info(&st->sent, sig);
	else
		make_user_info(&st->sent, sig, task);
	note_fatal(task, &st->sent);
	return 0;
}

/*
 * A fatal signal is delivered to all threads as SIGKILL without siginfo: it is reported as the original signal, once. A function of its own as
 * current_ends() is.
 */
#ifdef OLD_KERNEL
static __always_inline int fatal_signal(struct sent_signal *sent)
#else
__noinline int fatal_signal(struct sent_signal *sent)
#endif
{
	struct task_struct *task = current_task();
	struct task_state *home = home_of(task);
	struct sent_signal *as_sent = home ? fatal_sent_to(task, home) : 0;

	if (!sent || !as_sent || as_sent->reported)
		return 0;
	*sent = *as_sent;
	if (!is_still_sent(task, home))
		return 0;
	as_sent->reported = 1;
	return 1;
}

#define SIGSTOP 19
#define SIGTTOU 22
#define PIDTYPE_PGID 2		/* include/linux/pid.h, since Linux 4.19 */
#define PIDTYPE_SID 3
#define STOP_PARENTS 8		/* generations within one process group that are looked at */

/*
 * Is there a parent in another process group of the same session, which may continue the current process? If not, the kernel ignores terminal
 * stop signals: the group is orphaned. A function of its own, which the verifier checks once.
 */
__noinline int current_may_be_continued(void)
{
	struct task_struct *task = current_task();
	struct pid *group = BPF_CORE_READ(task, signal, pids[PIDTYPE_PGID]), *session = BPF_CORE_READ(task, signal, pids[PIDTYPE_SID]);

	ROLLED
	for (__u32 i = 0; i < STOP_PARENTS && task; i++) {
		task = BPF_CORE_READ(task, real_parent);
		if (BPF_CORE_READ(task, signal, pids[PIDTYPE_PGID]) != group)
			return BPF_CORE_READ(task, signal, pids[PIDTYPE_SID]) == session;
	}
	return 0;
}

/* SIGNAL_STOPS, or 0. handler: 0 is SIG_DFL */
static __always_inline __u32 signal_stops(int sig, __u64 handler)
{
	if (sig < SIGSTOP || sig > SIGTTOU || handler)
		return 0;
	return sig == SIGSTOP || current_may_be_continued() ? SIGNAL_STOPS : 0;
}

static __always_inline int signal_delivered(void *ctx, struct task_struct *task, struct task_state *st, int sig, const struct sent_signal *sent, __u32 has)
{
	__u64 ids = task_ids(task, st);

	st->flags = (st->flags & ~TASK_STOPS) | (has & SIGNAL_STOPS ? TASK_STOPS : 0);
	renew_owner(st);
	if (cfg.stack_bytes)
		emit_signal_stack(ctx, st, sent->signo ? sent->signo : sig, ids);
	return signal_comes(ids, st, sig, sent, has);
}

/* info, action: addresses that the tracepoint passes */
static __always_inline int signal_of_current(void *ctx, struct task_state *st, int sig, __u64 info, __u64 action)
{
	struct task_struct *task = current_task();
	struct sent_signal sent = {};
	__u64 handler = 1;

	if (!st || !is_watched(task, st))
		return 0;
	bpf_probe_read_kernel(&handler, sizeof(handler), (void *)action);	/* a struct k_sigaction begins with it */
	if (has_info((struct kernel_siginfo *)info))
		copy_info(&sent, sig, (struct kernel_siginfo *)info);
	else if (sig == SIGKILL && !fatal_signal(&sent))
		return 0;
	return signal_delivered(ctx, task, st, sig, &sent, signal_stops(sig, handler));
}

/* Without stacks, which need the context. */
APART int signal_of_current_apart(struct task_state *st, int sig, __u64 info, __u64 action)
{
	return signal_of_current(0, st, sig, info, action);
}

SEC("tp_btf/signal_deliver")
int BPF_PROG(trace_signal, int sig, struct kernel_siginfo *info, void *action)
{
	struct task_state *st = state_of(current_task());

	if (cfg.stack_bytes)
		return signal_of_current(ctx, st, sig, (__u64)info, (__u64)action);
	return signal_of_current_apart(st, sig, address_of(info), address_of(action));
}

#define STOPPED 4		/* __TASK_STOPPED, include/linux/sched.h */
#define STOP_SIGNAL 0xffff	/* JOBCTL_STOP_SIGMASK, include/linux/sched/jobctl.h */

static __always_inline bool is_stopped(struct task_struct *task)
{
	if (bpf_core_field_exists(task->__state))
		return BPF_CORE_READ(task, __state) & STOPPED;
	return BPF_CORE_READ((struct task_struct___old *)task, state) & STOPPED;
}

/* For strace's lines only: all threads stop when a signal stops their process, and one of them got the signal. */
SEC("tp_btf/sched_switch")
int BPF_PROG(trace_switch, bool preempt, struct task_struct *prev)
{
	struct sent_signal none = {};
	struct task_state *st;

	if (preempt || !is_stopped(prev))
		return 0;
	st = state_of(prev);
	if (!st || !is_watched(prev, st))
		return 0;
	if (st->flags & TASK_STOPS) {
		st->flags &= ~TASK_STOPS;
		return 0;
	}
	return signal_comes(task_ids(prev, st), 0, BPF_CORE_READ(prev, jobctl) & STOP_SIGNAL, &none, SIGNAL_STOPPED);
}
