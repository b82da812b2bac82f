/* SPDX-License-Identifier: BSD-2-Clause */
/* compat.h - adapts the BPF object to the running kernel; bpf/compat.bpf.h is the kernel side. */
#pragma once

#include <stdbool.h>

struct bpf_map;
struct bpf_object;

/* Does the kernel have task storage, and what came with it (compat.bpf.h)? If not, the object compiled with OLD_KERNEL is used. */
bool compat__has_task_storage(const struct bpf_object *obj);
/*
 * Selects the maps and programs to load; to be called between opening and loading the object. 0: the kernel has task storage; else the
 * size of the hash used instead.
 */
unsigned compat__adapt(struct bpf_object *obj);
/* The object's BTF and maps in the kernel: descriptors, or -errno. btf_fd: -1, or for a map of task storage. */
int compat__load_btf(const struct bpf_object *obj);
int compat__create_map(const struct bpf_map *map, int btf_fd);

/*
 * Programs of raw tracepoints may be preempted on this kernel, and are then skipped for other tasks; those of perf's tracepoints are not,
 * and are permitted: the programs of tp.bpf.h are loaded.
 */
bool compat__perf_tp(void);
/* Programs of raw tracepoints may be preempted, and there is no alternative. */
bool compat__preemptible(void);
/* May a program of io_uring interrupt another program of its CPU, or be interrupted by it? */
bool compat__interrupts_requests(void);
/* Programs may exchange values in memory: x86-64 with task storage, arm64 from Linux 5.18 on. */
bool compat__may_swap(void);
/* Programs at syscall entry may sleep for page faults: fault_entry is loaded. */
bool compat__may_fault(void);
/* The CPU has weak memory ordering: trace_fence is loaded. */
bool compat__reorders(void);
/* Does bpf(2) need capabilities also for using loaded programs and maps? Not from Linux 5.19 on (commit c8644cd0efe7). */
bool compat__use_takes_caps(void);
