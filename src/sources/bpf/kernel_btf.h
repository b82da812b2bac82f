/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_btf.h - the few types of the kernel that the BPF object names, for libbpf to relocate by.
 *
 * libbpf reads and checks all of the kernel's types (5 MB) for each object, and goes through them once for each type
 * that a program looks into: that took half of the time to start. Here they are read once. What the object names, and
 * what lies within that, is copied into a small BTF file in memory, which libbpf takes as the kernel's
 * (bpf_object_open_opts.btf_custom_path); the ids that programs attach by are looked up on the way.
 * Pointers lead to void there: enough for offsets, sizes and existence of fields, and for values of enums. Relocations
 * that ask for the id of a kernel type would get the wrong one: the object must not have any.
 *
 * Formats: Documentation/bpf/btf.rst, <linux/btf.h>. Ids: typedef btf_trace_NAME for a tracepoint, function
 * bpf_iter_NAME for an iterator.
 */
#ifndef TRACE_KERNEL_BTF_H
#define TRACE_KERNEL_BTF_H

#include <bpf/libbpf.h>

/*
 * Before any object is opened; once. Programs of sections tp_btf, tp_btf.s and iter then get their ids from here, and
 * those of tp the ids of functions that they call (functions.h).
 * Returns the path to open objects with, or NULL with errno set.
 */
const char *kernel_btf__prepare(void);
/* Before the first object is loaded: fills the file for the types of `obj`, and of all objects that name no others. 0 or -errno. */
int kernel_btf__fill(const struct bpf_object *obj);
/* Gives back what it took; objects that are loaded need it no more. */
void kernel_btf__close(void);

#endif
