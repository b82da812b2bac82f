/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_stacks.h - for views that sum up calls by their stack:
 *
 *	[host;]comm;[function;...]call[;errno]
 *
 * Functions are those of the user stack, if recorded, the outermost first; one without a name is shown as its file. Only sums are kept:
 * memory grows with the number of different stacks. A call that has not returned at the end counts up to the last event.
 *
 *	struct x { struct call_stacks stacks; … };	stacks is the first member
 *	x = (struct x *)file_view__new(sizeof(*x), &x_view, u);
 */
#pragma once

#include "file_view.h"

struct call_stack {
	struct hash_node node;	/* by text */
	uint64_t ns, calls, bytes;
	uint64_t off_cpu;	/* ns: of the time, as far as it is known */
	size_t len, thread, call;	/* of the text; where in it the thread's name and the call's begin */
	char text[];		/* frames, separated by semicolons; those in names are escaped */
};

struct call_stacks {
	struct file_view file;
	struct hash stacks;	/* of struct call_stack */
	struct hash waits;	/* of calls that were shown as unfinished */
	uint64_t last;		/* ns: time of the last event */
	uint64_t off_cpu;	/* ns: of all calls */
};

/* The view has ended. Sorts the stacks by their frames, *n of them; free() the array. NULL: no memory, which is the output's error. */
struct call_stack **call_stacks__sorted(struct call_stacks *c, const struct totals *t, size_t *n);
/* By --weight: the time of a stack's calls (ns), their number, the bytes that they moved, or their time off the CPU (ns). */
uint64_t call_stacks__weight(const struct call_stacks *c, const struct call_stack *s);

/* Functions for struct view_ops */
void call_stacks__call(struct view *v, const struct event *e, const struct call *c, enum call_state st);
void call_stacks__other(struct view *v, const struct event *e, const struct other_event *o);
void call_stacks__signal(struct view *v, const struct event *e, const struct rec_signal *r);
void call_stacks__exit(struct view *v, const struct event *e, unsigned code);
void call_stacks__close(struct view *v);

#define CALL_STACKS \
	.in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_loss = true, .no_args = true, .at_end = true, .call = call_stacks__call, .other = call_stacks__other, \
	.signal = call_stacks__signal, .exit = call_stacks__exit, FILE_VIEW, .close = call_stacks__close
