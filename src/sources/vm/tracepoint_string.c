// SPDX-License-Identifier: BSD-2-Clause
/* tracepoint_string.c - takes nothing for true that only memory read late says, unless it goes with what the kernel said. */
#include "tracepoint_string.h"

#include <string.h>

static const uint8_t *bytes_of(const struct chunk *k)
{
	return (const uint8_t *)(k + 1);
}

static unsigned status_of(const struct chunk *k)
{
	return k->status & CHUNK_STATUS_MASK;
}

bool tracepoint_string__is_whole(const struct chunk *text, uint32_t max)
{
	if (memchr(bytes_of(text), '.', text->len))
		return false;
	return status_of(text) == CHUNK_OK || text->len >= max;
}

uint32_t tracepoint_string__sure(const struct chunk *text)
{
	const uint8_t *p = bytes_of(text);

	for (uint32_t i = 1; i < text->len; i++)
		if (p[i] == '.' && p[i - 1] >= 0x80)
			return i;
	return text->len;
}

static bool is_printed(uint8_t c)
{
	return (c >= 0x20 && c < 0x7f) || c >= 0xa0;
}

/* Could the kernel have made `reported` of the first n bytes of `is`? */
static bool goes_with(const uint8_t *reported, const uint8_t *is, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (reported[i] != is[i] && (reported[i] != '.' || is_printed(is[i])))
			return false;
	return true;
}

/* Bytes before the dots that may stand for more; where none do, all. */
static uint32_t len_without_dots(const struct chunk *text)
{
	uint32_t n = text->len;

	return status_of(text) == CHUNK_OK && n >= 3 && !memcmp(bytes_of(text) + n - 3, "...", 3) ? n - 3 : n;
}

enum text_match tracepoint_string__compare(const struct chunk *text, const struct chunk *late)
{
	const uint8_t *reported = bytes_of(text), *is = bytes_of(late);
	bool cut = status_of(text) != CHUNK_OK, late_cut = status_of(late) != CHUNK_OK;
	uint32_t n = text->len < late->len ? text->len : late->len;

	if (!cut && (late->len == text->len || (late_cut && late->len < text->len)) && goes_with(reported, is, n))
		return memcmp(reported, is, n) ? TEXT_MORE : TEXT_SAME;
	n = len_without_dots(text);
	return (cut || n < text->len) && late->len > n && goes_with(reported, is, n) ? TEXT_MORE : TEXT_OTHER;
}
