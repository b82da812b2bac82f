// SPDX-License-Identifier: BSD-2-Clause
/* test_writer_folded.c - stacks for flame graphs, to the byte: sums, errors, waits, names that would break a line. */
#include "writer_fixture.h"

#include <string.h>

static int setup(void **state)
{
	(void)state;
	use("folded", &defaults);
	return 0;
}

#define assert_folded(text) do { w->end(o); assert_string_equal(taken(), text); } while (0)

static void call_of(const char *comm, const char *name, uint64_t dur, const char *error)
{
	struct event e = plain;

	e.comm = comm;
	e.dur = dur;
	w->call_begin(o, &e, "x86_64", false, 0, name, CALL_DONE);
	ARG("fd");
	w->fd(o, 0, "/dev/zero", 9);
	w->call_args_end(o, CALL_DONE);
	if (error)
		w->ret_error(o, -2, error, "text");
	else
		w->ret_begin(o, 0);
	w->call_end(o);
}

static void some_calls(void)
{
	call_of("ls", "read", 5, NULL);
	call_of("sh", "read", 7, NULL);
	call_of("ls", "openat", 11, "ENOENT");
	call_of("ls", "read", 13, NULL);
	call_of("ls", "openat", 17, NULL);
}

static void sums_of_time(void **state)
{
	(void)state;
	some_calls();
	assert_folded("ls;openat 17\nls;openat;ENOENT 11\nls;read 18\nsh;read 7\n");
}

static void sums_of_calls(void **state)
{
	(void)state;
	o->opt.count_calls = true;
	some_calls();
	assert_folded("ls;openat 1\nls;openat;ENOENT 1\nls;read 2\nsh;read 1\n");
}

static void names(void **state)
{
	(void)state;
	call_of("a;b c\n\xff", "read", 1, NULL);
	call_of(NULL, "read", 2, NULL);
	w->call_begin(o, &plain, "i386", true, 999, NULL, CALL_DONE);
	w->ret_error(o, -600, NULL, NULL);
	w->call_end(o);
	assert_folded("?;read 2\na\\073b c\\n\\377;read 1\nls;i386:syscall_999;errno 600 5000\n");
}

/* A call in two halves counts once, one that never ends up to the last event, and one without an entry for nothing. */
static void waits(void **state)
{
	struct event e = plain, last = { .ts = START_MONO + 9000000 };

	(void)state;
	e.has_dur = false;
	w->call_begin(o, &e, "x86_64", false, 0, "poll", CALL_UNFINISHED);
	w->call_end(o);
	w->call_begin(o, &e, "x86_64", false, 0, "poll", CALL_UNFINISHED);
	w->call_end(o);
	e.dur = 2000000;
	w->call_begin(o, &e, "x86_64", false, 0, "poll", CALL_RESUMED);
	w->call_end(o);
	e.ts = START_MONO + 4000000;
	w->call_begin(o, &e, "x86_64", false, 0, "pause", CALL_UNFINISHED);
	w->call_end(o);
	e.tid++;
	e.dur = 3000;
	w->call_begin(o, &e, "x86_64", false, 0, "exit", CALL_ENDED);
	w->call_end(o);
	w->call_begin(o, &e, "x86_64", false, 0, "read", CALL_DONE);
	w->call_end(o);
	w->exit(o, &e, 0);
	w->total(o, &last, 3, 0);
	assert_folded("ls;exit 3000\nls;pause 5000000\nls;poll 2000000\nls;read 0\n");
}

/* Threads of two machines may have the same number. */
static void several_hosts(void **state)
{
	static const char a[] = "a", b[] = "b;";
	struct event e = plain;

	(void)state;
	e.host = a;
	w->call_begin(o, &e, "x86_64", false, 0, "poll", CALL_UNFINISHED);
	w->call_end(o);
	e.host = b;
	w->call_begin(o, &e, "x86_64", false, 0, "read", CALL_DONE);
	w->call_end(o);
	e.ts += 1000;
	w->exit(o, &e, 0);
	e.ts += 5000;
	w->total(o, &e, 1, 0);
	assert_folded("a;ls;poll 6000\nb\\073;ls;read 5000\n");
}

static void nothing(void **state)
{
	(void)state;
	assert_folded("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sums_of_time, setup, close_writer),
		cmocka_unit_test_setup_teardown(sums_of_calls, setup, close_writer),
		cmocka_unit_test_setup_teardown(names, setup, close_writer),
		cmocka_unit_test_setup_teardown(waits, setup, close_writer),
		cmocka_unit_test_setup_teardown(several_hosts, setup, close_writer),
		cmocka_unit_test_setup_teardown(nothing, setup, close_writer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
