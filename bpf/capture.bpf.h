/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * capture.bpf.h - copies what a call's pointers point at into the stash, by plan.
 *
 * At entry an op that meets a page that is not resident leaves nothing behind and is noted in `retry`; at exit it
 * runs again (CHUNK_LATE), and what cannot be read then is said so in a chunk. The verifier has no notion of
 * "offset + length <= size": so reads come in two sizes, each with a fixed bound on the offset.
 */
#ifndef TRACE_CAPTURE_BPF_H
#define TRACE_CAPTURE_BPF_H

#include "compat.bpf.h"
#include "state.bpf.h"

#define HDR sizeof(struct chunk)
#define SMALL_END (STASH_BYTES - HDR - CHUNK_SMALL - 8)	/* highest offset at which a small chunk may start */
#define BIG_END (STASH_BYTES - HDR - CHUNK_BIG - 8)

#define MAX_IOV 16
#define MAX_MSGS 8
#define MAX_STRV 4096

/* One op in work. Passed by pointer between the functions below, so that each is verified once. */
struct capture {
	__u64 addr;
	__u32 want;		/* bytes there are */
	__u32 max;		/* bytes to take at most */
	__u16 part;
	__u8 arg;
	__u8 status;		/* CHUNK_LATE, CHUNK_OUT: or-ed into the chunk's status */
	__u8 str;		/* NUL-terminated */
	__u8 final;		/* what cannot be read is said so in a chunk, instead of failing */
};

static __always_inline struct chunk *chunk_at(struct task_state *st, __u64 off)
{
	if (off > SMALL_END)
		return 0;
	clamp_to(off, SMALL_END);
	return (struct chunk *)(st->stash + off);
}

static __always_inline int chunk_note(struct task_state *st, const struct capture *c, __u8 status)
{
	/* read anew: Linux 6.1's verifier comes here with bounds that exclude one another, and then knows no pointer */
	struct chunk *k = chunk_at(st, *(volatile __u32 *)&st->len);

	if (!k) {
		st->call.flags |= CALL_SHORT;
		return 0;
	}
	k->arg = c->arg;
	k->status = status | c->status;
	k->part = c->part;
	k->len = 0;
	k->addr = c->addr;
	st->len += HDR;
	return 0;
}

/* Reads n bytes, or a string of up to n - 1 and its NUL, behind a chunk header at `off`. *k: the header. */
static __always_inline long read_small(struct task_state *st, struct capture *c, __u64 off, __u64 n, struct chunk **k)
{
	clamp_to(off, SMALL_END);
	clamp_to(n, CHUNK_SMALL);
	*k = (struct chunk *)(st->stash + off);
	if (c->str)
		return bpf_probe_read_user_str(*k + 1, n, (void *)c->addr);
	return bpf_probe_read_user(*k + 1, n, (void *)c->addr);
}

static __always_inline long read_big(struct task_state *st, struct capture *c, __u64 off, __u64 n, struct chunk **k)
{
	clamp_to(off, BIG_END);
	clamp_to(n, CHUNK_BIG);
	*k = (struct chunk *)(st->stash + off);
	if (c->str)
		return bpf_probe_read_user_str(*k + 1, n, (void *)c->addr);
	return bpf_probe_read_user(*k + 1, n, (void *)c->addr);
}

/* Zeroes what is left of the last word of a payload that ends at `end`, so that nothing old is sent. */
static __always_inline void pad_tail(struct task_state *st, __u64 end)
{
	__u64 at = end & ~7ull;

	if (!(end & 7))
		return;
	clamp_to(at, STASH_BYTES - 8);
	*(__u64 *)(st->stash + at) &= (1ull << ((end & 7) * 8)) - 1;
}

/* A string filled its room to the brim: is there more where the helper put its NUL? */
static __always_inline bool string_goes_on(__u64 addr)
{
	char c = 1;

	bpf_probe_read_user(&c, 1, (void *)addr);
	return c;
}

/* Appends one chunk. 0, or -1 when the memory could not be read and `final` is not set. */
__noinline int capture_one(struct task_state *st, struct capture *c)
{
	__u32 n, kept;
	__u8 status = CHUNK_OK;
	struct chunk *k;
	__u64 off;
	long r;

	if (!st || !c || !c->addr)
		return 0;
	off = st->len;
	n = c->want;
	if (c->str) {
		n = c->max + 1;			/* with the NUL */
		if (n > CHUNK_SMALL && off > BIG_END)
			n = CHUNK_SMALL;	/* a short one may still fit */
	} else if (n > c->max) {
		n = c->max;
		status = CHUNK_TRUNC;
	}
	if (n > CHUNK_BIG) {
		n = CHUNK_BIG;
		status = c->str ? CHUNK_OK : CHUNK_TRUNC;
	}
	if (off > (n > CHUNK_SMALL ? BIG_END : SMALL_END))
		return chunk_note(st, c, CHUNK_NOROOM);
	r = n > CHUNK_SMALL ? read_big(st, c, off, n, &k) : read_small(st, c, off, n, &k);
	if (r < 0) {
		__u32 rest = 4096 - (c->addr & 4095);	/* up to the page that is missing */

		if (!c->final)
			return -1;
		if (c->str || rest >= n || off > BIG_END || read_big(st, c, off, rest, &k))
			return chunk_note(st, c, CHUNK_FAULT);
		n = rest;
		status = CHUNK_PARTIAL;
	}
	kept = n;
	if (c->str) {
		/* 0 for an empty one before "maccess: fix strncpy_from_user_nofault() empty string handling", after 6.12 */
		kept = r > 0 ? r - 1 : 0;
		if (r == n && string_goes_on(c->addr + n - 1))
			status = CHUNK_TRUNC;
	}
	pad_tail(st, off + HDR + kept);
	k->arg = c->arg;
	k->status = status | c->status;
	k->part = c->part;
	k->len = kept;
	k->addr = c->addr;
	st->len = off + HDR + ((kept + 7) & ~7u);
	return 0;
}

/* A string of the kernel's own in place of the one an argument points at. */
static __always_inline void capture_kernel_str(struct task_state *st, __u8 arg, const char *from)
{
	__u64 off = st->len;
	struct chunk *k;
	long r;

	if (off > BIG_END)
		return;
	clamp_to(off, BIG_END);
	k = (struct chunk *)(st->stash + off);
	r = bpf_probe_read_kernel_str(k + 1, CHUNK_BIG, from);
	if (r <= 0)
		return;
	pad_tail(st, off + HDR + r - 1);
	k->arg = arg;
	k->status = CHUNK_LATE;
	k->part = PART_SELF;
	k->len = r - 1;
	k->addr = 0;
	st->len = off + HDR + (((__u32)r + 6) & ~7u);
}

static __always_inline __u64 word_at(struct task_state *st, __u64 off, __u32 wide)
{
	if (off > STASH_BYTES - 8)
		return 0;
	clamp_to(off, STASH_BYTES - 8);
	return wide ? *(__u64 *)(st->stash + off) : *(__u32 *)(st->stash + off);
}

static __always_inline bool wide_abi(const struct task_state *st)
{
	return st->call.abi == cfg.abi[SLOT_NATIVE];
}

/* Turns of the loops below share one of these. */
struct walk {
	struct task_state *st;
	struct capture *c;
	__u64 vec;		/* iovecs, msghdrs: offset in the stash; strings: address in the program */
	__u64 left;		/* bytes of data that there may be */
	__u32 step, hdr;	/* bytes from one to the next; of a msghdr */
	__u32 max;		/* bytes of each piece of data */
	__u32 n;		/* strings: how many there are */
	__u8 wide, mmsg;
	__s8 err;
};

/* Data of iovec i, which lies in the stash. */
static long walk_iovec(__u32 i, struct walk *w)
{
	struct capture *c = w->c;
	__u64 at = w->vec + i * w->step, len;

	if (!w->left)
		return 1;
	c->addr = word_at(w->st, at, w->wide);
	len = word_at(w->st, at + w->step / 2, w->wide);
	if (len > w->left)
		len = w->left;
	w->left -= len;
	c->want = len > 0x7fffffff ? 0x7fffffff : len;
	c->part = PART_DATA | (i & PART_INDEX);
	if (len && capture_one(w->st, c)) {
		w->err = -1;
		return 1;
	}
	return 0;
}

/* n iovecs at c->addr, then their data, of which there are `total` bytes; at most `max` of each are taken. */
__noinline int capture_iovec(struct task_state *st, struct capture *c, __u32 n, __u32 max, __u64 total)
{
	struct walk w = { .left = total };
	__u32 before;

	if (!st || !c)
		return 0;
	w.st = st;
	w.c = c;
	w.wide = wide_abi(st);
	w.step = w.wide ? 16 : 8;
	before = st->len;
	w.vec = before + HDR;
	if (n > 1024)
		n = 1024;		/* UIO_MAXIOV */
	c->max = MAX_IOV * 16;
	c->want = n * w.step;
	if (capture_one(st, c))
		return -1;
	if (st->len - before <= HDR)
		return 0;
	c->max = max;
	if (n > MAX_IOV)
		n = MAX_IOV;
	LOOP(n, walk_iovec, &w);
	return w.err;
}

/* name, iovecs, data and control of the msghdr at offset `at` of the stash. */
__noinline int capture_msg(struct task_state *st, struct capture *c, __u32 at, __u32 msg, __u64 total)
{
	__u64 iov, niov, control, controllen;
	struct capture part = {};
	__u32 w, max, before;
	bool wide;

	if (!st || !c)
		return 0;
	part = *c;
	wide = wide_abi(st);
	w = wide ? 8 : 4;
	max = c->max;
	msg &= PART_INDEX;
	iov = word_at(st, at + 2 * w, wide);
	niov = word_at(st, at + 3 * w, wide);
	control = word_at(st, at + 4 * w, wide);
	controllen = word_at(st, at + 5 * w, wide);

	part.addr = word_at(st, at, wide);
	part.want = word_at(st, at + w, 0);	/* msg_namelen is an int */
	part.max = 128;
	part.part = PART_NAME | msg;
	if (part.want && capture_one(st, &part))
		return -1;
	part.addr = control;
	part.want = controllen > 0xffff ? 0xffff : controllen;
	part.max = CHUNK_SMALL;
	part.part = PART_CONTROL | msg;
	if (part.want && capture_one(st, &part))
		return -1;
	part.addr = iov;
	if (!msg) {		/* all data of the first message */
		part.part = PART_IOV;
		return niov ? capture_iovec(st, &part, niov > 1024 ? 1024 : niov, max, total) : 0;
	}
	before = st->len;	/* of further ones, what their first iovec holds */
	part.want = 2 * w;
	part.max = 2 * w;
	part.part = PART_IOV | msg;
	if (!niov || capture_one(st, &part))
		return niov ? -1 : 0;
	if (st->len - before <= HDR)
		return 0;
	part.addr = word_at(st, before + HDR, wide);
	iov = word_at(st, before + HDR + w, wide);
	part.want = iov > total ? total : iov;
	part.max = max;
	part.part = PART_DATA | msg;
	return part.want ? capture_one(st, &part) : 0;
}

static long walk_msg(__u32 i, struct walk *w)
{
	__u64 left = w->left, at = w->vec + i * w->step;

	if (w->mmsg && (w->c->status & CHUNK_OUT))
		left = word_at(w->st, at + w->hdr, 0);	/* msg_len */
	if (!capture_msg(w->st, w->c, at, i, left))
		return 0;
	w->err = -1;
	return 1;
}

/* n struct msghdr, or struct mmsghdr, at c->addr. */
__noinline int capture_msgs(struct task_state *st, struct capture *c, __u32 n, __u32 mmsg, __u64 total)
{
	struct walk w = { .left = total };
	__u32 before, max;

	if (!st || !c)
		return 0;
	w.st = st;
	w.c = c;
	w.wide = wide_abi(st);
	w.mmsg = mmsg;
	w.hdr = w.wide ? 56 : 28;
	w.step = mmsg ? w.hdr + (w.wide ? 8 : 4) : w.hdr;
	before = st->len;
	w.vec = before + HDR;
	max = c->max;
	if (n > MAX_MSGS)
		n = MAX_MSGS;
	c->want = n * w.step;
	c->max = MAX_MSGS * 64;
	if (capture_one(st, c))
		return -1;
	if (st->len - before <= HDR)
		return 0;
	c->max = max;
	LOOP(n, walk_msg, &w);
	return w.err;
}

static long walk_string(__u32 i, struct walk *w)
{
	struct capture *c = w->c;
	__u64 ptr = 0;

	if (bpf_probe_read_user(&ptr, w->wide ? 8 : 4, (void *)(w->vec + i * w->step))) {
		w->err = -1;
		return 1;
	}
	if (!ptr)
		return 1;
	w->n = i + 1;
	if (!w->max || w->st->len > SMALL_END - 2 * HDR - 16)
		return 0;	/* only counted */
	c->addr = ptr;
	c->part = PART_STR | (i & PART_INDEX);
	if (!capture_one(w->st, c))
		return 0;
	w->err = -1;
	return 1;
}

/* A vector of strings (argv): one PART_STR each, then a PART_SELF chunk whose payload is their number. */
__noinline int capture_strv(struct task_state *st, struct capture *c, __u32 max)
{
	struct walk w = { .max = max };
	struct chunk *k;

	if (!st || !c)
		return 0;
	w.st = st;
	w.c = c;
	w.vec = c->addr;
	w.wide = wide_abi(st);
	w.step = w.wide ? 8 : 4;
	c->str = 1;
	c->max = max;
	LOOP(MAX_STRV, walk_string, &w);
	c->addr = w.vec;
	c->part = PART_SELF;
	if (w.err)
		return c->final ? chunk_note(st, c, CHUNK_FAULT) : -1;
	k = chunk_at(st, st->len);
	if (!k)
		return 0;
	k->arg = c->arg;
	k->status = c->status | (w.n == MAX_STRV ? CHUNK_TRUNC : CHUNK_OK);
	k->part = PART_SELF;
	k->len = 8;
	k->addr = w.vec;
	*(__u64 *)(k + 1) = w.n;
	st->len += HDR + 8;
	return 0;
}

#endif
