/* SPDX-License-Identifier: BSD-2-Clause */
/* test_strace_order - lines of several threads in the order of time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "views/strace_order.h"

static struct strace_order order;
static char emitted[4096];

/* KIND:TEXT of what is emitted */
static void emit(void *o, const struct held_line *h)
{
	static const char *const kinds[] = { "line", "call", "begin", "rest", "fork", "gone" };
	size_t at = strlen(emitted);
	size_t from = h->kind == HELD_REST ? h->rest : 0, to = h->kind == HELD_BEGINNING && h->rest ? h->rest : h->len;

	assert_ptr_equal(o, &order);
	snprintf(emitted + at, sizeof(emitted) - at, "%s%s:%.*s", at ? " " : "", kinds[h->kind], (int)(to - from), h->text ? h->text + from : "");
}

static int begin(void **state)
{
	(void)state;
	order = (struct strace_order){ .hold = 100, .emit = emit, .o = &order };
	emitted[0] = '\0';
	return 0;
}

static int end(void **state)
{
	(void)state;
	strace_order__free(&order);
	return 0;
}

static void put(enum held_kind kind, uint64_t at, uint64_t until, char *text, size_t rest)
{
	struct held_line h = { .kind = kind, .at = at, .until = until, .text = text, .len = strlen(text), .rest = rest };

	assert_true(strace_order__put(&order, at, &h));
}

static void assert_emitted(const char *what)
{
	assert_string_equal(emitted, what);
	emitted[0] = '\0';
}

static void lines_come_in_the_order_of_time(void **state)
{
	(void)state;
	put(HELD_LINE, 30, 0, "c", 0);
	put(HELD_LINE, 10, 0, "a", 0);
	put(HELD_LINE, 30, 0, "d", 0);
	put(HELD_LINE, 20, 0, "b", 0);
	assert_true(strace_order__any(&order));
	assert_emitted("");
	strace_order__until(&order, 20);
	assert_emitted("line:a line:b");
	strace_order__until(&order, UINT64_MAX);
	assert_emitted("line:c line:d");
	assert_false(strace_order__any(&order));
}

static void a_line_at_the_end_of_a_divided_call_follows_it(void **state)
{
	(void)state;
	put(HELD_LINE, 20, 0, "x", 0);
	put(HELD_CALL, 10, 30, "wait(=1", 5);
	put(HELD_LINE, 30, 0, "signal", 0);
	strace_order__until(&order, UINT64_MAX);
	assert_emitted("begin:wait( line:x rest:=1 line:signal");
}

static void a_call_is_divided_by_a_line_within_it(void **state)
{
	(void)state;
	put(HELD_LINE, 20, 0, "x", 0);
	put(HELD_CALL, 10, 30, "wait(=1", 5);
	strace_order__until(&order, UINT64_MAX);
	assert_emitted("begin:wait( line:x rest:=1");
}

static void a_call_beside_others_is_whole(void **state)
{
	(void)state;
	put(HELD_LINE, 9, 0, "x", 0);
	put(HELD_CALL, 10, 30, "wait(=1", 5);
	put(HELD_LINE, 30, 0, "y", 0);
	strace_order__until(&order, UINT64_MAX);
	assert_emitted("line:x call:wait(=1 line:y");
}

/* Two calls overlap: each is divided, unless one lies between two others. */
static void calls_that_overlap(void **state)
{
	(void)state;
	put(HELD_CALL, 10, 30, "a(=1", 2);
	put(HELD_CALL, 20, 40, "b(=2", 2);
	put(HELD_CALL, 32, 35, "c(=3", 2);
	strace_order__until(&order, UINT64_MAX);
	assert_emitted("begin:a( begin:b( rest:=1 call:c(=3 rest:=2");
}

/* The end of the call is not reached yet: something may come between. */
static void a_call_whose_end_is_not_known_to_be_next(void **state)
{
	(void)state;
	put(HELD_CALL, 10, 30, "a(=1", 2);
	strace_order__until(&order, 20);
	assert_emitted("begin:a(");
	put(HELD_LINE, 25, 0, "x", 0);
	strace_order__until(&order, 30);
	assert_emitted("line:x rest:=1");
}

static void lines_are_held_for_a_while(void **state)
{
	(void)state;
	put(HELD_LINE, 1000, 0, "a", 0);
	strace_order__advance(&order);
	assert_emitted("");
	put(HELD_LINE, 1099, 0, "c", 0);
	strace_order__advance(&order);
	assert_emitted("");
	put(HELD_LINE, 1050, 0, "b", 0);
	put(HELD_LINE, 1150, 0, "d", 0);
	strace_order__advance(&order);
	assert_emitted("line:a line:b");
}

/* A source that is late itself: only it knows how far it is. */
static void a_source_says_how_far_it_is(void **state)
{
	(void)state;
	order.by_told = true;
	put(HELD_LINE, 1000, 0, "a", 0);
	put(HELD_LINE, 5000, 0, "c", 0);
	strace_order__advance(&order);
	assert_emitted("");
	put(HELD_LINE, 2000, 0, "b", 0);
	strace_order__until(&order, 2000);
	assert_emitted("line:a line:b");
}

static void what_comes_too_late_comes_next(void **state)
{
	(void)state;
	put(HELD_LINE, 1000, 0, "a", 0);
	strace_order__until(&order, 1000);
	put(HELD_LINE, 500, 0, "late", 0);
	put(HELD_FORK, 1001, 0, "", 0);
	put(HELD_GONE, 1002, 0, "", 0);
	strace_order__until(&order, 1002);
	assert_emitted("line:a line:late fork: gone:");
}

/* The oldest are emitted early: memory is limited. */
static void memory_is_limited(void **state)
{
	static char text[1 << 20];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	put(HELD_LINE, 1, 0, "first", 0);
	for (unsigned i = 0; i < 80 && !emitted[0]; i++)
		put(HELD_LINE, 2 + i, 0, text, 0);
	assert_memory_equal(emitted, "line:first", 10);
	assert_true(strace_order__any(&order));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(lines_come_in_the_order_of_time, begin, end),
		cmocka_unit_test_setup_teardown(a_line_at_the_end_of_a_divided_call_follows_it, begin, end),
		cmocka_unit_test_setup_teardown(a_call_is_divided_by_a_line_within_it, begin, end),
		cmocka_unit_test_setup_teardown(a_call_beside_others_is_whole, begin, end),
		cmocka_unit_test_setup_teardown(calls_that_overlap, begin, end),
		cmocka_unit_test_setup_teardown(a_call_whose_end_is_not_known_to_be_next, begin, end),
		cmocka_unit_test_setup_teardown(lines_are_held_for_a_while, begin, end),
		cmocka_unit_test_setup_teardown(a_source_says_how_far_it_is, begin, end),
		cmocka_unit_test_setup_teardown(what_comes_too_late_comes_next, begin, end),
		cmocka_unit_test_setup_teardown(memory_is_limited, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
