/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * svg.h - pictures as SVG: boxes with text, and tooltips that browsers show. One file without script, links or fonts of its own; light or dark
 * as the reader prefers. Lengths are in hundredths of a pixel.
 */
#pragma once

#include "lib/out.h"

#define SVG_PIXEL 100
#define SVG_WIDTH (1200 * SVG_PIXEL)	/* of all pictures */
#define SVG_TOP (64 * SVG_PIXEL)	/* height of the title */
#define SVG_SIDE (10 * SVG_PIXEL)	/* margin left and right */
#define SVG_ROW (18 * SVG_PIXEL)	/* height of a row of text, with the gap to the next one */

enum svg_color {
	SVG_THREAD,
	SVG_FUNCTION,
	SVG_CALL,
	SVG_ERROR,
	SVG_HEAT,		/* its shades are a scale */
	SVG_COLORS,
};

#define SVG_SHADES 6

struct svg_box {
	uint64_t x, y, width, height;
	enum svg_color color;
	unsigned shade;		/* boxes of one colour with different shades can be told apart; any number */
	const char *text;	/* `len` bytes, cut to the box; NULL: none. What is not printable is escaped, as in lines of text */
	size_t len;
	bool no_label;		/* the text is only in the tooltip */
	const char *note;	/* tooltip, after the whole text */
};

/* A title, a line below it, and room for a picture of this height. */
void svg__begin(struct out *o, uint64_t height, const char *title, const char *below);
void svg__box(struct out *o, const struct svg_box *b);
/* A line of text at (x, y), its lower left corner. */
void svg__text(struct out *o, uint64_t x, uint64_t y, const char *text);
/* Times from 0 to `ns`, in milliseconds, from x on. */
void svg__ticks(struct out *o, uint64_t x, uint64_t width, uint64_t y, uint64_t ns);
void svg__end(struct out *o);

