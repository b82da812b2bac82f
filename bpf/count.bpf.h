/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * count.bpf.h - counts calls instead of sending them (cfg.tally): calls, errors, bytes, and durations by bucket.
 *
 * Each CPU has its own tallies, blocks of buckets, and free lists of both, and no other program of the CPU runs meanwhile (trace.bpf.c is
 * not loaded so if it could; programs of io_uring that could have others, cfg.tally_uring): plain additions are exact. A key's tally is found through a hash, but mostly through the task's cache of what it
 * counted last. The first tally of each CPU has the calls for which there was no room.
 */
#pragma once

#include "state.bpf.h"
#include "tally.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);	/* as `tallies` */
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct tally_key);
	__type(value, __u32);
} tally_index SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs * cfg.tallies: set before load */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct kernel_tally);
} tallies SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs * cfg.tally_octaves: set before load */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct kernel_octave);
} tally_octaves SEC(".maps");

/* With TALLY_PATH, by number of tally; the first of each CPU has the path that was read last. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* as `tallies` */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct kernel_tally_path);
} tally_paths SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* as `tally_octaves` */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct tally_free);
} tally_free SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs: set before load */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct tally_cpu);
} tally_cpus SEC(".maps");

__u64 tally_period;	/* its number, from 0 on; user space ends a period by the next number */

#define BY_OWNER (TALLY_THREAD | TALLY_PROCESS | TALLY_COMM | TALLY_USER | TALLY_CGROUP)

static __always_inline void take_owner(struct task_struct *task, const struct task_state *st, struct tally_owner *to)
{
	if (cfg.tally & TALLY_CGROUP)
		to->cgroup = bpf_get_current_cgroup_id();
	if (cfg.tally & TALLY_USER)
		to->uid = (__u32)bpf_get_current_uid_gid();
	if (cfg.tally & (TALLY_THREAD | TALLY_PROCESS)) {
		__u64 ids = task_ids(task, st);

		to->tgid = ids >> 32;
		to->tid = cfg.tally & TALLY_THREAD ? (__u32)ids : 0;
		to->start = cfg.tally & TALLY_THREAD ? task_get(task, start_time) : BPF_CORE_READ(task, group_leader, start_time);
	}
	if (cfg.tally & TALLY_COMM)
		bpf_get_current_comm(to->comm, sizeof(to->comm));
}

static __always_inline bool is_same_owner(const struct tally_owner *a, const struct tally_owner *b)
{
	const __u64 *x = (const __u64 *)a, *y = (const __u64 *)b;

	return !((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]) | (x[4] ^ y[4]));
}

/* What is cached is of another key, if the owner differs. */
static __always_inline void set_owner(struct task_state *st, const struct tally_owner *owner)
{
	if (is_same_owner(owner, &st->tally_cache.owner))
		return;
	st->tally_cache.owner = *owner;
	for (__u32 i = 0; i < TALLY_CACHED; i++)
		st->tally_cache.of[i].key = 0;
}

/* The task may have changed its IDs, user, name or control group. */
static __always_inline void check_owner(struct task_struct *task, struct task_state *st)
{
	struct tally_owner now = {};

	take_owner(task, st, &now);
	set_owner(st, &now);
}

/* The element of the ring that is used next. User space has cleared what it frees before it sets the number here. */
static __always_inline struct tally_free *freed_at(__u32 cpu, __u32 taken)
{
	__u32 at = cpu * cfg.tally_octaves + taken % cfg.tally_octaves;

	return bpf_map_lookup_elem(&tally_free, &at);
}

/* A new tally on this CPU; the CPU's first if there is no room. */
static __always_inline __u32 make_tally(const struct tally_key *key, __u32 first)
{
	__u32 cpu = key->cpu, number, again;
	struct tally_cpu *c = bpf_map_lookup_elem(&tally_cpus, &cpu);
	struct tally_free *f = c ? freed_at(cpu, c->tallies_again) : 0;
	struct kernel_tally *t;

	if (!f)
		return first;
	again = *(volatile __u32 *)&f->tally;
	if (!again && c->tallies + 1 >= cfg.tallies)
		return first;
	number = first + (again ? again : c->tallies + 1);
	t = bpf_map_lookup_elem(&tallies, &number);
	if (!t || bpf_map_update_elem(&tally_index, key, &number, BPF_NOEXIST))
		return first;
	if (again) {
		*(volatile __u32 *)&f->tally = 0;
		c->tallies_again++;
	} else {
		c->tallies++;
	}
	t->key = *key;
	return number;
}

static __always_inline __u32 find_tally(const struct task_state *st, __u32 slot, __u32 nr, __u32 err, __u32 cpu)
{
	struct tally_key key = { .owner = st->tally_cache.owner, .cpu = cpu, .err = err, .nr = nr, .slot = slot };
	__u32 first = cpu * cfg.tallies, *number = bpf_map_lookup_elem(&tally_index, &key);

	return number ? *number : make_tally(&key, first);
}

/* The number of the tally for a call of the current task. */
static __always_inline __u32 tally_of(struct task_state *st, __u32 slot, __u32 nr, __u32 err, __u32 cpu)
{
	__u64 key = 1ull << 63 | (__u64)cpu << 32 | err << 18 | slot << 16 | nr, at = nr & (TALLY_CACHED - 1);
	struct cached_tally *c = &st->tally_cache.of[at];

	if (c->key != key) {
		c->number = find_tally(st, slot, nr, err, cpu);
		c->key = key;
	}
	return c->number;
}

/* A block of buckets of this CPU. 0: there is none left. */
static __always_inline __u32 take_octave(__u32 cpu)
{
	struct tally_cpu *c = bpf_map_lookup_elem(&tally_cpus, &cpu);
	struct tally_free *f = c ? freed_at(cpu, c->octaves_again) : 0;
	__u32 again;

	if (!f)
		return 0;
	again = *(volatile __u32 *)&f->octave;
	if (again) {
		*(volatile __u32 *)&f->octave = 0;
		c->octaves_again++;
		return again;
	}
	if (c->octaves + 1 >= cfg.tally_octaves) {
		c->lost++;
		return 0;
	}
	return ++c->octaves;
}

static __always_inline void add_to_bucket(struct kernel_tally *t, __u64 dur, __u32 cpu)
{
	__u32 bucket = tally__bucket(dur), number;
	__u64 octave = bucket >> TALLY_SUB_BITS;
	struct kernel_octave *o;

	clamp_to(octave, TALLY_OCTAVE_ROOM - 1);
	if (!t->octave[octave])
		t->octave[octave] = take_octave(cpu);
	if (!t->octave[octave])
		return;
	number = cpu * cfg.tally_octaves + t->octave[octave];
	o = bpf_map_lookup_elem(&tally_octaves, &number);
	if (o)
		o->n[bucket & (TALLY_SUBS - 1)]++;
}

/* squares += dur * dur, of 128 bits. */
static __always_inline void add_square(struct kernel_tally *t, __u64 dur)
{
	__u64 high = dur >> 32, low = (__u32)dur, square = low * low;

	if (high) {
		__u64 mixed = high * low;

		t->squares_high += high * high + (mixed >> 31);
		mixed <<= 33;
		t->squares_low += mixed;
		t->squares_high += t->squares_low < mixed;
	}
	t->squares_low += square;
	t->squares_high += t->squares_low < square;
}

static __always_inline void add_duration(struct kernel_tally *t, __u64 dur, __u32 cpu)
{
	__u64 period = tally_period;
	struct tally_ends *e = &t->ends[period & 1];

	if (e->period != period + 1 || dur < e->min)
		e->min = dur;
	if (e->period != period + 1 || dur > e->max)
		e->max = dur;
	e->period = period + 1;
	t->timed++;
	t->total += dur;
	add_square(t, dur);
	add_to_bucket(t, dur, cpu);
}

#define PATH_WORDS (TALLY_PATH_MAX / 8)

/* Reads the path that the call was given into *to, zero-filled. */
static __always_inline bool read_path(const struct task_state *st, const struct plan *plan, struct kernel_tally_path *to)
{
	__builtin_memset(to, 0, TALLY_PATH_MAX + 8);
	return bpf_probe_read_user_str(to, TALLY_PATH_MAX + 1, (void *)arg_of(st, plan->ops[0].arg)) > 1;
}

/* A vote for the path of a call that has failed. plan_load.c leaves the op of the path in the plan. */
static __always_inline void vote_for_path(const struct task_state *st, const struct plan *plan, __u32 number, __u32 cpu)
{
	__u32 first = cpu * cfg.tallies;
	__u64 period = tally_period, differs = 0, at = period & 1;
	struct kernel_tally_path *last, *p;
	const __u64 *read;
	__u64 *kept;

	if (number == first || plan->ops[0].op != CAP_STR)
		return;
	last = bpf_map_lookup_elem(&tally_paths, &first);
	p = bpf_map_lookup_elem(&tally_paths, &number);
	if (!last || !p || !read_path(st, plan, last))
		return;
	read = (const __u64 *)last;
	kept = (__u64 *)p->in[at].of.path;
	for (__u32 i = 0; i < PATH_WORDS; i++)
		differs |= kept[i] ^ read[i];
	if (p->in[at].period != period + 1 || !p->in[at].of.weight) {
		p->in[at].period = period + 1;
		p->in[at].of.weight = 1;
		for (__u32 i = 0; i < PATH_WORDS; i++)
			kept[i] = read[i];
	} else if (differs) {
		p->in[at].of.weight--;
	} else {
		p->in[at].of.weight++;
	}
}

static __always_inline bool is_error(__s64 ret)
{
	return ret < 0 && ret >= -4095;
}

/* The number of the tally for a call with this result. */
static __always_inline __u32 tally_of_result(struct task_state *st, __u32 slot, __u32 nr, __s64 ret, __u32 cpu)
{
	__u32 err = is_error(ret) ? -ret : 0;

	return tally_of(st, cfg.tally & TALLY_CALL ? slot : 0, cfg.tally & TALLY_CALL ? nr : 0, cfg.tally & TALLY_ERRNO ? err : 0, cpu);
}

static __always_inline void add_result(struct kernel_tally *t, const struct plan *plan, __s64 ret, __u64 now)
{
	t->calls++;
	t->errors += is_error(ret);
	if (plan && plan->flags & PLAN_RET_BYTES && ret > 0)
		t->bytes += ret;
	t->last = now;
}

/* Counts the current call, which has returned `ret`. */
static __always_inline int count_call(struct task_struct *task, struct task_state *st, const struct plan *plan, __u32 slot, __u32 nr, __s64 ret)
{
	__u64 now = bpf_ktime_get_ns();
	__u32 cpu = bpf_get_smp_processor_id(), number;
	struct kernel_tally *t;

	if (plan && !(plan->flags & PLAN_SHOW))
		return 0;
	if (cfg.tally & BY_OWNER)
		check_owner(task, st);
	number = tally_of_result(st, slot, nr, ret, cpu);
	t = bpf_map_lookup_elem(&tallies, &number);
	if (!t)
		return 0;
	add_result(t, plan, ret, now);
	if (cfg.tally & TALLY_PATH && is_error(ret) && plan)
		vote_for_path(st, plan, number, cpu);
	if (cfg.tally & TALLY_THREAD)
		bpf_get_current_comm(t->comm, sizeof(t->comm));
	else if (cfg.tally & TALLY_PROCESS)
		BPF_CORE_READ_INTO(&t->comm, task, group_leader, comm);
	if (!(st->call.flags & CALL_NO_ENTRY))
		add_duration(t, now - st->ts, cpu);
	return 0;
}

/* The same for capture_exit, whose chain of calls has no room on the stack for more. */
__noinline int count_captured(void)
{
	struct task_struct *task = current_task();
	struct task_state *st = cfg.tally ? state_of(task) : 0;

	if (!st || st->call.flags & CALL_NO_RETURN)
		return 0;
	return count_call(task, st, plan_of_call(st), AGAIN(st->slot), AGAIN(st->call.nr), AGAIN(st->call.ret));
}
