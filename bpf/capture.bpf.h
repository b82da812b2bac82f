/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * capture.bpf.h - copies memory that a call's pointers point at into the in-flight record, by plan.
 *
 * At entry an op that meets a page that is not resident adds no chunk, and is noted in `retry`; at exit it runs again (CHUNK_LATE), and
 * memory that cannot be read then gets a chunk that says so. The verifier cannot prove "offset + length <= size", so reads have two
 * sizes, each with a fixed bound on the offset.
 */
#ifndef TRACE_CAPTURE_BPF_H
#define TRACE_CAPTURE_BPF_H

#include "emit.bpf.h"

#define HDR sizeof(struct chunk)
#define NOTE_END (INFLIGHT_BYTES - MORE_ROOM - HDR - 8)	/* highest offset at which a chunk of at most 8 bytes may start, */
#define SMALL_END (NOTE_END - HDR - CHUNK_SMALL - 8)	/* one of CHUNK_SMALL, so that there is room for one more note, */
#define BIG_END (NOTE_END - HDR - CHUNK_BIG - 8)	/* and one of CHUNK_BIG */

#define TURNS 32		/* of three loops: up to CALL_ELEMENTS strings of a vector, pointers of a tree, or pieces of messages */
_Static_assert(TURNS * TURNS * TURNS == CALL_ELEMENTS, "turns");
#define MAX_WANT 0x7fffffff

/*
 * The functions below work on st->work. TAKE(NAME) makes take_NAME of append_NAME: a global function, verified once, not at each call.
 * Where such functions cannot have pointer arguments (compat.bpf.h), it looks the in-flight record up itself.
 */
#define TAKE(name) \
	__noinline int capture_##name(struct task_state *st) \
	{ \
		return st ? append_##name(st) : 0; \
	} \
	__noinline int name##_apart(void) \
	{ \
		struct task_state *st = is_modern() ? 0 : state_of(current_task()); \
	\
		return st ? append_##name(st) : 0; \
	} \
	static __always_inline int take_##name(struct task_state *st) \
	{ \
		return is_modern() ? capture_##name(st) : name##_apart(); \
	}

/* Loads a value from memory once more: the verifier then knows nothing of it, and continues with one state, not one for each path. */
#define AGAIN(value) (*(volatile __typeof__(value) *)&(value))

/* `i` is always valid: the mask is for the verifier, and does not branch, so it adds no states. */
static __always_inline __u64 arg_of(const struct task_state *st, __u64 i)
{
	return *(__u64 *)(st->inflight + sizeof(struct rec_call) + (i & 7) * 8);
}

static __always_inline struct chunk *chunk_at(struct task_state *st, __u64 off)
{
	if (off > SMALL_END)
		return 0;
	clamp_to(off, SMALL_END);
	return (struct chunk *)(st->inflight + off);
}

/* Of one that has at most 8 bytes. */
static __always_inline struct chunk *note_at(struct task_state *st, __u64 off)
{
	if (off > NOTE_END)
		return 0;
	clamp_to(off, NOTE_END);
	return (struct chunk *)(st->inflight + off);
}

#define MORE_HEAD (sizeof(struct rec_more) + HDR)

/* Everything but the length of the record, and its bytes. */
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
	k->part = c->what == A_POINTER ? c->part & PART_MASK : c->part;
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
		count_loss(st, LOSS_RING);
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

/* After one of an op's chunks was sent apart the others are, too, so that they stay in order. A tree's have to be in the in-flight record. */
static __always_inline bool stays_apart(const struct capture *c)
{
	return c->piecewise && c->what != A_POINTER;
}

static __always_inline int chunk_note(struct task_state *st, __u8 status)
{
	struct capture *c = &st->work;
	/* volatile read: Linux 6.1's verifier comes here with contradictory bounds, and then rejects the pointer */
	struct chunk *k = note_at(st, *(volatile __u32 *)&st->len);

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

/* Reads n bytes, or a string of up to n - 1 bytes and its NUL, behind a chunk header at `off`. */
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

/* A string filled its space completely: does it continue where the helper put the NUL? */
static __always_inline bool string_goes_on(__u64 addr)
{
	char c = 1;

	bpf_probe_read_user(&c, 1, (void *)addr);
	return c;
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

/* Reads the bytes before a missing page, fewer than c->n, as read_big. 0, or -1: there are none. */
static __always_inline int read_before(struct task_state *st)
{
	struct capture *c = &st->work;
	__u32 rest = 4096 - (c->addr & 4095), off = AGAIN(st->len);
	__u8 str = c->str;
	long r;

	if (rest >= c->n || off > BIG_END)
		return -1;
	c->str = 0;		/* no NUL at the end */
	r = read_big(st, off, rest);
	c->str = str;
	c->n = rest;
	return r;
}

/* -- What does not fit the in-flight record: pieces of a chunk, each in a REC_MORE ------------------------------------- */

#define PIECE_MAX 28672		/* bytes: whole pages */
#define PIECE_TURNS 32		/* of two loops: */
#define PIECE_BLOCKS 20		/* 16 MiB, and as many pages as a piece has */
_Static_assert(MORE_HEAD + PIECE_MAX <= REC_MAX, "a piece fits a record");

/* Length of the next piece; of a string with a byte for its NUL, unless that byte would be the only one on a page. */
static __always_inline __u64 piece_len(const struct capture *c)
{
	__u64 n = (__u64)c->left + c->str, page = 4096 - (c->addr & 4095);

	if (n > PIECE_MAX)
		n = PIECE_MAX;
	return c->piecewise == PIECES_PAGES && n > page ? page : n;
}

/* Memory could not be read: is that final? Otherwise it is tried page by page, or at exit. */
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
		len = c->got > 0 ? c->got - 1 : 0;	/* 0: see append_one */
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
		count_loss(st, LOSS_RING);
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
	for (__u32 i = 0; i < PIECE_BLOCKS && c->piecewise < PIECES_DONE; i++)
		take_pieces(st);
	return c->piecewise == PIECES_FAILED ? -1 : 0;
}

/* Sets c->n to the bytes to read at once, of a string with its NUL; and c->note to the status if they are read. False: they do not fit. */
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

/* Sets c->n to the length of a string of c->got bytes with its NUL. False: it may be longer than the space that there was for it. */
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

/* Sets the op to the next string of the vector: 2. 0: it is only counted; 1: there is none. */
static __always_inline int follow_string(struct task_state *st)
{
	struct capture *c = &st->work;
	__u64 size = c->step, ptr = 0;

	c->addr = c->vec + (__u64)c->strings * c->step;
	c->part = PART_STR | (c->strings & PART_INDEX);
	clamp_to(size, sizeof(ptr));
	if (bpf_probe_read_user(&ptr, size, (void *)c->addr)) {
		st->missing = c->addr;
		st->missing_len = size;
		return -1;
	}
	if (!ptr)
		return 1;
	c->addr = ptr;
	c->strings++;
	return c->max ? 2 : 0;
}

/* Loads a word of the task's size at this offset of the in-flight record. */
static __always_inline __u64 word_at(struct task_state *st, __u64 off, bool wide)
{
	__u64 mask = wide ? ~0ull : 0xffffffff;

	clamp_to(off, INFLIGHT_BYTES - 8);
	return *(__u64 *)(st->inflight + off) & mask;
}

static __always_inline bool wide_abi(const struct task_state *st)
{
	return st->call.abi == cfg.abi[SLOT_NATIVE];
}

/* -- Vectors of buffers, and messages made of them. Each function sets the op to the next memory: 2; 0: there is none here; 1: all done - */

static __always_inline void begin_iovecs(struct capture *c, __u64 addr, __u64 n)
{
	__u32 most = c->whole ? IOVECS_MAX : IOVECS_BRIEF;

	c->vec = c->addr = addr;
	c->niov = n < most ? n : most;
	c->elem = 0;
	c->max = most * c->step;
	c->want = (n < IOVECS_MAX ? n : IOVECS_MAX) * c->step;
	c->what = AN_IOVEC;
}

/* After the last iovec that can be read: the next message follows, if the op is about messages. */
static __always_inline int end_iovecs(struct capture *c)
{
	c->what = A_MESSAGE;
	c->piece = MSG_NAME;
	return c->at < c->nmsgs ? 0 : 1;
}

/* Reads two words of the program at `at`. 0; 1: they cannot be read; -1: not yet. */
static __always_inline int read_pair(struct task_state *st, __u64 at, __u64 *first, __u64 *second)
{
	__u64 words[2] = {}, size = st->work.step;

	clamp_to(size, sizeof(words));
	if (bpf_probe_read_user(words, size, (void *)at)) {
		st->missing = at;
		st->missing_len = size;
		return st->work.final ? 1 : -1;
	}
	*first = size == 16 ? words[0] : (__u32)words[0];
	*second = size == 16 ? words[1] : words[0] >> 32;
	return 0;
}

static __always_inline int follow_iovec(struct task_state *st)
{
	struct capture *c = &st->work;
	__u64 base, len;
	int r;

	if (c->elem >= c->niov || !c->total)
		return end_iovecs(c);
	r = read_pair(st, c->vec + (__u64)c->elem * c->step, &base, &len);
	if (r)
		return r < 0 ? r : end_iovecs(c);
	if (len > c->total)
		len = c->total;
	c->total -= len;
	c->addr = base;
	c->want = len > MAX_WANT ? MAX_WANT : len;
	c->max = c->most;
	c->part = PART_DATA | ((c->at > 1 ? c->at - 1 : c->elem) & PART_INDEX);	/* c->at: of the message behind */
	c->elem++;
	return len ? 2 : 0;
}

static __always_inline int follow_message(struct task_state *st)
{
	struct capture *c = &st->work;
	__u64 at = c->msgs + (__u64)c->at * c->head, w = c->step / 2, a, b, len;
	int r;

	if (c->at >= c->nmsgs)
		return 1;
	r = read_pair(st, at + c->piece * w, &a, &b);
	if (r)
		return r;
	c->addr = a;
	if (c->piece == MSG_NAME) {
		c->want = (__u32)b;		/* msg_namelen is an int */
		c->max = 128;
		c->part = PART_NAME | (c->at & PART_INDEX);
		c->piece = MSG_CONTROL;
		return c->want ? 2 : 0;
	}
	if (c->piece == MSG_CONTROL) {
		c->want = b > CONTROL_MAX ? CONTROL_MAX : b;
		c->max = c->whole ? CONTROL_MAX : CHUNK_SMALL;
		c->part = PART_CONTROL | (c->at & PART_INDEX);
		c->piece = MSG_IOV;
		return c->want ? 2 : 0;
	}
	if (c->counted && !read_pair(st, at + MSG_LEN * w, &len, &len))
		c->total = (__u32)len;
	c->part = PART_IOV | (c->at & PART_INDEX);
	c->at++;
	begin_iovecs(c, a, b);
	return a && b ? 2 : end_iovecs(c);
}

static __always_inline const struct follow *follow_at(__u32 i)
{
	return bpf_map_lookup_elem(&follows, &i);
}

/* Loads a field of 1, 2, 4 or 8 bytes at this offset of the in-flight record. */
static __always_inline __u64 field_at(struct task_state *st, __u64 off, __u8 size)
{
	__u64 v = word_at(st, off, true);

	return size >= 8 ? v : v & ((1ull << (size & 7) * 8) - 1);
}

static __always_inline __u64 elements_of(struct task_state *st, const struct follow *f, __u64 base)
{
	if (f->len_size)
		return field_at(st, base + f->len_offset, f->len_size);
	return f->len == LEN_ARG ? arg_of(st, f->len_arg) : 1;
}

/* Does the field lie within the bytes of the structure that the program passed? */
static __always_inline bool is_whole(const struct follow *f, __u32 bytes)
{
	return f->offset + f->size <= bytes && f->len_offset + f->len_size <= bytes && f->sub_offset + f->sub_size <= bytes;
}

/* Goes on to the next chunk. 1: there is none. */
static __always_inline int next_chunk(struct task_state *st, struct chunk *k)
{
	struct capture *c = &st->work;

	if (k->part & PART_MASK)
		k->part = PART_AT;
	c->at += HDR + ((k->len + 7) & ~7u);
	c->elem = c->next = 0;
	return c->at >= st->len;
}

/*
 * Sets the op to the memory of a tree's next pointer. 2: done; 0: that pointer is not followed; 1: no more pointers. The order is
 * breadth-first: chunks in the order in which they were appended, their elements, each element's pointers; new chunks are appended at
 * the end. Until the tree is complete, a chunk has the number of its struct follow in place of an element number. Chunks that were sent in
 * pieces are not followed further.
 */
static __always_inline int follow_pointer(struct task_state *st)
{
	struct capture *c = &st->work;
	struct chunk *k = chunk_at(st, *(volatile __u32 *)&c->at);
	const struct follow *f;
	__u32 number;
	__u64 base, n;

	if (!k)
		return 1;
	number = k->part & PART_MASK ? k->part & PART_INDEX : c->root;
	f = follow_at(number);
	if (!f)
		return 1;
	if (c->next >= f->n) {
		c->next = 0;
		c->elem += f->elem;
	}
	if (!f->n || c->elem >= k->len)
		return next_chunk(st, k);
	number = f->first + c->next++;
	f = follow_at(number);
	if (!f || !is_whole(f, k->len - c->elem))
		return 0;
	base = (__u64)*(volatile __u32 *)&c->at + HDR + c->elem;
	if (f->sub_size && (field_at(st, base + f->sub_offset, f->sub_size) & f->sub_mask) != f->sub)
		return 0;
	n = elements_of(st, f, base);
	c->addr = field_at(st, base + f->offset, f->size);
	c->want = n > MAX_WANT / 65536 ? MAX_WANT : n * f->unit;
	c->max = f->max;
	c->str = f->op == CAP_STR;
	if (c->str && f->len_size && n <= c->max)
		c->max = n - 1;		/* n bytes with the NUL */
	c->part = PART_AT | (number & PART_INDEX);
	return n ? 2 : 0;
}

/* 0; 1: the vector, tree or messages have ended; -1 as append_one. */
static __always_inline int append_any(struct task_state *st)
{
	struct capture *c = &st->work;
	int r = 2;

	if (c->what == A_STRING)
		r = follow_string(st);
	else if (c->what == A_POINTER)
		r = follow_pointer(st);
	else if (c->what == AN_IOVEC)
		r = follow_iovec(st);
	else if (c->what == A_MESSAGE)
		r = follow_message(st);
	return r == 2 ? append_one(st) : r;
}

TAKE(one)	/* a chunk */
TAKE(any)

/* Captures a string of the kernel in place of the one that an argument points at. */
static __always_inline void capture_kernel_str(struct task_state *st, __u8 arg, const char *from)
{
	__u64 off = st->len;
	struct chunk *k;
	long r;

	if (off > BIG_END)
		return;
	clamp_to(off, BIG_END);
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

/*
 * Captures several strings of a vector, pointers of a tree, or pieces of messages. The verifier goes through each turn of a loop: few turns
 * of three nested loops are cheaper than many of one, and progress in memory keeps the number of states low. 1: all done; -1: one could
 * not be read.
 */
#define TAKE_TURNS(name, one) \
	static __always_inline int append_##name(struct task_state *st) \
	{ \
		int end = 0; \
	\
		for (__u32 i = 0; !end && i < TURNS; i++) \
			end = take_##one(st); \
		return end; \
	} \
	TAKE(name)

TAKE_TURNS(several, any)
TAKE_TURNS(block, several)
TAKE_TURNS(all, block)

/* Captures the number of strings of a vector. */
static __always_inline int capture_count(struct task_state *st, __u8 arg, __u8 status, __u64 vec, __u32 n)
{
	struct chunk *k = note_at(st, st->len);

	if (!k) {
		st->work = (struct capture){ .addr = vec, .want = n, .left = 8, .part = PART_SELF, .arg = arg, .status = status, .no_ring = st->work.no_ring };
		return take_note(st);
	}
	k->arg = arg;
	k->status = status;
	k->part = PART_SELF;
	k->len = 8;
	k->addr = vec;
	*(__u64 *)(k + 1) = n;
	st->len += HDR + 8;
	return 0;
}

/* What follows begins: take_all() then captures what is due. */

/* A vector of strings (argv): one PART_STR each, of c->max bytes at most; end_strings() adds their number. */
static __always_inline int begin_strings(struct task_state *st)
{
	struct capture *c = &st->work;

	c->vec = c->addr;
	c->strings = 0;
	c->step = wide_abi(st) ? 8 : 4;
	c->str = 1;
	c->what = A_STRING;
	return 0;
}

static __always_inline int end_strings(struct task_state *st, int end)
{
	struct capture *c = &st->work;

	c->addr = c->vec;
	c->what = A_CHUNK;
	c->part = PART_SELF;
	if (end < 0 && !c->final)
		return -1;
	if (end < 0 && !c->strings)
		return chunk_note(st, CHUNK_FAULT);
	return capture_count(st, c->arg, c->status | (end > 0 ? CHUNK_OK : end ? CHUNK_PARTIAL : CHUNK_TRUNC), c->vec, c->strings);
}

/* c->want bytes at c->addr, and the memory that pointers in them point at. */
static __always_inline int begin_tree(struct task_state *st)
{
	struct capture *c = &st->work;
	const struct follow *root = follow_at(c->root);

	if (!root)
		return 1;
	c->max = root->max;
	c->at = st->len;
	c->elem = c->next = 0;
	if (take_any(st))
		return -1;
	c->what = A_POINTER;
	return st->len == c->at;
}

/* n iovecs at c->addr (PART_SELF), then their data, c->total bytes in all, at most c->max bytes of each. */
static __always_inline int begin_vector(struct task_state *st, __u64 n)
{
	struct capture *c = &st->work;

	c->step = wide_abi(st) ? 16 : 8;
	c->most = c->max;
	c->nmsgs = c->at = 0;
	begin_iovecs(c, c->addr, n);
	c->what = A_CHUNK;
	if (take_any(st))
		return -1;
	c->what = AN_IOVEC;
	return 0;
}

/*
 * n struct msghdr (several: struct mmsghdr) at c->addr, then of each message name, control, iovecs and their data: c->total bytes of that,
 * at most c->max bytes of each buffer.
 */
static __always_inline int begin_messages(struct task_state *st, __u64 n, bool several)
{
	struct capture *c = &st->work;
	__u32 most = c->whole ? IOVECS_MAX : MESSAGES_BRIEF;

	c->step = wide_abi(st) ? 16 : 8;
	c->head = c->step / 2 * (several ? 8 : 7);
	c->counted = several && c->status & CHUNK_OUT;
	c->most = c->max;
	c->msgs = c->addr;
	c->at = 0;
	c->piece = MSG_NAME;
	c->nmsgs = n < most ? n : most;
	c->max = most * c->head;
	c->want = (n < IOVECS_MAX ? n : IOVECS_MAX) * c->head;
	if (take_any(st))
		return -1;
	c->what = A_MESSAGE;
	return 0;
}

#endif
