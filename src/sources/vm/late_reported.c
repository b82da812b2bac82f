// SPDX-License-Identifier: BSD-2-Clause
/*
 * late_reported.c - combines strings of events with memory read late, which is used only if it agrees with the event's string.
 *
 * From Linux 6.19 on the kernel (kernel/trace/trace_syscalls.c) copies strings at entry. It replaces the end of a long one by
 * "...", and each byte that it considers unprintable (below 0x20, and 0x7f to 0x9f, so also in UTF-8) by '.'.
 */
#include "late_reported.h"

#include <string.h>

#define NEARLY 1		/* a buffer that lacks no more bytes is not read: the kernel copies 63, the default limit is 64 */

/* -- Strings that the kernel copied ---------------------------------------------------------------------------------- */

enum text_match {
	TEXT_OTHER,		/* memory has changed */
	TEXT_SAME,		/* equal */
	TEXT_MORE,		/* agrees with the kernel's copy, and has more */
};

static const uint8_t *bytes_of(const struct chunk *k)
{
	return (const uint8_t *)(k + 1);
}

static unsigned status_of(const struct chunk *k)
{
	return k->status & CHUNK_STATUS_MASK;
}

/* Is the text complete, up to the limit of `max` bytes? */
static bool is_whole_text(const struct chunk *text, uint32_t max)
{
	if (memchr(bytes_of(text), '.', text->len))
		return false;
	return status_of(text) == CHUNK_OK || text->len >= max;
}

/* Bytes before the first dot that certainly replaces another byte: one within a UTF-8 character. */
static uint32_t sure_bytes(const struct chunk *text)
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

/* Is `reported` what the kernel would make of the first n bytes of `is`? */
static bool goes_with(const uint8_t *reported, const uint8_t *is, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (reported[i] != is[i] && (reported[i] != '.' || is_printed(is[i])))
			return false;
	return true;
}

/* Bytes before the dots that may replace the rest; without such dots, all. */
static uint32_t len_without_dots(const struct chunk *text)
{
	uint32_t n = text->len;

	return status_of(text) == CHUNK_OK && n >= 3 && !memcmp(bytes_of(text) + n - 3, "...", 3) ? n - 3 : n;
}

static enum text_match compare(const struct chunk *text, const struct chunk *late)
{
	const uint8_t *reported = bytes_of(text), *is = bytes_of(late);
	bool cut = status_of(text) != CHUNK_OK, late_cut = status_of(late) != CHUNK_OK;
	uint32_t n = text->len < late->len ? text->len : late->len;

	if (!cut && (late->len == text->len || (late_cut && late->len < text->len)) && goes_with(reported, is, n))
		return memcmp(reported, is, n) ? TEXT_MORE : TEXT_SAME;
	n = len_without_dots(text);
	return (cut || n < text->len) && late->len > n && goes_with(reported, is, n) ? TEXT_MORE : TEXT_OTHER;
}

/* -- Combining with memory ---------------------------------------------------------------------------------------------- */

void late_reported__put(struct vm_read *l, const struct chunk *reported)
{
	uint32_t sure = sure_bytes(reported);

	vm_read__put(l, reported, sure, sure < reported->len ? CHUNK_PARTIAL : reported->status);
}

void late_reported__settle(struct vm_read *l, uint32_t before, const struct chunk *reported)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);
	enum text_match match = l->len > before ? compare(reported, late) : TEXT_OTHER;

	if (match != TEXT_MORE)
		l->len = before;
	if (match == TEXT_SAME)
		vm_read__put(l, reported, reported->len, reported->status);
	else
		late_reported__put(l, reported);
}

static void settle_buffer(struct vm_read *l, uint32_t before, const struct chunk *reported)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);

	if (l->len <= before || late->len <= reported->len || memcmp(late + 1, reported + 1, reported->len))
		l->len = before;
	vm_read__put(l, reported, reported->len, reported->status);
}

bool late_reported__is_whole(struct vm_read *l, const struct plan_op *op, const struct chunk *reported)
{
	uint64_t n;

	if (op->op == CAP_STR)
		return is_whole_text(reported, op->max);
	n = vm_read__count(l, op) * op->size;
	n = n < op->max ? n : op->max;
	return reported->len + NEARLY >= n && reported->len;
}

void late_reported__take(struct vm_read *l, const struct plan_op *op, const struct chunk *reported)
{
	uint32_t before = l->len;

	if (reported && late_reported__is_whole(l, op, reported)) {
		vm_read__put(l, reported, reported->len, reported->status);
		return;
	}
	if (!l->denied)
		vm_read__op(l, op);
	if (reported && op->op == CAP_STR)
		late_reported__settle(l, before, reported);
	else if (reported)
		settle_buffer(l, before, reported);
}
