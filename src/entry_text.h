/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry_text.h - a string that the kernel itself copied as a call began, and what memory holds that was read later.
 *
 * Linux from 6.19 on (kernel/trace/trace_syscalls.c) cuts such strings, with "..." in place of the rest, and has a '.' in place
 * of each byte that it takes for unprintable: what is below 0x20, and from 0x7f to 0x9f, so in UTF-8 too.
 */
#ifndef TRACE_ENTRY_TEXT_H
#define TRACE_ENTRY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

enum text_match {
	TEXT_OTHER,		/* memory was changed since */
	TEXT_SAME,		/* not a byte differs, and there is no more */
	TEXT_MORE,		/* the same where the kernel's says something, and says more */
};

/* Is this all that there is, of up to `max` bytes that are wanted? */
bool entry_text__is_whole(const struct chunk *text, uint32_t max);
/* Bytes up to the first dot that surely stands for another byte: one within a character of UTF-8. */
uint32_t entry_text__sure(const struct chunk *text);
enum text_match entry_text__compare(const struct chunk *text, const struct chunk *late);

#endif
