// SPDX-License-Identifier: BSD-2-Clause
/* Requests of io_uring: names, rows, and what selects them. */
#include "beautifiers/row.h"
#include "beautifiers/rows.h"
#include "config/event_select.h"
#include "syscalltbl/syscalltbl.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OPERATIONS 64		/* of that which follows, URING_CMD128, requests have the number of URING_CMD's */

static void names_are_those_of_the_opcodes(void **state)
{
	unsigned n = 0;

	(void)state;
	syscalltbl__init();
	for (unsigned op = 0; op < OPERATIONS; op++) {
		const struct flag *f = flag_table__find(flag_table__in(&io_uring_opcodes, abi__native()), op);
		const char *name = syscalltbl__name(abi__native(), SYSCALL_URING + op);
		char upper[64] = "";

		assert_non_null(name);
		assert_non_null(f);
		for (unsigned i = 0; name[i] && i < sizeof(upper) - 1; i++)
			upper[i] = (char)toupper((unsigned char)name[i]);
		assert_memory_equal(upper, "IO_URING:", 9);
		assert_string_equal(upper + 9, f->name + f->skip);
		n++;
	}
	assert_int_equal(n, OPERATIONS);
}

static void every_request_has_a_row(void **state)
{
	(void)state;
	rows__init();
	for (unsigned op = 0; op < OPERATIONS; op++) {
		const struct row *row = rows__find(abi__native(), SYSCALL_URING + op);

		assert_non_null(row);
		for (unsigned i = 0; i < row__nargs(row); i++)	/* each argument is in a field */
			assert_int_not_equal(row->sqe >> 4 * i & 15, SQE_ZERO);
		assert_int_equal((uint64_t)row->sqe >> 4 * row__nargs(row), 0);
	}
}

static void choose(struct syscall_set *set, const char *list)
{
	struct syscall_select sel = SYSCALL_SELECT_INIT;
	char err[128];

	assert_int_equal(syscall_select__add(&sel, list, err, sizeof(err)), 0);
	syscall_select__finish(&sel, set);
}

#define OPENAT (SYSCALL_URING + 18)
#define NOP SYSCALL_URING

static bool has(const struct syscall_set *set, unsigned nr)
{
	return syscall_set__has(set, abi__native(), nr);
}

static void a_call_selects_the_requests_like_it(void **state)
{
	int openat = syscalltbl__nr(abi__native(), "openat");
	struct syscall_set set;

	(void)state;
	choose(&set, "openat");
	assert_true(has(&set, (unsigned)openat) && has(&set, OPENAT) && !has(&set, NOP));
	choose(&set, "!openat");
	assert_true(!has(&set, (unsigned)openat) && !has(&set, OPENAT) && has(&set, NOP));
	choose(&set, "openat,!io_uring:openat");
	assert_true(has(&set, (unsigned)openat) && !has(&set, OPENAT));
	choose(&set, "io_uring:openat");
	assert_true(!has(&set, (unsigned)openat) && has(&set, OPENAT));
	choose(&set, "io_uring:*");
	assert_true(!has(&set, (unsigned)openat) && has(&set, OPENAT) && has(&set, NOP));
	choose(&set, "%file");
	assert_true(has(&set, OPENAT) && !has(&set, NOP));
}

static void requests_are_no_events(void **state)
{
	struct event_select s = { 0 };
	char *calls;

	(void)state;
	assert_int_equal(event_select__add(&s, "io_uring:openat,io_uring:io_uring_create,io_uring:*", &calls), 0);
	assert_string_equal(calls, "io_uring:openat,io_uring:*");
	assert_int_equal(s.n, 1);
	assert_string_equal(s.items[0].pattern, "io_uring:io_uring_create");
	free(calls);
	event_select__free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_those_of_the_opcodes),
		cmocka_unit_test(every_request_has_a_row),
		cmocka_unit_test(a_call_selects_the_requests_like_it),
		cmocka_unit_test(requests_are_no_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
