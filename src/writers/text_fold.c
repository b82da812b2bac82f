// SPDX-License-Identifier: BSD-2-Clause
/*
 * text_fold.c - folds lines that are wider than the output; they continue below their first argument.
 *
 * Lines break after a comma or a blank if there is one, and never within a character or a colour sequence.
 */
#include "text.h"

#include <stdlib.h>

#define STACK_INDENT 19		/* the column where a frame's text begins */

/* Characters of two columns or of none: East_Asian_Width and General_Category of the Unicode standard. */
static const struct range { uint32_t first, last; unsigned width; } ranges[] = {
	{ 0x300, 0x36f, 0 }, { 0x483, 0x489, 0 }, { 0x591, 0x5bd, 0 }, { 0x610, 0x61a, 0 }, { 0x64b, 0x65f, 0 }, { 0x900, 0x902, 0 },
	{ 0x1100, 0x115f, 2 }, { 0x1ab0, 0x1aff, 0 }, { 0x1dc0, 0x1dff, 0 }, { 0x200b, 0x200f, 0 }, { 0x20d0, 0x20f0, 0 },
	{ 0x2e80, 0x303e, 2 }, { 0x3041, 0xa4cf, 2 }, { 0xa960, 0xa97c, 2 }, { 0xac00, 0xd7a3, 2 }, { 0xf900, 0xfaff, 2 },
	{ 0xfe00, 0xfe0f, 0 }, { 0xfe20, 0xfe2f, 0 }, { 0xfe30, 0xfe6f, 2 }, { 0xff01, 0xff60, 2 }, { 0xffe0, 0xffe6, 2 },
	{ 0x1f300, 0x1f64f, 2 }, { 0x1f680, 0x1f6ff, 2 }, { 0x1f900, 0x1f9ff, 2 }, { 0x20000, 0x3fffd, 2 },
};

static unsigned width_of(uint32_t c)
{
	for (unsigned i = 0; c >= ranges[0].first && i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return ranges[i].width;
	return 1;
}

/* One character or colour sequence: returns its bytes, sets its columns. Lines are UTF-8. */
static size_t unit(const char *p, const char *end, unsigned *columns)
{
	unsigned char lead = (unsigned char)*p;
	size_t n = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	uint32_t c = n == 1 ? lead : lead & (0x7fu >> n);

	*columns = 0;
	if (lead == '\033') {
		const char *m = memchr(p, 'm', (size_t)(end - p));

		return m ? (size_t)(m + 1 - p) : 1;
	}
	if (n > (size_t)(end - p))
		n = (size_t)(end - p);
	for (size_t i = 1; i < n; i++)
		c = c << 6 | ((unsigned char)p[i] & 0x3f);
	*columns = width_of(c);
	return n;
}

static unsigned columns_of(const char *p, const char *end)
{
	unsigned sum = 0, columns;

	for (; p < end; p += unit(p, end, &columns), sum += columns)
		;
	return sum;
}

static void put_indent(struct out *o, unsigned n)
{
	out__lit(o, "\n");
	out__room(o, n);
	memset(o->p, ' ', n);
	o->p += n;
}

/* Where a line may end, best first: after a comma, after another blank, between a name and its value. */
enum { BREAK_COMMA, BREAK_BLANK, BREAK_NAME, BREAKS };

static void note_break(const char *p, const char *breaks[BREAKS])
{
	if (p[-1] == ' ')
		breaks[p[-2] == ',' ? BREAK_COMMA : p[-2] == ':' || p[-2] == '=' ? BREAK_NAME : BREAK_BLANK] = p;
}

/* The best break after `half`: a break before it would leave the line half empty. */
static const char *best_break(const char *const breaks[BREAKS], const char *half)
{
	if (breaks[BREAK_COMMA] > half)
		return breaks[BREAK_COMMA];
	if (!breaks[BREAK_BLANK] && breaks[BREAK_COMMA])
		return breaks[BREAK_COMMA];
	return breaks[BREAK_BLANK] ? breaks[BREAK_BLANK] : breaks[BREAK_NAME];
}

/* The end of the part that fits into `room` columns; if possible it is after `args`. */
static const char *fitting(const char *p, const char *end, const char *args, unsigned room)
{
	const char *begin = p, *half = p, *breaks[BREAKS] = { NULL }, *at_break;
	unsigned at = 0, columns;

	while (p < end) {
		size_t n = unit(p, end, &columns);

		if (at + columns > room && p > begin) {
			if (*p == ' ' && p[-1] == ',')
				return p + 1;	/* the blank is dropped */
			at_break = best_break(breaks, half);
			return at_break ? at_break : p;
		}
		at += columns;
		p += n;
		if (at <= room / 2)
			half = p;
		if (p - begin > 1 && p > args)
			note_break(p, breaks);
	}
	return end;
}

/* Stores a part without the blanks at its end. */
static void put_part(struct out *o, const char *p, const char *end)
{
	while (end > p && end[-1] == ' ')
		end--;
	out__put(o, p, (size_t)(end - p));
}

static void put_folded(struct out *o, const char *p, const char *end, size_t args, unsigned indent, unsigned width)
{
	const char *rest = fitting(p, end, p + args, width);

	while (rest < end) {
		put_part(o, p, rest);
		p = rest + strspn(rest, " ");
		rest = fitting(p, end, p, width - indent);
		put_indent(o, indent);
	}
	out__put(o, p, (size_t)(rest - p));
}

/* Folds one line of the text; frames of a stack are lines of their own. */
static void fold(struct out *o, const char *text, size_t len, unsigned width)
{
	const char *end = text + len, *line_end = memchr(text, '\n', len);
	size_t args = o->state[TEXT_ARGS];
	unsigned indent = columns_of(text, text + (args < len ? args : 0));

	if (indent > width / 2)
		indent = width / 2;
	o->p = o->buf + o->line;
	for (;;) {
		put_folded(o, text, line_end ? line_end : end, args, indent, width);
		if (!line_end)
			return;
		out__lit(o, "\n");
		text = line_end + 1;
		line_end = memchr(text, '\n', (size_t)(end - text));
		indent = args = STACK_INDENT;
	}
}

void text__fold(struct out *o)
{
	unsigned width = *o->columns;
	size_t len = out__line_len(o);
	char *copy = width && len > width && !o->err ? malloc(len) : NULL;

	if (copy) {
		memcpy(copy, o->buf + o->line, len);
		fold(o, copy, len, width < TEXT_WIDTH_MIN ? TEXT_WIDTH_MIN : width);
		free(copy);
	}
}
