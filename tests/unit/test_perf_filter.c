/* SPDX-License-Identifier: BSD-2-Clause */
/* test_perf_filter - the kernel's filters for selected calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "sources/perf/perf_filter.h"

static char *filter_of(const char *name)
{
	struct options o = { 0 };
	char *argv[] = { (char *)"trace", (char *)"-a", (char *)"-e", (char *)name, NULL }, *filter;

	assert_int_equal(options__parse(&o, name ? 4 : 2, argv), 0);
	filter = perf_filter__new(&o);
	options__free(&o);
	return filter;
}

static bool has_number(const char *filter, const char *name)
{
	char text[32];

	snprintf(text, sizeof(text), "id == %d ", syscalltbl__nr(abi__native(), name));
	return strstr(filter, text);
}

static void everything_takes_no_filter(void **state)
{
	(void)state;
	assert_null(filter_of(NULL));
}

static void chosen_calls_and_those_that_end_threads(void **state)
{
	char *f = filter_of("getuid");

	(void)state;
	assert_true(has_number(f, "getuid"));
	assert_true(has_number(f, "exit_group"));
	assert_false(has_number(f, "openat"));
	assert_non_null(strstr(f, "id == -1"));
	free(f);
}

static void descriptors_are_followed_where_they_show(void **state)
{
	char *f = filter_of("fsync");

	(void)state;
	assert_true(has_number(f, "openat"));
	free(f);
}

static void all_but_one_is_short(void **state)
{
	char *f = filter_of("!getuid");

	(void)state;
	assert_non_null(f);
	assert_false(has_number(f, "getuid"));
	assert_true(strlen(f) < 200);
	free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_takes_no_filter),
		cmocka_unit_test(chosen_calls_and_those_that_end_threads),
		cmocka_unit_test(descriptors_are_followed_where_they_show),
		cmocka_unit_test(all_but_one_is_short),
	};

	rows__init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
