/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * chunk.bpf.h - one chunk: reads memory of the program, or of the kernel, into the in-flight record.
 *
 * The verifier cannot prove "offset + length <= size", so reads have two sizes, each with a fixed bound on the offset.
 */
#pragma once

#include "pieces.bpf.h"

#define HDR sizeof(struct chunk)
#define NOTE_END (INFLIGHT_BYTES - MORE_ROOM - HDR - 8)	/* highest offset at which a chunk of at most 8 bytes may start, */
#define SMALL_END (NOTE_END - HDR - CHUNK_SMALL - 8)	/* one of CHUNK_SMALL, so that there is room for one more note, */
#define BIG_END (NOTE_END - HDR - CHUNK_BIG - 8)	/* and one of CHUNK_BIG */

/* All but the address, in one store: when the record is copied at once, the word is read, for which the CPU would wait for several. */
static __always_inline void chunk__describe(struct chunk *k, __u64 arg, __u64 status, __u64 part, __u64 len)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	*(__u64 *)k = arg | status << 8 | part << 16 | len << 32;
#else
#error "chunk.bpf.h: the order of bytes"
#endif
}

static __always_inline struct chunk *chunk_at(struct task_state *st, __u64 off)
{
	if (exceeds(off, SMALL_END))
		return 0;
	return (struct chunk *)(st->inflight + off);
}

/* For at most 8 bytes of payload. */
static __always_inline struct chunk *note_at(struct task_state *st, __u64 off)
{
	if (exceeds(off, NOTE_END))
		return 0;
	return (struct chunk *)(st->inflight + off);
}

/* After one of an op's chunks was sent apart the others are, too, so that they stay in order. */
static __always_inline bool stays_apart(const struct capture *c)
{
	return c->piecewise;
}

static __always_inline int chunk_note(struct task_state *st, __u8 status)
{
	struct capture *c = &st->work;
	/* AGAIN: Linux 6.1's verifier comes here with contradictory bounds, and then rejects the pointer */
	struct chunk *k = note_at(st, AGAIN(st->len));

	if (!k || stays_apart(c)) {
		c->note = status;
		c->left = 0;
		return take_note(st);
	}
	k->arg = c->arg;
	k->status = status | c->status;
	k->part = c->part;
	k->len = 0;
	k->addr = c->addr;
	st->len += HDR;
	return 0;
}

/* Reads n bytes, or a string of up to n - 1 bytes and its NUL, after a chunk header at `off`. */
static __always_inline long read_small(struct task_state *st, __u64 off, __u64 n)
{
	const struct capture *c = &st->work;

	clamp_to(off, SMALL_END);
	clamp_to(n, CHUNK_SMALL);
	if (c->str)
		return bpf_probe_read_user_str(st->inflight + off + HDR, n, (void *)c->addr);
	return bpf_probe_read_user(st->inflight + off + HDR, n, (void *)c->addr);
}

static __always_inline long read_big(struct task_state *st, __u64 off, __u64 n)
{
	const struct capture *c = &st->work;

	clamp_to(off, BIG_END);
	clamp_to(n, CHUNK_BIG);
	if (c->str)
		return bpf_probe_read_user_str(st->inflight + off + HDR, n, (void *)c->addr);
	return bpf_probe_read_user(st->inflight + off + HDR, n, (void *)c->addr);
}

/* Zeroes the rest of the last word of a payload that ends at `end`, so that no old data is sent. */
static __always_inline void pad_tail(struct task_state *st, __u64 end)
{
	__u64 at = end & ~7ull;

	if (!(end & 7))
		return;
	clamp_to(at, INFLIGHT_BYTES - 8);
	*(__u64 *)(st->inflight + at) &= (1ull << ((end & 7) * 8)) - 1;
}

/* Completes the chunk at the end of the in-flight record, of c->n bytes. */
static __always_inline void end_chunk(struct task_state *st)
{
	const struct capture *c = &st->work;
	__u64 off = AGAIN(st->len), n = AGAIN(c->n);
	struct chunk *k;

	clamp_to(off, SMALL_END);
	k = (struct chunk *)(st->inflight + off);
	k->arg = c->arg;
	k->status = c->note | c->status;
	k->part = c->part;
	k->len = n;
	k->addr = c->addr;
	pad_tail(st, off + HDR + n);
	st->len = off + HDR + ((n + 7) & ~7u);
}

/* Reads the bytes before a missing page, fewer than c->n, where they fit. 0, or -1: there are none. */
static __always_inline int read_before(struct task_state *st)
{
	struct capture *c = &st->work;
	__u32 rest = 4096 - (c->addr & 4095), off = AGAIN(st->len);
	__u8 str = c->str;
	long r;

	if (rest >= c->n || off > (rest > CHUNK_SMALL ? BIG_END : SMALL_END))
		return -1;
	c->str = 0;		/* no NUL at the end */
	r = rest > CHUNK_SMALL ? read_big(st, off, rest) : read_small(st, off, rest);
	c->str = str;
	c->n = rest;
	return r;
}

/* Sets c->n to the bytes to read at once, including a string's NUL, and c->note to the status on success. False: they do not
 * fit. */
static __always_inline bool size_chunk(struct task_state *st)
{
	struct capture *c = &st->work;
	__u32 off = st->len, n = c->want;

	c->note = CHUNK_OK;
	if (c->str) {
		n = c->max + 1;
		if (n > CHUNK_BIG)
			n = CHUNK_BIG;		/* it may be short, */
		if (n > CHUNK_SMALL && off > BIG_END)
			n = CHUNK_SMALL;
	} else if (n > c->max) {
		n = c->max;
		c->note = CHUNK_TRUNC;
	}
	c->n = n;
	return n <= CHUNK_BIG && off <= (n > CHUNK_SMALL ? BIG_END : SMALL_END) && !stays_apart(c);
}

/* Sets c->n to the length of a string of c->got bytes with its NUL. False: it may be longer than the space it had. */
static __always_inline bool size_string(struct capture *c)
{
	__u32 n = c->n;

	/* 0 for an empty one before "maccess: fix strncpy_from_user_nofault() empty string handling", after 6.12 */
	c->n = c->got > 0 ? c->got - 1 : 0;
	if (c->got != n || !string_goes_on(c->addr + n - 1))
		return true;
	c->note = CHUNK_TRUNC;
	return n > c->max;
}

/* Appends one chunk. 0; -1: the memory could not be read and `final` is not set. */
static __always_inline int append_one(struct task_state *st)
{
	struct capture *c = &st->work;
	bool fits;

	if (!c->addr)
		return 0;
	fits = size_chunk(st);
	if (fits) {
		__u32 off = AGAIN(st->len), n = AGAIN(c->n);

		c->got = n > CHUNK_SMALL ? read_big(st, off, n) : read_small(st, off, n);
		if (AGAIN(c->got) < 0) {
			st->missing = c->addr;
			st->missing_len = c->n;
			if (!c->final)
				return -1;
			if (read_before(st))
				return chunk_note(st, CHUNK_FAULT);
			c->note = CHUNK_PARTIAL;
		} else if (c->str) {
			fits = size_string(c);
		}
	}
	if (!fits)
		return send_pieces(st);
	end_chunk(st);
	return 0;
}

TAKE(one)

/* Captures the kernel's copy of the string that an argument points at. */
static __always_inline void capture_kernel_str(struct task_state *st, __u8 arg, const char *from)
{
	__u64 off = st->len;
	struct chunk *k;
	long r;

	if (exceeds(off, BIG_END))
		return;
	k = (struct chunk *)(st->inflight + off);
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
