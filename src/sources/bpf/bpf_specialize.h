/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_specialize.h - specializes a BPF program to its constants before the kernel sees it.
 *
 * The kernel's verifier knows the constants, too, but has first examined, and then removes instruction by instruction, what they make
 * unreachable; and what loads and tests them stays in the program, to be executed at each call.
 */
#pragma once

#include <linux/bpf.h>
#include <stddef.h>

/* Constant memory: the value of a frozen map, by which descriptors programs name it. */
struct bpf_constants {
	int fds[2];		/* -1: none */
	const void *value;
	size_t size;
};

/*
 * Replaces the constants loaded from the memory, and removes code that is then unreachable or has no effect, also whole functions.
 * n: instructions; funcs: where the functions begin, by instruction, as the kernel takes it, NULL with nfuncs 0 if the program has only one.
 * Returns the new number of instructions, with *nfuncs changed, or 0, with nothing changed, if there is no memory or the program is one that
 * cannot be followed.
 */
size_t bpf_specialize__program(struct bpf_insn *insns, size_t n, struct bpf_func_info *funcs, unsigned *nfuncs, const struct bpf_constants *c);
