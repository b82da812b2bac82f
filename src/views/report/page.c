// SPDX-License-Identifier: BSD-2-Clause
/* page.c - the files of the page, as they are in this folder. The Makefile names them, too, for what has to be built again. */
#include "report.h"

#define FILE_IN_PAGE(name, file) \
	__asm__(".pushsection .rodata\n" \
		"page_" #name ":\n" \
		".incbin \"src/views/report/" file "\"\n" \
		"page_" #name "_end:\n" \
		".byte 0\n" \
		".popsection\n"); \
	extern const char page_##name[] __attribute__((visibility("hidden"))), page_##name##_end[] __attribute__((visibility("hidden")))

FILE_IN_PAGE(style, "page.css");
FILE_IN_PAGE(body, "page.html");
FILE_IN_PAGE(data, "data.js");
FILE_IN_PAGE(parts, "parts.js");
FILE_IN_PAGE(tables, "tables.js");
FILE_IN_PAGE(list, "list.js");
FILE_IN_PAGE(heat, "heat.js");
FILE_IN_PAGE(timeline, "timeline.js");
FILE_IN_PAGE(flame, "flame.js");
FILE_IN_PAGE(waits, "waits.js");
FILE_IN_PAGE(main, "main.js");

#define PUT(o, name) out__put(o, page_##name, (size_t)(page_##name##_end - page_##name))

void page__put_head(struct out *o)
{
	out__line_begin(o);
	out__lit(o, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
		    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
		    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>trace report</title>\n<style>\n");
	PUT(o, style);
	out__lit(o, "</style>\n</head>\n<body>\n");
	PUT(o, body);
	out__line_end(o);
}

void page__put_tail(struct out *o)
{
	out__line_begin(o);
	out__lit(o, "<script>\n\"use strict\";\n");
	PUT(o, data);
	PUT(o, parts);
	PUT(o, tables);
	PUT(o, list);
	PUT(o, heat);
	PUT(o, timeline);
	PUT(o, flame);
	PUT(o, waits);
	PUT(o, main);
	out__lit(o, "</script>\n</body>\n</html>");
	out__line_end(o);
}
