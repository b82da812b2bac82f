/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * tally.h - buckets of durations, the same in the kernel and in user space, so that percentiles agree.
 *
 * Buckets are log-linear: each octave, from 2^n ns to less than 2^(n+1), has TALLY_SUBS buckets of equal width. A value in the middle of a
 * bucket differs from all others in it by less than 1.6 %. Octave 0 has the values below TALLY_SUBS, one each.
 */
#pragma once

#ifndef __bpf__
#include <linux/types.h>
#endif

#define TALLY_SUB_BITS 5
#define TALLY_SUBS (1 << TALLY_SUB_BITS)
#define TALLY_OCTAVES (64 - TALLY_SUB_BITS + 1)
#define TALLY_OCTAVE_ROOM 64	/* a power of two */
#define TALLY_BUCKETS (TALLY_OCTAVES * TALLY_SUBS)

/* 31 - number of leading zeros; v is not 0. BPF has no instruction for it. */
static inline __attribute__((always_inline)) __u32 tally__log2_32(__u32 v)
{
	__u32 n = (v > 0xffff) << 4, shift;

	v >>= n;
	shift = (v > 0xff) << 3;
	v >>= shift;
	n |= shift;
	shift = (v > 0xf) << 2;
	v >>= shift;
	n |= shift;
	shift = (v > 3) << 1;
	v >>= shift;
	return n | shift | v >> 1;
}

/*
 * Calls counted in the kernel: maps of count.bpf.h. What the calls of a tally have in common: members that cfg.tally does not choose are 0.
 */
struct tally_owner {
	__u64 cgroup;
	__u32 uid;
	__u32 start;		/* when the thread or process began: a later one may have its ID */
	__u32 tid, tgid;
	char comm[16];
};

struct tally_key {
	struct tally_owner owner;
	__u32 cpu;
	__u32 err;		/* errno */
	__u32 nr;
	__u32 slot;		/* of the ABI: config.h */
};

/* The least and greatest duration of a period. */
struct tally_ends {
	__u64 period;		/* 1 + its number; 0: no call */
	__u64 min, max;
};

struct kernel_tally {
	__u64 calls, errors, bytes;
	__u64 timed, total, squares_low, squares_high;	/* as in struct rec_tally */
	struct tally_ends ends[2];	/* of periods with an even and an odd number: one is read while the other is written */
	struct tally_key key;
	__u64 last;		/* ns: when the last call returned */
	char comm[16];		/* at that time: with TALLY_THREAD the thread's, with TALLY_PROCESS alone that of the process's leader */
	__u16 octave[TALLY_OCTAVE_ROOM];	/* number of the CPU's block of buckets; 0: none */
};

/* Of calls of a tally that failed: the path that most were given, if more than half were given the same (the vote of Boyer and Moore). */
#define TALLY_PATH_MAX 112	/* bytes, without a NUL if the path was cut */
struct tally_path {
	__u64 weight;
	char path[TALLY_PATH_MAX];
};

struct kernel_tally_path {
	struct {
		__u64 period;	/* as in struct tally_ends */
		struct tally_path of;
	} in[2];		/* likewise */
};

struct kernel_octave {
	__u64 n[TALLY_SUBS];
};

struct tally_cpu {
	__u32 tallies, octaves;	/* used once at least, without the first of each */
	__u64 lost;		/* calls that are in no bucket, for want of room */
	__u32 tallies_again, octaves_again;	/* how many were taken from struct tally_free */
	__u64 pad[5];
};

/* An element of two rings of each CPU: numbers that user space has freed, which are used again in this order. 0: none. */
struct tally_free {
	__u32 tally, octave;
};

/* What a task counted last, in place of the end of its in-flight record. */
#define TALLY_CACHED 8
struct tally_cache {
	struct tally_owner owner;
	struct cached_tally {
		__u64 key;	/* CPU, errno, slot and number of the call; 0: empty */
		__u32 number, pad;
	} of[TALLY_CACHED];
};

static inline __attribute__((always_inline)) __u32 tally__bucket(__u64 ns)
{
	__u32 high = ns >> 32, log, shift;

	if (ns < TALLY_SUBS)
		return ns;
#ifdef __bpf__
	log = high ? 32 + tally__log2_32(high) : tally__log2_32(ns);
#else
	(void)high;
	log = 63 - (__u32)__builtin_clzll(ns);
#endif
	shift = log - TALLY_SUB_BITS;
	return (shift << TALLY_SUB_BITS) + (__u32)(ns >> shift);
}

/* The least value of a bucket. */
static inline __u64 tally__bucket_from(__u32 bucket)
{
	__u32 shift = bucket >> TALLY_SUB_BITS;

	return shift < 2 ? bucket : (__u64)(TALLY_SUBS + (bucket & (TALLY_SUBS - 1))) << (shift - 1);
}
