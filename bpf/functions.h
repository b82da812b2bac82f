/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * functions.h - functions of the kernel (kfuncs) that programs call. For an `extern ... __ksym` libbpf would read and
 * check all of the kernel's types (20 ms), on every kernel. So the object has a call of a helper that there is not, and
 * kernel_btf.c makes it the call it is when a program that has one is loaded.
 */
#ifndef TRACE_FUNCTIONS_H
#define TRACE_FUNCTIONS_H

/* In the order of their numbers, which begin with FIRST_FUNCTION. */
#define KERNEL_FUNCTIONS(X) \
	X(bpf_task_from_pid) \
	X(bpf_task_release)

#define FIRST_FUNCTION 0x10000
#define FUNCTION_NUMBER(name) NUMBER_##name,
enum kernel_function { NUMBER_before = FIRST_FUNCTION - 1, KERNEL_FUNCTIONS(FUNCTION_NUMBER) LAST_FUNCTION };

#endif
