/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * escape.h - escapes bytes that a traced program chose, so that the output has no terminal control sequences.
 *
 * Printable ASCII and printable UTF-8 pass as they are. Everything else is escaped: control bytes, DEL, bytes that are
 * not UTF-8 (RFC 3629), and characters that change how text is displayed: U+0080-009F (C1 controls), bidirectional marks and
 * controls, line and paragraph separators, invisible operators, byte order mark, interlinear annotation, U+FFFE and U+FFFF.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "out.h"

/* What escape__text() escapes in addition. */
enum escape_mode {
	ESCAPE_QUOTE = 1 << 2,		/* " */
	ESCAPE_BACKSLASH = 1 << 3,	/* \ : needed wherever the text is parsed again */
	ESCAPE_ANGLE = 1 << 4,		/* < and > */
};
#define ESCAPE_STRING (ESCAPE_QUOTE | ESCAPE_BACKSLASH)

/*
 * C escapes: \n \t \r \v \f \" \\, octal for everything else, as short as is unambiguous. Returns how many of the stored
 * bytes take no column of their own (UTF-8 continuation bytes).
 */
size_t escape__text(struct out *o, const void *s, size_t len, unsigned mode);

/* The content of a JSON string, without its quotes. s must be UTF-8. */
void escape__json(struct out *o, const void *s, size_t len);

/* Length of the longest prefix of s that is UTF-8, printable or not. */
size_t utf8__valid(const void *s, size_t len);

/* The len < 4 bytes at s are the beginning of a longer UTF-8 character. */
bool utf8__is_cut(const void *s, size_t len);
