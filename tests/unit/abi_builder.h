/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * abi_builder.h - calls of any ABI, with memory in its byte order: on top of call_builder.h.
 *
 *	calls(ABI_S390X, "wait4", -1, 0x1000, 0, 0);
 *	put(3 << 8, 4);			memory at argument 1
 *	behind(1, CHUNK_OUT);
 *	shows("wait4(...) = 0");
 */
#pragma once

#include "call_builder.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* -- Memory in the order of the call's ABI -------------------------------------------------------------- */

static uint8_t mem[16384];
static unsigned mem_len;

/* Bytes beyond the eighth are 0. */
static inline void put(uint64_t v, unsigned size)
{
	bool big = abi__is_big_endian(record.call.abi);

	assert_true(mem_len + size <= sizeof(mem));
	for (unsigned i = 0; i < size; i++) {
		unsigned byte = big ? size - 1 - i : i;

		mem[mem_len++] = byte < 8 ? v >> 8 * byte : 0;
	}
}

static inline void put_word(uint64_t v)
{
	put(v, abi__word_size(record.call.abi));
}

static inline void put_text(const char *text, unsigned size)
{
	strncpy((char *)mem + mem_len, text, size);
	mem_len += size;
}

/* Consecutive numbers: {value, bytes} each. */
static inline void put_all(const uint64_t (*fields)[2], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		put(fields[i][0], fields[i][1]);
}

#define put_fields(...) put_all((const uint64_t[][2]){ __VA_ARGS__ }, COUNT(((const uint64_t[][2]){ __VA_ARGS__ })))

/* Argument `arg` points at the memory that was put. */
static inline void behind(unsigned arg, unsigned status)
{
	chunk(arg, status, PART_SELF, mem, mem_len);
	mem_len = 0;
}

static inline void behind_at(unsigned arg, unsigned status, unsigned part, uint64_t addr)
{
	chunk_at(arg, status, part, addr, mem, mem_len);
	mem_len = 0;
}

static inline void calls_args(enum abi abi, const char *name, unsigned nargs, const uint64_t *args)
{
	int nr = syscalltbl__nr(abi, name);

	if (nr < 0)
		fail_msg("%s has no %s", abi__name(abi), name);
	rec_args(abi, nargs, args);
	record.call.nr = syscalltbl__slot(abi, nr);
	show.native = abi;
	mem_len = 0;
}

#define calls(abi, name, ...) calls_args(abi, name, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, (uint64_t[]){ __VA_ARGS__ })

/* Shown by the call's own row. */
static inline void check_text(const char *file, int line, const char *text)
{
	const char *got;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_non_null(call.row);
	got = shown(call.row);
	if (strcmp(got, text)) {
		print_error("%s:%d: of %s\n  got:      %s\n  expected: %s\n", file, line, abi__name(record.call.abi), got, text);
		fail();
	}
}

#define shows(text) check_text(__FILE__, __LINE__, text)

/* Flag values come from each ABI's own headers, which the build machine may lack. */
static inline void need_headers(unsigned abis)
{
	if ((flag_abis & abis) == abis)
		return;
	print_message("skipped: built without the kernel headers of other ABIs (tests/install-deps build)\n");
	skip();
}
