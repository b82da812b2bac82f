/* SPDX-License-Identifier: BSD-2-Clause */
/* call_functions.h - names of the kernel's functions of calls. */
#pragma once

#include <stdbool.h>

#include "syscalltbl/syscalltbl.h"

/* Prefixes of these names, by ABI. The kernel may have several of them for a call; which one it calls is not known. */
struct function_prefix {
	enum abi abi;
	const char *text;
	bool alias;		/* the function that BTF names, of calls without arguments: the others are aliases of it */
};

#define FUNCTION_PREFIXES 11
extern const struct function_prefix function_prefixes[FUNCTION_PREFIXES];

#define FUNCTION_NAME 64	/* bytes of a name */
/*
 * Calls fn with each name that the function of a call may have, until it returns other than 0, and returns that. 32-bit calls whose
 * structures or numbers differ have functions named after the structures, so these are many names, of other calls' functions, too.
 */
int call_functions__each(enum abi abi, unsigned nr, int (*fn)(void *ctx, const char *name), void *ctx);
