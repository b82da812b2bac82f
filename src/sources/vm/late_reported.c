// SPDX-License-Identifier: BSD-2-Clause
/* late_reported.c - puts what came with an event and what was read together. */
#include "late_reported.h"

#include <string.h>

#include "tracepoint_string.h"

#define NEARLY 1		/* bytes of a buffer that are not worth it: the kernel takes 63 at most, and 64 are wanted */

void late_reported__put(struct vm_read *l, const struct chunk *reported)
{
	uint32_t sure = tracepoint_string__sure(reported);

	vm_read__put(l, reported, sure, sure < reported->len ? CHUNK_PARTIAL : reported->status);
}

void late_reported__settle(struct vm_read *l, uint32_t before, const struct chunk *reported)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);
	enum text_match match = l->len > before ? tracepoint_string__compare(reported, late) : TEXT_OTHER;

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
		return tracepoint_string__is_whole(reported, op->max);
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
