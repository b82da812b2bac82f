/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * uring_done.bpf.h - requests of io_uring that complete: in the task that submitted them, in another one, or in an interrupt.
 *
 * Each completion is a call of its own, of a request that completes repeatedly as well. What the kernel tells no completion of (of a
 * request with IOSQE_CQE_SKIP_SUCCESS that succeeded; of one for which the completion queue had no room) is found when the kernel uses the
 * request's memory again, in which the result still is.
 */
#pragma once

#include "uring.bpf.h"

#define CQE_BUFFER 1		/* IORING_CQE_F_BUFFER: the number of a buffer is in the upper half */
/*
 * IORING_CQE_F_MORE. If the tracepoint does not have the request: it will complete again. Otherwise the kernel will tell that a request that
 * sends without copying does not need its memory any more.
 */
#define CQE_MORE 2
#define CQE_NOTIF 8		/* IORING_CQE_F_NOTIF: the kernel's own, after a request that sends without copying */

struct io_uring_cqe { __u64 user_data; __s32 res; __u32 flags; };	/* never changes */

/* In another process the memory cannot be read, nor is it known which if the kernel has chosen a buffer. */
static __always_inline bool can_read(const struct uring_cpu *c, struct task_struct *task)
{
	return !(c->request.how & HOW_SELECTS) && task_address(task, mm) == c->request.mm;
}

/* Of the CPU's current call: must more be captured than a single plain op does? */
APART int completion_needs_capture(void)
{
	struct uring_cpu *c = uring_current();
	struct task_state *st = c ? &c->st : 0;
	const struct plan *plan = c ? plan_of_call(st) : 0;
	__s64 res;

	if (!c)
		return false;
	res = st->call.ret;
	if (!plan || st->retry || plan->flags & (PLAN_RENAMES | PLAN_OWN_FD) || st->call.flags & CALL_FIXED_FD)
		return true;
	if (!(failed(res) ? plan->error_ops : plan->exit_ops) || !can_read(c, current_task()))
		return false;
	return run_fast(st, plan, plan->fast_exit, res, CHUNK_OUT);
}

/* Is it this request that completes? If it has ended without a completion, the kernel may use its memory for another since. */
static __always_inline bool is_same(const struct uring_request *r, __u64 ring, const struct io_uring_cqe *cqe)
{
	return r->ring == ring && !(r->how & HOW_LOOSE && r->user_data != cqe->user_data);
}

static __always_inline __u64 note_of(const struct uring_request *r, const struct io_uring_cqe *cqe, bool more)
{
	__u64 note = r->note;

	if (more)
		note |= URING_MORE;
	if (cqe->flags & CQE_BUFFER)
		note |= URING_BUFFER | (__u64)(cqe->flags >> 16) << 32;
	return note;
}

static __always_inline bool wants_request(const struct uring_cpu *c, __s64 res)
{
	__u64 dur = cfg.has_min_dur ? bpf_ktime_get_ns() - c->st.ts : 0;

	return wants_result(&c->st, res, dur);
}

/* Makes it the CPU's current call. */
APART int resume(struct uring_cpu *c, struct uring_request *r, __u64 note)
{
	if (!c || !r)
		return 0;
	resume_request(&c->st, r);
	if (note)
		put_note(&c->st, PART_SQE, note);
	if (r->more)
		put_note(&c->st, PART_SQE_MORE, r->more);
	if (r->file_index)
		put_note(&c->st, PART_SQE_FILE, r->file_index);
	c->request.ids = r->ids;
	c->request.mm = r->mm;
	c->request.how = r->how;
	return 0;
}

/* The memory of the request that the completion is of belonged to another one, whose end was not told. */
static __always_inline void end_other(void *ctx, const struct task_struct *task, const struct uring_key *key)
{
	struct uring_cpu *c = uring_begin(task);

	if (!c)
		return;
	c->key = *key;
	c->sqe_at = 0;
	tail_call(ctx, &next_uring, NEXT_URING_PREVIOUS, AGAIN(c->task));
	uring_end(c);
}

/*
 * A request that was submitted before tracing began, of a task that is traced: of its arguments nothing is known. In another task than the
 * one that submitted it it is attributed to the first thread of its process.
 */
APART int completed_unseen(__u64 request, __s64 res)
{
	struct io_kiocb *req = (struct io_kiocb *)request;
	struct task_struct *task = current_task(), *owner = submitter(task), *by;
	__u32 slot = abi__slot(task, 0), nr;
	const struct task_state *st0;
	struct uring_cpu *c;

	if (!cfg.late || !(uring_form & URING_HAS_REQ) || !req || cfg.tally || (!cfg.all && !is_marked(task_get(task, tgid))))
		return 0;
	nr = request_number(request_get(req, opcode));
	if (nr >= SLOT_MUX || !wants_call(call_key(slot, nr)))
		return 0;
	if (bpf_core_field_exists(req->tctx))
		by = BPF_CORE_READ(req, tctx, task);
	else
		by = BPF_CORE_READ((struct io_kiocb___old *)req, task);
	if (BPF_CORE_READ(by, tgid) != task_get(task, tgid))
		return 0;
	st0 = current_state(owner, false);
	if (!st0 || st0->flags & TASK_WAIT_EXEC)
		return 0;
	c = uring_begin(task);
	if (!c)
		return 0;
	if (begin_request(c, slot, nr)) {
		c->st.call.flags = st0->call_flags | CALL_NO_ENTRY | CALL_NO_ARGS;
		c->st.call.ret = res;
		c->st.call.nargs = 0;
		c->st.call.fixed = c->st.len = sizeof(struct rec_call);
		if (wants_request(c, res))
			emit_call(&c->st, REC_CALL, task_ids(owner, st0), false);
	}
	uring_end(c);
	return 0;
}

static __always_inline int completed(void *ctx, const struct uring_key *key, __u64 ring, const struct io_uring_cqe *cqe)
{
	bool apart = uring_form & URING_HAS_REQ && !key->req, want = false;
	struct task_struct *task;
	struct uring_request *r;
	struct uring_cpu *c;

	if (cqe->flags & CQE_NOTIF || uring_ended)
		return 0;
	if (!apart)
		r = find_request(key);
	else if (cqe->flags & CQE_MORE)
		r = find_repeating(ring, cqe->user_data);
	else
		return 0;
	if (!r)
		return !cfg.late || apart || cqe->flags & CQE_MORE ? 0 : completed_unseen(key->req, cqe->res);
	task = current_task();
	if (!is_same(r, ring, cqe)) {
		if (!apart)
			end_other(ctx, task, key);
		return 0;
	}
	c = uring_begin(task);
	if (c) {
		resume(c, r, note_of(r, cqe, apart));
		c->st.call.ret = cqe->res;
		c->key.req = r->req;
		c->completes = true;
		want = wants_request(c, cqe->res);
		if (want && cfg.tally)
			count_request(c, r, cqe->res, true);
	}
	if (!apart)
		drop_request(r);
	if (!c)
		return 0;
	if (want && !cfg.tally) {
		if (completion_needs_capture())
			uring_go_on(ctx, c);
		emit_call(&c->st, REC_CALL, c->request.ids, false);
	}
	uring_end(c);
	return 0;
}

static __always_inline void read_cqe(struct io_uring_cqe *cqe, __u64 at)
{
	const struct io_uring_cqe *from;

	if (!may_cast()) {
		bpf_probe_read_kernel(cqe, sizeof(*cqe), (void *)at);
		return;
	}
	from = bpf_rdonly_cast((void *)at, KERNEL_VALUE(KERNEL_TYPE_IO_URING_CQE));
	cqe->user_data = AGAIN(from->user_data);	/* the compiler may not join these loads */
	cqe->res = AGAIN(from->res);
	cqe->flags = AGAIN(from->flags);
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
		read_cqe(&cqe, third);
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

/* Is the result of the request in c->key still in its memory? It is until the memory is used again for a request that completes. */
static __always_inline bool has_result(const struct uring_cpu *c, const struct uring_request *r)
{
	struct io_kiocb *req = (struct io_kiocb *)c->key.req;

	return c->sqe_at && r->ring == c->ring && bpf_core_field_exists(req->cqe);
}

static __always_inline void end_silently(struct uring_cpu *c, struct uring_request *r)
{
	bool known = has_result(c, r), want = !cfg.only_failed && !cfg.has_errnos && !cfg.has_min_dur;
	struct io_kiocb *req = (struct io_kiocb *)c->key.req;
	struct task_state *st = &c->st;

	resume(c, r, r->note | URING_SILENT);
	st->call.flags |= known ? CALL_NO_ENTRY : CALL_NO_RETURN;
	st->call.ret = known ? (__s64)BPF_CORE_READ(req, cqe.res) : 0;
	if (known)
		want = wants_result(st, st->call.ret, 0);
	if (cfg.tally && want && known)
		count_request(c, r, st->call.ret, false);
	drop_request(r);
	if (cfg.tally || !want)
		return;
	st->call.dur = bpf_ktime_get_ns() - st->ts;
	emit_call(st, known ? REC_CALL : REC_PENDING, c->request.ids, false);
}

/* Before a request is submitted, or completes, whose memory was another one's, which is in c->key. */
SEC("raw_tp")
int uring_previous(__u64 *ctx)
{
	struct uring_cpu *c = uring_current();
	struct uring_request *r = c ? find_request(&c->key) : 0;

	if (r && !uring_ended)
		end_silently(c, r);
	if (!c)
		return 0;
	if (c->sqe_at)
		tail_call(ctx, &next_uring, NEXT_URING_SUBMIT, AGAIN(c->task));
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
		keep_request();
	uring_end(c);
	return 0;
}

/* When the plan's ops run: at submission, or at completion; 0: they do not. In another process or in an interrupt the memory cannot be read. */
__noinline int uring_run(void)
{
	struct uring_cpu *c = uring_current();
	const struct plan *plan = c ? plan_of_call(&c->st) : 0;
	bool bad;

	if (!plan)
		return 0;
	if (!c->completes)
		return RUN_ENTRY | RUN_NO_RING;
	bad = failed(AGAIN(c->st.call.ret));
	if (plan->flags & (PLAN_RENAMES | PLAN_OWN_FD) && !bad)	/* descriptors change, too, which other threads may have reported meanwhile */
		begin_name_generation();
	if (!c->st.retry && !(bad ? plan->error_ops : plan->exit_ops))
		return 0;
	if (!can_read(c, current_task()))
		return 0;
	return RUN_EXIT | RUN_NO_RING | (bad ? RUN_FAILED : 0);
}

/* Describes the file behind a number in the ring's own table, which the request has until its memory is used again. Not inlined: likewise. */
__noinline int capture_registered(void)
{
	struct uring_cpu *c = uring_current();
	struct task_state *st = c ? &c->st : 0;
	const struct plan *plan = c ? plan_of_call(st) : 0;

	if (!plan || !(uring_form & URING_HAS_REQ) || !(st->call.flags & CALL_FIXED_FD))
		return 0;
	for (__u32 i = 0; i < CALL_ARGS && i < st->call.nargs; i++)
		if ((plan->from >> 4 * i & 15) == SQE_FD && (__s32)st->call.args[i] < CALL_FIXED_LIMIT)
			return capture_fdinfo(PASS_STATE i | FOR_ENTRY | FOR_REGISTERED, (int)st->call.args[i]);
	return 0;
}

static __always_inline void capture_stale(struct task_state *st, const struct plan *plan)
{
	if (plan->fd_args && names_are_stale(st, plan, task_get(current_task(), tgid)))
		capture_asked(PASS_STATE plan->fd_args | ASKED_STALE);
}

/* Also continues trace_enter and trace_exit where these are raw tracepoint programs. While they run, no program of io_uring does. */
SEC("raw_tp")
int uring_capture(__u64 *ctx)
{
	struct uring_cpu *c = uring_current();
	const struct plan *plan;
	__u32 why;

	if (calls_are_raw() && (!c || !c->task))
		return capture_call(ctx, true);
	plan = c ? plan_of_call(&c->st) : 0;
	if (!plan)
		return uring_finish();
	if (c->completes)
		capture_registered();
	else
		capture_stale(&c->st, plan);
	why = uring_run();
	if (why)
		run_ops(&c->st, plan, AGAIN(c->st.call.ret), why);
	return uring_finish();
}
