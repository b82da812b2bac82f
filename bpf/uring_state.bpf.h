/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * uring_state.bpf.h - requests of io_uring that have not completed, and where they are kept.
 *
 * Where the tracepoints have the request's address, most are in `request_slots`, an array that is indexed by it: the kernel allocates
 * requests of a ring side by side, and an array costs no function call. A request whose element is in use, and all requests of kernels that
 * only tell the program's number, are in the hash `requests`.
 */
#pragma once

#include "count.bpf.h"
#include "emit.bpf.h"

_Static_assert(URING_FDS == REPORTED_FDS, "struct uring_request");

static __always_inline struct uring_cpu *uring_begin(const struct task_struct *task)
{
	struct uring_cpu *c = uring_current();

	if (!c)
		return 0;
	if (c->task) {		/* this program has interrupted another of them */
		count_loss(0, LOSS_OTHER);
		return 0;
	}
	c->task = (__u64)task;
	return c;
}

static __always_inline void uring_end(struct uring_cpu *c)
{
	c->task = 0;
}

static __always_inline struct uring_request *slot_of_request(__u64 req)
{
	__u64 at = req >> 8;	/* struct io_kiocb has between 192 and 256 bytes */

	mask_to(at, URING_SLOTS - 1);
	return settled(&((struct uring_slots *)memory_of(&request_slots))->slot[at]);
}

static __always_inline struct uring_request *find_request(const struct uring_key *key)
{
	struct uring_request *r;

	if (uring_form & URING_HAS_REQ) {
		r = slot_of_request(key->req);
		if (r && key->req && r->req == key->req)
			return r;
		if (!uring_spilled)
			return 0;
	}
	return bpf_map_lookup_elem(&requests, key);
}

/* The request's element, if it is not in use. Of tasks that want it at the same time none gets it. */
static __always_inline struct uring_request *claim_slot(__u64 req)
{
	struct uring_request *r;

	if (!(uring_form & URING_HAS_REQ))
		return 0;
	r = slot_of_request(req);
	if (!r)
		return 0;
	__sync_fetch_and_add(&r->busy, 1);
	if (AGAIN(r->busy) == 1)
		return r;
	__sync_fetch_and_add(&r->busy, -1ull);
	return 0;
}

static __always_inline void drop_request(struct uring_request *r)
{
	struct uring_key key = { .req = r->req, .user_data = r->user_data };

	if (r->how & HOW_REPEATS) {
		struct uring_key at = { .req = r->ring, .user_data = r->user_data };

		bpf_map_delete_elem(&repeating, &at);
	}
	if (uring_form & URING_HAS_REQ)
		key.user_data = 0;
	if (r->busy) {
		r->req = 0;
		__sync_fetch_and_add(&r->busy, -1ull);
	} else {
		bpf_map_delete_elem(&requests, &key);
	}
}

/* A request with the same number, of the same ring, that repeats at the same time: whose a completion is, is not known then. */
static __always_inline void note_repeating(const struct uring_request *r)
{
	struct uring_key at = { .req = r->ring, .user_data = r->user_data };
	__u64 req = bpf_map_lookup_elem(&repeating, &at) ? 0 : r->req;

	bpf_map_update_elem(&repeating, &at, &req, BPF_ANY);
}

static __always_inline struct uring_request *find_repeating(__u64 ring, __u64 user_data)
{
	struct uring_key at = { .req = ring, .user_data = user_data }, key = {};
	const __u64 *req = bpf_map_lookup_elem(&repeating, &at);

	if (!req)
		return 0;
	key.req = *req;
	return key.req ? find_request(&key) : 0;
}

/* Copies a request's record; both have room for URING_BYTES. Most are short, and copied without a helper call. */
static __always_inline void copy_request(void *to, const void *from, __u64 len)
{
	if (len <= COPY_LONG) {
		copy_short(to, from, 0, len);
		return;
	}
	clamp_to(len, URING_BYTES);
	bpf_probe_read_kernel(to, len, from);
}

/* Makes the request the state's current call. */
static __always_inline void resume_request(struct task_state *st, const struct uring_request *r)
{
	copy_request(st->inflight, r->bytes, r->len);
	st->ts = r->ts;
	st->len = r->len;
	st->retry = r->retry;
	st->plan = r->plan;
	st->slot = r->slot;
	st->nreported = r->nreported;
	for (__u32 i = 0; i < REPORTED_FDS; i++)
		st->reported[i] = r->reported[i];
	st->parts = st->parts_noted = 0;
	st->lost = 0;
}

/* Appends a chunk of what the request has beside its arguments: PART_SQE, PART_SQE_MORE, PART_SQE_FILE. */
static __always_inline void put_note(struct task_state *st, __u16 part, __u64 note)
{
	__u64 off = AGAIN(st->len);

	clamp_to(off, URING_BYTES + 2 * sizeof(struct chunk));
	*(struct chunk *)(st->inflight + off) = (struct chunk){ .arg = CHUNK_RET, .part = part, .addr = note };
	st->len = off + sizeof(struct chunk);
}

/* -- Counts (cfg.tally) -- */

/* At submission: for whom the request counts. */
static __always_inline void note_owner(struct uring_cpu *c, struct task_struct *owner, const struct task_state *st)
{
	struct tally_owner *to = &c->request.owner;

	__builtin_memset(to, 0, sizeof(*to));
	take_owner(owner, st, to);
	if (cfg.tally & TALLY_THREAD)
		BPF_CORE_READ_INTO(&c->request.comm, owner, comm);
	else
		BPF_CORE_READ_INTO(&c->request.comm, owner, group_leader, comm);
	if (cfg.tally & TALLY_COMM)
		BPF_CORE_READ_INTO(&to->comm, owner, comm);
}

/* As count_call(), for a request that has completed. */
static __always_inline void count_request(struct uring_cpu *c, const struct uring_request *r, __s64 ret, bool timed)
{
	struct task_state *st = &c->st;
	const struct plan *plan = plan_of_call(st);
	__u32 cpu = bpf_get_smp_processor_id() + cfg.tally_uring, number;
	struct kernel_tally *t;

	if (!plan || !(plan->flags & PLAN_SHOW))
		return;
	if (cfg.tally & BY_OWNER)
		set_owner(st, &r->owner);
	number = tally_of_result(st, AGAIN(st->slot), AGAIN(st->call.nr), ret, cpu);
	t = bpf_map_lookup_elem(&tallies, &number);
	if (!t)
		return;
	add_result(t, plan, ret, bpf_ktime_get_ns());
	if (cfg.tally & TALLY_PATH && is_error(ret))
		vote_for_path(st, plan, number, cpu);
	if (cfg.tally & (TALLY_THREAD | TALLY_PROCESS))
		__builtin_memcpy(t->comm, r->comm, sizeof(t->comm));
	if (timed)
		add_duration(t, t->last - st->ts, cpu);
}
