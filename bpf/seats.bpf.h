/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * seats.bpf.h - an array with the states of tasks that make many calls. To find a state in it takes no function of the kernel: looking up a
 * task's storage at entry and exit is a third of what is done for a short call beyond reading clock and memory.
 *
 * A task that makes many calls moves its state from its storage (the "home") to an element of the array (a "seat"). All programs use it
 * there until the task ends. Only the task itself moves its state, and only at the entry of a call. Its member `sent` is written by other
 * tasks and stays at home. The address of the task's registers, which the programs at entry and exit are passed, says which seat it may have;
 * by the address of the task the seat is found by way of a door. Live tasks have different ones. The program at the task's end leaves the
 * seat at once, since the kernel may then use both addresses for another task. Another task gets the seat no earlier than SEAT_IDLE_NS later,
 * when no program has a pointer to it any more.
 *
 * So a task's end must not be missed: see bpf_configure__seats().
 */
#pragma once

#define SEAT_TAKEN 1		/* values of seat.task that are no token: a task is moving to the seat; */
#define SEAT_LEFT 2		/* its task has ended, at the time `left` */
#define SEAT_CALLS 32		/* a task without a seat tries to get one once per so many calls */
#define SEAT_IDLE_NS 1000000000ull

/* Initialised, so that its place among the variables does not depend on where it is first used: both objects have the same (bpf_loader.c). */
struct seating seating __attribute__((aligned(64))) = {};

struct seat_states {
	struct task_state state[SEATS];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);		/* see memory_of() */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct seat_states);
} seats SEC(".maps");

#ifdef OLD_KERNEL
#define HAS_SEATS 0		/* no exchange of values in memory, and no task storage */
#else
#define HAS_SEATS cfg.seats
#endif

/* A number for a kernel pointer; multiples of 8. The verifier permits no arithmetic on such pointers but a difference. */
static __always_inline __u64 token_of(const void *p)
{
	__u64 n = (__u64)p, from = (__u64)&seating;

	opaque(n);
	opaque(from);
	return n - from;
}

static __always_inline __u32 seats__hash(__u64 token)
{
	return token * 0x9e3779b97f4a7c15ull >> (64 - SEATS_LOG);
}

static __always_inline struct seat *seats__at(__u64 i)
{
	return &seating.table[i & (SEATS - 1)];
}

static __always_inline struct task_state *seats__state(__u64 i)
{
	mask_to(i, SEATS - 1);
	return settled(&((struct seat_states *)memory_of(&seats))->state[i]);
}

/* NULL: the task has no seat. */
static __always_inline struct task_state *seats__of(const struct task_struct *task)
{
	__u64 token, i;

	if (!HAS_SEATS)
		return 0;
	token = token_of(task);
	i = *(volatile __u64 *)&seating.doors[seats__hash(token)] - 1;
	return i < SEATS && *(volatile __u64 *)&seats__at(i)->task == token ? seats__state(i) : 0;
}

/* The state of the current task, and the seat that it is in. regs: a number for its registers, regs_token(). NULL: it has no seat. */
static __always_inline struct task_state *seats__find(__u64 regs, const struct seat **seat)
{
	__u64 i = seats__hash(regs);

	if (!HAS_SEATS || seats__at(i)->regs != regs)
		return 0;
	*seat = seats__at(i);
	return seats__state(i);
}

static __always_inline struct task_state *seats__by_regs(__u64 regs)
{
	const struct seat *seat;

	return seats__find(regs, &seat);
}

#define STATE_HEAD __builtin_offsetof(struct task_state, inflight)

#ifndef OLD_KERNEL
/* Makes a free seat SEAT_TAKEN. */
static __always_inline bool seats__claim(struct seat *s)
{
	__u64 task = *(volatile __u64 *)&s->task;

	if (task && (task != SEAT_LEFT || bpf_ktime_get_ns() - s->left < SEAT_IDLE_NS))
		return false;
	return __sync_val_compare_and_swap(&s->task, task, SEAT_TAKEN) == task;
}

/* The current task's state moves to a seat, if there is one for it. regs: regs_token() */
__noinline int take_seat(__u64 regs)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *home = bpf_task_storage_get(&tasks, task, 0, 0), *st;
	__u64 token = token_of(task), number = seats__hash(regs) + 1, *door = &seating.doors[seats__hash(token)];
	struct seat *s = seats__at(number - 1);

	if (!HAS_SEATS)
		return 0;	/* a function is verified also if nothing calls it */
	st = seats__state(number - 1);
	if (!home || *(volatile __u64 *)door || !seats__claim(s))
		return 0;
	if (__sync_val_compare_and_swap(door, 0, number)) {
		*(volatile __u64 *)&s->task = 0;
		return 0;
	}
	bpf_probe_read_kernel(st, STATE_HEAD, home);
	st->seated = 1;
	st->ids = (__u64)task->tgid << 32 | (__u32)task->pid;
	st->owner_cgroup = home->owner_cgroup;
	st->owner_uid = home->owner_uid;
	home->lost = 0;
	s->at = (__u64)task;
	seating.used = 1;
	s->regs = regs;
	__sync_lock_test_and_set(&s->task, token);
	return 0;
}
#endif

/* Returns the current task's state where it then is. */
static __always_inline struct task_state *seats__take(struct task_state *home, __u64 regs)
{
	struct task_state *st = 0;

#ifndef OLD_KERNEL
	take_seat(regs);
	st = seats__by_regs(regs);
#endif
	return st ? st : home;
}

/* The current task ends; st: its state, of which what is still asked for is taken home. */
static __always_inline void seats__leave(struct task_struct *task, const struct task_state *st)
{
#ifndef OLD_KERNEL
	struct task_state *home;
	struct seat *s;
	__u64 *door;

	if (!HAS_SEATS || !st->seated)
		return;
	door = &seating.doors[seats__hash(token_of(task))];
	s = seats__at(*(volatile __u64 *)door - 1);
	home = bpf_task_storage_get(&tasks, task, 0, 0);
	if (home) {
		home->flags = st->flags;
		home->lost = st->lost;
		home->lost_first = st->lost_first;
		home->lost_last = st->lost_last;
	}
	*(volatile __u64 *)door = 0;
	s->regs = 0;
	s->left = bpf_ktime_get_ns();
	__sync_lock_test_and_set(&s->task, SEAT_LEFT);
#endif
}

/* After an execve: the calling thread has taken over the leader's ID. */
static __always_inline void seats__renew(struct task_struct *task, struct task_state *st)
{
	if (HAS_SEATS && st && st->seated)
		st->ids = (__u64)task->tgid << 32 | (__u32)task->pid;
}
