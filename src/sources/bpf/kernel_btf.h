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

/* To be called once, before any object is opened. Returns the path to open objects with, or NULL with errno set. */
const char *kernel_btf__prepare(void);
/* Another name to look up beside those of the object, of a type of this BTF_KIND_*. It must stay valid until the end. 0 or -ENOMEM. */
int kernel_btf__want(const char *name, unsigned kind);
/* Before the first object is loaded: fills the file with the types of `obj`; other objects must not need more. 0 or -errno. */
int kernel_btf__fill(const struct bpf_object *obj);
/* The kernel's id of a wanted name; 0: the kernel does not have it. */
__u32 kernel_btf__id(const char *name, unsigned kind);
/* The id of what a section of the object (tp_btf/NAME, iter/NAME) attaches to; 0: the kernel does not have it. */
__u32 kernel_btf__target(const char *section);
/* Frees everything; loaded objects do not need it. */
void kernel_btf__close(void);
/*
 * Number of arguments that a tracepoint passes to programs; -1: the kernel has no such tracepoint. Bit n of *pointers: argument n is a
 * pointer. Between kernel_btf__fill() and kernel_btf__close(); a program must name it.
 */
int kernel_btf__tracepoint(const char *name, unsigned *pointers);
