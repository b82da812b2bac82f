/* SPDX-License-Identifier: BSD-2-Clause */
/* filter_run.h - runs a seccomp filter on a call. */
#pragma once

#include <linux/seccomp.h>
#include <string.h>

#include "sources/seccomp/call_filter.h"

/* The filter's result; *looked: it loaded an argument. */
static inline uint32_t run_filter(const struct call_filter *f, const struct seccomp_data *d, bool *looked)
{
	uint32_t a = 0;

	*looked = false;
	for (unsigned i = 0; i < f->n; i++) {
		const struct sock_filter *c = &f->code[i];

		switch (c->code) {
		case BPF_LD | BPF_W | BPF_ABS:
			memcpy(&a, (const char *)d + c->k, sizeof(a));
			*looked |= c->k >= offsetof(struct seccomp_data, args);
			break;
		case BPF_ALU | BPF_AND | BPF_K: a &= c->k; break;
		case BPF_JMP | BPF_JA: i += c->k; break;
		case BPF_JMP | BPF_JEQ | BPF_K: i += a == c->k ? c->jt : c->jf; break;
		case BPF_JMP | BPF_JGE | BPF_K: i += a >= c->k ? c->jt : c->jf; break;
		case BPF_RET | BPF_K: return c->k;
		default: fail_msg("instruction %#x", c->code);
		}
	}
	fail_msg("the program has no end");
	return 0;
}

