/* SPDX-License-Identifier: BSD-2-Clause */
/* compat.h - suits the BPF object to the kernel it is going to be loaded into; bpf/compat.bpf.h is the kernel side of it. */
#ifndef TRACE_COMPAT_H
#define TRACE_COMPAT_H

#include <stdbool.h>

struct bpf_map;
struct bpf_object;

/* Does the kernel keep something with each task? Then the object is compiled for such ones, else with OLD_KERNEL. */
bool compat__has_task_storage(const struct bpf_object *obj);
/*
 * Finds out what the kernel can do, and has the object create and load what is needed there; between opening and
 * loading it. 0: the kernel has task storage; else the number of tasks that a hash has room for in its place.
 */
unsigned compat__adapt(struct bpf_object *obj);
/* The object's BTF and maps in the kernel: descriptors, or -errno. btf_fd: -1, or for a map of task storage. */
int compat__load_btf(const struct bpf_object *obj);
int compat__create_map(const struct bpf_map *map, int btf_fd);

/*
 * A raw tracepoint's program may be preempted here, and is then skipped for other tasks; perf's may not, and are permitted:
 * compat__adapt has those of tp.bpf.h loaded.
 */
bool compat__perf_tp(void);
/* Raw tracepoints' programs may be preempted, and are all there is. */
bool compat__preemptible(void);
/* Programs at the entry of a call may wait for memory: fault_entry is loaded. */
bool compat__may_fault(void);
/* Stores of one CPU may become visible to others in another order: trace_fence is loaded. */
bool compat__reorders(void);
/* Does bpf(2) take capabilities also for what uses loaded programs and maps? Not from Linux 5.19 on (commit c8644cd0efe7). */
bool compat__use_takes_caps(void);

#endif
