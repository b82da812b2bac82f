/* SPDX-License-Identifier: BSD-2-Clause */
/* call_filter.h - a seccomp filter (seccomp(2)) that makes some calls wait for an answer of the tracer. */
#pragma once

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

#include "syscalltbl/syscalltbl.h"

struct call_filter {
	struct sock_filter *code;
	unsigned n;		/* instructions; 0: no call waits */
};

#define COMMANDS_MAX 200	/* of one call: jumps are limited to 255 instructions */

/* For calls that wait if an argument has one of some values. */
struct commands {
	unsigned arg;
	uint32_t mask;		/* applied to its low half; 0: none */
	unsigned n;
	uint32_t cmds[COMMANDS_MAX];
};

enum waits { WAITS_NEVER, WAITS_ALWAYS, WAITS_BY_COMMAND };

/* Does a call wait? Fills *by for WAITS_BY_COMMAND. */
typedef enum waits waits_fn(const void *ctx, enum abi abi, unsigned nr, struct commands *by);

/* abis: ABI_BIT()s of ABIs whose calls may wait: the native one, or its 32-bit companion, too. 0 or -ENOMEM. */
int call_filter__make(struct call_filter *f, unsigned abis, waits_fn *waits, const void *ctx);
void call_filter__free(struct call_filter *f);
/*
 * Installs the filter, permanently, in the calling process and its future children. Returns the listener's descriptor (close-on-exec), or
 * -errno. *no_new_privs: it had to be set, so set-user-ID bits and file capabilities have no effect.
 */
int call_filter__install(const struct call_filter *f, bool *no_new_privs);
/* The ABI of a call with this struct seccomp_data.arch; ABI_COUNT: none that may wait. */
enum abi call_filter__abi(uint32_t arch);
