// SPDX-License-Identifier: BSD-2-Clause
/* svg.c - writes SVG; styles are classes, named by colour and shade. */
#include "svg.h"

#include <stdio.h>
#include <string.h>

#include "lib/escape.h"
#include "text.h"

#define FONT 12			/* pixels */
#define CHAR_WIDTH 722		/* hundredths of a pixel: a character of a monospaced font of that size */
#define TICKS 8
#define LABEL_MIN 3		/* characters: boxes with room for fewer have no text */

static const char style[] =
	"<style>\n"
	":root { color-scheme: light dark; background: #fff; fill: #222 }\n"
	"text { font: 12px monospace; white-space: pre } .title { font-size: 16px; font-weight: bold }\n"
	"g text { fill: #111; pointer-events: none } g:hover rect { stroke: #000; stroke-width: 1.5 }\n"
	".thread0 { fill: #b9c2b0 } .thread1 { fill: #c3c9b4 } .thread2 { fill: #b0bfb6 } .thread3 { fill: #c8c6b0 } .thread4 { fill: #b4c6c0 } .thread5 { fill: #bfc0bc }\n"
	".function0 { fill: #f0b35f } .function1 { fill: #eda24d } .function2 { fill: #f4c276 } .function3 { fill: #e8b052 } .function4 { fill: #f2aa6b } .function5 { fill: #edbb66 }\n"
	".call0 { fill: #7fb2de } .call1 { fill: #8fbce6 } .call2 { fill: #72a8d6 } .call3 { fill: #84b8d8 } .call4 { fill: #96c0de } .call5 { fill: #7aaee0 }\n"
	".error0 { fill: #e5786d } .error1 { fill: #ea8578 } .error2 { fill: #de6b63 } .error3 { fill: #e87f66 } .error4 { fill: #e27080 } .error5 { fill: #ee8c80 }\n"
	".heat0 { fill: #fbe3a8 } .heat1 { fill: #f6bf6a } .heat2 { fill: #ee9446 } .heat3 { fill: #dd6438 } .heat4 { fill: #b93631 } .heat5 { fill: #7d1a35 }\n"
	"@media (prefers-color-scheme: dark) { :root { background: #1b1b1d; fill: #ddd } g:hover rect { stroke: #fff } }\n"
	"@media print { :root { background: #fff; fill: #000 } }\n"
	"</style>\n";

static const char *const colors[SVG_COLORS] = { "thread", "function", "call", "error", "heat" };

/* XML's names for the four characters that it gives a meaning; the rest as in lines of text. */
static void put_xml(struct out *o, const char *s, size_t len)
{
	static const char special[] = "<>&\"";
	static const char *const named[] = { "&lt;", "&gt;", "&amp;", "&quot;" };

	for (size_t i = 0, n; i < len; i += n) {
		for (n = 0; i + n < len && !(s[i + n] && strchr(special, s[i + n])); n++)
			;
		escape__text(o, s + i, n, 0);
		if (i + n < len)
			put_str(o, named[strchr(special, s[i + n++]) - special]);
	}
}

static void put_length(struct out *o, const char *name, uint64_t v)
{
	put_str(o, name);
	out__lit(o, "=\"");
	FMT(o, fmt__u64, v / SVG_PIXEL);
	if (v % SVG_PIXEL) {
		out__lit(o, ".");
		FMT(o, fmt__pair, (unsigned)(v % SVG_PIXEL));
	}
	out__lit(o, "\"");
}

static void put_text(struct out *o, const char *class, uint64_t x, uint64_t y, const char *text, size_t len)
{
	out__lit(o, "<text");
	put_str(o, class);
	put_length(o, " x", x);
	put_length(o, " y", y);
	out__lit(o, ">");
	put_xml(o, text, len);
	out__lit(o, "</text>");
}

void svg__text(struct out *o, uint64_t x, uint64_t y, const char *text)
{
	out__line_begin(o);
	put_text(o, "", x, y, text, strlen(text));
	out__line_end(o);
}

void svg__begin(struct out *o, uint64_t height, const char *title, const char *below)
{
	out__line_begin(o);
	out__lit(o, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" viewBox=\"0 0 ");
	FMT(o, fmt__u64, SVG_WIDTH / SVG_PIXEL);
	out__lit(o, " ");
	FMT(o, fmt__u64, (SVG_TOP + height + SVG_PIXEL - 1) / SVG_PIXEL + SVG_SIDE / SVG_PIXEL);
	out__lit(o, "\">");
	out__line_end(o);
	out__line_begin(o);
	out__lit(o, "<title>");
	put_xml(o, title, strlen(title));
	out__lit(o, "</title>");
	out__line_end(o);
	out__put(o, style, sizeof(style) - 1);
	out__line_begin(o);
	put_text(o, " class=\"title\"", SVG_SIDE, 24 * SVG_PIXEL, title, strlen(title));
	out__line_end(o);
	svg__text(o, SVG_SIDE, 46 * SVG_PIXEL, below);
}

/* Bytes of the first n characters. */
static size_t bytes_of(const char *s, size_t len, size_t n)
{
	size_t i = 0;

	while (i < len && (n || (s[i] & 0xc0) == 0x80))
		n -= (s[i++] & 0xc0) != 0x80;
	return i;
}

static void put_label(struct out *o, const struct svg_box *b)
{
	size_t room = b->width > SVG_ROW / 3 ? (b->width - SVG_ROW / 3) / CHAR_WIDTH : 0;
	uint64_t x = b->x + SVG_ROW / 6, y = b->y + (b->height + (FONT - 4) * SVG_PIXEL) / 2;

	if (room < LABEL_MIN || !b->text || b->no_label)
		return;
	if (bytes_of(b->text, b->len, room) == b->len) {
		put_text(o, "", x, y, b->text, b->len);
		return;
	}
	out__lit(o, "<text");
	put_length(o, " x", x);
	put_length(o, " y", y);
	out__lit(o, ">");
	put_xml(o, b->text, bytes_of(b->text, b->len, room - 2));
	out__lit(o, "..</text>");
}

void svg__box(struct out *o, const struct svg_box *b)
{
	out__line_begin(o);
	out__lit(o, "<g><title>");
	put_xml(o, b->text ? b->text : "", b->text ? b->len : 0);
	if (b->note)
		put_xml(o, b->note, strlen(b->note));
	out__lit(o, "</title><rect class=\"");
	put_str(o, colors[b->color]);
	FMT(o, fmt__u64, b->shade % SVG_SHADES);
	out__lit(o, "\"");
	put_length(o, " x", b->x);
	put_length(o, " y", b->y);
	put_length(o, " width", b->width);
	put_length(o, " height", b->height);
	out__lit(o, "/>");
	put_label(o, b);
	out__lit(o, "</g>");
	out__line_end(o);
}

void svg__ticks(struct out *o, uint64_t x, uint64_t width, uint64_t y, uint64_t ns)
{
	char text[32];

	for (unsigned i = 0; i < TICKS; i++) {
		snprintf(text, sizeof(text), "%.3f ms", (double)(ns * i / TICKS) / 1e6);
		svg__text(o, x + width * i / TICKS, y, text);
	}
}

void svg__end(struct out *o)
{
	out__line_begin(o);
	out__lit(o, "</svg>");
	out__line_end(o);
}
