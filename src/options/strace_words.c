// SPDX-License-Identifier: BSD-2-Clause
/* strace_words.c - owns how strace reads numbers, times and sets. */
#include "strace_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "syscalltbl/syscalltbl.h"

#define ERRNO_MAX 4095		/* MAX_ERRNO of linux/err.h */

/* A decimal number at *text, which moves past it; -1: none, or above max. */
static int64_t number_at(const char **text, int64_t max)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(*text, &end, 10);
	if (end == *text || errno || n < 0 || n > max)
		return -1;
	*text = end;
	return n;
}

int64_t strace__number(const char *text, int64_t max)
{
	int64_t n = number_at(&text, max);

	return *text ? -1 : n;
}

int strace__word(const char *text, const struct strace_word *words, int missing)
{
	if (!text)
		return missing;
	for (; words->name; words++)
		if (!strcasecmp(words->name, text))
			return words->value;
	return -1;
}

int strace__precision(const char *text, int missing)
{
	static const struct strace_word units[] = { { "s", 0 }, { "ms", 3 }, { "us", 6 }, { "ns", 9 }, { NULL, 0 } };

	return strace__word(text, units, missing);
}

/* Nanoseconds of a unit; no unit: microseconds. 0: no such unit. */
static uint64_t unit_ns(const char *unit)
{
	static const struct strace_word units[] = {
		{ "", 1000 }, { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 }, { NULL, 0 },
	};
	int ns = strace__word(unit, units, 0);

	return ns > 0 ? (uint64_t)ns : 0;
}

static int fraction_ns(const char *text, uint64_t *ns)
{
	char *end;
	double v;

	errno = 0;
	v = strtod(text, &end);
	if (end == text || errno || !(v >= 0) || !unit_ns(end) || v * (double)unit_ns(end) >= 9e18)
		return -EINVAL;
	*ns = (uint64_t)(v * (double)unit_ns(end));
	return 0;
}

int strace__duration(const char *text, uint64_t *ns)
{
	const char *unit = text;
	int64_t n;

	if (strspn(text, "eE.-+0123456789") > strspn(text, "+0123456789"))
		return fraction_ns(text, ns);
	n = number_at(&unit, INT64_MAX);
	if (n < 0 || !unit_ns(unit) || __builtin_mul_overflow((uint64_t)n, unit_ns(unit), ns))
		return -EINVAL;
	return 0;
}

int strace__signal_number(const char *text)
{
	int sig;

	if (*text >= '0' && *text <= '9')
		return (int)strace__number(text, 255);
	sig = signal__number(text);
	return sig > 0 ? sig : -1;
}

int strace__errno(const char *text)
{
	int err = (int)strace__number(text, ERRNO_MAX);

	if (err < 0)
		err = errno__number(text);
	return err > 0 ? err : -1;
}

static int invalid(const char *what, const char *text)
{
	msg__error("invalid %s '%s'", what, text);
	return -EINVAL;
}

/* Sets the bit of each word. */
static int add_words(char *words, const char *text, const char *what, strace_number_fn *number, uint64_t *bits, unsigned nbits)
{
	char *rest = NULL, *word = strtok_r(words, ",", &rest);
	int n;

	if (!word)
		return invalid(what, text);
	for (; word; word = strtok_r(NULL, ",", &rest)) {
		n = number(word);
		if (n < 0)
			return n == STRACE_SAID ? -EINVAL : invalid(what, word);
		if ((unsigned)n < nbits)
			bits[n / 64] |= 1ull << n % 64;
	}
	return 0;
}

static void invert(uint64_t *bits, unsigned nbits)
{
	for (unsigned i = 0; i < nbits / 64; i++)
		bits[i] = ~bits[i];
}

int strace__set(const char *text, const char *what, strace_number_fn *number, uint64_t *bits, unsigned nbits)
{
	size_t inversions = strspn(text, "!");
	const char *list = text + inversions;
	char *words;
	int err = 0;

	memset(bits, 0, nbits / 8);
	if (!strcmp(list, "all")) {
		inversions++;
	} else if (strcmp(list, "none")) {
		words = strdup(list);
		err = words ? add_words(words, text, what, number, bits, nbits) : msg__no_memory();
		free(words);
	}
	if (inversions % 2)
		invert(bits, nbits);
	return err;
}
