/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * pieces.bpf.h - memory that does not fit a call's in-flight record: chunks, or pieces of one, each in a REC_MORE that is sent
 * before the call.
 */
#pragma once

#include "emit.bpf.h"

#define MORE_HEAD (sizeof(struct rec_more) + sizeof(struct chunk))
#define PIECE_MAX 28672		/* bytes: whole pages */
#define PIECE_TURNS 32		/* of two loops: */
#define PIECE_BLOCKS 20		/* 16 MiB, and as many pages as a piece has */
_Static_assert(MORE_HEAD + PIECE_MAX <= REC_MAX, "a piece fits a record");

/* Fills all but the record's length and its bytes. */
static __always_inline void fill_piece(struct task_state *st, struct rec_more *r, __u32 len, __u8 status)
{
	const struct capture *c = &st->work;
	struct chunk *k = r->chunks;

	if (!st->parts)
		st->more = bpf_ktime_get_ns();
	r->call = st->more;
	r->number = st->parts++;
	r->pad = 0;
	k->arg = c->arg;
	k->status = status | c->status;
	k->part = c->part;
	k->len = len;
	k->addr = c->addr;
	rec__fill(&r->rec, REC_MORE, task_ids(current_task(), st));
}

/* Sends a chunk of c->left bytes, 0 or 8, for which the in-flight record has no room. */
static __always_inline int append_note(struct task_state *st)
{
	struct capture *c = &st->work;
	__u32 len = c->left ? 8 : 0;
	struct claim claim;

	if (c->no_ring)
		return -1;
	if (!ring__claim(&claim, MORE_HEAD + len)) {
		count_loss(st, RING_LOSS);
		st->call.flags |= CALL_SHORT;
		return 0;
	}
	if (len)
		*(__u64 *)((__u8 *)claim.rec + MORE_HEAD) = c->want;
	fill_piece(st, (struct rec_more *)claim.rec, len, c->note);
	ring__publish(&claim, MORE_HEAD + len);
	return 0;
}

TAKE(note)

/* A string filled its space completely: does it continue at the byte that the helper replaced by NUL? */
static __always_inline bool string_goes_on(__u64 addr)
{
	char c = 1;

	bpf_probe_read_user(&c, 1, (void *)addr);
	return c;
}

/* Length of the next piece, including a byte for a string's NUL, unless that byte would be the only one on a page. */
static __always_inline __u64 piece_len(const struct capture *c)
{
	__u64 n = (__u64)c->left + c->str, page = 4096 - (c->addr & 4095);

	if (n > PIECE_MAX)
		n = PIECE_MAX;
	return c->piecewise == PIECES_PAGES && n > page ? page : n;
}

/* Memory could not be read: is that final? Otherwise it is read page by page, or at exit. */
static __always_inline bool ends_unread(struct task_state *st)
{
	struct capture *c = &st->work;

	if (c->piecewise == PIECES_LONG) {
		c->piecewise = PIECES_PAGES;
		return false;
	}
	st->missing = c->addr;
	st->missing_len = c->n;
	c->piecewise = c->final ? PIECES_DONE : PIECES_FAILED;
	return c->final;
}

/* Sets c->note to the status of a piece of `len` bytes; more pieces follow unless it `ended`. */
static __always_inline void end_piece(struct capture *c, __u32 len, bool ended)
{
	c->n = len;
	c->note = CHUNK_TRUNC | CHUNK_MORE;
	c->left -= len;
	if (c->left && !ended)
		return;
	c->piecewise = PIECES_DONE;
	c->note = !ended && (c->str ? string_goes_on(c->addr + len) : c->want > c->max) ? CHUNK_TRUNC : CHUNK_OK;
}

/* Reads c->n bytes of a piece. False: it is not sent. */
static __always_inline bool read_piece(struct task_state *st, __u8 *data)
{
	struct capture *c = &st->work;
	__u64 n = c->n;
	bool str = c->str && n > 1, ended;
	__u32 len = n;

	clamp_to(n, PIECE_MAX);
	c->got = str ? bpf_probe_read_user_str(data, n, (void *)c->addr) : bpf_probe_read_user(data, n, (void *)c->addr);
	if (AGAIN(c->got) < 0) {
		if (!ends_unread(st))
			return false;
		c->n = 0;
		c->note = c->begun ? CHUNK_PARTIAL : CHUNK_FAULT;
		return true;
	}
	ended = str ? c->got < c->n : c->str && !*data;
	if (str)
		len = c->got > 0 ? c->got - 1 : 0;	/* 0: see size_string */
	else if (ended)
		len = 0;
	end_piece(c, len, ended);
	return true;
}

/* Sends the next piece of the current chunk, from c->addr; c->left bytes are left. */
static __always_inline int append_piece(struct task_state *st)
{
	struct capture *c = &st->work;
	__u32 claimed;
	struct claim claim;
	__u64 len, at;
	__u8 *data;

	c->n = piece_len(c);
	claimed = MORE_HEAD + ((AGAIN(c->n) + 7) & ~7u);
	if (!ring__claim(&claim, claimed)) {
		count_loss(st, RING_LOSS);
		st->call.flags |= CALL_SHORT;
		c->piecewise = PIECES_DONE;
		return 0;
	}
	data = (__u8 *)claim.rec + MORE_HEAD;
	if (!read_piece(st, data)) {
		ring__leave(claim.ctl, claimed);
		return 0;
	}
	len = AGAIN(c->n);
	at = len & ~7u;
	clamp_to(at, PIECE_MAX - 8);
	if (len & 7)
		*(__u64 *)(data + at) &= (1ull << ((len & 7) * 8)) - 1;
	fill_piece(st, (struct rec_more *)claim.rec, len, c->begun ? c->note | CHUNK_REST : c->note);
	ring__publish_part(&claim, claimed, MORE_HEAD + ((len + 7) & ~7u));
	c->addr += len;
	c->begun = 1;
	return 0;
}

TAKE(piece)

static __always_inline int append_pieces(struct task_state *st)
{
	for (__u32 i = 0; i < PIECE_TURNS && st->work.piecewise < PIECES_DONE; i++)
		take_piece(st);
	return 0;
}

TAKE(pieces)

/* Sends the current chunk in records of its own. 0, or -1 as append_one. */
static __always_inline int send_pieces(struct task_state *st)
{
	struct capture *c = &st->work;

	if (c->no_ring)
		return -1;
	c->piecewise = PIECES_LONG;
	c->begun = 0;
	c->left = c->str || c->want > c->max ? c->max : c->want;
	ROLLED
	for (__u32 i = 0; i < PIECE_BLOCKS && c->piecewise < PIECES_DONE; i++)
		take_pieces(st);
	return c->piecewise == PIECES_FAILED ? -1 : 0;
}
