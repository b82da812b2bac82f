/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_words.h - the syntax of the values of strace's options: numbers, times, words and sets of words. No messages, except as noted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strace_word {
	const char *name;	/* NULL: the list's end */
	int value;
};

int64_t strace__number(const char *text, int64_t max);	/* -1: no decimal number from 0 to max */
/* Digits after the seconds of s, ms, us, ns: 0, 3, 6, 9; if text is NULL, `missing`. -1: none of them. */
int strace__precision(const char *text, int missing);
int strace__duration(const char *text, uint64_t *ns);	/* 1.5ms, 20 (microseconds), 4e2us; -EINVAL */
/* In any case of letters. text NULL: missing; unknown: -1 */
int strace__word(const char *text, const struct strace_word *words, int missing);
int strace__signal_number(const char *text);			/* a name in either case, with or without SIG, or a number up to 255; else -1 */
int strace__errno(const char *text);			/* a name or a number; else -1 */

/* A number below 1024 for each word that a set may have; -1: invalid; STRACE_SAID: the message was printed. */
typedef int strace_number_fn(const char *word);
#define STRACE_SAID -2

/*
 * [!]all, [!]none, or [!]WORD[,WORD]...: fills bits, nbits of them, a multiple of 64; larger numbers are ignored. -EINVAL: `invalid WHAT
 * 'WORD'` was printed.
 */
int strace__set(const char *text, const char *what, strace_number_fn *number, uint64_t *bits, unsigned nbits);
