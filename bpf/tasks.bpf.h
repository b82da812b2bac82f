/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* tasks.bpf.h - creation, execve, renaming and exit of threads and processes. */
#pragma once

#include "inject.bpf.h"
#include "owner.bpf.h"
#include "ptrace_access.bpf.h"

/*
 * A new task without state, and its children, would not be traced. From Linux 6.19 on the allocation fails while another CPU holds the
 * allocator's list (kmalloc_nolock): then it is retried.
 */
#define CHILD_TRIES 256
#define PIDNS_ROOM (sizeof(struct rec_pidns) + PIDNS_LEVELS * 8)
static __always_inline struct task_state *state_of_child(struct task_struct *child, bool again)
{
	struct task_state *st = state_made(child);

	/* the verifier goes through each turn, which takes it 3 ms */
	for (__u32 i = 1; is_modern() && again && !st && i < CHILD_TRIES; i++)
		st = state_made(child);
	return st;
}

/* An element of a struct rec_pidns' numbers: the ID at this level, and the namespace. A function of its own, which the verifier checks once. */
APART __u64 number_at_level(__u64 pid, __u32 level)
{
	struct upid at = ids__at_level((struct pid *)pid, level);

	return (__u64)(__u32)at.nr << 32 | BPF_CORE_READ(at.ns, ns.inum);
}

/* Reports a task's IDs in PID namespaces below the tracer's. */
static __always_inline void tell_numbers(struct task_struct *task, __u64 ids)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	__u32 own = ids__own_level(), below = BPF_CORE_READ(pid, level) - own, len;
	struct rec_pidns *r;
	struct claim c;

	if (!below || below > PIDNS_LEVELS)
		return;
	r = emit__begin(&c, 0, REC_PIDNS, PIDNS_ROOM, ids);
	if (!r)
		return;
	for (__u32 i = 0; i < PIDNS_LEVELS && i < below; i++)
		*(__u64 *)&r->numbers[i] = number_at_level((__u64)pid, own + 1 + i);
	r->n = below;
	len = sizeof(*r) + below * sizeof(r->numbers[0]);
	ring__publish_part(&c, PIDNS_ROOM, len);
}

/* The current task, whose state is st or NULL, has created a task at this address with these IDs. */
APART int report_fork(struct task_state *st, __u64 at, __u64 child_ids)
{
	struct task_struct *parent = current_task(), *child = (struct task_struct *)at;
	struct rec_fork *r;
	struct claim c;
	__u64 ids;

	r = emit__begin(&c, st, REC_FORK, sizeof(*r), child_ids);
	if (!r)
		return 0;
	ids = task_ids(parent, st);
	r->parent_tid = ids;
	r->parent_tgid = ids >> 32;
	/* BPF_CORE_READ: a pointer loaded directly would take the verifier a millisecond in the kernel's BTF */
	r->shares_files = BPF_CORE_READ(parent, files) == BPF_CORE_READ(child, files);
	r->shares_fs = BPF_CORE_READ(parent, fs) == BPF_CORE_READ(child, fs);
	BPF_CORE_READ_STR_INTO(&r->comm, child, comm);
	ring__publish(&c, sizeof(*r));
	tell_numbers(child, child_ids);
	return 0;
}

/* again: from Linux 6.19 on */
static __always_inline int task_forks(struct task_struct *parent, struct task_struct *child, bool again)
{
	struct task_state *st = state_of(parent), *new = 0;

	if (!cfg.all) {
		if (!st || !cfg.inherit || st->flags & TASK_WAIT_EXEC)
			return 0;
		new = state_of_child(child, again);
		if (!new) {
			count_loss(0, LOSS_INFLIGHT);
			return 0;
		}
		new->flags = cfg.functions ? 0 : TASK_NEW;	/* fork's return in the child is none of a function */
		mark_process(child->tgid);
		strangers__forget();
		__sync_fetch_and_add(&live, 1);
	} else if (!st && !wants_task(cfg.in_pid_ns ? child : parent, st)) {	/* the first task of a namespace has its parent outside */
		return 0;
	}
	if (!may_see(parent, st))
		return 0;
	if (is_asked(task_get(parent, tgid)))
		ask_of_process(task_get(child, tgid));
	return report_fork(st, address_of(child), task_ids(child, new));
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(trace_fork, struct task_struct *parent, struct task_struct *child)
{
	return task_forks(parent, child, cfg.preemptible);
}

/*
 * Strings of an execve that were not resident at its entry (mostly literals in a forked child) are unmapped at its exit. At this
 * tracepoint the kernel has just copied them to the new stack. second: a vector was captured before. Returns whether op number i is a
 * vector. A global function, verified once (TAKE).
 */
__noinline int recover_op(STATE_ARG __u64 filename, __u64 counts, __u32 i, __u32 second)
{
	TAKE_STATE
	struct task_struct *task = current_task();
	const struct plan_op *op;
	const struct plan *plan;
	struct mm_struct *mm;
	__u64 at = i, begin, end;

	plan = st ? plan_of_call(st) : 0;
	if (!st || !plan)
		return 0;
	st->work.no_ring = 0;
	clamp_to(at, PLAN_OPS - 1);
	op = &plan->ops[at];
	if (!(st->retry >> at & 1))
		return op->op == CAP_STRV;
	if (op->op == CAP_STR)
		capture_kernel_str(st, op->arg, (const char *)filename);
	if (op->op != CAP_STRV)
		return 0;
	if (!op->max) {
		capture_count(st, op->arg, CHUNK_LATE, arg_of(st, op->arg), second ? counts >> 32 : (__u32)counts);
		return 1;
	}
	mm = BPF_CORE_READ(task, mm);
	begin = second ? BPF_CORE_READ(mm, env_start) : BPF_CORE_READ(mm, arg_start);
	end = second ? BPF_CORE_READ(mm, env_end) : BPF_CORE_READ(mm, arg_end);
	st->work = (struct capture){
		.addr = begin, .want = end - begin > MAX_WANT ? MAX_WANT : end - begin,
		.max = MAX_WANT, .part = PART_ARGS, .arg = op->arg, .status = CHUNK_LATE, .final = 1,
	};
	if (calls_are_raw())	/* the program has this function */
		take_any(st);
	else
		take_one(st);
	return 1;
}

static __always_inline bool must_recover(struct task_struct *task, const struct task_state *st)
{
	return st && st->flags & TASK_PENDING && st->retry && may_see(task, st);
}

/* from: the address of the struct linux_binprm */
APART int recover_exec(STATE_ARG __u64 from)
{
	TAKE_STATE
	const struct plan *plan = st ? plan_of_call(st) : 0;
	const struct linux_binprm *bprm = (const struct linux_binprm *)from;
	__u64 filename, counts;
	__u32 second = 0;

	if (!plan)
		return 0;
	filename = (__u64)BPF_CORE_READ(bprm, filename);
	counts = (__u64)BPF_CORE_READ(bprm, envc) << 32 | (__u32)BPF_CORE_READ(bprm, argc);
	ROLLED
	for (__u32 i = 0; i < PLAN_OPS && i < plan->nops; i++)
		second |= recover_op(PASS_STATE filename, counts, i, second);
	st->retry = 0;
	note_parts(st);
	return 0;
}

static __always_inline int task_execs(struct task_struct *task, struct task_state *st, int old_pid)
{
	__u32 old_tid = ids__renew(task, st, old_pid);
	struct rec_exec *r;
	struct claim c;

	seats__renew(task, st);
	if (st) {
		st->flags &= ~TASK_WAIT_EXEC;	/* also if execve itself is not selected */
		if (!may_see(task, st))
			__sync_fetch_and_add(&hidden, 1);
	}
	if (!is_watched(task, st))
		return 0;
	r = emit__begin(&c, st, REC_EXEC, sizeof(*r), task_ids(task, st));
	if (!r)
		return 0;
	r->old_tid = old_tid;
	bpf_probe_read_kernel_str(r->comm, sizeof(r->comm), task->comm);
	ring__publish(&c, sizeof(*r));
	return 0;
}

/* As a raw tracepoint program it goes on in the one that continues trace_enter and trace_exit: see capture_call(). */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(trace_exec, struct task_struct *execs, int old_pid, struct linux_binprm *bprm)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);

	task_execs(task, st, old_pid);
	if (!must_recover(task, st))
		return 0;
	if (!calls_are_raw()) {
		recover_exec(PASS_STATE address_of(bprm));
		return 0;
	}
	st->flags |= TASK_EXECS;
	tail_call(ctx, &next_exit, NEXT_CAPTURE, st->ids);
	st->flags &= ~TASK_EXECS;
	return 0;
}

/* Does the leader end only because another thread has called execve? That thread takes over its tid. */
static __always_inline bool superseded(struct task_struct *task)
{
	struct task_struct *exec;

	if (task_get(task, pid) != task_get(task, tgid) || task_get(task, exit_code))
		return false;
	exec = exec_task(task);
	return exec && exec != task;
}

/* The command's end is reported also if its execve has failed. */
static __always_inline bool reports_end(struct task_struct *task, const struct task_state *st)
{
	return (st && st->flags & TASK_WAIT_EXEC) || is_watched(task, st);
}

/* st: the state of the current task, or NULL */
APART int current_task_ends(struct task_state *st)
{
	struct task_struct *task = current_task();
	struct rec_exit *r;
	struct claim c;

	if (reports_end(task, st)) {
		if (st && !cfg.tally)
			renew_owner(st);
		if (st && st->flags & TASK_PENDING && (!cfg.tally || st->len)) {
			st->call.flags |= CALL_NO_RETURN;
			emit_wait(st, task_ids(task, st));
			send_call(st, REC_PENDING, task_ids(task, st));
		}
		r = superseded(task) ? 0 : emit__begin(&c, st, REC_EXIT, sizeof(*r), task_ids(task, st));
		if (r) {
			r->code = task_get(task, exit_code);
			ring__publish(&c, sizeof(*r));
		}
	}
	if (!st)
		return 0;
	forget_injected();
	st->flags = TASK_WAIT_EXEC;	/* nothing more of it is reported */
	seats__leave(task, st);
	if (!cfg.all) {
		__u32 one = 1;

		__sync_fetch_and_add(&live, -1);
		if (*(volatile __s64 *)&live <= 0)	/* several may see that */
			bpf_ringbuf_output(&wakeup, &one, sizeof(one), BPF_RB_FORCE_WAKEUP);
	}
	return 0;
}

SEC("tp_btf/sched_process_exit")
int trace_end(void *ctx)
{
	return current_task_ends(state_of(current_task()));
}

/* Only without task storage, which the kernel frees itself. */
SEC("tp_btf/sched_process_free")
int BPF_PROG(trace_free, struct task_struct *task)
{
	__u64 key = (__u64)task;

	bpf_map_delete_elem(&task_hash, &key);
	if (cfg.waits)
		bpf_map_delete_elem(&wait_hash, &key);
	return 0;
}

static __always_inline int task_renamed(struct task_struct *task, const char *comm)
{
	struct task_state *st = state_of(task);
	struct rec_comm *r;
	struct claim c;

	if (!is_watched(task, st))
		return 0;
	r = emit__begin(&c, st, REC_COMM, sizeof(*r), task_ids(task, st));
	if (!r)
		return 0;
	bpf_probe_read_kernel_str(r->comm, sizeof(r->comm), comm);
	ring__publish(&c, sizeof(*r));
	return 0;
}

SEC("tp_btf/task_rename")
int BPF_PROG(trace_rename, struct task_struct *task, const char *comm)
{
	return task_renamed(task, comm);
}
