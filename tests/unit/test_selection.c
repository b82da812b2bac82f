/* SPDX-License-Identifier: BSD-2-Clause */
/* test_selection - a selection converted to a record and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "config/rec_select.h"

static struct buf record;
static struct options back;

static struct rec_select *made(const struct options *o, uint64_t ts)
{
	record.len = 0;
	rec_select__add(&record, o, ts);
	return (struct rec_select *)record.p;
}

static void everything_is_little(void **state)
{
	struct options o = { .all = true };
	struct rec_select *s;

	(void)state;
	syscall_set__fill(&o.calls);
	s = made(&o, 7);
	assert_int_equal(s->rec.type, REC_SELECT);
	assert_int_equal(s->rec.ts, 7);
	assert_int_equal(s->rec.len, sizeof(struct rec_select));
	assert_int_equal(rec_select__read(&back, s), 0);
	assert_true(back.all);
	assert_true(syscall_set__is_full(&back.calls));
	assert_false(back.only_failed || back.only_ok || back.has_errnos);
	assert_int_equal(back.npaths, 0);
	options__free(&back);
}

static void all_filters_come_back(void **state)
{
	char *paths[] = { (char *)"/etc", (char *)"/a path", NULL };
	struct options o = { .only_failed = true, .has_errnos = true, .min_dur = 12345, .paths = paths, .npaths = 2 };
	struct rec_select *s;

	(void)state;
	o.errnos[0] = 1 << ENOENT;
	syscall_set__add(&o.calls, ABI_X86_64, 257);
	syscall_set__add(&o.calls, ABI_S390X, 288);
	s = made(&o, 0);
	assert_int_equal(s->rec.len % REC_ALIGN, 0);
	assert_int_equal(rec_select__read(&back, s), 0);
	assert_memory_equal(&back.calls, &o.calls, sizeof(o.calls));
	assert_memory_equal(back.errnos, o.errnos, sizeof(o.errnos));
	assert_true(back.only_failed && back.has_errnos && !back.all);
	assert_int_equal(back.min_dur, 12345);
	assert_int_equal(back.npaths, 2);
	assert_string_equal(back.paths[1], "/a path");
	options__free(&back);
}

static void lengths_that_lie_are_refused(void **state)
{
	char *paths[] = { (char *)"/etc", NULL };
	struct options o = { .paths = paths, .npaths = 1 };
	struct rec_select *s;

	(void)state;
	s = made(&o, 0);
	s->nsets = 100;
	assert_int_equal(rec_select__read(&back, s), -EINVAL);
	options__free(&back);
	s = made(&o, 0);
	s->npaths = 60000;
	assert_int_equal(rec_select__read(&back, s), -EINVAL);
	options__free(&back);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_little),
		cmocka_unit_test(all_filters_come_back),
		cmocka_unit_test(lengths_that_lie_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
