/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * uring.bpf.h - requests of io_uring, as calls with a number from SLOT_URING on: when they are submitted.
 *
 * When a request is submitted, the memory that it passes is captured in the submitting task as at a call's entry, by the plan of the
 * request's row. The record waits (uring_state.bpf.h) until the request completes (uring_done.bpf.h). The task is usually in io_uring_enter
 * meanwhile, so these programs use a state of their own, of this CPU. They are raw tracepoint programs: those may tail-call one program from
 * several tracepoints.
 *
 * Tracepoints differ between kernels: see enum uring_form.
 */
#pragma once

#include "plan.bpf.h"
#include "uring_state.bpf.h"

#define SQE_FIXED_FILE 1	/* IOSQE_FIXED_FILE */
#define SQE_SELECTS 32		/* IOSQE_BUFFER_SELECT */
#define SQE_SKIP_SUCCESS 64	/* IOSQE_CQE_SKIP_SUCCESS */
#define CQE_MORE 2		/* IORING_CQE_F_MORE: the request will complete again */
#define CQE_NOTIF 8		/* IORING_CQE_F_NOTIF: the kernel's own, after a request that sends without copying */
#define SETUP_SQE128 (1u << 10)	/* IORING_SETUP_SQE128, IORING_SETUP_NO_SQARRAY */
#define SETUP_NO_SQARRAY (1u << 16)
#define SETUP_SQE_MIXED (1u << 19)	/* IORING_SETUP_SQE_MIXED: entries of wide operations are two */

#define OP_SPLICE 30		/* IORING_OP_SPLICE, …: enum io_uring_op of linux/io_uring.h */
#define OP_TEE 33
#define OP_URING_CMD 46
#define OP_NOP128 63
#define OP_URING_CMD128 64
#define FD_IN_FIXED (1u << 31)	/* SPLICE_F_FD_IN_FIXED */
#define SQE_COMMAND 48		/* offset of `cmd` in struct io_uring_sqe, */
#define COMMAND_BYTES 16	/* its length in entries of 64 bytes, */
#define COMMAND_WIDE 80		/* and in those of 128 */

/* What a tracepoint passes, read without a helper call where that is possible. */
#define request_get(req, field) cast_get(struct io_kiocb, KERNEL_TYPE_IO_KIOCB, req, field)
#define ring_get(ring, field) cast_get(struct io_ring_ctx, KERNEL_TYPE_IO_RING_CTX, ring, field)

static __always_inline int read_queue(struct io_ring_ctx *ctx, struct submission_queue *q)
{
	__u32 from = bpf_core_field_offset(ctx->sq_array);

	if (may_cast()) {
		q->array = ring_get(ctx, sq_array);
		q->sqes = ring_get(ctx, sq_sqes);
		q->head = ring_get(ctx, cached_sq_head);
		q->entries = ring_get(ctx, sq_entries);
		return 0;
	}
	if (bpf_core_field_offset(ctx->sq_sqes) - from == offsetof(struct submission_queue, sqes) &&
	    bpf_core_field_offset(ctx->cached_sq_head) - from == offsetof(struct submission_queue, head) &&
	    bpf_core_field_offset(ctx->sq_entries) - from == offsetof(struct submission_queue, entries))
		return bpf_probe_read_kernel(q, sizeof(*q), (void *)ctx + from);
	q->array = BPF_CORE_READ(ctx, sq_array);
	q->sqes = BPF_CORE_READ(ctx, sq_sqes);
	q->head = BPF_CORE_READ(ctx, cached_sq_head);
	q->entries = BPF_CORE_READ(ctx, sq_entries);
	return 0;
}

/* Has the kernel taken two entries of 64 bytes for this request? */
static __always_inline bool is_wide(__u64 req, __u32 flags)
{
	return uring_form & URING_HAS_REQ && flags & SETUP_SQE_MIXED && request_get(req, opcode) - OP_NOP128 < 2u;
}

/* Finds the submission queue entry that the kernel has taken last. 0: there is none. q: in a map, for the verifier forgets there that it has pointers. */
static __always_inline __u64 find_sqe(struct io_ring_ctx *ctx, struct submission_queue *q, __u64 req)
{
	__u32 flags = ring_get(ctx, flags), at, entries;
	__u64 sqes;

	if (read_queue(ctx, q))
		return 0;
	sqes = (__u64)AGAIN(q->sqes);
	entries = q->entries;
	at = (q->head - (is_wide(req, flags) ? 2 : 1)) & (entries - 1);
	if (!sqes || (!(flags & SETUP_NO_SQARRAY) && bpf_probe_read_kernel(&at, sizeof(at), AGAIN(q->array) + at)))
		return 0;
	return sqes + ((__u64)(at & (entries - 1)) << (flags & SETUP_SQE128 ? 7 : 6));
}

/* Not by ring_get(): kernels that have no casts then refuse the program. */
static __always_inline __u32 ring_flags(const struct io_ring_ctx *ring)
{
	return BPF_CORE_READ(ring, flags);
}

/* The thread that the request is attributed to: of a thread that polls the submission queue, its process's first. */
static __always_inline struct task_struct *submitter(struct task_struct *task)
{
	return task_get(task, flags) & (is_modern() ? PF_IO_WORKER : PF_IO_WORKER | PF_IO_WORKER_OLD) ? task_get(task, group_leader) : task;
}

/* See CALL_FIXED_FD. */
static __always_inline __s64 fixed_number(__u32 n)
{
	return (__s32)(n | 1u << 31);
}

/* Is the descriptor in file_index, which these operations read from, such a number? */
static __always_inline bool reads_fixed(const struct uring_sqe *sqe)
{
	return (sqe->opcode == OP_SPLICE || sqe->opcode == OP_TEE) && sqe->op_flags & FD_IN_FIXED;
}

/* The number of a request: those that are as others with longer entries have the same if they would have none. */
static __always_inline __u32 request_number(__u32 opcode)
{
	return SLOT_URING + (opcode == OP_URING_CMD128 ? OP_URING_CMD : opcode);
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
	c->fields[SQE_FILE] = reads_fixed(sqe) ? fixed_number(sqe->file_index) : (__s64)(__s32)sqe->file_index;
	c->fields[SQE_ADDR3] = sqe->addr3;
	c->fields[SQE_PRIO] = sqe->ioprio;
	c->fields[SQE_CMD] = (__u32)sqe->off;
	c->fields[SQE_ADDR_LEN] = (__u16)sqe->file_index;
	c->fields[SQE_LEVEL] = (__u32)sqe->addr;
	c->fields[SQE_OPTNAME] = sqe->addr >> 32;
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
	__u16 flags = sqe->flags & SQE_FIXED_FILE || reads_fixed(sqe) ? CALL_FIXED_FD : 0;

	if (plan->flags & PLAN_OWN_FD && sqe->file_index)
		flags |= CALL_FIXED_RET;
	return flags;
}

/*
 * May it complete repeatedly? By opcode: polls (IORING_POLL_ADD_MULTI), timeouts (IORING_TIMEOUT_MULTISHOT), accepting
 * (IORING_ACCEPT_MULTISHOT), receiving (IORING_RECV_MULTISHOT), sending (IORING_RECVSEND_BUNDLE), commands (IORING_URING_CMD_MULTISHOT).
 */
static __always_inline bool may_repeat(const struct uring_sqe *sqe)
{
	switch (sqe->opcode) {
	case 6:			/* POLL_ADD */
		return sqe->len & 1;
	case 11:		/* TIMEOUT */
		return sqe->op_flags & 64;
	case 13:		/* ACCEPT */
		return sqe->ioprio & 1;
	case 10: case 27:	/* RECVMSG, RECV */
		return sqe->ioprio & 2;
	case 26:		/* SEND */
		return sqe->ioprio & 16;
	case 46:		/* URING_CMD */
		return sqe->op_flags & 2;
	case 49: case 58:	/* READ_MULTISHOT, RECV_ZC */
		return true;
	}
	return false;
}

static __always_inline __u32 how_it_ends(const struct uring_sqe *sqe)
{
	return (sqe->flags & SQE_SKIP_SUCCESS ? HOW_LOOSE : 0) | (sqe->flags & SQE_SELECTS ? HOW_SELECTS : 0) |
	       (uring_form & URING_HAS_REQ && may_repeat(sqe) ? HOW_REPEATS : 0);
}

/* Fills all of it but the key. c->request has some already. */
static __always_inline void fill_request(struct uring_request *r, const struct uring_cpu *c)
{
	const struct task_state *st = &c->st;
	__u64 len = AGAIN(st->len);

	r->retry = st->retry;
	if (len > (cfg.tally ? sizeof(r->used) : URING_BYTES)) {	/* it is read again at completion */
		len = st->call.fixed;
		r->retry = ~0u;
	}
	clamp_to(len, URING_BYTES);
	r->ts = st->ts;
	r->ids = c->request.ids;
	r->mm = c->request.mm;
	r->ring = c->ring;
	r->user_data = c->sqe.user_data;
	r->note = c->sqe.flags & (URING_DRAIN | URING_LINK | URING_HARDLINK | URING_ASYNC | URING_SELECTS | URING_SKIPS);
	r->more = c->sqe.ioprio | (__u64)c->sqe.personality << 16 | (__u64)c->sqe.buf_index << 32;
	r->file_index = st->call.flags & CALL_FIXED_RET ? c->sqe.file_index : 0;
	r->how = how_it_ends(&c->sqe);
	r->len = len;
	r->plan = st->plan;
	r->slot = st->slot;
	r->nreported = st->nreported;
	for (__u32 i = 0; i < REPORTED_FDS; i++)
		r->reported[i] = st->reported[i];
	copy_request(r->bytes, st->inflight, len);
}

/* The CPU's current one. No pointer argument: Linux 6.1 takes no keys and values from memory passed to a global function. */
APART int keep_request(void)
{
	struct uring_cpu *c = uring_current();
	struct uring_request *r = c ? claim_slot(c->key.req) : 0, *slot = r;

	if (!c)
		return 0;
	if (!uring_used)
		uring_used = 1;
	if (!r)
		r = &c->request;
	fill_request(r, c);
	if (slot && cfg.tally) {
		slot->owner = c->request.owner;
		__builtin_memcpy(slot->comm, c->request.comm, sizeof(slot->comm));
	}
	r->req = c->key.req;
	if (r->how & HOW_REPEATS)
		note_repeating(r);
	if (slot)
		return 0;
	uring_spilled = 1;
	if (bpf_map_update_elem(&requests, &c->key, &c->request, BPF_ANY))
		count_loss(0, LOSS_INFLIGHT);
	return 0;
}

/* Goes on in uring_capture: what needs the whole of plan.bpf.h, which takes the verifier long, is loaded once. */
static __always_inline void uring_go_on(void *ctx, const struct uring_cpu *c)
{
	tail_call(ctx, &next_uring, NEXT_URING_CAPTURE, AGAIN(c->task));
}

static __always_inline bool is_command(__u32 opcode)
{
	return opcode == OP_URING_CMD || opcode == OP_URING_CMD128;
}

/*
 * The number of the CPU's current request, a command. Those of sockets are calls: SOCKET_URING_OP_SIOCINQ, … of linux/io_uring.h, whose numbers
 * other files use, too. What a number in the ring's own table is, is not known yet.
 */
APART int command_number(void)
{
	struct uring_cpu *c = uring_current();

	if (!c || c->sqe.flags & SQE_FIXED_FILE || (__u32)c->sqe.off > 5 || !kind_of(c->sqe.fd))
		return SLOT_URING + OP_URING_CMD;
	switch ((__u32)c->sqe.off) {
	case 0: case 1:
		return SLOT_COMMANDS + COMMAND_IOCTL;
	case 2:
		return SLOT_COMMANDS + COMMAND_GETSOCKOPT;
	case 3:
		return SLOT_COMMANDS + COMMAND_SETSOCKOPT;
	case 5:			/* optlen: the peer's? */
		return SLOT_COMMANDS + (c->sqe.file_index == 1 ? COMMAND_GETPEERNAME : COMMAND_GETSOCKNAME);
	}
	return SLOT_URING + OP_URING_CMD;
}

static __always_inline __u32 number_of_request(const struct uring_cpu *c)
{
	return is_command(c->sqe.opcode) ? command_number() : request_number(c->sqe.opcode);
}

/* Appends what the entry of the CPU's current request, a command, has for the file's driver. */
APART int capture_command(void)
{
	struct uring_cpu *c = uring_current();
	struct task_state *st = c ? &c->st : 0;
	__u64 off, len;
	struct chunk *k;

	if (!st)
		return 0;
	off = AGAIN(st->len);
	len = AGAIN(c->command_len);
	clamp_to(off, sizeof(struct rec_call) + CALL_ARGS * 8);
	clamp_to(len, COMMAND_WIDE);
	k = (struct chunk *)(st->inflight + off);
	*k = (struct chunk){ .arg = CALL_ARGS - 1, .part = PART_SELF, .len = len, .addr = 0 };
	if (bpf_probe_read_kernel(k + 1, len, (void *)AGAIN(c->command)))
		return 0;
	st->len = off + sizeof(*k) + len;
	return 0;
}

/*
 * Notes what the CPU's current request has of the thread that submits it, whose state is only looked at. 0: the thread's requests are not wanted.
 * A function of its own: the verifier comes by once, and searches all names of the kernel's types for a load of `group_leader`.
 */
APART int note_submitter(void)
{
	struct uring_cpu *c = uring_current();
	struct task_struct *task = current_task(), *owner = submitter(task);
	struct task_state *st = c ? current_state(owner, true) : 0;

	if (!c || !st || st->flags & TASK_WAIT_EXEC || (cfg.tally && cfg.has_comms && !wants_comm(st)))
		return false;
	c->st.call_flags = st->call_flags;
	c->request.ids = task_ids(owner, st);
	c->request.mm = task_address(task, mm);
	if (cfg.tally)
		note_owner(c, owner, st);
	return true;
}

static __always_inline bool request_begun(struct uring_cpu *c, struct task_struct *task)
{
	__u32 slot = abi__slot(task, 0), nr = number_of_request(c);
	const struct plan *plan;

	if (nr >= SLOT_MUX || !wants_call(call_key(slot, nr)) || !note_submitter())
		return false;
	plan = begin_request(c, slot, nr);
	if (!plan)
		return false;
	c->st.call.flags = c->st.call_flags | fixed_flags(&c->sqe, plan);
	if (!cfg.tally && nr == SLOT_URING + OP_URING_CMD)
		capture_command();
	return true;
}

/* Of the CPU's current call: must more be captured than a single plain op does? */
APART int submission_needs_capture(void)
{
	struct uring_cpu *c = uring_current();
	const struct plan *plan = c ? plan_of_call(&c->st) : 0;

	if (!c)
		return false;
	if (!plan || (plan->fd_args && names_are_stale(&c->st, plan, task_get(current_task(), tgid))))
		return true;
	return plan->entry_ops && run_fast(&c->st, plan, plan->fast_entry, 0, 0);
}

/* Has uring_failed begun in this task, or this program? */
static __always_inline bool is_refused(const struct uring_cpu *c, const struct task_struct *task)
{
	return c && c->sqe_at && c->task == (__u64)task;
}

/* Is the request's opcode not selected, nor its memory one's that has not ended? Before anything else is read, if that is possible. */
static __always_inline bool is_passed_over(struct task_struct *task, __u64 req)
{
	struct uring_key key = { .req = req };
	__u32 nr;

	if (!may_cast() || !(uring_form & URING_HAS_REQ))
		return false;
	if (is_command(request_get(req, opcode)))	/* which number it has depends on its file */
		return false;
	nr = request_number(request_get(req, opcode));
	return (nr >= SLOT_MUX || !wants_call(call_key(abi__slot(task, 0), nr))) && !find_request(&key);
}

/* NULL: the submission is not wanted. Else c->sqe_at and c->key.req are known if the kernel has refused the request; otherwise c->sqe_at is 0. */
static __always_inline struct uring_cpu *begin_submission(struct task_struct *task, __u64 req)
{
	struct uring_cpu *c = uring_current();

	if (is_refused(c, task))
		return c;
	if ((!cfg.all && !is_marked(task_get(task, tgid))) || is_passed_over(task, req))
		return 0;
	return uring_begin(task);
}

static __always_inline int submitted(void *ctx, struct io_ring_ctx *ring, __u64 req)
{
	struct task_struct *task = current_task();
	struct uring_cpu *c = begin_submission(task, req);
	__u64 sqe;

	if (!c)
		return 0;
	if (!c->sqe_at) {
		c->sqe_at = find_sqe(ring, &c->queue, req);
		c->ring = (__u64)ring;
		c->key.req = uring_form & URING_HAS_REQ ? req : (__u64)ring;
	}
	sqe = AGAIN(c->sqe_at);
	c->sqe_at = 0;
	if (!sqe || bpf_probe_read_kernel(&c->sqe, sizeof(c->sqe), (void *)sqe)) {
		uring_end(c);
		return 0;
	}
	if (is_command(c->sqe.opcode)) {
		__u32 wide = SETUP_SQE128 | (c->sqe.opcode == OP_URING_CMD128 ? SETUP_SQE_MIXED : 0);

		c->command = sqe + SQE_COMMAND;
		c->command_len = ring_flags((struct io_ring_ctx *)c->ring) & wide ? COMMAND_WIDE : COMMAND_BYTES;
	}
	c->key.user_data = uring_form & URING_HAS_REQ ? 0 : c->sqe.user_data;
	if (uring_form & URING_HAS_REQ && find_request(&c->key)) {	/* one that has used this memory */
		c->sqe_at = sqe;
		tail_call(ctx, &next_uring, NEXT_URING_PREVIOUS, AGAIN(c->task));
		c->sqe_at = 0;
	}
	if (!request_begun(c, task)) {
		uring_end(c);
		return 0;
	}
	c->completes = false;
	if (!cfg.tally && submission_needs_capture())
		uring_go_on(ctx, c);
	else
		keep_request();
	uring_end(c);
	return 0;
}

SEC("raw_tp/io_uring_submit_req")
int uring_submit(__u64 *ctx)
{
	__u64 req = ctx[0];

	return submitted(ctx, request_get(req, ctx), req);
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
	return submitted(ctx, request_get(first, ctx), first);
}

/* The kernel gives the request to a thread of its own. */
SEC("raw_tp/io_uring_queue_async_work")
int uring_queued(__u64 *ctx)
{
	TP_ARG(first, 0);
	TP_ARG(second, 1);
	struct uring_key key = { .req = uring_form & URING_QUEUED_RING ? second : first };
	struct uring_request *r = find_request(&key);

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
	struct task_struct *task = current_task();
	struct uring_cpu *c;

	if (!cfg.all && !is_marked(task_get(task, tgid)))
		return 0;
	c = uring_begin(task);
	if (!c)
		return 0;
	c->key.req = (__u64)req;
	c->ring = (__u64)BPF_CORE_READ(req, ctx);
	c->sqe_at = sqe;
	tail_call(ctx, &next_uring, NEXT_URING_SUBMIT, AGAIN(c->task));
	c->sqe_at = 0;
	uring_end(c);
	return 0;
}
