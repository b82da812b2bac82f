/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * reported.bpf.h - which descriptors' names were reported, and the processes that report at each call what their descriptors are. Included by
 * state.bpf.h.
 */
#pragma once

/*
 * Marks, by the low bits of their tgid, of processes whose descriptors are opened and closed unseen, by requests of an io_uring or by calls that
 * were lost: each of their calls reports what its descriptors are.
 */
__u8 asked[MARKS];
__u64 any_asked_or_renamed;	/* 0: no call has to report what its descriptors are: no element is set, nor name_generation */

static __always_inline void ask_of_process(__u32 tgid)
{
	asked[tgid & (MARKS - 1)] = 1;
	any_asked_or_renamed = 1;
}

static __always_inline bool is_asked(__u32 tgid)
{
	return asked[tgid & (MARKS - 1)] & 1;	/* without a branch */
}

/*
 * Generation of file names: counts renames, removals and mounts of all tasks since tracing began. And a cache, by process and descriptor,
 * of the generation in which its name was last reported; those that share a slot evict each other.
 */
__u64 name_generation __attribute__((aligned(64)));
#define REPORTED 8192
__u64 reported[REPORTED] __attribute__((aligned(64)));

static __always_inline void begin_name_generation(void)
{
	__sync_fetch_and_add(&name_generation, 1);
	any_asked_or_renamed = 1;
}

/* An entry of the cache: 22 bits of process id, as many as there are, 20 of the descriptor, 22 of the generation. */
static __always_inline __u64 report_of(__u32 tgid, __u32 fd, __u64 generation)
{
	return (__u64)tgid << 42 | (__u64)(fd & 0xfffff) << 22 | (generation & 0x3fffff);
}

static __always_inline volatile __u64 *report_slot(__u64 report)
{
	return &reported[((report >> 42) * 61 + (report >> 22)) & (REPORTED - 1)];
}

/* 0: the descriptor's name was reported in that generation, or it is negative. */
static __always_inline __u64 is_stale(__u32 tgid, int fd, __u64 generation)
{
	__u64 report = report_of(tgid, fd, generation);

	return (*report_slot(report) ^ report) & ~((__s64)fd >> 63);
}
