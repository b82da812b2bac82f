/* SPDX-License-Identifier: BSD-2-Clause */
/* test_fmt.c - numbers compared with printf's, times with the C library's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "lib/fmt.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static char text[2 * FMT_MAX];

#define FMT(call, ...) (*call(text, __VA_ARGS__) = '\0', text)

/* Calls check() with all numbers around powers of 2 and of 10, and some between. */
static void each_number(void (*check)(uint64_t v))
{
	uint64_t random = 88172645463325252ull;

	for (unsigned i = 0; i < 64; i++)
		for (int d = -2; d <= 2; d++)
			check((1ull << i) + (uint64_t)d);
	for (unsigned i = 0; i < 20; i++)
		for (int d = -2; d <= 2; d++)
			check(fmt_pow10[i] + (uint64_t)d);
	for (unsigned i = 0; i < 100000; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		check(random >> (i & 63));
	}
}

static void check_number(uint64_t v)
{
	char want[32];

	snprintf(want, sizeof(want), "%" PRIu64, v);
	assert_string_equal(FMT(fmt__u64, v), want);
	snprintf(want, sizeof(want), "%" PRId64, (int64_t)v);
	assert_string_equal(FMT(fmt__i64, (int64_t)v), want);
	snprintf(want, sizeof(want), "0x%" PRIx64, v);
	assert_string_equal(FMT(fmt__hex, v), want);
	snprintf(want, sizeof(want), "%#" PRIo64, v);
	assert_string_equal(FMT(fmt__octal, v), want);
}

static void numbers(void **state)
{
	(void)state;
	each_number(check_number);
	assert_string_equal(FMT(fmt__octal, 0), "0");
	assert_string_equal(FMT(fmt__octal, 0644), "0644");
	assert_string_equal(FMT(fmt__hex, 0), "0x0");
	assert_string_equal(FMT(fmt__i64, INT64_MIN), "-9223372036854775808");
	assert_string_equal(FMT(fmt__zeros, 42, 6), "000042");
	assert_string_equal(FMT(fmt__hex_digits, 0x9b, 4), "009b");
}

static void milliseconds(void **state)
{
	static const struct {
		int64_t ns;
		unsigned width;
		const char *want;
	} cases[] = {
		{ 0, 10, "     0.000" },
		{ 280000, 10, "     0.280" },
		{ 280000, 0, "0.280" },
		{ 499, 6, " 0.000" },
		{ 500, 6, " 0.001" },
		{ 4999, 6, " 0.005" },
		{ 99999499, 6, "99.999" },
		{ 99999500, 6, "100.000" },
		{ 123456789012, 10, "123456.789" },
		{ 1234567890123, 10, "1234567.890" },
		{ -280000, 10, "    -0.280" },
		{ -100, 10, "     0.000" },
		{ INT64_MAX, 10, "9223372036854.776" },
		{ INT64_MIN, 10, "-9223372036854.776" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++)
		assert_string_equal(FMT(fmt__ms, cases[i].ns, cases[i].width), cases[i].want);
}

static void check_date(int64_t sec)
{
	time_t t = (time_t)sec;
	char want[64];
	struct tm tm;

	gmtime_r(&t, &tm);
	snprintf(want, sizeof(want), "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
		 tm.tm_hour, tm.tm_min, tm.tm_sec);
	assert_string_equal(FMT(fmt__date, sec), want);
}

static void dates(void **state)
{
	(void)state;
	assert_string_equal(FMT(fmt__date, 1763712000), "2025-11-21T08:00:00Z");
	assert_string_equal(FMT(fmt__date, FMT_DATE_MIN), "0001-01-01T00:00:00Z");
	assert_string_equal(FMT(fmt__date, FMT_DATE_MAX), "9999-12-31T23:59:59Z");
	for (int64_t sec = FMT_DATE_MIN; sec <= FMT_DATE_MAX; sec += 86400 * 29 + 12345)
		check_date(sec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(milliseconds),
		cmocka_unit_test(dates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
