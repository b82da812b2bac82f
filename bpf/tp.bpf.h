/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * tp.bpf.h - programs for kernels on which raw tracepoint programs may be preempted: Linux 6.19 and later (commit a46023d5616e for most
 * tracepoints). Meanwhile the kernel skips the program for every other task of the CPU: calls would be lost, and children not followed.
 * perf's tracepoints still run programs with preemption disabled (include/trace/perf.h), so there these programs are loaded instead of
 * trace_*, and attached by perf.
 *
 * They get the event's formatted record, not its arguments. What the record lacks is noted by a raw tracepoint program that runs before:
 * if that one is skipped, a detail is missing, not an event.
 */
#pragma once

#include "functions.h"

static struct task_struct *(*const bpf_task_from_pid)(__s32 pid) = (void *)NUMBER_bpf_task_from_pid;
static void (*const bpf_task_release)(struct task_struct *task) = (void *)NUMBER_bpf_task_release;

#define PASS_ON 1	/* returned by all: 0 would suppress all perf samples of the tracepoint, also other users' */

/* The layout of raw_syscalls' records has never changed. */
struct sys_enter_record { __u64 common; long id; unsigned long args[6]; };
struct sys_exit_record { __u64 common; long id, ret; };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct trace_event_raw_sched_process_fork { int child_pid; };
struct trace_event_raw_sched_process_exec { int old_pid; };
struct trace_event_raw_task_rename { int pid; char newcomm[16]; };
struct trace_event_raw_signal_deliver { int sig; unsigned long sa_handler; };
#pragma clang attribute pop

SEC("tp/raw_syscalls/sys_enter")
int tp_enter(struct sys_enter_record *ctx)
{
	struct syscall_ctx sc = { .id = ctx->id, .at_record = true };

	return enter_call(ctx, &sc), PASS_ON;
}

SEC("tp/raw_syscalls/sys_exit")
int tp_exit(struct sys_exit_record *ctx)
{
	struct syscall_ctx sc = { .id = (int)ctx->id, .at_record = true };

	return is_for_tracepoint(&sc) ? exit_call(ctx, &sc, ctx->ret), PASS_ON : PASS_ON;
}

/*
 * Serves as capture_entry and capture_exit. As tp_btf programs these have to be two: newer kernels (6.18) add a program to a map of tail
 * calls only if the functions of the two tracepoints have the same type, and those of sys_enter and sys_exit name an argument differently.
 * So from Linux 6.2 to 6.18 the programs for calls are raw tracepoint programs, and one (capture_exit, or uring_capture) continues them all.
 */
SEC("tp/raw_syscalls/sys_enter")
int tp_capture(void *ctx)
{
	return capture_call(ctx, true), PASS_ON;
}

SEC("tp/raw_syscalls/sys_enter")
int tp_stack(struct sys_enter_record *ctx)
{
	return stack_at_entry(ctx, (struct pt_regs *)bpf_task_pt_regs(bpf_get_current_task_btf())), PASS_ON;
}

SEC("tp/raw_syscalls/sys_exit")
int tp_restack(struct sys_exit_record *ctx)
{
	return stack_at_exit(ctx, (struct pt_regs *)bpf_task_pt_regs(bpf_get_current_task_btf()), ctx->ret), PASS_ON;
}

/* The child has its ID, and has not run yet. */
SEC("tp/sched/sched_process_fork")
int tp_fork(struct trace_event_raw_sched_process_fork *ctx)
{
	struct task_struct *child = bpf_task_from_pid(ctx->child_pid);

	if (!child)
		return PASS_ON;
	task_forks(bpf_get_current_task_btf(), child, true);
	bpf_task_release(child);
	return PASS_ON;
}

/* Runs before tp_exec. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(exec_strings, struct task_struct *task, int old_pid, struct linux_binprm *bprm)
{
	struct task_state *st = state_of(task);

	if (must_recover(task, st))
		recover_exec(PASS_STATE address_of(bprm));
	return 0;
}

SEC("tp/sched/sched_process_exec")
int tp_exec(struct trace_event_raw_sched_process_exec *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();

	return task_execs(task, state_of(task), ctx->old_pid), PASS_ON;
}

SEC("tp/sched/sched_process_exit")
int tp_end(void *ctx)
{
	return current_task_ends(state_of(bpf_get_current_task_btf())), PASS_ON;
}

/* The renamed task is this one or another thread of the process; this one if the record has no pid, as in some releases. */
SEC("tp/task/task_rename")
int tp_rename(struct trace_event_raw_task_rename *ctx)
{
	struct task_struct *task;

	if (!bpf_core_field_exists(ctx->pid))
		return task_renamed(bpf_get_current_task_btf(), ctx->newcomm), PASS_ON;
	task = bpf_task_from_pid(ctx->pid);
	if (!task)
		return PASS_ON;
	task_renamed(task, ctx->newcomm);
	bpf_task_release(task);
	return PASS_ON;
}

/* Runs before tp_signal. */
SEC("tp_btf/signal_deliver")
int BPF_PROG(signal_info, int sig, struct kernel_siginfo *info)
{
	struct task_state *st = state_of(current_task());

	if (st && has_info(info) && may_see(current_task(), st))
		copy_info(&st->delivered, sig, info);
	return 0;
}

SEC("tp/signal/signal_deliver")
int tp_signal(struct trace_event_raw_signal_deliver *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *st = state_of(task);
	struct sent_signal sent = {};
	int sig = ctx->sig;

	if (!st)
		return PASS_ON;
	if (st->delivered.signo == sig)
		sent = st->delivered;
	st->delivered.signo = 0;
	if (!is_watched(task, st) || (!sent.signo && sig == SIGKILL && !fatal_signal(&sent)))
		return PASS_ON;
	return signal_delivered(ctx, task, st, sig, &sent, signal_stops(sig, ctx->sa_handler)), PASS_ON;
}
