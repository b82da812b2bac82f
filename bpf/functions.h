/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * functions.h - kernel functions (kfuncs) that programs call. For an `extern ... __ksym` libbpf would read and check all of the
 * kernel's types (20 ms), on every kernel. So the object calls a helper with an unused number instead, and kernel_btf.c replaces
 * the number when such a program is loaded.
 */
#pragma once

/* In the order of their helper numbers, from FIRST_FUNCTION on. */
#define KERNEL_FUNCTIONS(X) \
	X(bpf_task_from_pid) \
	X(bpf_task_release)

/* Likewise for a variable of each CPU, in a 64-bit immediate: is it known (1), and the variable. */
#define KERNEL_VAR_KNOWN 0x7fff000000000001
#define KERNEL_VAR_PREEMPT_COUNT 0x7fff000000000002

#define FIRST_FUNCTION 0x10000
#define FUNCTION_NUMBER(name) NUMBER_##name,
enum kernel_function { NUMBER_before = FIRST_FUNCTION - 1, KERNEL_FUNCTIONS(FUNCTION_NUMBER) LAST_FUNCTION };
