/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * uring.bpf.h - requests of io_uring, as calls with a number from SLOT_URING on.
 *
 * When a request is submitted, the memory that it passes is captured in the submitting task as at a call's entry, by the plan of the
 * request's row. The record waits in `requests` until the request completes, in that task, in another one, or in an interrupt; then it is
 * sent. The task is usually in io_uring_enter meanwhile, so these programs use a state of their own, of this CPU. They are raw
 * tracepoint programs: those may tail-call one program from several tracepoints.
 *
 * Tracepoints differ between kernels: see enum uring_form.
 */
#pragma once

#include "plan.bpf.h"

#define PF_IO_WORKER 0x10	/* linux/sched.h: a thread of io_uring */
#define SQE_FIXED_FILE 1	/* IOSQE_FIXED_FILE */
#define SQE_SKIP_SUCCESS 64	/* IOSQE_CQE_SKIP_SUCCESS */
#define CQE_MORE 2		/* IORING_CQE_F_MORE: the request will complete again */
#define CQE_NOTIF 8		/* IORING_CQE_F_NOTIF: the kernel's own, after a request that sends without copying */
#define SETUP_SQE128 (1u << 10)	/* IORING_SETUP_SQE128, IORING_SETUP_NO_SQARRAY */
#define SETUP_NO_SQARRAY (1u << 16)

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct io_ring_ctx { unsigned int flags, cached_sq_head, sq_entries; __u32 *sq_array; struct io_uring_sqe *sq_sqes; };
struct io_kiocb { __u8 opcode; struct io_ring_ctx *ctx; };
#pragma clang attribute pop

struct io_uring_cqe { __u64 user_data; __s32 res; __u32 flags; };	/* never changes */

static __always_inline struct uring_cpu *uring_current(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&uring_cpus, &cpu);
}

static __always_inline struct uring_cpu *uring_begin(void)
{
	struct uring_cpu *c = uring_current();

	if (!c)
		return 0;
	if (c->task) {		/* this program has interrupted another of them */
		count_loss(0, LOSS_OTHER);
		return 0;
	}
	c->task = bpf_get_current_task();
	return c;
}

static __always_inline void uring_end(struct uring_cpu *c)
{
	c->task = 0;
}

/* Finds the submission queue entry that the kernel has taken last. 0: there is none. */
static __always_inline __u64 find_sqe(struct io_ring_ctx *ctx)
{
	__u32 flags = BPF_CORE_READ(ctx, flags), mask = BPF_CORE_READ(ctx, sq_entries) - 1;
	__u32 at = (BPF_CORE_READ(ctx, cached_sq_head) - 1) & mask;
	__u64 sqes = (__u64)BPF_CORE_READ(ctx, sq_sqes);

	if (!(flags & SETUP_NO_SQARRAY) && bpf_probe_read_kernel(&at, sizeof(at), BPF_CORE_READ(ctx, sq_array) + at))
		return 0;
	return sqes ? sqes + ((__u64)(at & mask) << (flags & SETUP_SQE128 ? 7 : 6)) : 0;
}

/* The thread that the request is attributed to: of a thread that polls the submission queue, its process's first. */
static __always_inline struct task_struct *submitter(struct task_struct *task)
{
	if (is_modern() && task->flags & PF_IO_WORKER)
		return task->group_leader;
	return task;
}

/* See CALL_FIXED_FD. */
static __always_inline __s64 fixed_number(__u32 n)
{
	return (__s32)(n | 1u << 31);
}

static __always_inline void take_sqe_args(struct uring_cpu *c, const struct plan *plan)
{
	const struct uring_sqe *sqe = &c->sqe;
	__u64 from;

	c->fields[SQE_ZERO] = 0;
	c->fields[SQE_FD] = sqe->flags & SQE_FIXED_FILE ? fixed_number(sqe->fd) : (__s64)sqe->fd;
	c->fields[SQE_OFF] = sqe->off;
	c->fields[SQE_ADDR] = sqe->addr;
	c->fields[SQE_LEN] = sqe->len;
	c->fields[SQE_FLAGS] = sqe->op_flags;
	c->fields[SQE_BUF] = sqe->buf_index;
	c->fields[SQE_FILE] = (__s64)(__s32)sqe->file_index;
	c->fields[SQE_ADDR3] = sqe->addr3;
	c->fields[SQE_PRIO] = sqe->ioprio;
	c->fields[SQE_CMD] = (__u32)sqe->off;
	c->fields[SQE_ADDR_LEN] = (__u16)sqe->file_index;
	c->fields[SQE_CLOSED] = sqe->file_index ? fixed_number(sqe->file_index - 1) : (__s64)sqe->fd;
	for (__u32 i = 0; i < CALL_ARGS; i++) {
		from = plan->from >> 4 * i & 15;
		c->st.call.args[i] = c->fields[from];
	}
}

/* As begin_call(). NULL: the request is not known. */
static __always_inline const struct plan *begin_request(struct uring_cpu *c, __u32 slot, __u32 nr)
{
	struct task_state *st = &c->st;
	const struct plan *plan;

	st->call.rec.len = 0;
	st->call.dur = 0;
	st->call.ret = 0;
	st->slot = slot;
	st->call.nr = nr;
	st->call.abi = slot == SLOT_NATIVE ? cfg.abi[0] : cfg.abi[1];
	st->call.flags = 0;
	st->retry = st->parts = st->parts_noted = st->nreported = 0;
	st->lost = 0;
	st->ts = bpf_ktime_get_ns();
	st->plan = slot * SLOT_CALLS + nr;
	plan = plan_of_call(st);
	if (!plan)
		return 0;
	take_sqe_args(c, plan);
	set_nargs(st, plan);
	return plan;
}

/* Which descriptors are numbers in the ring's own table? Results are, if the request names an element of it. */
static __always_inline __u16 fixed_flags(const struct uring_sqe *sqe, const struct plan *plan)
{
	__u16 flags = sqe->flags & SQE_FIXED_FILE ? CALL_FIXED_FD : 0;

	if (plan->flags & PLAN_OWN_FD && sqe->file_index)
		flags |= CALL_FIXED_RET;
	return flags;
}

static __always_inline void keep_request(struct uring_cpu *c)
{
	struct task_state *st = &c->st;
	struct uring_request *r = &c->request;
	__u64 len = AGAIN(st->len);

	if (len > URING_BYTES) {	/* it is read again at completion */
		len = st->call.fixed;
		st->retry = ~0u;
	}
	clamp_to(len, URING_BYTES);
	r->ts = st->ts;
	r->mm = (__u64)BPF_CORE_READ(current_task(), mm);
	r->ring = c->ring;
	r->user_data = c->sqe.user_data;
	r->note = c->sqe.flags & (URING_DRAIN | URING_LINK | URING_HARDLINK);
	r->loose = c->sqe.flags & SQE_SKIP_SUCCESS;
	if (r->loose)
		uring_loose = 1;
	r->len = len;
	r->retry = st->retry;
	r->plan = st->plan;
	r->slot = st->slot;
	r->nreported = st->nreported;
	__builtin_memcpy(r->reported, st->reported, sizeof(r->reported));
	bpf_probe_read_kernel(r->bytes, len, st->inflight);
	if (bpf_map_update_elem(&requests, &c->key, r, BPF_ANY))
		count_loss(0, LOSS_INFLIGHT);
}

/* Goes on in uring_capture: what needs the whole of plan.bpf.h, which takes the verifier long, is loaded once. */
static __always_inline void uring_go_on(void *ctx)
{
	bpf_tail_call(ctx, &next_uring, NEXT_URING_CAPTURE);
}

/* The state of the submitting thread is only looked at: what it has of the request is noted in c->request. */
static __always_inline bool request_begun(struct uring_cpu *c, struct task_struct *task)
{
	__u32 slot = abi__slot(task, 0), nr = SLOT_URING + c->sqe.opcode;
	struct task_struct *owner = submitter(task);
	const struct task_state *st0;
	const struct plan *plan;

	if (nr >= SLOT_MUX || !wants_call(slot, nr))
		return false;
	st0 = current_state(owner, true);
	if (!st0 || st0->flags & TASK_WAIT_EXEC)
		return false;
	plan = begin_request(c, slot, nr);
	if (!plan)
		return false;
	c->st.call.flags = st0->call_flags | fixed_flags(&c->sqe, plan);
	c->request.ids = task_ids(owner, st0);
	return true;
}

/* Must more be captured than a single plain op does? */
static __always_inline bool submission_needs_capture(struct uring_cpu *c, struct task_struct *task)
{
	const struct plan *plan = plan_of_call(&c->st);

	if (!plan || (plan->fd_args && names_are_stale(&c->st, plan, task_get(task, tgid))))
		return true;
	return plan->entry_ops && run_fast(&c->st, plan, plan->fast_entry, 0, 0);
}

static __always_inline bool completion_needs_capture(struct uring_cpu *c, __s64 res)
{
	struct task_state *st = &c->st;
	const struct plan *plan = plan_of_call(st);

	if (!plan || st->retry || plan->flags & (PLAN_RENAMES | PLAN_OWN_FD))
		return true;
	if (!(failed(res) ? plan->error_ops : plan->exit_ops) || (__u64)BPF_CORE_READ(current_task(), mm) != c->request.mm)
		return false;
	return run_fast(st, plan, plan->fast_exit, res, CHUNK_OUT);
}

/* Has uring_failed begun in this task? */
static __always_inline bool is_refused(const struct uring_cpu *c)
{
	return c && c->sqe_at && c->task == bpf_get_current_task();
}

/* NULL: the submission is not wanted. Else c->sqe_at and c->key.req are known if the kernel has refused the request; otherwise c->sqe_at is 0. */
static __always_inline struct uring_cpu *begin_submission(struct task_struct *task)
{
	struct uring_cpu *c = uring_current();

	if (is_refused(c))
		return c;
	if (!cfg.all && !is_marked(task_get(task, tgid)))
		return 0;
	return uring_begin();
}

/* The kernel may use the memory of a request that has ended without a completion for this one, which is not selected. */
static __always_inline void forget_loose(const struct uring_cpu *c)
{
	if (uring_loose)
		bpf_map_delete_elem(&requests, &c->key);
}

static __always_inline int submitted(void *ctx, struct io_ring_ctx *ring, __u64 req)
{
	struct task_struct *task = current_task();
	struct uring_cpu *c = begin_submission(task);
	__u64 sqe;

	if (!c)
		return 0;
	if (!c->sqe_at) {
		c->sqe_at = find_sqe(ring);
		c->ring = (__u64)ring;
		c->key.req = uring_form & URING_HAS_REQ ? req : (__u64)ring;
	}
	sqe = AGAIN(c->sqe_at);
	c->sqe_at = 0;
	if (!sqe || bpf_probe_read_kernel(&c->sqe, sizeof(c->sqe), (void *)sqe)) {
		uring_end(c);
		return 0;
	}
	c->key.user_data = uring_form & URING_HAS_REQ ? 0 : c->sqe.user_data;
	if (!request_begun(c, task)) {
		forget_loose(c);
		uring_end(c);
		return 0;
	}
	c->completes = false;
	if (submission_needs_capture(c, task))
		uring_go_on(ctx);
	else
		keep_request(c);
	uring_end(c);
	return 0;
}

/* Makes the request the state's current call. */
static __always_inline void resume_request(struct task_state *st, const struct uring_request *r)
{
	__u64 len = r->len;

	clamp_to(len, URING_BYTES);
	bpf_probe_read_kernel(st->inflight, len, r->bytes);
	st->ts = r->ts;
	st->len = len;
	st->retry = r->retry;
	st->plan = r->plan;
	st->slot = r->slot;
	st->nreported = r->nreported;
	__builtin_memcpy(st->reported, r->reported, sizeof(st->reported));
	st->parts = st->parts_noted = 0;
	st->lost = 0;
}

/* Appends a PART_SQE chunk. */
static __always_inline void put_note(struct task_state *st, __u64 note)
{
	__u64 off = AGAIN(st->len);

	clamp_to(off, URING_BYTES);
	*(struct chunk *)(st->inflight + off) = (struct chunk){ .arg = CHUNK_RET, .part = PART_SQE, .addr = note };
	st->len = off + sizeof(struct chunk);
}

/* Is it this request that completes? If it has ended without a completion, the kernel may use its memory for another since. */
static __always_inline bool is_same(const struct uring_request *r, __u64 ring, const struct io_uring_cqe *cqe)
{
	return r->ring == ring && !(r->loose && r->user_data != cqe->user_data);
}

static __always_inline int completed(void *ctx, const struct uring_key *key, __u64 ring, const struct io_uring_cqe *cqe)
{
	struct uring_request *r = bpf_map_lookup_elem(&requests, key);
	struct uring_cpu *c;
	__s64 res = cqe->res;

	if (!r || cqe->flags & CQE_NOTIF)
		return 0;
	if (!is_same(r, ring, cqe)) {
		bpf_map_delete_elem(&requests, key);
		return 0;
	}
	c = uring_begin();
	if (c) {
		resume_request(&c->st, r);
		if (r->note)
			put_note(&c->st, r->note);
		c->request.ids = r->ids;
		c->request.mm = r->mm;
		c->st.call.ret = res;
		c->completes = true;
	}
	if (cqe->flags & CQE_MORE)
		r->loose = uring_loose = 1;
	else
		bpf_map_delete_elem(&requests, key);
	if (!c)
		return 0;
	if (wants_result(AGAIN(c->st.slot), AGAIN(c->st.call.nr), res, bpf_ktime_get_ns() - c->st.ts)) {
		if (completion_needs_capture(c, AGAIN(c->st.call.ret)))
			uring_go_on(ctx);
		emit_call(&c->st, REC_CALL, c->request.ids);
	}
	uring_end(c);
	return 0;
}

SEC("raw_tp/io_uring_submit_req")
int uring_submit(__u64 *ctx)
{
	struct io_kiocb *req = (struct io_kiocb *)ctx[0];

	return submitted(ctx, BPF_CORE_READ(req, ctx), (__u64)req);
}

/* An argument of the tracepoint. The verifier wants constant offsets: opaque() keeps the compiler from computing them. */
#define TP_ARG(name, i) __u64 name = ctx[i]; opaque(name)

/* Before Linux 6.5 */
SEC("raw_tp/io_uring_submit_sqe")
int uring_submit_sqe(__u64 *ctx)
{
	TP_ARG(first, 0);
	TP_ARG(second, 1);

	if (uring_form & URING_RING_FIRST)	/* from 5.13 on the request follows */
		return submitted(ctx, (struct io_ring_ctx *)first, second);
	return submitted(ctx, BPF_CORE_READ((struct io_kiocb *)first, ctx), first);
}

SEC("raw_tp/io_uring_complete")
int uring_complete(__u64 *ctx)
{
	TP_ARG(ring, 0);
	TP_ARG(second, 1);
	TP_ARG(third, 2);
	struct io_uring_cqe cqe = { .user_data = second, .res = third };
	struct uring_key key = { .req = ring, .user_data = second };

	if (uring_form & URING_CQE) {
		key = (struct uring_key){ .req = second };
		bpf_probe_read_kernel(&cqe, sizeof(cqe), (void *)third);
	}
	return completed(ctx, &key, ring, &cqe);
}

/* Linux 5.18 to 6.14; a program that reads more arguments than the tracepoint has cannot be attached. */
SEC("raw_tp/io_uring_complete")
int uring_complete_res(__u64 *ctx)
{
	struct io_uring_cqe cqe = { .user_data = ctx[2], .res = ctx[3], .flags = ctx[4] };
	struct uring_key key = { .req = ctx[1] };

	return completed(ctx, &key, ctx[0], &cqe);
}

/* The kernel gives the request to a thread of its own. */
SEC("raw_tp/io_uring_queue_async_work")
int uring_queued(__u64 *ctx)
{
	TP_ARG(first, 0);
	TP_ARG(second, 1);
	struct uring_key key = { .req = uring_form & URING_QUEUED_RING ? second : first };
	struct uring_request *r = bpf_map_lookup_elem(&requests, &key);

	if (r)
		r->note |= URING_WORKER;
	return 0;
}

/*
 * The kernel has refused the request before it was submitted; it will complete. Goes on in the program for submitted requests, for which
 * the arguments have no meaning here.
 */
SEC("raw_tp/io_uring_req_failed")
int uring_failed(__u64 *ctx)
{
	TP_ARG(sqe, 0);
	TP_ARG(second, 1);
	TP_ARG(third, 2);
	const struct io_kiocb *req = (const struct io_kiocb *)(uring_form & URING_FAILED_RING ? third : second);
	struct uring_cpu *c;

	if (!cfg.all && !is_marked(task_get(current_task(), tgid)))
		return 0;
	c = uring_begin();
	if (!c)
		return 0;
	c->key.req = (__u64)req;
	c->ring = (__u64)BPF_CORE_READ(req, ctx);
	c->sqe_at = sqe;
	bpf_tail_call(ctx, &next_uring, NEXT_URING_SUBMIT);
	c->sqe_at = 0;
	uring_end(c);
	return 0;
}

/* After capturing. Not inlined, for its stack would make uring_capture's call chain exceed the limit. */
__noinline int uring_finish(void)
{
	struct uring_cpu *c = uring_current();

	if (!c)
		return 0;
	if (c->completes)
		send_call(&c->st, REC_CALL, c->request.ids);
	else
		keep_request(c);
	uring_end(c);
	return 0;
}

/* How the plan's ops run at completion; 0: they do not. In another process or in an interrupt the memory cannot be read. */
__noinline int uring_completion_run(void)
{
	struct uring_cpu *c = uring_current();
	const struct plan *plan = c ? plan_of_call(&c->st) : 0;
	bool bad;

	if (!plan)
		return 0;
	bad = failed(AGAIN(c->st.call.ret));
	if (plan->flags & (PLAN_RENAMES | PLAN_OWN_FD) && !bad)	/* descriptors change, too, which other threads may have reported meanwhile */
		__sync_fetch_and_add(&name_generation, 1);
	if (!c->st.retry && !(bad ? plan->error_ops : plan->exit_ops))
		return 0;
	if ((__u64)BPF_CORE_READ(current_task(), mm) != c->request.mm)
		return 0;
	return RUN_EXIT | RUN_NO_RING | (bad ? RUN_FAILED : 0);
}

static __always_inline void capture_stale(struct task_state *st, const struct plan *plan)
{
	if (plan->fd_args && names_are_stale(st, plan, task_get(current_task(), tgid)))
		capture_asked(PASS_STATE plan->fd_args | ASKED_STALE);
}

/* Also continues trace_enter and trace_exit where these are raw tracepoint programs. While they run, no program of this file does. */
SEC("raw_tp")
int uring_capture(__u64 *ctx)
{
	struct uring_cpu *c = uring_current();
	__u32 why = RUN_ENTRY | RUN_NO_RING;
	const struct plan *plan;

	if (calls_are_raw() && (!c || !c->task))
		return capture_call(true);
	plan = c ? plan_of_call(&c->st) : 0;
	if (!plan)
		return uring_finish();
	if (c->completes)
		why = uring_completion_run();
	else
		capture_stale(&c->st, plan);
	if (why)
		run_ops(&c->st, plan, AGAIN(c->st.call.ret), why);
	return uring_finish();
}
