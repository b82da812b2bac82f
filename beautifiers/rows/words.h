/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * words.h - arguments that i386 programs pass as an array of 32-bit words behind a pointer: a shape for each such array.
 *
 *	static const struct field sel_words[] = { WORD(0, INT("n")), WORD(1, PTR("inp")) };
 *	static const struct shape shape_sel = WORDS(sel_words);
 */
#ifndef TRACE_ROWS_WORDS_H
#define TRACE_ROWS_WORDS_H

#include "shape.h"

#define WORD(i, what) { .spec = what, .offset = 4 * (i), .size = 4 }
#define WORDS(tab) \
	{ .name = "words", .size = 4 * sizeof(tab) / sizeof((tab)[0]), .fields = tab, .nfields = sizeof(tab) / sizeof((tab)[0]) }

#endif
