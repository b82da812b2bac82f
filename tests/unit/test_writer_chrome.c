// SPDX-License-Identifier: BSD-2-Clause
/* test_writer_chrome.c - the Trace Event Format, to the byte: slices, halves, instants, names of tracks, values as JSON. */
#include "writer_fixture.h"

#include <string.h>

#define TASK ",\"pid\":810,\"tid\":812"
#define NAMES "{\"ph\":\"M\",\"name\":\"process_name\"" TASK ",\"args\":{\"name\":\"ls\"}}\n" \
	      ",{\"ph\":\"M\",\"name\":\"thread_name\"" TASK ",\"args\":{\"name\":\"ls/812\"}}\n"
#define SLICE(phase, name, ts) ",{\"ph\":\"" phase "\",\"name\":\"" name "\",\"cat\":\"syscall\"" TASK ",\"ts\":" ts

static int setup(void **state)
{
	(void)state;
	use("chrome", &defaults);
	assert_string_equal(taken(), "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	return 0;
}

static int teardown(void **state)
{
	w->end(o);
	return close_writer(state);
}

static void whole_call(void **state)
{
	(void)state;
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_DONE);
	read_of_zero();
	assert_string_equal(taken(), NAMES SLICE("X", "read", "1000280.000") ",\"dur\":5.000,\"args\":{"
				     "\"fd\":\"0</dev/zero>\",\"buf\":\"\\\"\\\\0\\\"\",\"count\":1,\"ret\":1}}\n");
	begin("getpid");
	ret(-7);
	assert_string_equal(taken(), SLICE("X", "getpid", "1000280.000") ",\"dur\":5.000,\"args\":{\"ret\":-7}}\n");
}

static void halves(void **state)
{
	struct event later = plain;

	(void)state;
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_UNFINISHED);
	ARG("fd");
	w->fd(o, 0, NULL, 0);
	w->call_args_end(o, CALL_UNFINISHED);
	w->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), NAMES SLICE("B", "read", "1000280.000") ",\"args\":{\"fd\":0}}\n");
	later.dur = 1000000001;
	w->call_begin(o, &later, "x86_64", false, 0, "read", CALL_RESUMED);
	ret(0);
	assert_string_equal(taken(), SLICE("E", "read", "2000280.001") ",\"args\":{\"ret\":0}}\n");
	w->call_begin(o, &later, "x86_64", false, 0, "read", CALL_RESUMED);	/* its beginning is not there */
	ret(0);
	assert_string_equal(taken(), SLICE("X", "read", "1000280.000") ",\"dur\":1000000.001,\"args\":{\"ret\":0}}\n");
	later.has_dur = false;
	w->call_begin(o, &later, "i386", true, 999, NULL, CALL_ENDED);
	w->call_args_end(o, CALL_ENDED);
	w->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), SLICE("X", "i386:syscall_999", "1000280.000") ",\"dur\":1000000.001,\"args\":{}}\n");
	w->call_begin(o, &later, "x86_64", false, 0, "read", CALL_DONE);	/* its beginning was not seen */
	ret(0);
	assert_string_equal(taken(), SLICE("X", "read", "1000280.000") ",\"dur\":0.000,\"args\":{\"ret\":0}}\n");
}

static void results(void **state)
{
	(void)state;
	begin("open");
	taken();
	w->call_args_end(o, CALL_DONE);
	w->ret_error(o, -2, "ENOENT", "No such file or directory");
	w->call_end(o);
	assert_string_equal(taken(), "\"ret\":-1,\"errno\":\"ENOENT\"}}\n");
	begin("open");
	taken();
	w->call_args_end(o, CALL_DONE);
	w->ret_error(o, -600, NULL, NULL);
	w->call_end(o);
	assert_string_equal(taken(), "\"ret\":-1,\"errno\":600}}\n");
	begin("poll");
	taken();
	w->call_args_end(o, CALL_DONE);
	w->ret_begin(o, 0);
	w->integer(o, 0);
	w->ret_extra_begin(o, "Timeout");
	w->ret_extra_end(o);
	w->call_end(o);
	assert_string_equal(taken(), "\"ret\":0,\"Timeout\":true}}\n");
}

/* Text of a value, and what it becomes. */
static const char *as_json(const char *text)
{
	static char got[64];
	const char *line;

	begin("x");
	taken();
	ARG("v");
	w->word(o, text, strlen(text));
	w->call_args_end(o, CALL_DONE);
	w->ret_none(o);
	w->call_end(o);
	line = taken();
	assert_memory_equal(line, "\"v\":", 4);
	snprintf(got, sizeof(got), "%.*s", (int)(strlen(line) - 7), line + 4);
	return got;
}

static void numbers_are_numbers(void **state)
{
	static const struct { const char *text, *json; } cases[] = {
		{ "0", "0" }, { "-1", "-1" }, { "42", "42" }, { "999999999999999", "999999999999999" },
		{ "9007199254740993", "\"9007199254740993\"" }, { "-", "\"-\"" }, { "", "\"\"" }, { "007", "\"007\"" },
		{ "-0", "\"-0\"" }, { "0x1f", "\"0x1f\"" }, { "1.5", "\"1.5\"" }, { "1 2", "\"1 2\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(as_json(cases[i].text), cases[i].json);
}

static void hostile_strings(void **state)
{
	(void)state;
	begin("open");
	taken();
	ARG("filename");
	CUT("\"\\\n\033[2J\xff\xc3\xa9");
	w->call_args_end(o, CALL_DONE);
	w->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), "\"filename\":\"\\\"\\\\\\\"\\\\\\\\\\\\n\\\\33[2J\\\\377\xc3\xa9\\\"...\"}}\n");
}

/* A value larger than the buffer, every byte of which is escaped twice. */
static void long_strings(void **state)
{
	enum { LEN = 20000 };
	static const char tail[] = "\\\\\\\"\\\"\",\"count\":20000}}\n";
	char *quotes = malloc(LEN);
	const char *got;

	(void)state;
	memset(quotes, '"', LEN);
	begin("write");
	taken();
	ARG("buf");
	w->bytes(o, quotes, LEN, STRING_WHOLE);
	ARG("count");
	w->uinteger(o, LEN);
	w->call_args_end(o, CALL_DONE);
	w->ret_none(o);
	w->call_end(o);
	got = taken();
	assert_int_equal(strlen(got), strlen("\"buf\":\"\\\"\\\"\",\"count\":20000}}\n") + LEN * 4);
	assert_memory_equal(got, "\"buf\":\"\\\"\\\\\\\"\\\\\\\"", 17);
	assert_string_equal(got + strlen(got) - strlen(tail), tail);
	free(quotes);
}

static void signals_and_ends(void **state)
{
	struct event cpu = plain;

	(void)state;
	o->opt.cpu = true;
	w->signal_begin(o, &plain, "SIGCHLD");
	FIELD("code");
	w->symbol(o, 1, "CLD_EXITED", 4);
	FIELD("value");
	w->struct_begin(o);
	FIELD("int");
	w->integer(o, 5);
	w->struct_end(o, false);
	w->signal_end(o);
	assert_string_equal(taken(), NAMES ",{\"ph\":\"i\",\"name\":\"SIGCHLD\",\"cat\":\"signal\"" TASK ",\"ts\":1000280.000,"
				     "\"s\":\"t\",\"args\":{\"on_cpu\":3,\"code\":\"EXITED\",\"value\":\"{int: 5}\"}}\n");
	cpu.cpu = CPU_NONE;
	w->exit(o, &cpu, 3 << 8);
	assert_string_equal(taken(), ",{\"ph\":\"i\",\"name\":\"exited with 3\",\"cat\":\"exit\"" TASK ",\"ts\":1000280.000,"
				     "\"s\":\"t\",\"args\":{\"status\":3}}\n");
	w->exit(o, &cpu, EXIT_UNKNOWN);
	assert_non_null(strstr(taken(), "\"ended\",\"cat\":\"exit\"" TASK ",\"ts\":1000280.000,\"s\":\"t\",\"args\":{}}\n"));
	w->exit(o, &cpu, 11 | 0x80);	/* an id that is used again is named again */
	assert_string_equal(taken(), "," NAMES ",{\"ph\":\"i\",\"name\":\"killed by SIGSEGV\",\"cat\":\"exit\"" TASK
				     ",\"ts\":1000280.000,\"s\":\"t\",\"args\":{\"signal\":\"SIGSEGV\",\"core_dumped\":true}}\n");
}

static void loss_and_totals(void **state)
{
	struct event nobody = { .ts = START_MONO + 9000, .cpu = CPU_NONE };

	(void)state;
	w->loss(o, &nobody, 42, START_MONO + 1000, START_MONO + 5000, "ring buffer full");
	assert_string_equal(taken(), "{\"ph\":\"i\",\"name\":\"LOST 42 events\",\"cat\":\"loss\",\"pid\":0,\"tid\":0,\"ts\":1000001.000,"
				     "\"s\":\"g\",\"args\":{\"count\":42,\"until\":1000005.000,\"reason\":\"ring buffer full\"}}\n");
	w->total(o, &nobody, 7, 42);
	w->end(o);
	assert_string_equal(taken(), "],\"otherData\":{\"clock\":\"CLOCK_MONOTONIC\","
				     "\"real_minus_monotonic_ns\":\"1763711999123456789\",\"calls\":7,\"lost\":42}}\n");
}

/* comm/tid; again when it changes, and the process with its leader. */
static void names_of_tracks(void **state)
{
	struct event e = plain;

	(void)state;
	begin("x");
	w->call_end(o);
	begin("x");
	w->call_end(o);
	taken();
	e.comm = "a\"\n\xff";
	w->exit(o, &e, 0);
	assert_non_null(strstr(taken(), ",{\"ph\":\"M\",\"name\":\"thread_name\"" TASK ",\"args\":{\"name\":\"a\\\"\\\\n\\\\377/812\"}}\n"));
	e.tid = e.tgid;
	e.comm = "init";
	w->exit(o, &e, 0);
	assert_non_null(strstr(taken(), "\"process_name\",\"pid\":810,\"tid\":810,\"args\":{\"name\":\"init\"}}\n"));
	e.comm = NULL;
	w->exit(o, &e, 0);
	assert_non_null(strstr(taken(), "\"thread_name\",\"pid\":810,\"tid\":810,\"args\":{\"name\":\"810\"}}\n"));
}

/* Two machines may use the same numbers at the same time. */
static void several_hosts(void **state)
{
	static const char a[] = "a", b[] = "b\xff";
	struct event e = plain;

	(void)state;
	e.host = a;
	w->exit(o, &e, 0);
	taken();
	e.host = b;
	w->exit(o, &e, 0);
	assert_string_equal(taken(), ",{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":10000810,\"tid\":10000812,"
				     "\"args\":{\"name\":\"ls on b\\\\377\"}}\n"
				     ",{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10000810,\"tid\":10000812,"
				     "\"args\":{\"name\":\"ls/812\"}}\n"
				     ",{\"ph\":\"i\",\"name\":\"exited with 0\",\"cat\":\"exit\",\"pid\":10000810,\"tid\":10000812,"
				     "\"ts\":1000280.000,\"s\":\"t\",\"args\":{\"status\":0}}\n");
	e.host = a;
	w->call_begin(o, &e, "x86_64", false, 0, "getpid", CALL_DONE);
	ret(1);
	assert_non_null(strstr(taken(), "{\"ph\":\"X\",\"name\":\"getpid\",\"cat\":\"syscall\"" TASK ","));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(whole_call, setup, teardown),
		cmocka_unit_test_setup_teardown(halves, setup, teardown),
		cmocka_unit_test_setup_teardown(results, setup, teardown),
		cmocka_unit_test_setup_teardown(numbers_are_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(hostile_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(long_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(signals_and_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(loss_and_totals, setup, teardown),
		cmocka_unit_test_setup_teardown(names_of_tracks, setup, teardown),
		cmocka_unit_test_setup_teardown(several_hosts, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
