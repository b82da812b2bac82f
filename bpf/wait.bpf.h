/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * wait.bpf.h - where the time of calls goes, with cfg.waits: programs at the scheduler's tracepoints, for threads that are in a call.
 *
 * The scheduler orders the events of a thread: it leaves the CPU, is woken, arrives. Only the first two may be told in the other order, if
 * it is woken while it leaves. The last two may not be told at all: kernels of some virtual machines hide what happens while threads of
 * their host's agent run.
 */
#pragma once

#include "abi.bpf.h"
#include "emit.bpf.h"
#include "interrupt.bpf.h"
#include "ptrace_access.bpf.h"

#define UNINTERRUPTIBLE 2	/* TASK_UNINTERRUPTIBLE, include/linux/sched.h */
#define PF_KTHREAD 0x00200000	/* include/linux/sched.h */
#define WAIT_ROOM (sizeof(struct rec_wait) + (WAIT_FRAMES + WAKER_FRAMES) * 8)

/* The state of a thread in a call, or NULL. */
static __always_inline struct task_state *state_in_call(struct task_struct *task)
{
	struct task_state *st;

	if (!cfg.all && !is_marked(task_get(task, tgid)))
		return 0;
	st = state_of(task);
	return st && (st->flags & (TASK_PENDING | TASK_WAIT_EXEC)) == TASK_PENDING ? st : 0;
}

static __always_inline struct wait_block *block_at(struct wait_state *w, __u32 i)
{
	return i & 1 ? &w->block[1] : &w->block[0];
}

static __always_inline __u64 state_bits(struct task_struct *task)
{
	if (bpf_core_field_exists(task->__state))
		return BPF_CORE_READ(task, __state);
	return BPF_CORE_READ((struct task_struct___old *)task, state);
}

static __always_inline void begin_block(void *ctx, struct wait_state *w, __u64 state)
{
	struct wait_block *b = block_at(w, !w->best);
	long n = 0;

	if (!w->is_early) {
		b->waker = 0;
		b->nr = 0xffff;
		b->flags = 0;
		b->nwaker_frames = 0;
	}
	b->flags = (b->flags & ~WAIT_DISK) | (state & UNINTERRUPTIBLE ? WAIT_DISK : 0);
	if (!cfg.guarded)	/* kernel addresses are not shown to limited users */
		n = bpf_get_stack(ctx, b->frames, sizeof(b->frames), 0);
	b->nframes = n > 0 ? (__u64)n / 8 : 0;
}

/* ns; 0 if this kernel does not keep it */
static __always_inline __u64 run_delay_of(struct task_struct *task)
{
	return bpf_core_field_exists(task->sched_info.run_delay) ? BPF_CORE_READ(task, sched_info.run_delay) : 0;
}

/* The thread that had left the CPU was runnable from `until` on, and arrived at `at`. */
static __always_inline void end_wait(struct wait_state *w, __u64 until, __u64 at)
{
	__u64 took = until - w->left;

	w->seq++;
	w->blocked += took;
	w->runnable += at - until;
	if (w->blocks_now) {
		w->blocks++;
		if (took >= w->longest) {
			w->longest = took;
			w->best = !w->best;
		}
	}
	w->left = 0;
}

/*
 * The thread runs, but has not been told to have arrived. How long it was runnable is in its run_delay, so only the time that it has run
 * since is not known if it was not told to be woken, either: that counts as blocked.
 */
static __always_inline void end_untold_wait(struct wait_state *w, struct task_struct *task)
{
	__u64 now = bpf_ktime_get_ns(), was = w->run_delay, queued = run_delay_of(task) - was, until;

	if (!bpf_core_field_exists(task->sched_info.run_delay))
		return;
	if (queued > now - w->left)
		queued = now - w->left;
	until = !w->blocks_now ? w->left : w->woken ? w->woken : now - queued;
	end_wait(w, until, queued > now - until ? now : until + queued);
}

static __always_inline void leaves_cpu(void *ctx, bool preempted, struct task_struct *task)
{
	struct task_state *st = state_in_call(task);
	struct wait_state *w = st ? wait_of(task) : 0;
	__u64 state;

	if (!w || !st->ts)
		return;
	w->seq++;
	if (!(st->flags & TASK_WAITED)) {
		st->flags |= TASK_WAITED;
		w->blocked = w->runnable = w->longest = w->blocks = 0;
		w->best = 0;
	} else if (w->left) {
		end_untold_wait(w, task);
	}
	state = preempted ? 0 : state_bits(task);
	w->left = bpf_ktime_get_ns();
	w->run_delay = run_delay_of(task);
	w->blocks_now = state != 0;
	w->is_early = state && w->early >= st->ts;
	w->woken = w->is_early ? w->left : 0;
	w->early = 0;
	if (state)
		begin_block(ctx, w, state);
}

static __always_inline void arrives_on_cpu(struct task_struct *task)
{
	struct task_state *st = state_in_call(task);
	struct wait_state *w = st ? wait_of(task) : 0;
	__u64 now;

	if (!w || !w->left || !(st->flags & TASK_WAITED))
		return;
	now = bpf_ktime_get_ns();
	end_wait(w, w->blocks_now ? (w->woken ? w->woken : now) : w->left, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(wait_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	leaves_cpu(ctx, preempt, prev);
	arrives_on_cpu(next);
	return 0;
}

static __always_inline void note_call_of(struct wait_block *b, struct task_struct *task, const struct task_state *st)
{
	struct pt_regs *regs;
	long id;

	if (st && st->flags & TASK_PENDING) {
		b->nr = st->call.nr;
		b->abi = st->call.abi;
		return;
	}
	regs = task_get(task, flags) & PF_KTHREAD ? 0 : user_regs();
	if (!regs)
		return;
	id = probed_id(regs);
	if (id < 0)
		return;
	b->nr = abi__nr(id);
	b->abi = cfg.abi[abi__slot(task, id)];
}

/* The current thread wakes another: or an interrupt does, on top of it. */
static __always_inline void note_waker(void *ctx, struct wait_block *b)
{
	struct task_struct *task = current_task();
	__u32 by = interrupt_context();
	struct task_state *st;
	long n = 0;

	b->waker = 0;
	b->nr = 0xffff;
	if (!task_get(task, pid))	/* a CPU that was idle wakes nobody */
		by = WAIT_BY_IRQ;
	b->flags = (b->flags & WAIT_DISK) | by;
	if (by == WAIT_BY_EITHER && !cfg.guarded)
		n = bpf_get_stack(ctx, b->waker_frames, sizeof(b->waker_frames), 0);
	b->nwaker_frames = n > 0 ? (__u64)n / 8 : 0;
	if (by == WAIT_BY_IRQ)
		return;
	st = state_of(task);
	if (!may_see(task, st))
		return;
	b->waker = task_ids(task, st);
	bpf_probe_read_kernel_str(b->comm, sizeof(b->comm), task->comm);
	note_call_of(b, task, st);
}

SEC("tp_btf/sched_waking")
int BPF_PROG(wait_waking, struct task_struct *task)
{
	struct task_state *st = state_in_call(task);
	struct wait_state *w = st ? wait_of(task) : 0;

	if (!w)
		return 0;
	if (!w->left) {
		w->early = bpf_ktime_get_ns();
		note_waker(ctx, block_at(w, !w->best));
		return 0;
	}
	if (!w->blocks_now || !(st->flags & TASK_WAITED) || (w->woken && !w->is_early))
		return 0;
	w->seq++;
	w->woken = bpf_ktime_get_ns();
	w->is_early = 0;
	note_waker(ctx, block_at(w, !w->best));
	return 0;
}

/* Sends the REC_WAIT of the current thread's call, which is then sent. The task is looked for only if it has waited. */
static __always_inline void emit_wait(struct task_state *st, __u64 ids)
{
	struct task_struct *task;
	struct wait_state *w;
	struct wait_block *b;
	struct rec_wait *r;
	struct claim c;
	__u64 n;

	if (!cfg.waits || !(st->flags & TASK_WAITED))
		return;
	st->flags &= ~TASK_WAITED;
	task = current_task();
	w = wait_of(task);
	if (w && w->left)
		end_untold_wait(w, task);
	if (!w || w->left)
		return;
	r = emit__begin(&c, 0, REC_WAIT, WAIT_ROOM, ids);
	if (!r)
		return;
	r->began = st->ts;
	r->blocked = w->blocked;
	r->runnable = w->runnable;
	r->longest = w->longest;
	r->blocks = w->blocks;
	r->waker_nr = 0xffff;
	n = 0;
	if (w->blocks) {
		b = block_at(w, w->best);
		r->flags = b->flags;
		r->waker_tid = b->waker;
		r->waker_tgid = b->waker >> 32;
		r->waker_nr = b->nr;
		r->waker_abi = b->abi;
		if (b->waker)
			__builtin_memcpy(r->waker_comm, b->comm, sizeof(r->waker_comm));
		n = b->nframes;
		clamp_to(n, WAIT_FRAMES);
		bpf_probe_read_kernel(r->where, sizeof(b->frames), b->frames);
		r->nwaker_frames = b->nwaker_frames;
		if (r->nwaker_frames)
			bpf_probe_read_kernel(r->where + sizeof(b->frames), sizeof(b->waker_frames), b->waker_frames);
	}
	r->nframes = n;
	ring__publish_part(&c, WAIT_ROOM, r->nwaker_frames ? WAIT_ROOM : sizeof(*r) + n * 8);
}

/* The same as a function of its own: with its stack capture_exit's chain of calls would exceed the limit of Linux 5.10. */
__noinline int emit_wait_apart(void)
{
	struct task_struct *task = current_task();
	struct task_state *st = state_of(task);

	if (st)
		emit_wait(st, task_ids(task, st));
	return 0;
}
