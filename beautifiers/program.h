/* SPDX-License-Identifier: BSD-2-Clause */
/* program.h - private to this directory: programs of the kernel's virtual machines, as lines of assembler. */
#pragma once

#include "kinds.h"

#define INSN_BYTES 8		/* of eBPF and of classic BPF */
#define INSN_TEXT 96		/* bytes of a line, with its NUL, at most */

/* Writes the instruction at p of `slots` that were captured; returns how many of them it has, at least 1. */
typedef unsigned insn_text(char text[INSN_TEXT], const uint8_t *p, uint64_t slots, bool swap);

insn_text ebpf__text;		/* as the kernel's verifier logs it: r0 = *(u64 *)(r10 -8) */
insn_text filter__text;		/* as bpf_asm reads it: jeq #0x6, 0, 3 */
insn_text filter__seccomp_text;	/* likewise, returned values by name: ret ALLOW */

/* `count` slots in the argument's memory, as strings; as an array of structures if none was captured. */
void show_program(struct show *s, const struct arg *a, bool out, uint64_t count, insn_text *text);
