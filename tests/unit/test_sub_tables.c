// SPDX-License-Identifier: BSD-2-Clause
/* test_sub_tables.c - tables of sub-rows that are chosen by what a descriptor is: its family and protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"

#define FD_ASKED 5

static uint32_t kind_of(void *ctx, int fd)
{
	return fd == FD_ASKED ? *(uint32_t *)ctx : 0;
}

/* The table of the descriptor's protocol counts, else that of its family, else that of any. */
static void sub_rows_by_what_the_descriptor_is(void **state)
{
	const struct subrow any[] = { { 6, { "x", ARGS(FD("fd"), INT("any")) } } };
	const struct subrow family[] = { { 6, { "x", ARGS(FD("fd"), INT("family")) } } };
	const struct subrow protocol[] = { { 6, { "x", ARGS(FD("fd"), INT("protocol")) } } };
	const struct sub_table tables[] = {
		SUB_TABLE(any), SUB_TABLE(family, .of = OF_FAMILY(AF_INET)), SUB_TABLE(protocol, .of = OF_PROTOCOL(AF_INET, IPPROTO_UDP)),
	};
	const struct sub_table *const list[] = { &tables[0], &tables[1], &tables[2], NULL };
	const struct row row = { "x", ARGS(FD("fd"), INT("cmd")), SUB_TABLES(1, list) };
	const struct { uint32_t kind; const struct subrow *sub; } expected[] = {
		{ 0, any }, { OF_PROTOCOL(AF_UNIX, 0), any }, { OF_PROTOCOL(AF_INET6, IPPROTO_UDP), any },
		{ OF_PROTOCOL(AF_INET, IPPROTO_TCP), family }, { OF_PROTOCOL(AF_INET, 0), family }, { OF_PROTOCOL(AF_INET, IPPROTO_UDP), protocol },
	};
	uint64_t args[CALL_ARGS] = { FD_ASKED, 6 };

	(void)state;
	for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		uint32_t kind = expected[i].kind;
		struct names names = { .ctx = &kind, .fd_kind = kind_of };

		assert_ptr_equal(row__resolve(&row, ABI_X86_64, args, &names), &expected[i].sub->row);
	}
}

static void levels_of_bluetooth_are_its_own(void **state)
{
	uint32_t kind = OF_PROTOCOL(AF_BLUETOOTH, 0);
	struct names names = { .ctx = &kind, .fd_kind = kind_of };
	uint64_t args[CALL_ARGS] = { FD_ASKED, IPPROTO_TCP, 1 };
	const struct row *row = rows__find(ABI_X86_64, (unsigned)syscalltbl__nr(ABI_X86_64, "setsockopt"));

	(void)state;
	assert_ptr_equal(row__resolve(row, ABI_X86_64, args, &names)->args[1].flags, &bluetooth_levels);
	kind = OF_PROTOCOL(AF_INET, IPPROTO_TCP);
	assert_ptr_equal(row__resolve(row, ABI_X86_64, args, &names)->args[2].flags, &tcp_options);
	args[1] = SOL_SOCKET;
	kind = OF_PROTOCOL(AF_BLUETOOTH, 0);
	assert_ptr_equal(row__resolve(row, ABI_X86_64, args, &names)->args[2].flags, &so_options);
}

static int setup(void **state)
{
	(void)state;
	rows__init();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sub_rows_by_what_the_descriptor_is),
		cmocka_unit_test(levels_of_bluetooth_are_its_own),
	};

	return cmocka_run_group_tests_name("sub_tables", tests, setup, NULL);
}
