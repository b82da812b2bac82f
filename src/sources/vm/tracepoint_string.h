/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tracepoint_string.h - a string that the kernel itself copied as a call began, and what memory holds that was read later.
 *
 * Linux from 6.19 on (kernel/trace/trace_syscalls.c) cuts such strings, with "..." in place of the rest, and has a '.' in place
 * of each byte that it takes for unprintable: what is below 0x20, and from 0x7f to 0x9f, so in UTF-8 too.
 */
#ifndef TRACE_TRACEPOINT_STRING_H
#define TRACE_TRACEPOINT_STRING_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

enum text_match {
	TEXT_OTHER,		/* memory was changed since */
	TEXT_SAME,		/* not a byte differs, and there is no more */
	TEXT_MORE,		/* the same where the kernel's says something, and says more */
};

/* Is this all that there is, of up to `max` bytes that are wanted? */
bool tracepoint_string__is_whole(const struct chunk *text, uint32_t max);
/* Bytes up to the first dot that surely stands for another byte: one within a character of UTF-8. */
uint32_t tracepoint_string__sure(const struct chunk *text);
enum text_match tracepoint_string__compare(const struct chunk *text, const struct chunk *late);

#endif
