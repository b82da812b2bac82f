/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * capture_call.bpf.h - the programs that continue those at a call's entry and exit (trace.bpf.c), for calls whose memory needs more than one
 * plain read.
 */
#pragma once

/* Of 32-bit programs on arm64 it is register 13. */
static __always_inline const void *stack_pointer(const struct task_state *st, const struct pt_regs *regs)
{
#if defined(__TARGET_ARCH_arm64)
	if (!wide_abi(st))
		return &regs->regs[13];
#endif
	(void)st;
	return &regs->sp;
}

/* 0 if the registers are not known. */
static __always_inline void take_frame(struct task_state *st, const struct plan *plan)
{
	struct pt_regs *regs = user_regs();
	__u64 sp = 0;

	if (regs && !bpf_probe_read_kernel(&sp, sizeof(sp), stack_pointer(st, regs)))
		sp += plan->frame_at;
	*(__u64 *)(st->inflight + sizeof(struct rec_call)) = sp;
}

/*
 * The call made through a multiplexer is determined here, off the hot path, and where the signal frame is. If the call is not selected, its
 * entry and exit are dropped.
 */
static __always_inline int append_meant(struct task_state *st)
{
	const struct plan *plan = plan_of_call(st);

	if (plan && plan->flags & PLAN_FRAME)
		take_frame(st, plan);
	if (!plan || !(plan->flags & PLAN_STANDS))
		return 0;
	if (wants_call(call_key(st->slot, plan->as_nr)))
		stand_in(st, plan);
	else
		st->flags = (st->flags & TASK_WAIT_EXEC) | TASK_PASSED;
	return 0;
}

TAKE(meant)

/*
 * What comes before and after the ops of a call is in functions of its own: the verifier goes through them once, not for each place that the state
 * may be in. The ops need all the frames that there are.
 */

/* Finds the plan of the current call. 0: the call is not wanted. */
static __always_inline int append_before_entry(struct task_state *st)
{
	const struct plan *plan;

	take_meant(st);
	if (!(st->flags & TASK_PENDING))
		return 0;
	take_of_fd(st);
	plan = plan_of_call(st);
	if (!plan || !(plan->flags & PLAN_BY_FD) || lies_any(st, plan->fd_args))
		return 1;
	st->flags = (st->flags & TASK_WAIT_EXEC) | TASK_PASSED;
	return 0;
}

TAKE(before_entry)

/* The plan is looked up again, for a tail call passes no arguments. */
static __always_inline int capture_at_entry(struct task_state *st)
{
	const struct plan *plan;

	if (!take_before_entry(st))
		return 0;
	plan = plan_of_call(st);
	if (plan)
		run_ops(st, plan, 0, RUN_ENTRY);
	if (plan && plan->flags & PLAN_FDS && !(cfg.has_comms && st->flags & TASK_NAMES_LEFT))
		capture_asked(PASS_STATE plan->fd_args);
	note_parts(st);
	st->ts = bpf_ktime_get_ns();
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(capture_entry, struct pt_regs *regs, long id)
{
	struct task_state *st = state_of(current_task());

	return st ? capture_at_entry(st) : 0;
}

/*
 * Faults in memory that the two programs before it did not find resident; loaded if sleepable programs may attach to sys_enter (Linux
 * 7.2; 5.10 and 6.1 load them as well, which looks like a missing check). A separate program, for while it sleeps the kernel skips it for
 * other tasks of that CPU: their missing memory is left to the exit, as on older kernels.
 */
SEC("tp_btf/sys_enter")
int BPF_PROG(fault_entry, struct pt_regs *regs, long id)
{
	struct task_struct *task = current_task();
	const struct plan *plan;
	struct task_state *st;

	if (!slots_of(table_nr(abi__nr(id))) || (!cfg.all && !is_marked(task_get(task, tgid))))
		return 0;
	st = state_of(task);
	if (!st || !(st->flags & TASK_PENDING) || !st->retry || !may_see(task, st))
		return 0;
	plan = plan_of_call(st);
	if (!plan)
		return 0;
	run_faulting(st, plan);
	if (plan->flags & PLAN_FDS)
		capture_asked(PASS_STATE plan->fd_args);
	st->flags &= ~TASK_WAITED;	/* it may have waited for the memory */
	st->ts = bpf_ktime_get_ns();
	return 0;
}

/* Has a call that is wanted only if it created descriptors done so? */
static __always_inline bool has_made_fds(struct task_state *st, const struct plan *plan)
{
	__u32 before = st->len;

	if (!failed(st->call.ret))
		run_last_op(st, plan, st->call.ret);
	return st->len != before;
}

/* Finds the plan and the result. Returns when ops run; 0: the call is not wanted. */
static __always_inline int append_before_exit(struct task_state *st)
{
	const struct plan *plan;

	if (st->call.flags & CALL_NO_ENTRY) {
		take_meant(st);
		take_of_fd(st);
	}
	if (st->flags & TASK_PASSED) {
		st->flags &= ~TASK_PASSED;
		return 0;
	}
	if (st->retry && current_is_killed())
		st->call.flags |= CALL_NO_RETURN;
	plan = plan_of_call(st);
	if (st->call.flags & CALL_NO_RETURN)
		st->call.ret = -EINTR;	/* nothing was filled */
	else if (plan && plan->flags & PLAN_RESULT_AT)
		st->call.ret = result_at(st, plan);
	return RUN_EXIT | (failed(st->call.ret) ? RUN_FAILED : 0);
}

TAKE(before_exit)

/* Sends the call. */
static __always_inline int append_after_exit(struct task_state *st)
{
	st->flags &= ~TASK_NAMES_LEFT;
	if (st->call.flags & CALL_NO_RETURN)
		st->call.ret = 0;
	renew_owner(st);
	if (cfg.waits)
		emit_wait_apart();
	send_call(st, st->call.flags & CALL_NO_RETURN ? REC_PENDING : REC_CALL, task_ids(current_task(), st));
	if (cfg.tally)
		forget_tallies(st);
	return 0;
}

TAKE(after_exit)

static __always_inline int capture_at_exit(struct task_state *st)
{
	__u32 why = take_before_exit(st);
	const struct plan *plan;

	if (!why)
		return 0;
	plan = plan_of_call(st);
	if (plan && plan->flags & PLAN_TRACK_MADE) {
		if (!has_made_fds(st, plan))
			return 0;
	} else if (plan)
		run_ops(st, plan, AGAIN(st->call.ret), why);
	if (plan && plan->flags & PLAN_RENAMES && !(why & RUN_FAILED))
		begin_name_generation();
	if (cfg.tally && !is_sent(plan))
		return count_captured();
	if (cfg.has_comms && plan && st->flags & TASK_NAMES_LEFT)
		capture_asked(PASS_STATE plan->fd_args | ASKED_STALE);
	return take_after_exit(st);
}

/* The context of a raw tracepoint program at sched_process_exec: what recover_exec() needs is its third argument. */
static __always_inline int capture_at_exec(struct task_state *st, const __u64 *ctx)
{
	st->flags &= ~TASK_EXECS;
	recover_exec(PASS_STATE ctx[2]);
	return 0;
}

/* Continues the program at a call's exit; both: or its entry. Raw tracepoint programs: or that at an execve. */
static __always_inline int capture_call(void *ctx, bool both)
{
	struct task_state *st = state_of(current_task());

	if (!st)
		return 0;
	if (calls_are_raw() && st->flags & TASK_EXECS)
		return capture_at_exec(st, ctx);
	if (both && st->flags & TASK_PENDING)
		return capture_at_entry(st);
	capture_at_exit(st);
	return hold_writer();
}

/* As a raw tracepoint program it continues both trace_enter and trace_exit: see tp.bpf.h. */
SEC("tp_btf/sys_exit")
int BPF_PROG(capture_exit, struct pt_regs *regs, long ret)
{
	return capture_call(ctx, calls_are_raw());
}
