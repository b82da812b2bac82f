/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* compat.bpf.h - what differs between kernels, and what serves where something is missing. */
#ifndef TRACE_COMPAT_BPF_H
#define TRACE_COMPAT_BPF_H

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* bpf_loop: Linux 5.17, commit e6f2dd0f8067. Its body is verified once, not once per turn. */
enum bpf_func_id___loop { BPF_FUNC_loop___loop = 181 };
#define has_bpf_loop() bpf_core_enum_value_exists(enum bpf_func_id___loop, BPF_FUNC_loop___loop)

/* Without it, loops turn at most this often: the rest is left out, and said to be. */
#define LOOP_FEW 8

/* Calls fn(i, ctx) for i from 0 to n - 1, until it returns other than 0. */
#define LOOP(n, fn, ctx) \
	do { \
		if (has_bpf_loop()) \
			bpf_loop(n, fn, ctx, 0); \
		else \
			for (__u32 i_ = 0; i_ < LOOP_FEW && i_ < (n); i_++) \
				if (fn(i_, ctx)) \
					break; \
	} while (0)

#endif
