/* SPDX-License-Identifier: BSD-2-Clause */
/* test_window - the times that --from and --to take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "config/time_spec.h"

#define SEC 1000000000ull
#define MONO (100 * SEC)			/* of the start, */
#define REAL (1700000000 * SEC + SEC / 2)	/* which is 2023-11-14T22:13:20.5Z */

static struct time_spec m;

static uint64_t mono_of(const char *text)
{
	assert_int_equal(value__time_spec("--from", text, &m), 0);
	return time_spec__mono(&m, MONO, REAL);
}

static void seconds_since_the_start(void **state)
{
	(void)state;
	assert_int_equal(mono_of("0"), MONO);
	assert_int_equal(mono_of("1.5"), MONO + 3 * SEC / 2);
	assert_int_equal(mono_of("0.000000001"), MONO + 1);
	assert_int_equal(mono_of("120"), MONO + 120 * SEC);
}

static void time_of_day(void **state)
{
	(void)state;
	assert_int_equal(mono_of("22:13:20.5"), MONO);
	assert_int_equal(mono_of("22:14"), MONO + 79 * SEC / 2);
	/* a time before the start is on the next day */
	assert_int_equal(mono_of("00:00:10"), MONO + 6410 * SEC - SEC / 2);
	/* the second in which it began is on the same day */
	assert_int_equal(mono_of("22:13:20"), MONO - SEC / 2);
}

static void date_and_time(void **state)
{
	(void)state;
	assert_int_equal(mono_of("2023-11-14T22:13:21.5"), MONO + SEC);
	assert_int_equal(mono_of("2023-11-14 22:13:19.5"), MONO - SEC);
	assert_int_equal(mono_of("2001-01-01T00:00"), 0);
}

static void other_words_are_refused(void **state)
{
	static const char *const bad[] = { "", "noon", "1.5s", "-1", "25:00", "12:60", "12:00:61", "12:00:00x", "2023-11-14", "1e3" };
	int err = dup(2), null = open("/dev/null", O_WRONLY);

	(void)state;
	dup2(null, 2);
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (value__time_spec("--from", bad[i], &m) != -EINVAL)
			fail_msg("'%s' is taken", bad[i]);
	dup2(err, 2);
	close(err), close(null);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seconds_since_the_start),
		cmocka_unit_test(time_of_day),
		cmocka_unit_test(date_and_time),
		cmocka_unit_test(other_words_are_refused),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
