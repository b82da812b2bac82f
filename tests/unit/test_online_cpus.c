// SPDX-License-Identifier: BSD-2-Clause
/* test_online_cpus.c - lists of CPUs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "host/online_cpus.h"

#define CPUS 12

/* The answer for a file with `list`: a digit for each CPU */
static const char *answer(const char *list)
{
	char path[] = "/tmp/online_cpus.XXXXXX";
	static char digits[CPUS + 1];
	bool online[CPUS];
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_true(dprintf(fd, "%s", list) >= 0);
	online_cpus__read(online, CPUS, path);
	close(fd);
	unlink(path);
	for (unsigned i = 0; i < CPUS; i++)
		digits[i] = online[i] ? '1' : '0';
	return digits;
}

static void lists_are_read(void **state)
{
	(void)state;
	assert_string_equal(answer("0-1\n"), "110000000000");
	assert_string_equal(answer("0,2-4,9\n"), "101110000100");
	assert_string_equal(answer("3\n"), "000100000000");
	assert_string_equal(answer("10-300,400\n"), "000000000011");
	assert_string_equal(answer("5-4294967295\n"), "000001111111");
}

static void without_a_list_all_are_online(void **state)
{
	bool online[2] = { false };

	(void)state;
	assert_string_equal(answer(""), "111111111111");
	online_cpus__read(online, 2, "/nonexistent/online");
	assert_true(online[0] && online[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(lists_are_read), cmocka_unit_test(without_a_list_all_are_online) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
