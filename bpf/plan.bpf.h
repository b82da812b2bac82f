/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* plan.bpf.h - runs the ops of a plan, at entry or at exit. */
#pragma once

#include "call_plan.bpf.h"
#include "fdinfo.bpf.h"
#include "ipc.bpf.h"

#include <linux/sched.h>

/* The length in argument `len_arg`. */
static __always_inline __u64 length_of(const struct task_state *st, const struct plan_op *op)
{
	__u64 n = arg_of(st, op->len_arg);

	if (op->len_half)
		n = op->len_signed ? (__u64)(__s64)(__s32)n : (__u32)n;
	return op->len_signed && (__s64)n < 0 ? 0 : n;
}

/* OF_PROTOCOL of a socket's descriptor; 0: not a socket. */
static __always_inline __u32 kind_of(int fd)
{
	struct file *file = file_of(fd);
	struct socket *sock;
	struct sock *sk;

	if ((BPF_CORE_READ(file, f_inode, i_mode) & S_IFMT) != S_IFSOCK)
		return 0;
	sock = BPF_CORE_READ(file, private_data);
	sk = BPF_CORE_READ(sock, sk);
	return OF_PROTOCOL(BPF_CORE_READ(sk, __sk_common.skc_family), (__u16)BPF_CORE_READ(sk, sk_protocol));
}

/* Chooses the sub-plan for the kind of the first descriptor passed. */
static __always_inline int append_of_fd(struct task_state *st)
{
	const struct plan *plan = plan_of_call(st), *p;
	__u32 kind;

	if (!plan || !(plan->flags & PLAN_OF_FD))
		return 0;
	kind = kind_of((int)arg_of(st, plan->fd_first));
	p = sub_plan(st, plan->sub_table | SUB_OF_FD, kind);
	if (!p)
		p = sub_plan(st, plan->sub_table | SUB_OF_FD, OF_ANY_PROTOCOL(kind));
	if (p)
		set_nargs(st, plan_by_args(st, p));
	return 0;
}

TAKE(of_fd)

/* Reads the result of a successful call from memory. */
static __always_inline __s64 result_at(struct task_state *st, const struct plan *plan)
{
	__u64 word = 0;

	if (st->call.ret)
		return st->call.ret;
	bpf_probe_read_user(&word, wide_abi(st) ? 8 : 4, (void *)arg_of(st, plan->result_arg));
	return word;
}

static __always_inline __u64 count_of(const struct task_state *st, const struct plan_op *op, __s64 ret)
{
	__u64 n = 0, p;

	switch (op->len) {
	case LEN_ONE:
		return 1;
	case LEN_ARG:
		return length_of(st, op);
	case LEN_RET:
		return ret > 0 ? ret : 0;
	case LEN_BITS:
		n = length_of(st, op);
		n = n > SET_BITS_MAX ? SET_BITS_MAX : n;
		return wide_abi(st) ? (n + 63) / 64 * 8 : (n + 31) / 32 * 4;
	case LEN_ARG_MIN_RET:
		n = length_of(st, op);
		p = ret > 0 ? ret : 0;
		return n < p ? n : p;
	case LEN_PTR:
		p = arg_of(st, op->len_arg);
		bpf_probe_read_user(&n, 4, (void *)p);
		return (__s32)n < 0 ? 0 : n;
	case LEN_PTR64:
		p = arg_of(st, op->len_arg);
		bpf_probe_read_user(&n, wide_abi(st) ? 8 : 4, (void *)p);
		return n;
	case LEN_IOC:
		p = arg_of(st, op->len_arg);
		return p >> (op->when & CAP_EXIT ? 31 : 30) & 1 ? p >> 16 & 0x3fff : 0;
	case LEN_SEMAPHORES:
		n = arg_of(st, op->len_arg);
		return (__u32)semaphores_of((int)n);
	}
	return 0;
}

static __always_inline void capture_pair(struct task_state *st)
{
	struct capture *c = &st->work;
	int fds[2] = {};
	__u32 arg;

	c->want = c->max = sizeof(fds);
	if (take_any(st) || bpf_probe_read_user(fds, sizeof(fds), (void *)c->addr))
		return;
	arg = c->arg;
	capture_fdinfo(PASS_STATE arg, fds[0]);
	capture_fdinfo(PASS_STATE CHUNK_FD2, fds[1]);
}

/* The pidfd that clone created, if CLONE_PIDFD is set; of clone3 in its structure (args.flags, args.pidfd). */
static __always_inline void capture_pidfd(struct task_state *st, const struct plan_op *op)
{
	__u64 flags = arg_of(st, op->len_arg), at = arg_of(st, op->arg), words[2] = {};
	int fd = -1;

	if (op->arg == op->len_arg) {
		bpf_probe_read_user(words, sizeof(words), (void *)at);
		flags = words[0];
		at = words[1];
	}
	if (flags & CLONE_PIDFD && !bpf_probe_read_user(&fd, sizeof(fd), (void *)at))
		capture_fdinfo(PASS_STATE op->arg, fd);
}

/* Descriptors received in messages: one message, or as many as the call returned. */
static __always_inline void capture_messages(struct task_state *st, const struct plan_op *op, __u64 n)
{
	__u64 at = arg_of(st, op->arg);
	__u32 step = wide_abi(st) ? 64 : 32, arg = op->arg;

	for (__u32 i = 0; i < MESSAGES_BRIEF && i < n; i++)
		capture_control(PASS_STATE at + i * step, arg);
}

/* May the file of any of these descriptors be below a path of the configuration? */
static __always_inline bool lies_any(struct task_state *st, __u32 args)
{
	if (!cfg.npaths)
		return true;
	for (__u32 i = 0; i < CALL_ARGS; i++)
		if (args >> i & 1 && lies_on_paths(PASS_STATE (int)st->call.args[i]))
			return true;
	return false;
}

/* Have files been renamed since the passed descriptors' names were last reported? */
static __always_inline bool names_are_stale(const struct task_state *st, const struct plan *plan, __u32 tgid)
{
	__u64 generation = *(volatile __u64 *)&name_generation;

	return generation && is_stale(tgid, arg_of(st, plan->fd_first), generation) | is_stale(tgid, arg_of(st, plan->fd_last), generation);
}

/* Captures the descriptors from `fd` on that have bits in a byte. A global function, verified once. */
__noinline int capture_fd_byte(STATE_ARG __u32 byte, __u32 fd, __u32 to)
{
	for (__u32 i = 0; i < 8; i++)
		if (byte >> i & 1)
			capture_fdinfo(PASS_STATE to | FOR_NUMBER(fd + i), fd + i);
	return 0;
}

/* Captures the descriptors of a word of a set at `at`; its lowest bit is descriptor `first`. */
__noinline int capture_fd_word(STATE_ARG __u64 at, __u32 first, __u32 to)
{
	__u64 word = 0;

	bpf_probe_read_user(&word, sizeof(word), (void *)at);
	for (__u32 i = 0; word && i < 64; i += 8)
		capture_fd_byte(PASS_STATE word >> i & 0xff, first + i, to);
	return 0;
}

#define SET_WORDS 4		/* words of a set of descriptors that are captured */

/* Captures the descriptors in the memory that op number i copies at entry. */
__noinline int capture_fds_of(STATE_ARG __u32 i)
{
	TAKE_STATE
	const struct plan *plan = st ? plan_of_call(st) : 0;
	const struct plan_op *op;
	__u64 at = i, from, n;
	__u32 to;

	if (!plan)
		return 0;
	clamp_to(at, PLAN_OPS - 1);
	op = &plan->ops[at];
	if (!(op->when & CAP_ENTRY) || !op->fds)
		return 0;
	to = op->arg | FOR_ENTRY | FOR_MEMORY;
	from = arg_of(st, op->arg);
	n = joined(st, length_of(st, op));
	if (op->fds == FDS_FIRST)
		capture_fds(PASS_STATE from, n > RIGHTS_FDS ? RIGHTS_FDS : n, op->size, to);
	else
		for (__u32 w = 0; w < SET_WORDS && w * 64 < n; w++)
			capture_fd_word(PASS_STATE from + w * 8, w * 64, to);
	return 0;
}

#define ASKED_STALE (1u << CALL_ARGS)	/* or-ed into the arguments: only those whose names may be stale */

/*
 * Captures the current state of the passed descriptors: of all of them (unused numbers and descriptors in memory included), or of those
 * whose names may be stale. Not inlined, for its stack would make capture_entry's call chain exceed the limit.
 */
__noinline int capture_asked(STATE_ARG __u32 args)
{
	TAKE_STATE
	__u32 to = FOR_ENTRY, tgid = task_get(current_task(), tgid);
	__u64 generation = *(volatile __u64 *)&name_generation, all = is_asked(tgid) & ~(args >> CALL_ARGS), names = all ^ 1;

	if (!st || !(all | generation))
		return 0;
	opaque(all);		/* no branches, which would add states */
	opaque(names);
	to |= FOR_NAME * names;
	st->call.flags |= CALL_FDS * all;
	st->nreported = 0;
	for (__u32 i = 0; i < CALL_ARGS; i++) {
		int fd = st->call.args[i];

		if (!(args >> i & 1) || !(all | is_stale(tgid, fd, generation)))
			continue;
		st->call.flags |= CALL_NAMES * names;
		capture_fdinfo(PASS_STATE i | to, fd);
	}
	ROLLED
	for (__u32 i = 0; all && i < PLAN_OPS; i++)
		capture_fds_of(PASS_STATE i);
	return 0;
}

/* Bytes of the memory of an op that is a plain buffer. */
static __always_inline __u64 fast_length(const struct task_state *st, const struct plan_op *op, __s64 ret)
{
	__u64 n = op->size, count;

	if (op->bytes)
		return op->len == LEN_ARG ? arg_of(st, op->len_arg) : ret > 0 ? ret : 0;
	if (op->len == LEN_ARG || op->len == LEN_ARG_MIN_RET) {
		count = length_of(st, op);
		n *= count > MAX_WANT ? MAX_WANT : count;
	}
	if (op->len == LEN_RET || (op->len == LEN_ARG_MIN_RET && ret < (__s64)n))
		n = ret > 0 ? ret * op->size : 0;
	return n;
}

/* An op of a plan; at: its offset, fast_entry or fast_exit. */
static __always_inline const struct plan_op *fast_op(const struct plan *plan, __u64 at)
{
#ifdef OLD_KERNEL
	at &= ~(__u64)FAST_BYTES;
	clamp_to(at, PLAN_SIZE - sizeof(struct plan_op));
#else
	mask_to(at, FAST_BYTES - 1);
#endif
	return (const struct plan_op *)((const __u8 *)plan + at);
}

/* Completes a chunk at the end of the in-flight record, which begins at `off`. */
static __always_inline void end_fast(struct task_state *st, __u64 off, struct chunk *k, __u64 arg, __u64 status, __u64 addr, __u64 n)
{
	chunk__describe(k, arg, status, PART_SELF, n);
	k->addr = addr;
	st->len = off + HDR + ((n + 7) & ~7u);
}

/* Appends a chunk of n bytes at `addr` if it is small. 0: done; -1: it is not, or could not be read. */
static __always_inline int copy_fast(struct task_state *st, const struct plan_op *op, __u64 arg, __u64 addr, __u64 n, __u8 out)
{
	__u64 words[8];		/* on the stack: HARDENED_USERCOPY checks copies to the heap at greater length */
	__u64 off = st->len, any = n;
	__u8 status = CHUNK_OK;
	struct chunk *k;
	long r;

	if (exceeds(off, SMALL_END))
		return -1;
	opaque(off);		/* or the pointer may be computed before the comparison, which leaves it without a bound on Linux 6.1 */
	k = settled((struct chunk *)(st->inflight + off));
	if (n > op->max) {
		if (op->events && HAS_EVENTS_FAST((int)arg_of(st, 0)))
			return -1;
		n = op->max;
		status = CHUNK_TRUNC;
	}
	n = forgotten(n, any);
	if (!n)
		return 0;
	if (n < sizeof(*words)) {
		mask_to(n, sizeof(*words) - 1);
		*words = 0;
		r = bpf_probe_read_user(words, n, (void *)addr);
		/* a byte alone: the word would be there only after the byte is in the cache */
		*(__u64 *)(k + 1) = n == 1 ? *(volatile __u8 *)words : *(volatile __u64 *)words;
	} else if (!exceeds(n, sizeof(words))) {
		__builtin_memset(words, 0, sizeof(words));
		r = bpf_probe_read_user(words, n, (void *)addr);
		__builtin_memcpy(k + 1, words, sizeof(words));
	} else {
		if (n > CHUNK_SMALL)
			return -1;
		clamp_to(n, CHUNK_SMALL);	/* on Linux 6.1 the bound is that of another register */
		r = bpf_probe_read_user(k + 1, n, (void *)addr);
		pad_tail(st, off + HDR + n);
	}
	if (r < 0)
		return -1;
	end_fast(st, off, k, arg, status | out, addr, n);
	return 0;
}

/* Likewise a string, without its NUL. */
static __always_inline int copy_fast_string(struct task_state *st, const struct plan_op *op, __u64 addr, __u8 out)
{
	__u64 off = st->len, n = op->max + 1;
	struct chunk *k;
	long r;

	if (exceeds(off, SMALL_END))
		return -1;
	opaque(off);
	k = settled((struct chunk *)(st->inflight + off));
	clamp_to(n, CHUNK_SMALL);
	r = bpf_probe_read_user_str(k + 1, n, (void *)addr);
	n--;
	if ((__u64)r - 1 >= n)		/* the string may be longer; or is empty, see size_string */
		return -1;
	n = r - 1;
	pad_tail(st, off + HDR + n);
	end_fast(st, off, k, op->arg, out, addr, n);
	return 0;
}

/*
 * Runs the only op of a phase if it is a plain string or buffer that fits into a small chunk, as in most reads and writes. at: fast_entry or
 * fast_exit. 0: done; -1: left to capture_entry or capture_exit.
 */
static __always_inline int run_fast(struct task_state *st, const struct plan *plan, __u64 at, __s64 ret, __u8 out)
{
	const struct plan_op *op = fast_op(plan, at);
	__u64 addr;

	if (!at)
		return -1;
	addr = arg_of(st, op->arg);
	if (!addr)
		return 0;
	if (op->op == CAP_STR)
		return copy_fast_string(st, op, addr, out);
	return copy_fast(st, op, op->arg, addr, fast_length(st, op, ret), out);
}

APART int run_fast_apart(struct task_state *st, __u64 at, __s64 ret, __u32 out)
{
	const struct plan *plan = st ? plan_of_call(st) : 0;

	return plan ? run_fast(st, plan, at, ret, out) : -1;
}

/*
 * The same, without function calls if the op is FAST_BYTES; n: their number. A CPU copies bytes only when it knows how many, so the number comes
 * from a register, and not from where the op says that it is.
 */
static __always_inline int run_bytes(struct task_state *st, const struct plan *plan, __u64 at, __s64 ret, __u64 n, __u8 out)
{
	__u64 addr = st->call.args[FAST_ARG];

	if (!(at & FAST_BYTES))
		return run_fast_apart(st, at, ret, out);
	return addr ? copy_fast(st, fast_op(plan, at), FAST_ARG, addr, n, out) : 0;
}

enum run {			/* when an op runs */
	RUN_ENTRY = 1,		/* at entry */
	RUN_RETRY = 2,		/* at exit, for the op failed at entry */
	RUN_EXIT = 4,		/* at exit */
	RUN_FAILED = 8,		/* … of a call that failed */
	RUN_NO_RING = 16,	/* with RUN_ENTRY: what does not fit the in-flight record is left to the exit */
};

/* Is the op to run now? Sets the status bits of its chunks. */
static __always_inline bool is_due(const struct plan_op *op, struct capture *c, __u32 why)
{
	if (op->when & CAP_ENTRY) {
		c->status = why & RUN_RETRY ? CHUNK_LATE : 0;
		return why & (RUN_ENTRY | RUN_RETRY);
	}
	c->status = CHUNK_OUT;
	return why & RUN_EXIT && (!(why & RUN_FAILED) || op->when & CAP_ON_ERROR);
}

/* Total length of data in all iovecs. */
static __always_inline __u64 total_of(const struct plan_op *op, const struct capture *c, __s64 ret)
{
	if (!op->total_ret || !(c->status & CHUNK_OUT))
		return ~0ull;
	return ret > 0 ? ret : 0;
}

/* Raises the limit for `bytes` bytes of events. */
static __always_inline void keep_events(struct task_state *st, const struct plan_op *op, __u64 bytes)
{
	struct capture *c = &st->work;

	if (op->events && bytes > c->max && c->max < EVENTS_MAX && has_events((int)arg_of(st, 0)))
		c->max = EVENTS_MAX;
}

/* 0, or -1: at entry a page was not resident. */
static __always_inline int capture_op(struct task_state *st, const struct plan_op *op, __s64 ret, __u32 why)
{
	struct capture *c = &st->work;
	__u64 n, bytes;
	int end = 1;

	if (!is_due(op, c, why))
		return 0;
	n = joined(st, count_of(st, op, ret));
	if (op->op == CAP_FDINFO)
		return capture_fdinfo(PASS_STATE op->arg, op->arg == CHUNK_RET ? ret : (__s64)arg_of(st, op->arg));
	if (op->op == CAP_CWD || op->op == CAP_ROOT)
		return capture_fdinfo(PASS_STATE CHUNK_RET | (op->op == CAP_ROOT ? FOR_ROOT : FOR_CWD), -1);
	if (op->op == CAP_PIDFD)
		return capture_pidfd(st, op), 0;
	if (op->op == CAP_RIGHTS)
		return capture_messages(st, op, n), 0;
	c->arg = op->arg;
	c->addr = arg_of(st, op->arg);
	c->max = op->max;
	c->part = PART_SELF;
	c->str = 0;
	c->final = !(why & RUN_ENTRY);
	c->no_ring = why & RUN_NO_RING;
	c->what = A_CHUNK;
	c->whole = op->whole;
	c->piecewise = 0;
	if (!c->addr)
		return 0;
	switch (op->op) {
	case CAP_STR:
		c->str = 1;
		return take_any(st);
	case CAP_BUF:
		bytes = n * op->size;
		if (!bytes)
			return 0;
		keep_events(st, op, bytes);
		c->want = bytes > MAX_WANT || n > MAX_WANT ? MAX_WANT : bytes;
		return take_any(st);
	case CAP_STRV:
		end = begin_strings(st);
		break;
	case CAP_TREE:
		bytes = n * op->size;
		c->want = bytes > MAX_WANT || n > MAX_WANT ? MAX_WANT : bytes;
		end = bytes ? begin_tree(st, op->max) : 1;
		break;
	case CAP_IOVEC:
		c->total = total_of(op, c, ret);
		keep_events(st, op, c->total);
		end = n ? begin_vector(st, n) : 1;
		break;
	case CAP_MSGHDR:
		c->total = total_of(op, c, ret);
		end = n ? begin_messages(st, n, op->len != LEN_ONE) : 1;
		break;
	case CAP_FDPAIR:
		capture_pair(st);
		return 0;
	}
	if (!end)
		end = take_all(st);
	if (c->what == A_STRING)
		return end_strings(st, end);
	c->what = A_CHUNK;
	return end < 0 ? -1 : 0;
}

/* Runs op number i. If its memory cannot be read at entry, its chunks are removed. */
static __always_inline int run_one(struct task_state *st, const struct plan_op *op, __u32 i, __s64 ret, __u32 why)
{
	__u32 len = st->len, parts = st->parts;

	if (capture_op(st, op, ret, why | (st->retry >> (i & 31) & 1) << 1)) {	/* RUN_RETRY */
		st->len = len;
		st->parts = parts;
		st->retry |= 1u << (i & 31);
	}
	return 0;
}

__noinline int run_op(struct task_state *st, const struct plan_op *op, __u32 i, __s64 ret, __u32 why)
{
	return st && op ? run_one(st, op, i, ret, why) : 0;
}

/* The same as a global function without pointer arguments. */
__noinline int run_apart(__u32 i, __s64 ret, __u32 why)
{
	struct task_state *st = is_modern() ? 0 : state_in_use();
	const struct plan *plan;
	__u64 at = i;

	if (!st)
		return 0;
	plan = plan_of_call(st);
	clamp_to(at, PLAN_OPS - 1);
	return plan ? run_one(st, &plan->ops[at], i, ret, why) : 0;
}

/* A plain loop: few turns, and run_op is verified separately, so it costs the verifier little, and none of its eight frames. */
static __always_inline void run_ops(struct task_state *st, const struct plan *plan, __s64 ret, __u32 why)
{
	ROLLED
	for (__u32 i = 0; i < PLAN_OPS; i++) {
		if (i >= plan->nops)
			break;
		if (is_modern())
			run_op(st, &plan->ops[i], i, ret, why);
		else
			run_apart(i, ret, why);
	}
}

/* Runs only the last op, at exit. */
static __always_inline void run_last_op(struct task_state *st, const struct plan *plan, __s64 ret)
{
	__u64 last = plan->nops - 1;

	clamp_to(last, PLAN_OPS - 1);
	if (is_modern())
		run_op(st, &plan->ops[last], last, ret, RUN_EXIT);
	else
		run_apart(last, ret, RUN_EXIT);
}

/* The same as a global function, verified once for all turns of the loop below; only where pointer arguments are possible. */
__noinline int run_entry_again(struct task_state *st, const struct plan *plan)
{
	if (st && plan)
		run_ops(st, plan, 0, RUN_ENTRY | RUN_NO_RING);
	return 0;
}

#define FAULTS 8	/* most page faults of all ops of a call together */

/*
 * In a sleepable program: faults missing pages in and runs the ops again; what is still missing is left to the exit. The program may be
 * preempted by another that writes to the ring.
 */
static __always_inline void run_faulting(struct task_state *st, const struct plan *plan)
{
	char byte;

	for (__u32 i = 0; i < FAULTS && st->retry; i++) {
		__u64 next = (st->missing | 4095) + 1;

		if (bpf_copy_from_user(&byte, 1, (void *)st->missing))
			break;
		if (st->missing + st->missing_len > next)
			bpf_copy_from_user(&byte, 1, (void *)next);
		st->seq++;
		st->retry = 0;
		st->parts = st->parts_noted = 0;
		st->len = st->call.fixed;
		run_entry_again(st, plan);
		st->seq++;
	}
}
