/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * capture.bpf.h - copies memory that a call's pointers point at into the in-flight record, by plan: vectors of strings and buffers,
 * messages, and pointers in structures.
 *
 * At entry an op that meets a page that is not resident adds no chunk, and is noted in `retry`; at exit it runs again
 * (CHUNK_LATE), and memory that cannot be read then gets a CHUNK_FAULT.
 */
#pragma once

#include "chunk.bpf.h"

#define TURNS 32		/* of three loops: up to CALL_ELEMENTS strings of a vector, pointers of a tree, or pieces of messages */
_Static_assert(TURNS * TURNS * TURNS == CALL_ELEMENTS, "turns");
#define MAX_WANT 0x7fffffff

/* `i` is always valid: the mask is for the verifier, and does not branch, so it adds no states. */
static __always_inline __u64 arg_of(const struct task_state *st, __u64 i)
{
	return *(__u64 *)(st->inflight + sizeof(struct rec_call) + (i & 7) * 8);
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

static __always_inline bool wide_abi(const struct task_state *st)
{
	return st->call.abi == cfg.abi[SLOT_NATIVE];
}

/* -- Vectors of buffers, and messages made of them. Each function sets the op to the next memory: 2; 0: there is none here; 1: all done - */

static __always_inline void begin_iovecs(struct task_state *st, __u64 addr, __u64 n)
{
	struct capture *c = &st->work;
	__u32 most = c->whole ? IOVECS_MAX : IOVECS_BRIEF;

	c->vec = c->addr = addr;
	c->vec_at = st->len;
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

/*
 * Two words at an offset of an array, from its chunk at `copy` in the in-flight record if that has them, else from the program's memory. 0;
 * 1: they cannot be read; -1: not yet.
 */
static __always_inline int read_pair(struct task_state *st, __u64 array, __u64 off, __u64 copy, __u64 *first, __u64 *second)
{
	__u64 words[2] = {}, size = st->work.step, at;
	const struct chunk *k;

	clamp_to(size, sizeof(words));
	clamp_to(copy, SMALL_END);
	k = (const struct chunk *)(st->inflight + copy);
	if (copy < st->len && k->addr == array && off + size <= k->len) {
		at = copy + HDR + off;
		clamp_to(at, INFLIGHT_BYTES - sizeof(words));
		words[0] = *(__u64 *)(st->inflight + at);
		words[1] = *(__u64 *)(st->inflight + at + 8);
	} else if (bpf_probe_read_user(words, size, (void *)array + off)) {
		st->missing = array + off;
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
	r = read_pair(st, c->vec, (__u64)c->elem * c->step, AGAIN(c->vec_at), &base, &len);
	if (r)
		return r < 0 ? r : end_iovecs(c);
	if (len > c->total)
		len = c->total;
	if (c->total != ~0ull)		/* of what the call passes, lengths may overflow in sum */
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
	__u64 off = (__u64)c->at * c->head, w = c->step / 2, a, b, len;
	int r;

	if (c->at >= c->nmsgs)
		return 1;
	r = read_pair(st, c->msgs, off + c->piece * w, AGAIN(c->msgs_at), &a, &b);
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
	if (c->counted && !read_pair(st, c->msgs, off + MSG_LEN * w, AGAIN(c->msgs_at), &len, &len))
		c->total = (__u32)len;
	c->part = PART_IOV | (c->at & PART_INDEX);
	c->at++;
	begin_iovecs(st, a, b);
	return a && b ? 2 : end_iovecs(c);
}

static __always_inline const struct follow *follow_at(__u32 i)
{
	return bpf_map_lookup_elem(&follows, &i);
}

/* Reads a field of 1, 2, 4 or 8 bytes of the program's memory; 0: it cannot be read. */
static __always_inline __u64 field_at(__u64 addr, __u64 size)
{
	__u64 v = 0;

	clamp_to(size, sizeof(v));
	bpf_probe_read_user(&v, size, (void *)addr);
	return v;
}

static __always_inline __u64 elements_of(struct task_state *st, const struct follow *f, __u64 base)
{
	if (f->len_size) {
		__u64 n = field_at(base + f->len_offset, f->len_size);

		if (f->len == LEN_TIMES)
			n = (__u32)n * field_at(base + f->len_arg, 4);
		else if (f->len == LEN_POWER)
			n = power_in(n, f->len_arg);
		return f->len == LEN_BEYOND ? bytes_beyond(n, f->offset) : n;
	}
	if (f->len == LEN_RET)
		return st->call.ret > 0 ? st->call.ret : 0;
	return f->len == LEN_ARG ? arg_of(st, f->len_arg) : 1;
}

/* Bytes of a key, a value or a position of the map that descriptor `fd` is; 0: it is none. fdinfo.bpf.h. A global function, verified once. */
__noinline int map_bytes(int fd, __u32 len, __u32 flags);

/* Bytes of what field `f` of the structure at `base`, of which there are `bytes`, points at: see LEN_MAP_KEY. */
static __always_inline __u64 map_bytes_of(const struct follow *f, __u64 base, __u32 bytes, __u64 n)
{
	__u32 flags_at = MAP_FLAGS_AT(f->len_arg), flags = flags_at + 8 <= bytes ? field_at(base + flags_at, 4) : 0;
	__u64 each = f->len_arg + 4u <= bytes ? (__u32)map_bytes((int)field_at(base + f->len_arg, 4), f->len, flags) : 0;

	return f->len == LEN_MAP_POSITION && n ? each : each * n;
}

/* Does the field lie within the bytes of the structure that the program passed? */
static __always_inline bool is_whole(const struct follow *f, __u32 bytes)
{
	return f->offset + f->size <= bytes && f->len_offset + f->len_size <= bytes && f->sub_offset + f->sub_size <= bytes;
}

static __always_inline struct level *level_at(struct capture *c, __u64 depth)
{
	clamp_to(depth, TREE_DEPTH - 1);
	return (struct level *)((__u8 *)c->levels + depth * sizeof(struct level));
}

/* The op's memory has the pointers of struct follow `number`, which are followed next. */
static __always_inline void descend(struct capture *c, __u32 number, __u64 depth)
{
	struct level *l = level_at(c, depth);

	l->addr = c->addr;
	l->len = c->want < c->max ? c->want : c->max;
	l->elem = 0;
	l->number = number;
	l->next = 0;
	c->depth = depth;
}

/* All pointers in this memory were followed. */
static __always_inline int ascend(struct capture *c)
{
	if (!c->depth)
		return 1;
	c->depth--;
	return 0;
}

/* Depth first: the next pointer of the innermost memory. The pointers are read from the program's memory, which may be longer than a record. */
static __always_inline int follow_pointer(struct task_state *st)
{
	struct capture *c = &st->work;
	struct level *l = level_at(c, c->depth);
	const struct follow *f = follow_at(l->number);
	__u32 number;
	__u64 base, n;

	if (!f)
		return 1;
	if (l->next >= f->n) {
		l->next = 0;
		l->elem += f->elem;
	}
	if (!f->n || l->elem >= l->len)
		return ascend(c);
	number = f->first + l->next++;
	f = follow_at(number);
	if (!f || !is_whole(f, l->len - l->elem))
		return 0;
	base = l->addr + l->elem;
	if (f->sub_size && (field_at(base + f->sub_offset, f->sub_size) & f->sub_mask) != f->sub)
		return 0;
	n = elements_of(st, f, base);
	c->addr = f->size ? field_at(base + f->offset, f->size) : base + f->offset;
	if (f->len >= LEN_MAP_KEY) {
		n = map_bytes_of(f, base, l->len - l->elem, n);
		c->want = n > MAX_WANT ? MAX_WANT : n;
	} else {
		c->want = n > MAX_WANT / 65536 ? MAX_WANT : n * f->unit;
	}
	if (f->len == LEN_BEYOND)	/* what was read before is kept: at exit the kernel may have replaced the size */
		c->final = 1;
	c->max = f->max;
	c->str = f->op == CAP_STR;
	if (c->str && f->len_size && n <= c->max)
		c->max = n - 1;		/* n bytes with the NUL */
	c->part = PART_AT;
	if (!n || !c->addr)
		return 0;
	if (f->n)
		descend(c, number, c->depth + 1);
	return 2;
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

TAKE(any)

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

/* Starts the next step: take_all() captures it. */

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
static __always_inline int begin_tree(struct task_state *st, __u32 number)
{
	struct capture *c = &st->work;
	const struct follow *root = follow_at(number);

	if (!root)
		return 1;
	c->max = root->max;
	descend(c, number, 0);
	if (take_any(st))
		return -1;
	c->what = A_POINTER;
	return 0;
}

/* n iovecs at c->addr (PART_SELF), then their data, c->total bytes in all, at most c->max bytes of each. */
static __always_inline int begin_vector(struct task_state *st, __u64 n)
{
	struct capture *c = &st->work;

	c->step = wide_abi(st) ? 16 : 8;
	c->most = c->max;
	c->nmsgs = c->at = 0;
	begin_iovecs(st, c->addr, n);
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
	c->msgs_at = st->len;
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
