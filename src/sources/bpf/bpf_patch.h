/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_patch.h - completes programs just before libbpf loads them, with what kernel_btf.h found: the id of what they attach to, and the
 * kernel's functions and variables that they name by numbers (functions.h).
 */
#pragma once

#include <bpf/libbpf.h>

/*
 * To be called once, before any object is opened: programs of sections tp_btf, tp_btf.s, iter, tp and raw_tp are then completed when they
 * are loaded. Returns the path to open objects with (kernel_btf.h), or NULL with errno set.
 */
const char *bpf_patch__prepare(void);
/* kernel_btf__fill() for an object whose programs are completed from here. 0 or -errno. */
int bpf_patch__fill(const struct bpf_object *obj);
/*
 * Has programs at sys_enter and sys_exit loaded as raw tracepoint programs, which one program may continue by tail calls, if this kernel can.
 * Returns whether it can. Between bpf_patch__fill() and loading.
 */
bool bpf_patch__load_calls_raw(void);
/*
 * Has programs specialized to the constants in a map that is frozen, and that two objects have: see bpf_specialize.h. Between creating it and
 * loading; its initial value must last until then.
 */
void bpf_patch__specialize(struct bpf_map *a, struct bpf_map *b);
/*
 * Has programs of these objects address the memory of maps with one element: memory_of() of compat.bpf.h. Before loading. b: NULL: there is
 * none; borrowed until then. one_element: those of the rings and of uring_cpus are among them.
 */
void bpf_patch__address(const struct bpf_object *a, const struct bpf_object *b, bool one_element);
