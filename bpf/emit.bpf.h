/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * emit.bpf.h - writes records to this CPU's ring, or counts the loss.
 *
 * No locked instructions: each would wait for the stores of the previous record, to cache lines that the reader has just read. wire.h
 * describes the protocol between writer and reader.
 */
#pragma once

#include "state.bpf.h"

#define barrier() asm volatile("" ::: "memory")
/* On CPUs with weak memory ordering the reader enforces the order: see ring__settle. */
#define store_release(p, v) do { barrier(); *(volatile __u64 *)(p) = (v); } while (0)

struct claim {
	struct rec *rec;
	struct ring_ctl *ctl;
	__u64 end;		/* position after the record */
	__u32 cpu;
};

#define RING_LOSS (cfg.preemptible ? LOSS_RING_BUSY : LOSS_RING)

/* Losses in a full ring are reported before the thread's next record, others at the end (st is NULL). */
static __always_inline void count_loss(struct task_state *st, __u32 reason)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct cpu_stats *c = bpf_map_lookup_elem(&stats, &cpu);
	__u64 now = bpf_ktime_get_ns();

	if (c && reason < LOSS_REASONS)
		__sync_fetch_and_add(&c->lost[reason], 1);
	if (!st)
		return;
	if (!st->lost++)
		st->lost_first = now;
	st->lost_last = now;
}

/* As a function, for the places that have a frame left for it: a program has eight. */
APART int count_loss_apart(struct task_state *st, __u32 reason)
{
	count_loss(st, reason);
	return 0;
}

/* Returns space that was claimed and will not be written. */
static __always_inline void ring__leave(struct ring_ctl *ctl, __u32 len)
{
	if (cfg.preemptible)
		__sync_fetch_and_add(&ctl->claimed, -(__u64)len);
	else
		*(volatile __u64 *)&ctl->claimed = ctl->head;
}

/*
 * A ring may have only one writer at a time. Where programs may preempt each other, each adds the length it is going to write to `claimed`;
 * if `claimed` is then exactly that much above `head`, there is no other writer. Elsewhere only programs of io_uring can interrupt a writer
 * (before Linux 5.16) or be preempted while they write (from 6.19 on), which is cfg.interrupted: who finds another writer does not write.
 */
static __always_inline bool ring__enter(struct ring_ctl *ctl, __u32 len)
{
	if (!cfg.preemptible) {
		if (cfg.interrupted && *(volatile __u64 *)&ctl->claimed != *(volatile __u64 *)&ctl->head)
			return false;
		*(volatile __u64 *)&ctl->claimed = ctl->head + len;
		barrier();
		return true;
	}
	__sync_fetch_and_add(&ctl->claimed, len);
	if (*(volatile __u64 *)&ctl->claimed - *(volatile __u64 *)&ctl->head == len)
		return true;
	ring__leave(ctl, len);
	return false;
}

/* The memory at a position. NULL: there is none, of which the verifier cannot be sure. A look-up takes more instructions. */
static __always_inline __u8 *ring__at(__u32 cpu, __u64 pos)
{
	__u64 at = cpu;
	__u8 *elem;
	__u32 key;

	if (cfg.one_element) {
		if (cfg.ring_mask + 1 == cfg.possible_cpus)
			at &= cfg.ring_mask;
		else
			bound_by(at, (__u64)cfg.possible_cpus);		/* it is below */
		multiply(at, RING_SIZE(cfg.ring_chunks, RING_CHUNK));
		at += pos & ((__u64)cfg.ring_chunks * RING_CHUNK - REC_ALIGN);
		return settled((__u8 *)memory_of(&rings) + at);
	}
	key = at * cfg.ring_chunks + ((pos / RING_CHUNK) & (cfg.ring_chunks - 1));
	elem = bpf_map_lookup_elem(&rings, &key);
	return elem ? elem + (pos & (RING_CHUNK - REC_ALIGN)) : 0;
}

/*
 * len: a multiple of REC_ALIGN, at most REC_MAX. The space is not initialised. `beyond`: as many bytes after the record may be written, too,
 * for they are free.
 */
static __always_inline bool ring__claim_wide(struct claim *c, __u32 len, __u32 beyond)
{
	__u64 head, cpu = bpf_get_smp_processor_id();

	c->cpu = cpu;
	c->ctl = settled((struct ring_ctl *)memory_of(&ring_ctls) + (cpu & cfg.ring_mask));
	if (!ring__enter(c->ctl, len))
		return false;
	head = c->ctl->head;
	c->end = head + len;
	c->rec = (struct rec *)ring__at(cpu, head);
	if (!c->rec || c->end + beyond - *(volatile __u64 *)&c->ctl->tail > (__u64)cfg.ring_chunks * RING_CHUNK) {
		ring__leave(c->ctl, len);
		return false;
	}
	return true;
}

static __always_inline bool ring__claim(struct claim *c, __u32 len)
{
	return ring__claim_wide(c, len, 0);
}

/* Is more than half of the ring in use, and may its writer be held for that? */
static __always_inline bool ring__is_crowded(const struct ring_ctl *ctl, __u64 used)
{
	return used > (__u64)cfg.ring_chunks * RING_CHUNK / 2 && *(volatile __u64 *)&ctl->patience;
}

/* true: the ring is crowded. */
static __always_inline bool ring__publish(struct claim *c, __u32 len)
{
	struct ring_ctl *ctl = c->ctl;
	__u64 used = c->end - ctl->tail;

	c->rec->len = len;
	store_release(&ctl->head, c->end);
	if (used < ctl->watermark)
		return false;
	if (!ctl->notified) {
		__u32 any = 0;

		ctl->notified = 1;
		bpf_ringbuf_output(&wakeup, &any, sizeof(any), BPF_RB_FORCE_WAKEUP);
	}
	return ring__is_crowded(ctl, used);
}

#ifndef OLD_KERNEL
#define HOLD_NS 100000

/* Functions of their own: the verifier goes through each loop once, and not for each time around the outer one. */
__noinline int pass_moment(void)
{
	ROLLED for (__u32 i = 0; i < 20; i++)
		bpf_ktime_get_ns();
	return 0;
}

/* Some 10 microseconds */
__noinline int pass_time(void)
{
	ROLLED for (__u32 i = 0; i < 20; i++)
		pass_moment();
	return 0;
}

/*
 * The ring is drained on this CPU, by a thread that preempts the writer. Where that does not run in time (it is just being started, a virtual CPU is
 * paused, the writer has a higher priority, or the thread may not use this CPU), a fast writer would fill the rest of the ring in a few milliseconds.
 * It is held for a moment after each call instead, and not for longer in all than the reader grants.
 */
__noinline int hold_writer(void)
{
	__u64 began = 0, passed = 0, cpu = bpf_get_smp_processor_id();
	struct ring_ctl *ctl = settled((struct ring_ctl *)memory_of(&ring_ctls) + (cpu & cfg.ring_mask));

	ROLLED for (__u32 i = 0; i < 10 && passed < HOLD_NS; i++) {
		if (!ring__is_crowded(ctl, *(volatile __u64 *)&ctl->head - *(volatile __u64 *)&ctl->tail))
			break;
		if (!i)
			began = bpf_ktime_get_ns();
		pass_time();
		passed = bpf_ktime_get_ns() - began;
	}
	if (!passed)
		return 0;
	ctl->held += passed;
	*(volatile __u64 *)&ctl->patience = passed < ctl->patience ? ctl->patience - passed : 0;
	return 0;
}
#else
static __always_inline int hold_writer(void)
{
	return 0;
}
#endif

/* Publishes less than was claimed. */
static __always_inline void ring__publish_part(struct claim *c, __u32 claimed, __u32 len)
{
	c->end -= claimed - len;
	if (cfg.preemptible)
		__sync_fetch_and_add(&c->ctl->claimed, -(__u64)(claimed - len));
	else
		*(volatile __u64 *)&c->ctl->claimed = c->end;
	ring__publish(c, len);
}

/* Fills the header except for len. */
static __always_inline void rec__fill_on(struct rec *r, __u16 type, __u64 pid_tgid, __u32 cpu)
{
	r->type = type;
	r->cpu = cpu;
	*(__u64 *)&r->tid = pid_tgid;	/* and tgid, on machines with this order of bytes: see chunk__describe() */
	r->ts = bpf_ktime_get_ns();
}

static __always_inline void rec__fill(struct rec *r, __u16 type, __u64 pid_tgid)
{
	rec__fill_on(r, type, pid_tgid, bpf_get_smp_processor_id());
}

static __always_inline void fill_loss(struct rec_loss *r, const struct task_state *st, __u64 ids)
{
	r->count = st->lost;
	r->first = st->lost_first;
	r->last = st->lost_last;
	r->reason = RING_LOSS;
	r->pad = 0;
	rec__fill(&r->rec, REC_LOSS, ids);
}

/* Reports a thread's losses before its next record. */
__noinline int emit_loss(struct task_state *st, __u64 ids)
{
	struct claim c;
	struct rec_loss *r;

	if (!st || !st->lost || !ring__claim(&c, sizeof(*r)))
		return 0;
	r = (struct rec_loss *)c.rec;
	fill_loss(r, st, ids);
	st->lost = 0;
	ask_of_process(ids >> 32);
	ring__publish(&c, sizeof(*r));
	return 0;
}

/* Sends a record of fixed size that starts with a struct rec: use between emit__begin and emit__end. */
static __always_inline void *emit__begin(struct claim *c, struct task_state *st, __u16 type, __u32 len, __u64 ids)
{
	if (st && st->lost)
		emit_loss(st, ids);
	if (!ring__claim(c, len)) {
		count_loss_apart(st, RING_LOSS);
		return 0;
	}
	__builtin_memset(c->rec, 0, len);
	rec__fill(c->rec, type, ids);
	return c->rec;
}

#define COPY_SHORT 96
#define COPY_LONG 160

static __always_inline void copy_words(__u8 *to, const __u8 *from, __u32 at, __u32 end)
{
	for (__u32 i = at / 8; i < end / 8; i++)
		((__u64 *)to)[i] = ((const __u64 *)from)[i];
}

/*
 * Copies a record of len bytes, of at most COPY_LONG, from offset `at` on: by words, without a helper call, and up to COPY_SHORT or COPY_LONG,
 * whose words are not counted. Both must have room for these.
 */
static __always_inline void copy_short(__u8 *to, const __u8 *from, __u32 at, __u64 len)
{
	copy_words(to, from, at, COPY_SHORT);
	if (len > COPY_SHORT)
		copy_words(to, from, COPY_SHORT, COPY_LONG);
}

/*
 * Copies the in-flight record into claimed space, after which COPY_LONG bytes are free. len: a multiple of 8. What is before `at` need not be
 * copied.
 */
static __always_inline void copy_inflight(__u8 *to, const struct task_state *st, __u32 at, __u64 len)
{
	if (len <= COPY_LONG) {
		copy_short(to, st->inflight, at, len);
		return;
	}
	clamp_to(len, INFLIGHT_BYTES);
	bpf_probe_read_kernel(to, len, st->inflight);
}

/* The record was published: names in it need not be reported again in this generation. */
static __always_inline void publish_reports(const struct task_state *st)
{
	for (__u32 i = 0; i < REPORTED_FDS; i++)
		if (i < st->nreported)
			*report_slot(st->reported[i]) = st->reported[i];
}

/*
 * Sends the in-flight record as a REC_CALL or REC_PENDING. In an in-flight record struct rec is always 0, and so is `dur`, except of requests of
 * io_uring. entered: the call has an entry; otherwise it may have none. true: the ring is crowded.
 */
static __always_inline bool emit_call(struct task_state *st, __u16 type, __u64 ids, bool entered)
{
	__u64 len = (st->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1ull);
	struct claim c;
	struct rec_call *r;
	bool crowded;

	if (len > INFLIGHT_BYTES || !ring__claim_wide(&c, len, COPY_LONG)) {
		count_loss_apart(st, RING_LOSS);
		return false;
	}
	copy_inflight((__u8 *)c.rec, st, entered ? offsetof(struct rec_call, ret) : sizeof(struct rec), len);
	r = (struct rec_call *)c.rec;
	rec__fill_on(&r->rec, type, ids, c.cpu);
	if (entered || !(r->flags & CALL_NO_ENTRY))
		r->dur = r->rec.ts - st->ts;
	crowded = ring__publish(&c, len);
	if (st->nreported)
		publish_reports(st);
	return crowded;
}

#define MORE_BYTES (sizeof(struct chunk) + sizeof(struct chunk_more))
#define MORE_ROOM (3 * MORE_BYTES)	/* at the end of an in-flight record: for parts at entry, at an exec, and at exit */

/* Appends a PART_MORE chunk with the number of parts to the current call. */
static __always_inline void note_parts(struct task_state *st)
{
	__u64 off = AGAIN(st->len);
	struct chunk_more *more;
	struct chunk *k;

	if (st->parts == st->parts_noted || exceeds(off, INFLIGHT_BYTES - MORE_BYTES))
		return;
	k = (struct chunk *)(st->inflight + off);
	more = (struct chunk_more *)(k + 1);
	*k = (struct chunk){ .arg = CHUNK_RET, .part = PART_MORE, .len = sizeof(*more) };
	more->call = st->more;
	more->parts = st->parts;
	more->pad = 0;
	st->parts_noted = st->parts;
	st->len = off + MORE_BYTES;
}

/* As a function: slower, but verified once. Reports earlier losses first. */
__noinline int send_call(struct task_state *st, __u32 type, __u64 ids)
{
	if (!st)
		return 0;
	note_parts(st);
	if (st->lost)
		emit_loss(st, ids);
	emit_call(st, type, ids, false);
	return 0;
}
