/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* map_size.h - how many bytes bpf(2) copies of a map's keys, values and positions: bpf_map_value_size() of kernel/bpf/syscall.c. */
#pragma once

#include <linux/bpf.h>

#include "plan.h"

/* linux/bpf.h since 7.0, BPF_F_CPU and BPF_F_ALL_CPUS: one value is passed, though the map has one for each CPU. Older kernels refuse them. */
#define MAP_ONE_VALUE (8 | 16)

struct map_size {
	__u32 type, key, value, cpus;	/* enum bpf_map_type, bytes; CPUs that are possible */
};

/* len: LEN_MAP_KEY, …; flags: those of the elements. */
static inline __attribute__((always_inline)) __u64 map_size__bytes(const struct map_size *m, __u32 len, __u32 flags)
{
	__u64 value = ((__u64)m->value + 7) & ~7ull;
	__u32 type = m->type;
	_Bool each_cpu = type == BPF_MAP_TYPE_PERCPU_HASH || type == BPF_MAP_TYPE_LRU_PERCPU_HASH || type == BPF_MAP_TYPE_PERCPU_ARRAY ||
			 type == BPF_MAP_TYPE_PERCPU_CGROUP_STORAGE;
	_Bool hash = type == BPF_MAP_TYPE_HASH || type == BPF_MAP_TYPE_LRU_HASH || type == BPF_MAP_TYPE_PERCPU_HASH ||
		     type == BPF_MAP_TYPE_LRU_PERCPU_HASH || type == BPF_MAP_TYPE_HASH_OF_MAPS;

	if (len == LEN_MAP_POSITION && hash)
		return 4;	/* the number of a bucket; of other maps it is a key */
	if (len != LEN_MAP_VALUE)
		return m->key;
	return each_cpu && !(flags & MAP_ONE_VALUE) ? value * m->cpus : m->value;
}
