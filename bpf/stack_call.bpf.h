/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* stack_call.bpf.h - the programs that take the stack of a call, between trace_enter or trace_exit and what captures memory. */
#pragma once

/*
 * With stacks, trace_enter and trace_exit tail-call these, which then continue in the same way. The stack of a call that does not return to
 * its caller is taken at entry.
 */
static __always_inline int stack_at_entry(void *ctx, struct pt_regs *regs)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);

	if (!st)
		return 0;
	emit_stack(ctx, st, regs, &entry_path, task_ids(task, st));
	bpf_tail_call(ctx, &next_entry, NEXT_CAPTURE);
	return 0;
}

static __always_inline int stack_at_exit(void *ctx, struct pt_regs *regs, long ret)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);
	const struct plan *plan;
	bool unseen;

	if (!st)
		return 0;
	emit_stack(ctx, st, regs, &exit_path, task_ids(task, st));
	unseen = st->call.flags & CALL_NO_RETURN;
	plan = plan_of_call(st);
	if (plan && needs_capture(st, plan, ret, false))
		bpf_tail_call(ctx, &next_exit, NEXT_CAPTURE);
	emit_wait(st, task_ids(task, st));
	if (emit_call(st, unseen ? REC_PENDING : REC_CALL, task_ids(task, st), false))
		hold_writer();
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(stack_entry, struct pt_regs *regs, long id)
{
	return stack_at_entry(ctx, passed_regs(regs));
}

SEC("tp_btf/sys_exit")
int BPF_PROG(stack_exit, struct pt_regs *regs, long ret)
{
	return stack_at_exit(ctx, passed_regs(regs), ret);
}
