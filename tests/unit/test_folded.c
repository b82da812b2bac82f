// SPDX-License-Identifier: BSD-2-Clause
/* test_folded.c - exact output for flame graphs: sums, errors, waits, names with characters that delimit fields. */
#include "view_fixture.h"

static int setup(void **state_)
{
	(void)state_;
	open_view(&folded_view);
	return 0;
}

#define assert_folded(text) assert_string_equal(ended(NULL), text)

static void made_by(const char *comm, const char *name, uint64_t dur, int64_t ret)
{
	struct event e = plain;

	e.comm = comm;
	e.dur = dur;
	makes(name, 0, 0, 0, 0);
	returns(ret);
	call_of(&e, CALL_DONE);
}

static void makes_nothing(const struct event *e, const char *name, enum call_state st)
{
	makes_args(name, 0, NULL);
	call_of(e, st);
}

static void some_calls(void)
{
	made_by("ls", "read", 5, 0);
	made_by("sh", "read", 7, 0);
	made_by("ls", "openat", 11, -2);
	made_by("ls", "read", 13, 0);
	made_by("ls", "openat", 17, 3);
}

static void sums_of_time(void **state_)
{
	(void)state_;
	some_calls();
	assert_folded("ls;openat 17\nls;openat;ENOENT 11\nls;read 18\nsh;read 7\n");
}

static void sums_of_calls(void **state_)
{
	(void)state_;
	view_out()->opt.weight = WEIGHT_CALLS;
	some_calls();
	assert_folded("ls;openat 1\nls;openat;ENOENT 1\nls;read 2\nsh;read 1\n");
}

static void sums_of_bytes(void **state_)
{
	(void)state_;
	view_out()->opt.weight = WEIGHT_BYTES;
	some_calls();
	made_by("ls", "read", 5, 7);
	made_by("ls", "read", 5, 70);
	made_by("ls", "read", 5, -9);
	assert_folded("ls;openat 0\nls;openat;ENOENT 0\nls;read 77\nls;read;EBADF 0\nsh;read 0\n");
}

static void hostile_names(void **state_)
{
	(void)state_;
	made_by("a;b c\n\xff", "read", 1, 0);
	made_by(NULL, "read", 2, 0);
	rec(ABI_I386, 0);
	record.call.nr = 999;
	returns(-600);
	call_of(&plain, CALL_DONE);
	assert_folded("?;read 2\na\\073b c\\n\\377;read 1\nls;i386:syscall_999;errno 600 5000\n");
}

/* A call in two halves counts once; one that does not return, up to the last event; one without an entry has no time. */
static void calls_that_wait(void **state_)
{
	struct event e = plain;

	(void)state_;
	e.has_dur = false;
	makes_nothing(&e, "poll", CALL_UNFINISHED);
	makes_nothing(&e, "poll", CALL_UNFINISHED);
	e.dur = 2000000;
	makes_nothing(&e, "poll", CALL_RESUMED);
	e.ts = START_MONO + 4000000;
	makes_nothing(&e, "pause", CALL_UNFINISHED);
	e.tid++;
	e.dur = 3000;
	makes_nothing(&e, "exit", CALL_ENDED);
	makes_nothing(&e, "read", CALL_DONE);
	exit_of(&e, 0);
	assert_string_equal(ended(&(struct totals){ .ts = START_MONO + 9000000 }),
			    "ls;exit 3000\nls;pause 5000000\nls;poll 2000000\nls;read 0\n");
}

/* Threads of two machines may have the same ID. */
static void several_hosts(void **state_)
{
	static const char a[] = "a", b[] = "b;";
	struct event e = plain;

	(void)state_;
	e.host = a;
	makes_nothing(&e, "poll", CALL_UNFINISHED);
	e.host = b;
	makes_nothing(&e, "read", CALL_DONE);
	e.ts += 1000;
	exit_of(&e, 0);
	e.ts += 5000;
	assert_string_equal(ended(&(struct totals){ .ts = e.ts }), "a;ls;poll 6000\nb\\073;ls;read 5000\n");
}

static void nothing(void **state_)
{
	(void)state_;
	assert_folded("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sums_of_time, setup, close_view),
		cmocka_unit_test_setup_teardown(sums_of_calls, setup, close_view),
		cmocka_unit_test_setup_teardown(sums_of_bytes, setup, close_view),
		cmocka_unit_test_setup_teardown(hostile_names, setup, close_view),
		cmocka_unit_test_setup_teardown(calls_that_wait, setup, close_view),
		cmocka_unit_test_setup_teardown(several_hosts, setup, close_view),
		cmocka_unit_test_setup_teardown(nothing, setup, close_view),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
