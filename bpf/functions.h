/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * functions.h - kernel functions (kfuncs) that programs call. For an `extern ... __ksym` libbpf would read and check all of the
 * kernel's types (20 ms), on every kernel. So the object calls a helper with an unused number instead, and bpf_patch.c replaces
 * the number when such a program is loaded.
 */
#pragma once

/* In the order of their helper numbers, from FIRST_FUNCTION on. */
#define KERNEL_FUNCTIONS(X) \
	X(bpf_task_from_pid) \
	X(bpf_task_release) \
	X(bpf_rdonly_cast)

/* Likewise for a variable of each CPU, in a 64-bit immediate: is it known (1), and the variable. */
#define KERNEL_VAR_KNOWN 0x7fff000000000001
#define KERNEL_VAR_PREEMPT_COUNT 0x7fff000000000002

/* Likewise: are the programs at raw_syscalls loaded as raw tracepoint programs (1), and the id of struct pt_regs in the kernel's BTF. */
#define KERNEL_CALLS_ARE_RAW 0x7fff000000000003
#define KERNEL_TYPE_PT_REGS 0x7fff000000000004

/* Likewise: does the kernel have bpf_rdonly_cast and the following types (1), and their ids. */
#define KERNEL_MAY_CAST 0x7fff000000000005
#define KERNEL_TYPE_IO_KIOCB 0x7fff000000000006
#define KERNEL_TYPE_IO_RING_CTX 0x7fff000000000007
#define KERNEL_TYPE_IO_URING_CQE 0x7fff000000000008
#define KERNEL_TYPE_TASK 0x7fff000000000009

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

#define FIRST_FUNCTION 0x10000
#define FUNCTION_NUMBER(name) NUMBER_##name,
enum kernel_function { NUMBER_before = FIRST_FUNCTION - 1, KERNEL_FUNCTIONS(FUNCTION_NUMBER) LAST_FUNCTION };
