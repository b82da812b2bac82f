/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * words.h - arguments passed as an array of words in memory: a shape for each such array.
 *
 *	#define SEL_WORDS(W) W(0, INT("n")), W(1, PTR("inp"))
 *	WORDS(sel, SEL_WORDS)		makes shape_sel, in words of 4 and of 8 bytes
 */
#pragma once

#include "beautifiers/shape.h"

#define WORD32(i, what) { .spec = what, .offset = 4 * (i), .size = 4 }
#define WORD64(i, what) { .spec = what, .offset = 8 * (i), .size = 8 }
#define WORDS_SHAPE(tab, word, ...) { \
	.name = "words", .size = word * sizeof(tab) / sizeof((tab)[0]), .fields = tab, .nfields = sizeof(tab) / sizeof((tab)[0]), \
	##__VA_ARGS__ }
#define WORDS(n, list) \
	static const struct field n##_words32[] = { list(WORD32) }; \
	static const struct field n##_words64[] = { list(WORD64) }; \
	static const struct shape n##_args32 = WORDS_SHAPE(n##_words32, 4); \
	static const struct shape shape_##n = WORDS_SHAPE(n##_words64, 8, .compat = &n##_args32, .x32_compat = true);

/* For STANDS_FOR: all arguments are in memory, `n` words at the address in argument `arg`. */
#define FROM_WORDS(arg, n) \
	(STAND_ARGS(STAND_WORD(0), STAND_WORD(1), STAND_WORD(2), STAND_WORD(3), STAND_WORD(4), STAND_WORD(5)) | STAND_WORDS(arg, n))
