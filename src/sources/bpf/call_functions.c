// SPDX-License-Identifier: BSD-2-Clause
/*
 * call_functions.c - from calls to names of functions. Of a native call it is the call's name, or that of its tracepoint; of a 32-bit one
 * it is made of the name's stem (syscall_32.tbl of arch/x86, and that of arch/arm64): as `fcntl64` and `old_select`, `stat` and `newstat`,
 * `lchown32` and `lchown`, `time` and `time32`, `futex_time64` and `futex`, `truncate64` and `ia32_truncate64`.
 */
#include "call_functions.h"

#include <stdio.h>
#include <string.h>

#include "beautifiers/row.h"

const struct function_prefix function_prefixes[FUNCTION_PREFIXES] = {
	{ ABI_X86_64,  "__x64_sys_",          false },
	{ ABI_X86_64,  "__do_sys_",           true },
	{ ABI_I386,    "__ia32_compat_sys_",  false },
	{ ABI_I386,    "__ia32_sys_",         false },
	{ ABI_I386,    "__do_sys_",           true },
	{ ABI_X32,     "__x64_compat_sys_",   false },
	{ ABI_X32,     "__x64_sys_",          false },
	{ ABI_X32,     "__do_sys_",           true },
	{ ABI_AARCH64, "__arm64_sys_",        false },
	{ ABI_ARM,     "__arm64_compat_sys_", false },
	{ ABI_ARM,     "__arm64_sys_",        false },
};

static const char *const begins[] = { "", "ia32_", "aarch32_", "old_", "old", "new" };
static const char *const ends[] = { "", "16", "32", "64", "_time32", "_time64", "_pgoff", "2" };

static const char *const begins_less[] = { "", "_", "_new", "oldold", "old", "u", "arm_" };
static const char *const ends_less[] = { "", "_time64", "64", "32", "2" };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A call's name without a beginning and an end. false: it has not both. */
static bool stem_of(char *stem, const char *name, const char *begin, const char *end)
{
	size_t n = strlen(name), b = strlen(begin), e = strlen(end);

	if (n <= b + e || n >= FUNCTION_NAME || strncmp(name, begin, b) || strcmp(name + n - e, end))
		return false;
	snprintf(stem, FUNCTION_NAME, "%.*s", (int)(n - b - e), name + b);
	return true;
}

static int with_prefixes(enum abi abi, const char *begin, const char *stem, const char *end, int (*fn)(void *ctx, const char *name), void *ctx)
{
	char name[FUNCTION_NAME];
	int err = 0;

	for (unsigned i = 0; !err && i < FUNCTION_PREFIXES; i++)
		if (function_prefixes[i].abi == abi && !function_prefixes[i].alias &&
		    snprintf(name, sizeof(name), "%s%s%s%s", function_prefixes[i].text, begin, stem, end) < (int)sizeof(name))
			err = fn(ctx, name);
	return err;
}

static int with_ends(enum abi abi, const char *stem, int (*fn)(void *ctx, const char *name), void *ctx)
{
	int err = 0;

	for (unsigned b = 0; b < COUNT(begins); b++)
		for (unsigned e = 0; !err && e < COUNT(ends); e++)
			if (!*begins[b] || !*ends[e] || abi == ABI_ARM)
				err = with_prefixes(abi, begins[b], stem, ends[e], fn, ctx);
	return err;
}

int call_functions__each(enum abi abi, unsigned nr, int (*fn)(void *ctx, const char *name), void *ctx)
{
	const struct row *row = rows__find(abi, nr);
	const char *name = syscalltbl__name(abi, nr);
	char stem[FUNCTION_NAME];
	int err = name ? with_prefixes(abi, "", name, "", fn, ctx) : 0;

	if (!err && row && row->tracepoint)
		err = with_prefixes(abi, "", row->tracepoint, "", fn, ctx);
	if (!name || (abi != ABI_I386 && abi != ABI_ARM))
		return err;
	for (unsigned b = 0; b < COUNT(begins_less); b++)
		for (unsigned e = 0; !err && e < COUNT(ends_less); e++)
			if (stem_of(stem, name, begins_less[b], ends_less[e]))
				err = with_ends(abi, stem, fn, ctx);
	return err;
}
