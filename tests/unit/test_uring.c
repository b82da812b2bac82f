// SPDX-License-Identifier: BSD-2-Clause
/* Requests of io_uring: names, rows, and what selects them. */
#include "beautifiers/row.h"
#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "bpf/config.h"
#include "bpf/uring.h"
#include "config/event_select.h"
#include "syscalltbl/syscalltbl.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#define OPERATIONS 64		/* of that which follows, URING_CMD128, requests have the number of URING_CMD's */

static void names_are_those_of_the_opcodes(void **state)
{
	unsigned n = 0;

	(void)state;
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
		for (unsigned i = 0; i < row->nargs; i++)	/* each argument is in a field */
			assert_int_not_equal(row->sqe >> 4 * i & 15, SQE_ZERO);
		assert_int_equal((uint64_t)row->sqe >> 4 * row->nargs, 0);
	}
}

static void commands_on_sockets_are_calls(void **state)
{
	static const struct { unsigned nr; const char *call; } commands[] = {
		{ COMMAND_IOCTL, "ioctl" }, { COMMAND_GETSOCKOPT, "getsockopt" }, { COMMAND_SETSOCKOPT, "setsockopt" }, { COMMAND_GETSOCKNAME, "getsockname" },
		{ COMMAND_GETPEERNAME, "getpeername" },
	};

	(void)state;
	rows__init();
	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		unsigned nr = SYSCALL_COMMANDS + commands[i].nr;
		const struct row *row = rows__find(abi__native(), nr);

		assert_true(syscalltbl__is_uring(nr) && !syscalltbl__is_aio(nr));
		assert_string_equal(syscalltbl__name(abi__native(), nr) + strlen(SYSCALL_URING_PREFIX), commands[i].call);
		assert_string_equal(syscalltbl__uring_like(nr), commands[i].call);
		assert_non_null(row);
		for (unsigned arg = 0; arg < row->nargs; arg++)
			assert_int_not_equal(row->sqe >> 4 * arg & 15, SQE_ZERO);
	}
	assert_int_equal(SYSCALL_COMMANDS, SLOT_COMMANDS);
	assert_int_equal(SYSCALL_URING, SLOT_URING);
}

/* Options have the rows of the calls, but for the length. */
static void options_are_those_of_the_calls(void **state)
{
	const struct row *get = rows__find(abi__native(), SYSCALL_COMMANDS + COMMAND_GETSOCKOPT), *set = rows__find(abi__native(), SYSCALL_COMMANDS + COMMAND_SETSOCKOPT);
	uint64_t linger[6] = { 3, SOL_SOCKET, SO_LINGER, 0x1000, 8 }, type[6] = { 3, SOL_SOCKET, SO_REUSEADDR, 0x1000, 4 };
	const struct row *row = row__resolve(get, abi__native(), linger, NULL);
	struct plan plan;

	(void)state;
	assert_string_equal(row->name, "io_uring:getsockopt");
	assert_ptr_equal(row->args[3].shape, &shape_linger);
	assert_ptr_equal(row->args[4].kind, &kind_int);
	assert_ptr_equal(row__resolve(get, abi__native(), linger, NULL), row);
	assert_ptr_not_equal(row__resolve(get, abi__native(), type, NULL), row);
	assert_string_equal(row__resolve(set, abi__native(), linger, NULL)->name, "io_uring:setsockopt");
	assert_string_equal(row__resolve(rows__find(abi__native(), (unsigned)syscalltbl__nr(abi__native(), "getsockopt")), abi__native(), linger, NULL)->name, "getsockopt");
	row__plan(get, abi__native(), &(struct plan_limits){ .strings = 32 }, &plan, NULL);
	assert_int_equal(plan.from, get->sqe);
	assert_false(plan.flags & PLAN_SUB);
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
		cmocka_unit_test(commands_on_sockets_are_calls),
		cmocka_unit_test(options_are_those_of_the_calls),
		cmocka_unit_test(a_call_selects_the_requests_like_it),
		cmocka_unit_test(requests_are_no_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
