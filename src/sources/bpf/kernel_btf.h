/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_btf.h - a small BTF file with the kernel types that the BPF object uses, for libbpf's relocations.
 *
 * libbpf reads and checks all of the kernel's types (5 MB) for each object, and searches them for each type that a program uses: that
 * took half of the start-up time. Here they are read once. Types that the object names, with their members, are copied into a small
 * BTF file in memory, which libbpf uses instead of the kernel's (bpf_object_open_opts.btf_custom_path); ids for attaching are looked up
 * in the same pass. Pointers become pointers to void: enough for offsets, sizes and existence of fields, and values of enums. The
 * object must have no relocations that need ids of kernel types, for the ids differ.
 *
 * Formats: Documentation/bpf/btf.rst, <linux/btf.h>. Ids: typedef btf_trace_NAME for a tracepoint, function
 * bpf_iter_NAME for an iterator.
 */
#pragma once

#include <bpf/libbpf.h>

/*
 * To be called once, before any object is opened. Programs of sections tp_btf, tp_btf.s and iter then get their ids from here, and those
 * of tp the ids of functions that they call (functions.h). Returns the path to open objects with, or NULL with errno set.
 */
const char *kernel_btf__prepare(void);
/* Before the first object is loaded: fills the file with the types of `obj`; other objects must not need more. 0 or -errno. */
int kernel_btf__fill(const struct bpf_object *obj);
/* Frees everything; loaded objects do not need it. */
void kernel_btf__close(void);
/*
 * Number of arguments that a tracepoint passes to programs; -1: the kernel has no such tracepoint. Bit n of *pointers: argument n is a
 * pointer. Between kernel_btf__fill() and kernel_btf__close(); a program must name it.
 */
int kernel_btf__tracepoint(const char *name, unsigned *pointers);
/*
 * Has programs at sys_enter and sys_exit loaded as raw tracepoint programs, which one program may continue by tail calls, if this kernel can.
 * Returns whether it can. Between kernel_btf__fill() and loading.
 */
bool kernel_btf__load_calls_raw(void);
