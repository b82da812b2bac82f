// SPDX-License-Identifier: BSD-2-Clause
/*
 * late_reported.c - puts what came with an event and what was read together. It takes nothing for true that only memory read late says,
 * unless it goes with what the kernel said.
 *
 * The kernel from Linux 6.19 on (kernel/trace/trace_syscalls.c) cuts the strings that it copies as a call begins, with "..." in
 * place of the rest, and has a '.' in place of each byte that it takes for unprintable: what is below 0x20, and from 0x7f to 0x9f, so in
 * UTF-8 too.
 */
#include "late_reported.h"

#include <string.h>

#define NEARLY 1		/* missing bytes of a buffer that are not read: the kernel has at most 63, 64 are wanted by default */

/* -- Strings that the kernel copied ---------------------------------------------------------------------------------- */

enum text_match {
	TEXT_OTHER,		/* memory was changed since */
	TEXT_SAME,		/* not a byte differs, and there is no more */
	TEXT_MORE,		/* the same where the kernel's says something, and says more */
};

static const uint8_t *bytes_of(const struct chunk *k)
{
	return (const uint8_t *)(k + 1);
}

static unsigned status_of(const struct chunk *k)
{
	return k->status & CHUNK_STATUS_MASK;
}

/* Is this all that there is, of up to `max` bytes that are wanted? */
static bool is_whole_text(const struct chunk *text, uint32_t max)
{
	if (memchr(bytes_of(text), '.', text->len))
		return false;
	return status_of(text) == CHUNK_OK || text->len >= max;
}

/* Bytes up to the first dot that surely stands for another byte: one within a character of UTF-8. */
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

/* -- With what was read ---------------------------------------------------------------------------------------------- */

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
