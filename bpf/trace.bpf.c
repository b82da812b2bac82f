// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * trace.bpf.c - the programs: which tasks and calls are selected, and what each event becomes.
 *
 * An entry is remembered in the task's stash, an exit sends it: one record per call. What is not selected leaves
 * at the first test: a bit of its call number.
 */
#include "kernel.h"
#include "state.bpf.h"
#include "emit.bpf.h"
#include "capture.bpf.h"
#include "plan.bpf.h"
#include "guard.bpf.h"
#include "stack.bpf.h"

static __always_inline bool failed(__s64 ret)
{
	return ret < 0 && ret >= -4095;
}

static __always_inline bool bit_of(const volatile __u64 *bits, __u32 nr)
{
	__u64 word = nr / 64;

	clamp_to(word, SLOT_CALLS / 64 - 1);
	return bits[word] >> (nr % 64) & 1;
}

static __always_inline bool wants_call(__u32 slot, __u32 nr)
{
	if (slot == SLOT_NATIVE)
		return bit_of(cfg.calls[SLOT_NATIVE], nr);
	if (slot == SLOT_COMPAT)
		return bit_of(cfg.calls[SLOT_COMPAT], nr);
	return bit_of(cfg.calls[SLOT_X32], nr);
}

static __always_inline bool tracks_call(__u32 slot, __u32 nr)
{
	if (!cfg.has_tracked)
		return false;
	if (slot == SLOT_NATIVE)
		return bit_of(cfg.tracked[SLOT_NATIVE], nr);
	if (slot == SLOT_COMPAT)
		return bit_of(cfg.tracked[SLOT_COMPAT], nr);
	return bit_of(cfg.tracked[SLOT_X32], nr);
}

/* May this task be selected now? Ids, rights and cgroup may change while it runs. st: its state, or NULL. */
static __always_inline bool wants_task(struct task_struct *task, const struct task_state *st)
{
	__u32 tgid = task_get(task, tgid), hidden;

	if (!may_see(task, st))
		return false;
	if (cfg.has_uid && (__u32)bpf_get_current_uid_gid() != cfg.uid)
		return false;
	if (cfg.has_cgroup && bpf_current_task_under_cgroup(&cgroup, 0) != 1)
		return false;
	hidden = bpf_map_lookup_elem(&excluded, &tgid) ? 1 : 0;
	opaque(hidden);		/* or the compiler computes with the pointer, which the verifier refuses */
	return !hidden;
}

/* Its state when the current task is selected now, else NULL. `counted`: says so if that is for want of memory. */
static __always_inline struct task_state *current_state(struct task_struct *task, bool counted)
{
	struct task_state *st;

	if (!cfg.all && !is_marked(task_get(task, tgid)))
		return 0;
	st = state_of(task);
	if (!cfg.limited && (st || !cfg.all))
		return st;
	if ((!st && !cfg.all) || !wants_task(task, st))
		return 0;
	if (!st) {
		st = state_made(task);
		if (!st && counted)
			count_loss(0, LOSS_STASH);
	}
	return st;
}

/* Events of a task that may have made no selected call yet: with cfg.all they are of interest all the same. */
static __always_inline bool is_watched(struct task_struct *task, const struct task_state *st)
{
	if (st ? st->flags & TASK_WAIT_EXEC : !cfg.all)
		return false;
	return (st && !cfg.limited) || wants_task(task, st);
}

/* What a program is given of a call: its number, and with that its registers, its arguments, or (`bare`) nothing. */
struct given {
	long id;
	struct pt_regs *regs;
	const unsigned long *args;
	bool bare;
};

static __always_inline void take_args(const struct given *g, __u32 slot, __u64 *to)
{
	if (g->bare)
		abi__args((struct pt_regs *)bpf_task_pt_regs(bpf_get_current_task_btf()), slot, to);
	else if (!g->args)
		abi__args(g->regs, slot, to);
	else
		for (__u32 i = 0; i < CALL_ARGS; i++)
			to[i] = slot == SLOT_COMPAT ? (__u32)g->args[i] : g->args[i];
}

static __always_inline const struct plan *begin_call(struct task_state *st, const struct given *g, __u32 slot, __u32 nr)
{
	const struct plan *plan;

	st->call.rec.len = 0;
	st->call.dur = 0;
	st->call.ret = 0;
	st->call.nr = nr;
	st->call.abi = slot == SLOT_NATIVE ? cfg.abi[0] : slot == SLOT_COMPAT ? cfg.abi[1] : cfg.abi[2];
	st->call.flags = st->call_flags;
	take_args(g, slot, st->call.args);
	plan = plan_of(st, slot, nr);
	st->call.nargs = plan ? plan->nargs : CALL_ARGS;
	st->call.fixed = sizeof(struct rec_call) + st->call.nargs * 8;
	st->len = st->call.fixed;
	st->retry = 0;
	st->ts = 0;		/* not begun: the scan for waiting calls passes over it */
	st->seq++;
	return plan;
}

static __always_inline int enter_call(void *ctx, const struct given *g)
{
	__u32 nr = abi__nr(g->id), slot;
	const struct plan *plan;
	struct task_struct *task;
	struct task_state *st;

	if (!bit_of(cfg.any, table_nr(nr)))
		return 0;
	task = current_task();
	slot = abi__slot(task, g->id);
	if (!wants_call(slot, table_nr(nr)))
		return 0;
	st = current_state(task, true);
	if (!st)
		return 0;
	if (st->flags & TASK_WAIT_EXEC && nr != cfg.nr_execve[0] && nr != cfg.nr_execve[1])
		return 0;
	plan = begin_call(st, g, slot, nr);
	st->flags = (st->flags & TASK_WAIT_EXEC) | TASK_PENDING;	/* and it is not hidden */
	if (cfg.stack_bytes && wants_stack(plan, PLAN_PENDING))
		bpf_tail_call(ctx, &next_entry, NEXT_STACK);
	if (plan && plan->entry_ops && run_fast(st, plan, plan->fast_entry, 0, 0))
		bpf_tail_call(ctx, &next_entry, NEXT_CAPTURE);
	st->ts = bpf_ktime_get_ns();
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(trace_enter, struct pt_regs *regs, long id)
{
	struct given g = { .id = id, .regs = regs };

	return enter_call(ctx, &g);
}

/* Does a call with this result go out? Calls that are tracked do when they succeeded, shown or not. */
static __always_inline bool wants_result(__u32 slot, __u32 nr, __s64 ret, __u64 dur)
{
	bool bad = failed(ret), want = true;

	if (cfg.only_failed && !bad)
		want = false;
	if (cfg.only_ok && bad)
		want = false;
	if (cfg.has_errnos) {
		__u32 e = -ret, word = e / 64;

		if (!bad || word >= ERRNO_WORDS || !(cfg.errnos[word] >> (e % 64) & 1))
			want = false;
	}
	if (cfg.min_dur && dur < cfg.min_dur)
		want = false;
	return want || (!bad && tracks_call(slot, table_nr(nr)));
}

/* An exit without an entry: denied by seccomp, or begun before tracing. */
static __always_inline const struct plan *begin_late(struct task_state *st, const struct given *g, __u32 slot, __u32 nr)
{
	const struct plan *plan = begin_call(st, g, slot, nr);

	st->call.flags |= CALL_NO_ENTRY;
	st->retry = ~0u;
	return plan;
}

/* A call ends out of sight: it was an execve, or has changed who the thread runs as. What it began with may be shown. */
static __always_inline void leave_sight(struct task_struct *task)
{
	struct task_state *st = state_of(task);

	if (!st || st->flags & TASK_WAIT_EXEC || may_see(task, st))
		return;
	if (st->flags & TASK_PENDING) {
		st->call.flags |= CALL_NO_RETURN;
		send_call(st, REC_PENDING, task_ids(task));
	}
	st->flags = TASK_HIDDEN;
	st->seq++;
}

/* Does more have to be done before a call goes out than to copy one thing, which is done then? */
static __always_inline bool needs_capture(struct task_state *st, const struct plan *plan, __s64 ret)
{
	return st->lost || st->retry || (plan && (failed(ret) ? plan->error_ops : plan->exit_ops) &&
					 run_fast(st, plan, plan->fast_exit, ret, CHUNK_OUT));
}

static __always_inline int exit_call(void *ctx, const struct given *g, long ret)
{
	long id = g->id;
	__u32 nr = abi__nr(id), slot;
	const struct plan *plan;
	struct task_struct *task;
	struct task_state *st;
	__u64 dur = 0;

	if (id != -1 && !bit_of(cfg.any, table_nr(nr)))
		return 0;
	task = current_task();
	slot = abi__slot(task, id);
	if (id != -1 && !wants_call(slot, table_nr(nr)))
		return 0;
	st = current_state(task, false);	/* its entry was counted */
	if (cfg.guarded && !st)
		leave_sight(task);
	if (!st || (st->flags & (TASK_WAIT_EXEC | TASK_PENDING)) == TASK_WAIT_EXEC)
		return 0;
	if (st->flags & TASK_PENDING) {
		nr = st->call.nr;
		slot = abi__slot_of(st->call.abi);
		plan = plan_of(st, slot, nr);
	} else {
		if (id == -1 || st->flags & TASK_NEW || (cfg.all && !ret && abi__forks(slot, nr))) {
			st->flags &= ~TASK_NEW;
			return 0;
		}
		plan = begin_late(st, g, slot, nr);
	}
	st->flags &= TASK_WAIT_EXEC;	/* still set when this is an execve that failed */
	st->seq++;
	if (cfg.min_dur && !(st->call.flags & CALL_NO_ENTRY))
		dur = bpf_ktime_get_ns() - st->ts;
	if (!wants_result(slot, nr, ret, dur))
		return 0;
	st->call.ret = ret;
	if (cfg.stack_bytes && wants_stack(plan, 0))
		bpf_tail_call(ctx, &next_exit, NEXT_STACK);
	if (needs_capture(st, plan, ret))
		bpf_tail_call(ctx, &next_exit, NEXT_CAPTURE);
	/* the way most calls go: no function is called from here on */
	emit_call(st, REC_CALL, task_ids(task));
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(trace_exit, struct pt_regs *regs, long ret)
{
	struct given g = { .id = abi__id(regs), .regs = regs };

	return exit_call(ctx, &g, ret);
}

/*
 * With stacks, trace_enter and trace_exit go on to these, which then do as they would have done. A call that does not return
 * to where it was made has its stack taken at entry.
 */
static __always_inline int stack_at_entry(void *ctx, struct pt_regs *regs)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);

	if (!st)
		return 0;
	emit_stack(ctx, st, regs, &entry_path, task_ids(task));
	bpf_tail_call(ctx, &next_entry, NEXT_CAPTURE);
	return 0;
}

static __always_inline int stack_at_exit(void *ctx, struct pt_regs *regs, long ret)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);

	if (!st)
		return 0;
	emit_stack(ctx, st, regs, &exit_path, task_ids(task));
	if (needs_capture(st, plan_of(st, abi__slot_of(st->call.abi), st->call.nr), ret))
		bpf_tail_call(ctx, &next_exit, NEXT_CAPTURE);
	emit_call(st, REC_CALL, task_ids(task));
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(stack_entry, struct pt_regs *regs, long id)
{
	return stack_at_entry(ctx, regs);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(stack_exit, struct pt_regs *regs, long ret)
{
	return stack_at_exit(ctx, regs, ret);
}

/*
 * These go on where trace_enter and trace_exit leave off, for calls whose memory takes more than one plain read.
 * The plan is looked up again: a tail call passes nothing on.
 */
static __always_inline int capture_at_entry(struct task_state *st)
{
	const struct plan *plan = plan_of(st, abi__slot_of(st->call.abi), st->call.nr);

	if (plan)
		run_entry(st, plan);
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
 * Waits for memory that the two before it did not find resident; loaded where sleepable programs may attach to sys_enter
 * (Linux 7.2; 5.10 and 6.1 load them as well, which looks like a missing check). A program apart, for while one waits on a
 * CPU the kernel runs it for no other task there: what it misses then is for the exit, as on older kernels.
 */
SEC("tp_btf/sys_enter")
int BPF_PROG(fault_entry, struct pt_regs *regs, long id)
{
	struct task_struct *task = current_task();
	const struct plan *plan;
	struct task_state *st;

	if (!bit_of(cfg.any, table_nr(abi__nr(id))) || (!cfg.all && !is_marked(task_get(task, tgid))))
		return 0;
	st = state_of(task);
	if (!st || !(st->flags & TASK_PENDING) || !st->retry || !may_see(task, st))
		return 0;
	plan = plan_of(st, abi__slot_of(st->call.abi), st->call.nr);
	if (!plan)
		return 0;
	run_faulting(st, plan);
	st->ts = bpf_ktime_get_ns();
	return 0;
}

static __always_inline int capture_at_exit(struct task_state *st)
{
	const struct plan *plan = plan_of(st, abi__slot_of(st->call.abi), st->call.nr);

	if (plan)
		run_exit(st, plan, st->call.ret);
	send_call(st, REC_CALL, task_ids(current_task()));
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(capture_exit, struct pt_regs *regs, long ret)
{
	struct task_state *st = state_of(current_task());

	return st ? capture_at_exit(st) : 0;
}

static __always_inline int task_forks(struct task_struct *parent, struct task_struct *child)
{
	struct task_state *st = state_of(parent), *new = 0;
	struct rec_fork *r;
	struct claim c;

	if (!cfg.all) {
		if (!st || !cfg.inherit || st->flags & TASK_WAIT_EXEC)
			return 0;
		new = state_made(child);
		if (!new) {
			count_loss(0, LOSS_STASH);
			return 0;
		}
		new->flags = TASK_NEW;
		mark_process(child->tgid);
		__sync_fetch_and_add(&live, 1);
	} else if (!st && !wants_task(parent, st)) {
		return 0;
	}
	if (!may_see(parent, st))
		return 0;
	r = emit__begin(&c, st, REC_FORK, sizeof(*r), task_ids(child));
	if (!r)
		return 0;
	r->parent_tid = parent->pid;
	r->parent_tgid = parent->tgid;
	/* BPF_CORE_READ: for each pointer loaded directly the verifier spends a millisecond in the kernel's BTF */
	r->shares_files = BPF_CORE_READ(parent, files) == BPF_CORE_READ(child, files);
	r->shares_fs = BPF_CORE_READ(parent, fs) == BPF_CORE_READ(child, fs);
	bpf_probe_read_kernel_str(r->comm, sizeof(r->comm), child->comm);
	ring__publish(&c, sizeof(*r));
	return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(trace_fork, struct task_struct *parent, struct task_struct *child)
{
	return task_forks(parent, child);
}

/*
 * Strings passed to an execve that were not resident at its entry (literals in a forked child, mostly) are gone at
 * its exit. Here the kernel has just copied them to where the new program finds them. `second`: a vector came before.
 * Returns whether op number i is one. Finds what it can by itself, so that it is verified once (one_apart).
 */
__noinline int recover_op(__u64 filename, __u64 counts, __u32 i, __u32 second)
{
	struct capture c = { .final = 1, .status = CHUNK_LATE, .max = CHUNK_BIG, .part = PART_ARGS };
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);
	const struct plan_op *op;
	const struct plan *plan;
	struct mm_struct *mm;
	__u64 at = i, end;

	plan = st ? plan_of(st, abi__slot_of(st->call.abi), st->call.nr) : 0;
	if (!st || !plan)
		return 0;
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
	c.arg = op->arg;
	c.addr = second ? BPF_CORE_READ(mm, env_start) : BPF_CORE_READ(mm, arg_start);
	end = second ? BPF_CORE_READ(mm, env_end) : BPF_CORE_READ(mm, arg_end);
	c.want = end - c.addr > CHUNK_BIG ? CHUNK_BIG + 1 : end - c.addr;
	take(st, &c);
	return 1;
}

static __always_inline void recover_exec(struct task_struct *task, struct linux_binprm *bprm)
{
	struct task_state *st = state_of(task);
	const struct plan *plan;
	__u64 filename, counts;
	__u32 second = 0;

	if (!st || !(st->flags & TASK_PENDING) || !st->retry || !may_see(task, st))
		return;
	plan = plan_of(st, abi__slot_of(st->call.abi), st->call.nr);
	filename = (__u64)BPF_CORE_READ(bprm, filename);
	counts = (__u64)BPF_CORE_READ(bprm, envc) << 32 | (__u32)BPF_CORE_READ(bprm, argc);
	for (__u32 i = 0; plan && i < PLAN_OPS && i < plan->nops; i++)
		second |= recover_op(filename, counts, i, second);
	st->retry = 0;
}

static __always_inline int task_execs(struct task_struct *task, int old_pid)
{
	struct task_state *st = state_of(task);
	struct rec_exec *r;
	struct claim c;

	if (st) {
		st->flags &= ~TASK_WAIT_EXEC;	/* also when execve itself is not selected */
		if (!may_see(task, st))
			__sync_fetch_and_add(&hidden, 1);
	}
	if (!is_watched(task, st))
		return 0;
	r = emit__begin(&c, st, REC_EXEC, sizeof(*r), task_ids(task));
	if (!r)
		return 0;
	r->old_tid = old_pid;
	bpf_probe_read_kernel_str(r->comm, sizeof(r->comm), task->comm);
	ring__publish(&c, sizeof(*r));
	return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(trace_exec, struct task_struct *task, int old_pid, struct linux_binprm *bprm)
{
	recover_exec(task, bprm);
	return task_execs(task, old_pid);
}

/* Does the first thread end only because another one has called execve? That one takes its place and its number. */
static __always_inline bool superseded(struct task_struct *task)
{
	struct task_struct *exec;

	if (task->pid != task->tgid || task->exit_code)
		return false;
	exec = exec_task(task);
	return exec && exec != task;
}

static __always_inline int task_ends(struct task_struct *task)
{
	struct task_state *st = state_of(task);
	struct rec_exit *r;
	struct claim c;

	if (is_watched(task, st)) {
		if (st && st->flags & TASK_PENDING) {
			st->call.flags |= CALL_NO_RETURN;
			send_call(st, REC_PENDING, task_ids(task));
		}
		r = superseded(task) ? 0 : emit__begin(&c, st, REC_EXIT, sizeof(*r), task_ids(task));
		if (r) {
			r->code = task->exit_code;
			ring__publish(&c, sizeof(*r));
		}
	}
	if (!st)
		return 0;
	st->flags = TASK_WAIT_EXEC;	/* nothing more of it counts */
	if (!cfg.all) {
		__u32 one = 1;

		__sync_fetch_and_add(&live, -1);
		if (*(volatile __s64 *)&live <= 0)	/* several may see that */
			bpf_ringbuf_output(&doorbell, &one, sizeof(one), BPF_RB_FORCE_WAKEUP);
	}
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(trace_end, struct task_struct *task)
{
	return task_ends(task);
}

/* Only where there is no task storage, which the kernel frees by itself. */
SEC("tp_btf/sched_process_free")
int BPF_PROG(trace_free, struct task_struct *task)
{
	__u64 key = (__u64)task;

	bpf_map_delete_elem(&task_hash, &key);
	return 0;
}

static __always_inline int task_renamed(struct task_struct *task, const char *comm)
{
	struct task_state *st = state_of(task);
	struct rec_comm *r;
	struct claim c;

	if (!is_watched(task, st))
		return 0;
	r = emit__begin(&c, st, REC_COMM, sizeof(*r), task_ids(task));
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

#define SIGKILL 9
#define FIELDS_OFFSET 16	/* of the union in siginfo: three ints and padding come first */

/* SEND_SIG_NOINFO (0) and SEND_SIG_PRIV (1: the kernel sends it) are no pointers. */
static __always_inline bool has_info(const struct kernel_siginfo *info)
{
	return (unsigned long)info > 1;
}

static __always_inline void copy_info(struct sent_signal *to, int sig, struct kernel_siginfo *info)
{
	to->signo = sig;
	bpf_probe_read_kernel(&to->code, sizeof(to->code), &info->si_code);
	bpf_probe_read_kernel(&to->err, sizeof(to->err), &info->si_errno);
	bpf_probe_read_kernel(to->fields, sizeof(to->fields), (char *)info + FIELDS_OFFSET);
}

#define BY_KERNEL 0x80		/* SI_KERNEL */

/* What the kernel makes of a signal that it sends itself (a terminal's Ctrl-C). */
static __always_inline void make_info(struct sent_signal *to, int sig)
{
	__builtin_memset(to, 0, sizeof(*to));
	to->signo = sig;
	to->code = BY_KERNEL;
}

/* Is this what ends its process? What is sent after it counts no more, though older kernels take it all the same. */
static __always_inline bool is_fatal(struct task_struct *task, const struct sent_signal *sent)
{
	return sent->signo && sent->signo == (BPF_CORE_READ(task, signal, group_exit_code) & 0x7f);
}

#define SENT_DELIVERED 0	/* TRACE_SIGNAL_DELIVERED: not one that is ignored */

SEC("tp_btf/signal_generate")
int BPF_PROG(trace_sent, int sig, struct kernel_siginfo *info, struct task_struct *task, int group, int outcome)
{
	struct task_state *st = state_of(task);

	if (!st || outcome != SENT_DELIVERED || is_fatal(task, &st->sent) || !may_see(task, st))
		return 0;
	if (has_info(info))
		copy_info(&st->sent, sig, info);
	else if (info)
		make_info(&st->sent, sig);
	return 0;
}

static __always_inline int signal_comes(struct task_struct *task, struct task_state *st, int sig, const struct sent_signal *sent)
{
	struct rec_signal *r;
	struct claim c;

	r = emit__begin(&c, st, REC_SIGNAL, sizeof(*r), task_ids(task));
	if (!r)
		return 0;
	r->signo = sent->signo ? sent->signo : sig;
	r->has = sent->signo != 0;
	r->code = sent->code;
	r->err = sent->err;
	__builtin_memcpy(r->fields, sent->fields, sizeof(sent->fields));
	ring__publish(&c, sizeof(*r));
	return 0;
}

/*
 * A signal that ends the process comes as SIGKILL without siginfo, to all threads: it is shown as what it was, in the
 * thread it was sent to.
 */
static __always_inline bool fatal_signal(struct task_struct *task, const struct task_state *st, struct sent_signal *sent)
{
	*sent = st->sent;
	return is_fatal(task, sent);
}

SEC("tp_btf/signal_deliver")
int BPF_PROG(trace_signal, int sig, struct kernel_siginfo *info)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);
	struct sent_signal sent = {};

	if (!st || !is_watched(task, st))
		return 0;
	if (has_info(info))
		copy_info(&sent, sig, info);
	else if (sig == SIGKILL && !fatal_signal(task, st, &sent))
		return 0;
	return signal_comes(task, st, sig, &sent);
}

#include "scan.bpf.h"
#include "steady.bpf.h"

/* Does nothing, on the CPU that it is told to: see ring__settle. Only where stores may become visible in another order. */
SEC("raw_tp")
int trace_fence(void *ctx)
{
	return 0;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
