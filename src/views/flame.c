// SPDX-License-Identifier: BSD-2-Clause
/*
 * flame.c - flame graph: a box per frame above its caller's, as wide as the time in its calls, their number, or the bytes that they
 * moved. At the bottom are threads' names, at the top calls and their errors.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "call_stacks.h"
#include "config/options.h"
#include "views.h"
#include "writers/svg.h"
#include "writers/text.h"

#define NARROW (SVG_PIXEL / 10)		/* narrower boxes are left out */
#define GAP (SVG_PIXEL / 2)		/* between boxes */
#define INNER (SVG_WIDTH - 2 * SVG_SIDE)

struct flame {
	struct call_stacks *stacks;
	struct call_stack **all;
	struct sum { uint64_t ns, calls, bytes, off_cpu, weight; } total;
	unsigned rows;			/* the height of the highest stack */
	unsigned narrow;		/* boxes left out */
};

/* Stacks first to end - 1 begin with the same frame, which begins at `at`. */
struct frame_of {
	size_t first, end, at, len;
	unsigned row;
	uint64_t before;		/* weight of what is left of it */
};

static void add(const struct call_stacks *c, struct sum *sum, const struct call_stack *s)
{
	sum->ns += s->ns;
	sum->calls += s->calls;
	sum->bytes += s->bytes;
	sum->off_cpu += s->off_cpu;
	sum->weight += call_stacks__weight(c, s);
}

static size_t frame_len(const struct call_stack *s, size_t at)
{
	const char *end = memchr(s->text + at, ';', s->len - at);

	return (end ? (size_t)(end - s->text) : s->len) - at;
}

static unsigned frames_of(const struct call_stack *s)
{
	unsigned n = 1;

	for (size_t i = 0; i < s->len; i++)
		n += s->text[i] == ';';
	return n;
}

static uint64_t scaled(const struct flame *f, uint64_t weight)
{
	return f->total.weight ? (uint64_t)((double)weight / (double)f->total.weight * INNER) : 0;
}

static enum svg_color color_of(const struct call_stack *s, const struct frame_of *b)
{
	return b->at > s->call ? SVG_ERROR : b->at == s->call ? SVG_CALL : b->at == s->thread ? SVG_THREAD : SVG_FUNCTION;
}

static void say_sum(char *text, size_t size, const struct sum *sum, const struct flame *f)
{
	char bytes[48] = "";

	if (f->stacks->file.out.opt.weight == WEIGHT_BYTES)
		snprintf(bytes, sizeof(bytes), "%" PRIu64 " bytes, ", sum->bytes);
	else if (f->stacks->file.out.opt.weight == WEIGHT_OFF_CPU)
		snprintf(bytes, sizeof(bytes), "%" PRIu64 ".%03" PRIu64 " ms off the CPU, ", sum->off_cpu / 1000000, sum->off_cpu / 1000 % 1000);
	snprintf(text, size, ": %s%" PRIu64 ".%03" PRIu64 " ms in %" PRIu64 " calls, %.2f %%", bytes, sum->ns / 1000000, sum->ns / 1000 % 1000, sum->calls,
		 f->total.weight ? 100.0 * (double)sum->weight / (double)f->total.weight : 0.0);
}

static void put_box(struct flame *f, struct out *o, const struct frame_of *b, const struct sum *sum)
{
	const struct call_stack *s = f->all[b->first];
	uint64_t x = scaled(f, b->before), width = scaled(f, b->before + sum->weight) - x;
	char note[128];

	say_sum(note, sizeof(note), sum, f);
	svg__box(o, &(struct svg_box){
		.x = SVG_SIDE + x, .y = SVG_TOP + (uint64_t)(f->rows - 1 - b->row) * SVG_ROW,
		.width = width > 4 * GAP ? width - GAP : width, .height = SVG_ROW - SVG_PIXEL,
		.color = color_of(s, b), .shade = hash__bytes(s->text + b->at, b->len, 0), .text = s->text + b->at, .len = b->len, .note = note,
	});
}

/* The next box of the same row within [first, end), beginning at stack `first`. */
static struct frame_of next_box(const struct flame *f, size_t first, size_t end, size_t at, unsigned row, uint64_t before)
{
	const struct call_stack *s = f->all[first];
	struct frame_of b = { first, first + 1, at, frame_len(s, at), row, before };

	while (b.end < end && frame_len(f->all[b.end], at) == b.len && !memcmp(f->all[b.end]->text + at, s->text + at, b.len))
		b.end++;
	return b;
}

/* A box, then those above it: callees. Stacks that end with this frame come first, for they are sorted. */
static void put_frames(struct flame *f, struct out *o, const struct frame_of *b)
{
	struct sum sum = {};
	size_t above = b->at + b->len + 1, i = b->first;
	uint64_t before = b->before;

	for (size_t k = b->first; k < b->end; k++)
		add(f->stacks, &sum, f->all[k]);
	if (scaled(f, sum.weight) < NARROW) {
		f->narrow++;
		return;
	}
	put_box(f, o, b, &sum);
	for (; i < b->end && f->all[i]->len < above; i++)
		before += call_stacks__weight(f->stacks, f->all[i]);
	while (i < b->end) {
		struct frame_of next = next_box(f, i, b->end, above, b->row + 1, before);

		put_frames(f, o, &next);
		for (; i < next.end; i++)
			before += call_stacks__weight(f->stacks, f->all[i]);
	}
}

static void put_picture(struct flame *f, struct out *o, size_t n)
{
	static const char *const titles[] = {
		[WEIGHT_TIME] = "System calls by time in them, on the CPU or off", [WEIGHT_CALLS] = "System calls by number", [WEIGHT_COUNT] = "System calls by number",
		[WEIGHT_BYTES] = "System calls by bytes moved", [WEIGHT_OFF_CPU] = "System calls by time in them off the CPU",
	};
	uint64_t before = 0;
	char text[160] = "All calls";

	for (size_t i = 0; i < n; i++) {
		unsigned frames = frames_of(f->all[i]);

		add(f->stacks, &f->total, f->all[i]);
		f->rows = frames > f->rows ? frames : f->rows;
	}
	say_sum(text + strlen(text), sizeof(text) - strlen(text), &f->total, f);
	svg__begin(o, (uint64_t)f->rows * SVG_ROW + SVG_ROW, titles[o->opt.weight], text);
	for (size_t i = 0; i < n;) {
		struct frame_of b = next_box(f, i, n, 0, 0, before);

		put_frames(f, o, &b);
		for (; i < b.end; i++)
			before += call_stacks__weight(f->stacks, f->all[i]);
	}
	if (f->narrow) {
		snprintf(text, sizeof(text), "%u boxes that would be narrower than a tenth of a pixel are left out, with what is above them", f->narrow);
		svg__text(o, SVG_SIDE, SVG_TOP + (uint64_t)f->rows * SVG_ROW + SVG_ROW * 3 / 4, text);
	}
	svg__end(o);
}

static struct view *flame__open(const struct view_setup *u)
{
	struct file_view *f = file_view__new(sizeof(struct call_stacks), &flame_view, u);

	return f ? &f->view : NULL;
}

static void flame__end(struct view *v, const struct totals *t)
{
	struct flame f = { .stacks = (struct call_stacks *)v };
	size_t n;

	f.all = call_stacks__sorted(f.stacks, t, &n);
	if (f.all)
		put_picture(&f, &f.stacks->file.out, n);
	free(f.all);
}

const struct view_ops flame_view = {
	.name = "flame", .help = "flame graph of call stacks, as SVG", CALL_STACKS, .open = flame__open, .end = flame__end,
};
