/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* state.bpf.h - maps, configuration, and the state of selected threads. */
#pragma once

#include "kernel.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>

#include "compat.bpf.h"
#include "verifier.bpf.h"
#include "wire.h"
#include "plan.h"
#include "config.h"
#include "tally.h"
#include "uring.h"
#include "wait.h"

const volatile struct config cfg = {};

/* Alone in its cache lines: it is read at each call. Initialised: it is the first of the variables. */
volatile struct selection sel __attribute__((aligned(64))) = {};

/* Set by user space at run time. */
__u32 scan_mode;
__u64 scan_wait;
/* Read by user space. */
__u64 scan_before;		/* tasks with `before` seen by the last SCAN_BEFORE or SCAN_PENDING */
__u64 scan_alive;		/* selected, not ended tasks seen by the last SCAN_PENDING */
__u32 tracers;			/* number of this user's programs trace_tracers */
__u64 scan_marked;		/* tasks newly selected by the last SCAN_SELECT */
__u64 scan_hidden;		/* targets that the user may not trace */
__u64 hidden;			/* programs executed by selected tasks that the user may not trace */
__u32 inject_ended;		/* set by user space: nothing is injected any more */
__s64 live = 0;			/* selected tasks that have not ended (without cfg.all). Initialised: see `seating` */
/* With cfg.in_pid_ns: the kernel address of the tracer's PID namespace, and its level. */
__u64 own_pid_ns;
__u32 own_pid_level;

/*
 * Marks of processes with selected threads, by the low bits of their tgid: a mark may be of another process; without one, no
 * thread is selected. (Testing task->bpf_storage instead would take the verifier 8 ms per program.)
 */
#define MARKS 32768
__u8 marks[MARKS];

static __always_inline void mark_process(__u32 tgid)
{
	marks[tgid & (MARKS - 1)] = 1;
}

static __always_inline bool is_marked(__u32 tgid)
{
	return marks[tgid & (MARKS - 1)];
}

#include "reported.bpf.h"

enum task_flag {
	TASK_WAIT_EXEC = 1,	/* nothing is reported before its execve */
	TASK_NEW = 2,		/* forked, has not made a call: its first sys_exit is fork's return, seen if fork is selected */
	TASK_PENDING = 4,	/* the in-flight record holds a call that has not returned */
	TASK_REPORTED = 8,	/* … and it has been reported as pending */
	TASK_PASSED = 32,	/* its current call is not wanted, although its number is selected */
	TASK_STOPS = 64,	/* the signal that stops the process was delivered to it */
	TASK_NAMES_LEFT = 256,	/* cfg.has_comms: names of descriptors were not captured at entry, for the thread's name did not match */
	TASK_WAITED = 128,	/* cfg.waits: it has left the CPU in its current call */
	TASK_EXECS = 512,	/* it is at sched_process_exec, between two programs */
	TASK_HIDDEN = 16,	/* cfg.guarded: the user could not trace it when last tested */
};

/*
 * A call from entry to exit, as the record it will become. With the kernel's header, the whole value fits the allocator's 8 KiB class.
 */
#define INFLIGHT_BYTES 7728
#define REPORTED_FDS 3		/* most descriptors passed and returned by a call */
#define CHUNK_SMALL 256		/* bytes of payload that fit nearly to the end of an in-flight record */
#define CHUNK_BIG 4096

enum what {			/* what a capture's addr is */
	A_CHUNK = 0,		/* address in the program */
	A_STRING,		/* address in the program of a pointer to a string */
	AN_IOVEC,		/* unused: the next iovec of the vector is read */
	A_POINTER,		/* unused: the next pointer of a tree is followed */
	A_MESSAGE,		/* unused: the next `piece` of message number `at` is captured */
};

enum msg_piece {		/* words of struct msghdr and mmsghdr with a pointer and a length */
	MSG_NAME = 0,
	MSG_IOV = 2,		/* its data follows */
	MSG_CONTROL = 4,
	MSG_LEN = 6,		/* flags, and msg_len */
};

struct level {			/* memory of a tree whose pointers are being followed */
	__u64 addr;		/* in the program */
	__u32 len;		/* bytes */
	__u32 elem;		/* offset of the current element, */
	__u16 number;		/* number of its struct follow, */
	__u16 next;		/* and its next pointer */
};

/* The current op (capture.bpf.h). Not on the stack: Linux 7.1's verifier tracks each pointer to that through all functions. */
struct capture {
	__u64 addr;
	__u64 want;		/* length of the memory */
	__u32 max;		/* most bytes to capture */
	__u16 part;
	__u8 arg;
	__u8 status;		/* CHUNK_LATE, CHUNK_OUT: or-ed into the chunk's status */
	__u8 str;		/* NUL-terminated */
	__u8 final;		/* unreadable memory gets a CHUNK_FAULT, instead of failing */
	__u8 what;		/* enum what */
	__u8 no_ring;		/* this program may not write to the ring */
	__u8 piecewise;		/* enum piecewise: of a chunk sent in pieces */
	__u8 begun;		/* … a piece was sent */
	__u8 note;		/* status of the chunk or piece; for notes, of a chunk of `left` bytes, which are in `want` */
	__u8 whole;		/* iovecs and messages: not only the first */
	__u32 left;		/* … bytes left to capture */
	__u32 n;		/* bytes to read, then those that were read */
	__s64 got;		/* result of reading */
	union {
		struct {
			__u64 vec;	/* address in the program of a vector of strings or iovecs, */
			__u64 msgs;	/* and of messages */
			__u64 total;	/* bytes of data that are left of all iovecs */
			__u32 most;	/* of data of an iovec: most bytes to capture */
			__u32 strings;	/* strings of the vector seen so far */
			__u16 niov, elem;	/* iovecs (of the message), and the next one's number */
			__u16 nmsgs, at;	/* messages, and the next one's number */
			__u8 step;	/* of an array: bytes from one element to the next */
			__u8 piece;	/* enum msg_piece: the next piece of the current message */
			__u8 head;	/* bytes of a message's header */
			__u8 counted;	/* the data is limited by each message's msg_len */
			__u16 vec_at, msgs_at;	/* offsets in the in-flight record of the chunks of these arrays, if they are there */
		};
		struct {
			struct level levels[TREE_DEPTH];
			__u32 depth;	/* number of the innermost */
		};
	};
};

enum piecewise {
	/* 0: none of the op's chunks */
	PIECES_LONG = 1,	/* as much as fits a record */
	PIECES_PAGES,		/* one page at a time, for a page is missing */
	PIECES_DONE,
	PIECES_FAILED,		/* memory could not be read, and `final` is not set */
};

struct mount_head {		/* of a struct mount: its mount point and root */
	__u64 parent, mountpoint, root;
};

/* The path that is being walked (path.bpf.h). */
struct walk {
	__u64 dentry, mount;	/* the current position */
	struct mount_head at_mount;
	__u32 at;		/* offset in the in-flight record of the chunk */
	__u32 magic;
	__u16 flags;		/* enum file_flag */
};

struct task_state {
	__u32 flags;		/* enum task_flag */
	__u32 len;		/* bytes used in `inflight` */
	__u32 retry;		/* bit n: entry op n could not be read yet */
	__u32 parts;		/* valid REC_MORE of the current call sent so far */
	__u32 parts_noted;	/* … as in the call's last PART_MORE chunk */
	__u32 nreported;	/* of `reported` */
	__u32 seq;		/* counts changes, so that the iterator detects a torn copy */
	__u32 owned;		/* owner.bpf.h: the generation in which its owner was compared last */
	__u32 call_flags;	/* enum call_flag of all its calls */
	__u32 slot;		/* of the current call's ABI */
	__u32 plan;		/* index of the current call's plan in `plans` */
	union {
		__u32 before;	/* cfg.functions: its current call began before tracing, so that it returns at sys_exit only */
		__u32 seated;	/* cfg.seats: the state is in a seat */
	};
	__u64 missing;
	__u64 ids;		/* with cfg.in_pid_ns, or if seated: see task_ids() */
	union {
		struct capture work;
		struct walk walk;
	};
	__u64 ts;		/* when the call began */
	__u64 more;		/* the value of `call` in its REC_MORE */
	__u64 reported[REPORTED_FDS];	/* cache entries for descriptors whose names the call's record has */
	__u64 lost, lost_first, lost_last;
	struct sent_signal sent, delivered;
	__u64 comm[2];		/* cfg.has_comms: the name tested last, */
	__u32 comm_wanted;	/* and whether it matches */
	__u32 missing_len;	/* length of the memory that could not be read last; `missing`: its address */
	union {
		struct rec_call call;
		__u8 inflight[INFLIGHT_BYTES];
		struct {	/* cfg.tally: memory of calls is not captured */
			__u8 used[INFLIGHT_BYTES - sizeof(struct tally_cache)];
			struct tally_cache tally_cache;
		};
		struct {	/* after it, for no call needs these */
			__u8 call_bytes[INFLIGHT_BYTES];
			__u64 owner_cgroup;	/* owner.bpf.h: what was reported */
			__u32 owner_uid, pad;
		};
	};
};
_Static_assert(sizeof(struct task_state) <= 8192 - 72, "with the kernel's header it is in the 8 KiB class");

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct task_state);
} tasks SEC(".maps");

/* Replaces `tasks` without task storage: by the address of the task_struct, until that is freed. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);	/* tasks: set before load */
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u64);
	__type(value, struct task_state);
} task_hash SEC(".maps");

/* With cfg.waits, for each element of `tasks` and `task_hash`. */
struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct wait_state);
} waits SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);	/* tasks: set before load */
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u64);
	__type(value, struct wait_state);
} wait_hash SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct wait_state);
} fresh_wait SEC(".maps");

/* A zeroed value for new entries of task_hash. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct task_state);
} fresh_state SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs * cfg.ring_chunks, or 1 that has all of them: set before load */
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(key_size, 4);
	__uint(value_size, RING_ELEM);
} rings SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);		/* see memory_of() */
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(key_size, 4);
	__uint(value_size, RING_CTL_SIZE);	/* times cfg.ring_mask + 1: set before load */
} ring_ctls SEC(".maps");

/* Tail calls of trace_enter, trace_exit and trace_exec, by NEXT_CAPTURE and NEXT_STACK. Programs of one array must have the same tracepoint. */
struct next_program {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 4);
};
struct next_program next_entry SEC(".maps");
struct next_program next_exit SEC(".maps");
struct next_program next_function SEC(".maps");	/* cfg.functions: of fn_enter, fn_exit and fn_denied */

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} wakeup SEC(".maps");

#ifdef OLD_KERNEL		/* functions would need more stack than there is */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, PLANS_MAX);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct plan);
} plans SEC(".maps");
#else
struct all_plans {
	struct plan plan[PLANS_MAX];
	__u8 beyond[PLAN_SIZE];		/* so that run_fast() need only mask an offset */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);		/* see memory_of() */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct all_plans);
} plans SEC(".maps");
#endif

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);		/* see memory_of() */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct sub_plans);
} sub_plans SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, FOLLOWS_MAX);
	__type(key, __u32);
	__type(value, struct follow);
} follows SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, __u32);
} targets SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, __u32);
} excluded SEC(".maps");

/* With cfg.injects_signals. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SIGNAL_SLOTS);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct injected_signal);
} signals SEC(".maps");

/* With cfg.injects (inject.bpf.h). */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, NRULES);
	__type(key, __u32);
	__type(value, struct inject_rule);
} rules SEC(".maps");

struct counted {		/* calls of a thread with a number */
	__u64 begin;		/* of the thread, for its tid may be reused */
	__u32 tid, call;	/* element of `rules` */
};
struct countdown { __u16 first, last; };

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 65536);
	__type(key, struct counted);
	__type(value, struct countdown);
} counts SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);	/* threads in a call whose result is overridden */
	__type(key, __u64);
	__type(value, struct override);
} overrides SEC(".maps");

/* With cfg.has_cgroup: the cgroups, from element 0 on. */
struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, CGROUPS_MAX);
	__uint(key_size, 4);
	__uint(value_size, 4);
} cgroup SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs: set before load */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct cpu_stats);
} stats SEC(".maps");

#include "uring_maps.bpf.h"
#include "ids.bpf.h"
#include "seats.bpf.h"
#include "strangers.bpf.h"

/* NULL: none. st: the task's state */
static __always_inline struct injected_signal *injected_for(struct task_struct *task, const struct task_state *st)
{
	__u32 tid = task_ids(task, st), slot = tid % SIGNAL_SLOTS;
	struct injected_signal *s = bpf_map_lookup_elem(&signals, &slot);

	return s && s->tid == tid ? s : 0;
}

/* The state in the task's storage, which has `sent`, also if the task has a seat. */
static __always_inline struct task_state *home_of(struct task_struct *task)
{
	if (is_modern())
		return bpf_task_storage_get(&tasks, task, 0, 0);
	{
		__u64 key = (__u64)task;

		return bpf_map_lookup_elem(&task_hash, &key);
	}
}

static __always_inline struct task_state *state_of(struct task_struct *task)
{
	struct task_state *st = is_modern() ? seats__of(task) : 0;

	return st ? st : home_of(task);
}

/* The state that memory is captured into in the current task: its own, or that of this CPU for requests of io_uring. */
static __always_inline struct task_state *state_in_use(void)
{
	if (cfg.uring) {
		struct uring_cpu *c = uring_current();

		if (c && c->task == bpf_get_current_task())
			return &c->st;
	}
	return state_of(current_task());
}

/* Sets the members that are constant while the task lives, except for an execve by a thread that is not the leader. */
static __always_inline struct task_state *state_begun(struct task_struct *task, struct task_state *st)
{
	if (!st)
		return st;
	if (BPF_CORE_READ(task, thread_pid, level) > ids__own_level())
		st->call_flags = CALL_OTHER_PIDS;
	if (cfg.in_pid_ns)
		st->ids = ids__in_own_ns(task);
	return st;
}

static __always_inline struct task_state *state_created(struct task_struct *task)
{
	if (is_modern())
		return bpf_task_storage_get(&tasks, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	{
		__u64 key = (__u64)task;
		__u32 zero = 0;
		void *fresh = bpf_map_lookup_elem(&fresh_state, &zero);

		if (fresh)
			bpf_map_update_elem(&task_hash, &key, fresh, BPF_NOEXIST);
		return bpf_map_lookup_elem(&task_hash, &key);
	}
}

static __always_inline struct wait_state *wait_of(struct task_struct *task)
{
	if (is_modern())
		return bpf_task_storage_get(&waits, task, 0, 0);
	{
		__u64 key = (__u64)task;

		return bpf_map_lookup_elem(&wait_hash, &key);
	}
}

static __always_inline void wait_created(struct task_struct *task)
{
	if (is_modern()) {
		bpf_task_storage_get(&waits, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	} else {
		__u64 key = (__u64)task;
		__u32 zero = 0;
		void *fresh = bpf_map_lookup_elem(&fresh_wait, &zero);

		if (fresh)
			bpf_map_update_elem(&wait_hash, &key, fresh, BPF_NOEXIST);
	}
}

static __always_inline void state_deleted(struct task_struct *task)
{
	if (is_modern())
		bpf_task_storage_delete(&tasks, task);
	if (is_modern() && cfg.waits)
		bpf_task_storage_delete(&waits, task);
}

/* The same; creates the state if there is none. NULL: no memory, or the hash is full. */
static __always_inline struct task_state *state_made(struct task_struct *task)
{
	struct task_state *st = state_created(task);

	if (cfg.waits && st)
		wait_created(task);
	return state_begun(task, st);
}

/*
 * For global functions with arguments of their own: the state as their first one. Where they cannot have pointer arguments, they look it up
 * themselves, which gives the verifier one state more for each map that it may be in.
 */
#ifdef OLD_KERNEL
#define STATE_ARG
#define PASS_STATE
#define TAKE_STATE struct task_state *st = state_in_use();
#else
#define STATE_ARG struct task_state *st,
#define PASS_STATE st,
#define TAKE_STATE
#endif

/*
 * TAKE(NAME) makes take_NAME of append_NAME, which works on the task's state: a global function, verified once, not at each call. Where
 * such functions cannot have pointer arguments (compat.bpf.h), it looks the state up itself.
 */
#define TAKE(name) \
	__noinline int capture_##name(struct task_state *st) \
	{ \
		return st ? append_##name(st) : 0; \
	} \
	__noinline int name##_apart(void) \
	{ \
		struct task_state *st = is_modern() ? 0 : state_in_use(); \
	\
		return st ? append_##name(st) : 0; \
	} \
	static __always_inline int take_##name(struct task_state *st) \
	{ \
		return is_modern() ? capture_##name(st) : name##_apart(); \
	}
