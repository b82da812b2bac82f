/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * stack.bpf.h - call stacks: a REC_STACK before the record of the call or signal.
 *
 * Claims space for the longest stack, and publishes the used part. Dead code without -k.
 */
#pragma once

#include "emit.bpf.h"

#if defined(__TARGET_ARCH_x86)
#define NREGS 17
#elif defined(__TARGET_ARCH_arm64)
#define NREGS 33
#endif

/* `when`: PLAN_PENDING at entry, 0 at exit. */
static __always_inline bool wants_stack(const struct plan *plan, __u32 when)
{
	return plan && (plan->flags & (PLAN_SHOW | PLAN_PENDING)) == (PLAN_SHOW | when);
}

static __always_inline __u32 stack_room(void)
{
	__u32 frames = sizeof(struct rec_stack) + 2 * cfg.stack_bytes;

	return cfg.stack_copy ? frames + NREGS * 8 + cfg.stack_copy : frames;
}

/* Copies registers in DWARF's order. Returns the stack pointer. */
static __always_inline __u64 copy_regs(__u64 *to, struct pt_regs *from)
{
#if defined(__TARGET_ARCH_x86)
	to[0] = BPF_CORE_READ(from, ax);
	to[1] = BPF_CORE_READ(from, dx);
	to[2] = BPF_CORE_READ(from, cx);
	to[3] = BPF_CORE_READ(from, bx);
	to[4] = BPF_CORE_READ(from, si);
	to[5] = BPF_CORE_READ(from, di);
	to[6] = BPF_CORE_READ(from, bp);
	to[7] = BPF_CORE_READ(from, sp);
	to[8] = BPF_CORE_READ(from, r8);
	to[9] = BPF_CORE_READ(from, r9);
	to[10] = BPF_CORE_READ(from, r10);
	to[11] = BPF_CORE_READ(from, r11);
	to[12] = BPF_CORE_READ(from, r12);
	to[13] = BPF_CORE_READ(from, r13);
	to[14] = BPF_CORE_READ(from, r14);
	to[15] = BPF_CORE_READ(from, r15);
	to[16] = BPF_CORE_READ(from, ip);
	return to[7];
#elif defined(__TARGET_ARCH_arm64)
	bpf_probe_read_kernel(to, NREGS * 8, from);	/* x0 to x30, sp, pc: the first of struct user_pt_regs */
	return to[31];
#endif
}

static __always_inline __u64 program_counter(struct pt_regs *regs)
{
#if defined(__TARGET_ARCH_x86)
	return BPF_CORE_READ(regs, ip);
#elif defined(__TARGET_ARCH_arm64)
	return BPF_CORE_READ((struct user_pt_regs *)regs, pc);
#endif
}

#define PAGES (STACK_COPY / 4096 + 1)

/* Copies the stack from `sp` on, page by page, up to the first page that is not resident. Returns the length. */
static __always_inline __u32 copy_stack_memory(struct rec_stack *r, __u64 at, __u64 sp)
{
	__u64 done = 0;

	for (__u32 i = 0; i < PAGES; i++) {
		__u64 n = 4096 - ((sp + done) & 4095), to = at + done;

		if (n > cfg.stack_copy - done)
			n = cfg.stack_copy - done;
		if (!n)
			break;
		clamp_to(to, REC_MAX - 4096);
		clamp_to(n, 4096);
		if (bpf_probe_read_user((__u8 *)r + to, n, (void *)(sp + done)))
			break;
		done += n;
	}
	return done;
}

/* Appends registers and stack memory at `at`. Returns the end of the record. */
static __always_inline __u32 add_memory(struct rec_stack *r, struct pt_regs *regs, __u64 at)
{
	__u32 end;

	clamp_to(at, sizeof(*r) + 2 * STACK_FRAMES * 8);
	r->nregs = NREGS;
	r->sp = copy_regs((__u64 *)((__u8 *)r + at), regs);
	at += NREGS * 8;
	r->copied = copy_stack_memory(r, at, r->sp) & ~7u;
	end = at + r->copied;
	return end;
}

static __always_inline __u64 frames_of(long bytes)
{
	__u64 n = bytes;

	if (bytes < 0)
		n = 0;
	clamp_to(n, STACK_FRAMES * 8);
	return n & ~7ull;
}

/*
 * The kernel stack from the entry point to the tracepoint is the same for all native calls, and unwinding it takes longer than making the
 * rest of a record: so it is done once each for entry and exit. 32-bit calls have several entry points.
 */
struct kernel_path entry_path, exit_path;

static __always_inline __u64 kernel_frames(void *ctx, struct rec_stack *r, struct kernel_path *path)
{
	bool native = r->abi == cfg.abi[SLOT_NATIVE];
	__u64 n = *(volatile __u64 *)&path->bytes;

	if (cfg.guarded)
		return 0;	/* kernel addresses are not shown to limited users */
	if (native && n) {
		for (__u32 i = 0; i < PATH_FRAMES; i++)
			r->words[i] = path->words[i];
		clamp_to(n, PATH_FRAMES * 8);
		return n;
	}
	n = frames_of(bpf_get_stack(ctx, r->words, cfg.stack_bytes, 0));
	if (!native || n < 16 || n > PATH_FRAMES * 8)
		return n;
	bpf_probe_read_kernel(path->words, sizeof(path->words), r->words);
	barrier();
	path->bytes = n;	/* concurrent writers store the same value */
	return n;
}

/* Few stacks are longer. Tried first, because the helper zeroes unused space. */
#define SHORT_STACK (24 * 8)

static __always_inline __u64 user_frames(void *ctx, void *to)
{
	__u32 few = cfg.stack_bytes < SHORT_STACK ? cfg.stack_bytes : SHORT_STACK;
	long n = bpf_get_stack(ctx, to, few, BPF_F_USER_STACK);

	if (n == SHORT_STACK && cfg.stack_bytes > SHORT_STACK)
		n = bpf_get_stack(ctx, to, cfg.stack_bytes, BPF_F_USER_STACK);
	return frames_of(n);
}

static __always_inline struct rec_stack *begin_stack(struct claim *c, struct task_state *st, __u64 ids)
{
	struct rec_stack *r;

	if (!ring__claim(c, stack_room())) {
		count_loss(st, RING_LOSS);
		return 0;
	}
	r = (struct rec_stack *)c->rec;
	__builtin_memset(r, 0, sizeof(*r));
	rec__fill(&r->rec, REC_STACK, ids);
	r->abi = st->call.abi;
	return r;
}

/* Adds the user's part after `n` bytes of kernel frames. regs: NULL if they are not known. */
static __always_inline void end_stack(void *ctx, struct claim *c, struct rec_stack *r, struct pt_regs *regs, __u64 n)
{
	__u64 at = sizeof(*r) + n;
	__u32 len;

	clamp_to(at, sizeof(*r) + STACK_FRAMES * 8);
	n = user_frames(ctx, (__u8 *)r + at);
	r->nuser = n / 8;
	len = at + n;
	if (cfg.stack_copy && regs && r->abi == cfg.abi[SLOT_NATIVE])
		len = add_memory(r, regs, len);
	ring__publish_part(c, stack_room(), len);
}

static __always_inline void emit_stack(void *ctx, struct task_state *st, struct pt_regs *regs, struct kernel_path *path, __u64 ids)
{
	struct rec_stack *r;
	struct claim c;
	__u64 n;

	r = begin_stack(&c, st, ids);
	if (!r)
		return;
	r->nr = st->call.nr;
	n = kernel_frames(ctx, r, path);
	r->nkernel = n / 8;
	end_stack(ctx, &c, r, regs, n);
}

/* Where a signal reaches the thread, of which the registers are those of the last call, or of the instruction that was interrupted or failed. */
static __always_inline void emit_signal_stack(void *ctx, struct task_state *st, int sig, __u64 ids)
{
	struct rec_stack *r;
	struct claim c;

	r = begin_stack(&c, st, ids);
	if (!r)
		return;
	r->nr = STACK_OF_SIGNAL;
	r->signo = sig;
	end_stack(ctx, &c, r, user_regs(), 0);
}

/* Where a signal is sent to. Nothing for a thread that runs on another CPU: its registers are those of when it last entered the kernel. */
static __always_inline void emit_sent_stack(struct task_struct *task, struct task_state *st, int sig, __u64 ids)
{
	struct pt_regs *regs = user_regs_of(task);
	struct rec_stack *r;
	struct claim c;

	if (!regs || (task != current_task() && bpf_core_field_exists(task->on_cpu) && BPF_CORE_READ(task, on_cpu)))
		return;
	r = begin_stack(&c, st, ids);
	if (!r)
		return;
	r->nr = STACK_OF_IGNORED;
	r->signo = sig;
	r->words[0] = program_counter(regs);
	r->nuser = 1;
	ring__publish_part(&c, stack_room(), sizeof(*r) + sizeof(r->words[0]));
}
