/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* verifier.bpf.h - how code is written so that the verifier knows the bounds of values, and goes through code once, not for each path to it. */
#pragma once

/* Hides from the compiler what it knows about a value. */
#define opaque(x) asm volatile("" : "+r"(x))

/* A pointer into a map, which is not NULL, in one register: otherwise the compiler may keep base and offset instead, and add them at each use. */
#define settled(p) ({ __typeof__(p) p_ = (p); opaque(p_); __builtin_assume(p_ != 0); p_; })

/* Before a loop that calls functions: if it were unrolled, the verifier would compute the stack depth for each call in it. */
#define ROLLED _Pragma("clang loop unroll(disable)")
/*
 * Limits a 64-bit value to a constant, on the register that is used later: otherwise the compiler may test one copy and use another, for
 * which the verifier knows no bound.
 */
#define clamp_to(x, max) asm volatile("if %[v] > %[m] goto +1; goto +1; %[v] = %[m]" : [v] "+r"(x) : [m] "i"(max))

/*
 * Is a 64-bit value larger than a constant? If not, the verifier knows its bound from then on. In the object for old kernels the compiler goes on
 * with other registers than it has compared, so the value is limited, too.
 */
#ifdef OLD_KERNEL
#define exceeds(x, max) ({ bool larger_ = (x) > (max); if (!larger_) clamp_to(x, max); larger_; })
#else
#define exceeds(x, max) ({ opaque(x); (x) > (max); })
#endif

/* Likewise, of a value that is not larger; max: one less than a power of two. Does not branch. */
#define mask_to(x, max) asm volatile("%[v] &= %[m]" : [v] "+r"(x) : [m] "i"(max))

/* Likewise, of a value that is below a number that the compiler does not know. */
#define bound_by(x, n) asm volatile("if %[v] < %[m] goto +1; %[v] = 0" : [v] "+r"(x) : [m] "r"(n))

/* Multiplies a bounded 64-bit value by a constant. Before Linux 6.10 the verifier loses the bounds where the constant is multiplied by the value. */
#define multiply(x, n) asm volatile("%[v] *= %[m]" : [v] "+r"(x) : [m] "r"(n))

/* The smaller of n and max, one less than a power of two. Does not branch, after which the verifier would go on twice. */
static __always_inline __u32 capped(__u32 n, __u32 max)
{
	__u64 larger = ((__u64)max - n) >> 63, smaller;

	opaque(larger);		/* otherwise the compiler makes a branch of it */
	smaller = n | -larger;
	mask_to(smaller, max);
	return smaller;
}

/* Loads a value from memory again: its bounds are then unknown to the verifier, which continues with one state, not one for each
 * path. */
#define AGAIN(value) (*(volatile __typeof__(value) *)&(value))

/*
 * The same value, of which the verifier then knows nothing, so that it continues with one state, not one for each path. any: of which it knows
 * nothing. Without memory, whose contents the CPU would wait for.
 */
static __always_inline __u64 forgotten(__u64 value, __u64 any)
{
	value ^= any;
	opaque(value);
	return value ^ any;
}

/*
 * Tail-calls an element of a map. any: a value of which the verifier knows nothing. The number of the element is hidden from it: the kernel would
 * change each place that tail-calls a known element when that is set, and interrupt the other CPUs for each change.
 */
#define tail_call(ctx, map, number, any) bpf_tail_call(ctx, map, forgotten(number, any))

/*
 * A global function, verified once, not in each state with which the verifier comes by. Linux 5.10 knows no pointer arguments of such
 * functions, and on arm64 allows none in programs with tail calls.
 */
#ifdef OLD_KERNEL
#define APART static __always_inline
#else
#define APART __noinline
#endif
