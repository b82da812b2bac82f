/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmt.h - numbers and times as text, without printf and without a locale.
 *
 * Every function stores at `p`, without a NUL, and returns the end of the text. None stores more than FMT_MAX bytes, so one
 * out__room(o, 0) is enough for several calls.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define FMT_MAX 32

extern const char fmt_pairs[201];	/* "00" "01" ... "99" */
extern const uint64_t fmt_pow10[20];

static inline char *fmt__pair(char *p, unsigned v)
{
	memcpy(p, fmt_pairs + 2 * v, 2);
	return p + 2;
}

/* Decimal digits of v; 1 for 0. */
static inline unsigned fmt__digits(uint64_t v)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(v | 1);
	unsigned guess = bits * 1233 >> 12;	/* log10(2) is about 1233 / 4096 */

	return guess + (v >= fmt_pow10[guess]) + (v == 0);
}

static inline char *fmt__u64(char *p, uint64_t v)
{
	char *end, *q;

	if (v < 10) {
		*p = (char)('0' + v);
		return p + 1;
	}
	end = q = p + fmt__digits(v);
	while (v >= 100) {
		q -= 2;
		fmt__pair(q, (unsigned)(v % 100));
		v /= 100;
	}
	if (v >= 10)
		fmt__pair(q - 2, (unsigned)v);
	else
		q[-1] = (char)('0' + v);
	return end;
}

static inline char *fmt__i64(char *p, int64_t v)
{
	if (v < 0) {
		*p++ = '-';
		return fmt__u64(p, -(uint64_t)v);
	}
	return fmt__u64(p, (uint64_t)v);
}

/* Hexadecimal digits without 0x; at least `min` of them. */
static inline char *fmt__hex_digits(char *p, uint64_t v, unsigned min)
{
	unsigned n = (67 - (unsigned)__builtin_clzll(v | 1)) / 4;

	if (n < min)
		n = min;
	for (unsigned i = n; i--; v >>= 4)
		p[i] = "0123456789abcdef"[v & 15];
	return p + n;
}

/* 0x1f; 0 is 0x0. */
static inline char *fmt__hex(char *p, uint64_t v)
{
	memcpy(p, "0x", 2);
	return fmt__hex_digits(p + 2, v, 1);
}

/* 0644; 0 is 0. */
static inline char *fmt__octal(char *p, uint64_t v)
{
	unsigned n = v ? (66 - (unsigned)__builtin_clzll(v)) / 3 + 1 : 1;

	for (unsigned i = n; i--; v >>= 3)
		p[i] = (char)('0' + (v & 7));
	return p + n;
}

/* v in exactly n digits, zeros in front; v < 10^n. */
static inline char *fmt__zeros(char *p, uint64_t v, unsigned n)
{
	for (unsigned i = n; i--; v /= 10)
		p[i] = (char)('0' + v % 10);
	return p + n;
}

/* Milliseconds with three decimals of a time in ns, rounded to the nearest, right-aligned in width <= 16 columns. */
static inline char *fmt__ms(char *p, int64_t ns, unsigned width)
{
	uint64_t us = ((ns < 0 ? -(uint64_t)ns : (uint64_t)ns) + 500) / 1000;
	uint64_t ms = us / 1000;
	bool minus = ns < 0 && us;
	unsigned frac = (unsigned)(us % 1000);
	char *q;

	memset(p, ' ', 16);
	if (minus || width < 5 || ms >= fmt_pow10[width - 4]) {
		unsigned len = fmt__digits(ms) + 4 + minus;

		if (len < width)
			p += width - len;
		if (minus)
			*p++ = '-';
		p = fmt__u64(p, ms) + 4;
	} else {		/* the usual case, shorter than its column: store from the right */
		p += width;
		for (q = p - 4; ms >= 10; ms /= 100)
			fmt__pair(q -= 2, (unsigned)(ms % 100));
		if (ms || q == p - 4)
			q[-1] = (char)('0' + ms);
	}
	p[-4] = '.';
	p[-3] = (char)('0' + frac / 100);
	fmt__pair(p - 2, frac % 100);
	return p;
}

#define FMT_DATE_MIN (-62135596800LL)	/* 0001-01-01T00:00:00Z */
#define FMT_DATE_MAX 253402300799LL	/* 9999-12-31T23:59:59Z */

/* 2025-11-21 */
char *fmt__day(char *p, const struct tm *tm);
/* 2025-11-21T08:00:00Z, of seconds since the Epoch within FMT_DATE_MIN and FMT_DATE_MAX. */
char *fmt__date(char *p, int64_t sec);
