// SPDX-License-Identifier: BSD-2-Clause
/* folded.c - stacks for flame graphs (flamegraph.pl, inferno, speedscope): a line per stack (call_stacks.h) with its weight, sorted. */
#include <stdlib.h>

#include "call_stacks.h"
#include "config/options.h"
#include "views.h"
#include "writers/text.h"

static struct view *folded__open(const struct view_setup *u)
{
	struct file_view *f = file_view__new(sizeof(struct call_stacks), &folded_view, u);

	return f ? &f->view : NULL;
}

static void folded__end(struct view *v, const struct totals *t)
{
	struct call_stacks *c = (struct call_stacks *)v;
	struct out *o = &c->file.out;
	size_t n;
	struct call_stack **all = call_stacks__sorted(c, t, &n);

	for (size_t i = 0; i < n; i++) {
		out__line_begin(o);
		out__put(o, all[i]->text, all[i]->len);
		out__lit(o, " ");
		FMT(o, fmt__u64, call_stacks__weight(c, all[i]));
		out__line_end(o);
	}
	free(all);
}

const struct view_ops folded_view = {
	.name = "folded", .help = "stacks for flame graphs: flamegraph.pl, inferno, speedscope", CALL_STACKS,
	.open = folded__open, .end = folded__end,
};
