/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * emit.bpf.h - the way out: claim space in the ring of this CPU, fill it, publish it; or count the loss.
 *
 * A claim is made before the record's time is taken, so that a reader who sees a `head` at time T knows that
 * every record older than T lies below it. Claims are atomic: programs of one CPU may preempt one another.
 */
#ifndef TRACE_EMIT_BPF_H
#define TRACE_EMIT_BPF_H

#include "state.bpf.h"

struct claim {
	struct rec *rec;
	struct ring_ctl *ctl;
	__u64 end;		/* position behind the record */
};

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

/* len: a multiple of REC_ALIGN, at most REC_MAX. The space is zero but for what the caller writes. */
static __always_inline bool ring__claim(struct claim *c, __u32 len)
{
	__u32 first = bpf_get_smp_processor_id() * cfg.ring_chunks, key = first;
	__u64 head, size = (__u64)cfg.ring_chunks * RING_CHUNK;
	__u8 *elem = bpf_map_lookup_elem(&rings, &key);

	if (!elem)
		return false;
	c->ctl = (struct ring_ctl *)(elem + RING_CTL_OFFSET);
	for (int i = 0; i < 8; i++) {
		head = *(volatile __u64 *)&c->ctl->head;
		if (head + len - *(volatile __u64 *)&c->ctl->tail > size)
			return false;
		if (__sync_val_compare_and_swap(&c->ctl->head, head, head + len) == head)
			goto claimed;
	}
	return false;
claimed:
	c->end = head + len;
	key = first + ((head / RING_CHUNK) & (cfg.ring_chunks - 1));
	if (key != first) {
		elem = bpf_map_lookup_elem(&rings, &key);
		if (!elem)
			return false;	/* cannot be: there are as many */
	}
	head &= RING_CHUNK - REC_ALIGN;
	c->rec = (struct rec *)(elem + head);
	return true;
}

static __always_inline void ring__publish(struct claim *c, __u32 len)
{
	struct ring_ctl *ctl = c->ctl;

#if defined(__TARGET_ARCH_x86)
	asm volatile("" ::: "memory");	/* stores are not reordered */
	*(volatile __u32 *)&c->rec->len = len;
#else
	__sync_lock_test_and_set(&c->rec->len, len);	/* full barrier */
#endif
	if (c->end - ctl->tail >= ctl->mark && !ctl->rung) {
		ctl->rung = 1;
		bpf_ringbuf_output(&doorbell, &len, sizeof(len), BPF_RB_FORCE_WAKEUP);
	}
}

/* Everything of the header but len. */
static __always_inline void rec__fill(struct rec *r, __u16 type, __u64 pid_tgid)
{
	r->type = type;
	r->cpu = bpf_get_smp_processor_id();
	r->tid = (__u32)pid_tgid;
	r->tgid = pid_tgid >> 32;
	r->ts = bpf_ktime_get_ns();
}

static __always_inline __u64 task_ids(const struct task_struct *t)
{
	return (__u64)t->tgid << 32 | (__u32)t->pid;
}

/* Says what was lost of a thread before its next record. */
static __noinline void emit_loss(struct task_state *st, __u64 ids)
{
	struct claim c;
	struct rec_loss *r;

	if (!st->lost || !ring__claim(&c, sizeof(*r)))
		return;
	r = (struct rec_loss *)c.rec;
	r->count = st->lost;
	r->first = st->lost_first;
	r->last = st->lost_last;
	r->reason = LOSS_RING;
	st->lost = 0;
	rec__fill(&r->rec, REC_LOSS, ids);
	ring__publish(&c, sizeof(*r));
}

/* Sends a record of fixed size that starts with a struct rec: use between emit__begin and emit__end. */
static __always_inline void *emit__begin(struct claim *c, struct task_state *st, __u16 type, __u32 len, __u64 ids)
{
	if (st && st->lost)
		emit_loss(st, ids);
	if (!ring__claim(c, len)) {
		count_loss(st, LOSS_RING);
		return 0;
	}
	rec__fill(c->rec, type, ids);
	return c->rec;
}

#define COPY_WORDS 20		/* up to so many words are copied without a helper call: most records */

/* Copies the stash into claimed space. len: a multiple of 8. */
static __always_inline void copy_stash(__u8 *to, const struct task_state *st, __u64 len)
{
	if (len <= COPY_WORDS * 8) {
		for (__u32 i = 1; i < COPY_WORDS && i * 8 < len; i++)	/* word 0 is rec.len and type */
			((__u64 *)to)[i] = ((const __u64 *)st->stash)[i];
		return;
	}
	clamp_to(len, STASH_BYTES);
	bpf_probe_read_kernel(to, len, st->stash);
}

/* Sends the stash as a REC_CALL or REC_PENDING. rec.len of a stash is always 0. */
static __always_inline void emit_call(struct task_state *st, __u16 type, __u64 ids)
{
	__u64 len = (st->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1ull);
	struct claim c;
	struct rec_call *r;

	if (st->lost)
		emit_loss(st, ids);
	if (len > STASH_BYTES || !ring__claim(&c, len)) {
		count_loss(st, LOSS_RING);
		return;
	}
	copy_stash((__u8 *)c.rec, st, len);
	r = (struct rec_call *)c.rec;
	rec__fill(&r->rec, type, ids);
	if (!(r->flags & CALL_NO_ENTRY))
		r->dur = r->rec.ts - st->ts;
	ring__publish(&c, len);
}

#endif
