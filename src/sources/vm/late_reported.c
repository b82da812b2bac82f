// SPDX-License-Identifier: BSD-2-Clause
/* late_told.c - puts what came with an event and what was read together. */
#include "late_told.h"

#include <string.h>

#include "tracepoint_string.h"

#define NEARLY 1		/* bytes of a buffer that are not worth it: the kernel takes 63 at most, and 64 are wanted */

void late_told__put(struct vm_read *l, const struct chunk *told)
{
	uint32_t sure = tracepoint_string__sure(told);

	vm_read__put(l, told, sure, sure < told->len ? CHUNK_PARTIAL : told->status);
}

void late_told__settle(struct vm_read *l, uint32_t before, const struct chunk *told)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);
	enum text_match match = l->len > before ? tracepoint_string__compare(told, late) : TEXT_OTHER;

	if (match != TEXT_MORE)
		l->len = before;
	if (match == TEXT_SAME)
		vm_read__put(l, told, told->len, told->status);
	else
		late_told__put(l, told);
}

static void settle_buffer(struct vm_read *l, uint32_t before, const struct chunk *told)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);

	if (l->len <= before || late->len <= told->len || memcmp(late + 1, told + 1, told->len))
		l->len = before;
	vm_read__put(l, told, told->len, told->status);
}

bool late_told__is_whole(struct vm_read *l, const struct plan_op *op, const struct chunk *told)
{
	uint64_t n;

	if (op->op == CAP_STR)
		return tracepoint_string__is_whole(told, op->max);
	n = vm_read__count(l, op) * op->size;
	n = n < op->max ? n : op->max;
	return told->len + NEARLY >= n && told->len;
}

void late_told__take(struct vm_read *l, const struct plan_op *op, const struct chunk *told)
{
	uint32_t before = l->len;

	if (told && late_told__is_whole(l, op, told)) {
		vm_read__put(l, told, told->len, told->status);
		return;
	}
	if (!l->denied)
		vm_read__op(l, op);
	if (told && op->op == CAP_STR)
		late_told__settle(l, before, told);
	else if (told)
		settle_buffer(l, before, told);
}
