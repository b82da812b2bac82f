// SPDX-License-Identifier: BSD-2-Clause
/* test_chrome.c - the exact output of the Trace Event Format: slices, halves, instants, names of tracks, values as JSON. */
#include "view_fixture.h"
#include "views/chrome.h"

#define TASK ",\"pid\":810,\"tid\":812"
#define NAMES "{\"ph\":\"M\",\"name\":\"process_name\"" TASK ",\"args\":{\"name\":\"ls\"}}\n" \
	      ",{\"ph\":\"M\",\"name\":\"thread_name\"" TASK ",\"args\":{\"name\":\"ls/812\"}}\n"
#define SLICE(phase, name, ts) ",{\"ph\":\"" phase "\",\"name\":\"" name "\",\"cat\":\"syscall\"" TASK ",\"ts\":" ts

static int setup(void **state_)
{
	(void)state_;
	open_view(&chrome_view);
	assert_string_equal(taken(), "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	return 0;
}

static void a_read(int64_t ret)
{
	makes("read", 3, 0x1000, 1);
	if (ret > 0)
		chunk(1, CHUNK_OUT, PART_SELF, "\0", 1);
	returns(ret);
}

static void whole_call(void **state_)
{
	(void)state_;
	a_read(1);
	call_of(&plain, CALL_DONE);
	assert_string_equal(taken(), NAMES SLICE("X", "read", "1000280.000") ",\"dur\":5.000,\"args\":{"
				     "\"fd\":\"3</tmp>\",\"buf\":\"\\\"\\\\0\\\"\",\"count\":1,\"ret\":1}}\n");
	makes_args("getppid", 0, NULL);
	returns(7);
	call_of(&plain, CALL_DONE);
	assert_string_equal(taken(), SLICE("X", "getppid", "1000280.000") ",\"dur\":5.000,\"args\":{\"ret\":7}}\n");
}

static void halves(void **state_)
{
	struct event later = plain;

	(void)state_;
	a_read(0);
	call_of(&plain, CALL_UNFINISHED);
	assert_string_equal(taken(), NAMES SLICE("B", "read", "1000280.000") ",\"args\":{\"fd\":\"3</tmp>\"}}\n");
	later.dur = 1000000001;
	call_of(&later, CALL_RESUMED);
	assert_string_equal(taken(), SLICE("E", "read", "2000280.001") ",\"args\":{\"buf\":\"\\\"\\\"\",\"count\":1,\"ret\":0}}\n");
	call_of(&later, CALL_RESUMED);	/* its beginning is missing */
	assert_string_equal(taken(), SLICE("X", "read", "1000280.000")
			    ",\"dur\":1000000.001,\"args\":{\"buf\":\"\\\"\\\"\",\"count\":1,\"ret\":0}}\n");
	later.has_dur = false;
	rec(ABI_I386, 0);
	record.call.nargs = 0;
	record.call.nr = 999;
	call_of(&later, CALL_ENDED);
	assert_non_null(strstr(taken(), SLICE("X", "i386:syscall_999", "1000280.000") ",\"dur\":1000000.001,\"args\":{"));
	makes_args("getppid", 0, NULL);
	call_of(&later, CALL_DONE);	/* its beginning was not seen */
	assert_string_equal(taken(), SLICE("X", "getppid", "1000280.000") ",\"dur\":0.000,\"args\":{\"ret\":0}}\n");
}

/* The end of "args". */
static const char *result_of(const char *name, int64_t ret)
{
	makes(name, 0, 0, 0, 0);
	returns(ret);
	call_of(&plain, CALL_DONE);
	return strstr(taken(), "\"ret\":");
}

static void results(void **state_)
{
	(void)state_;
	assert_string_equal(result_of("openat", -2), "\"ret\":-1,\"errno\":\"ENOENT\"}}\n");
	assert_string_equal(result_of("openat", -600), "\"ret\":-1,\"errno\":600}}\n");
	assert_string_equal(result_of("poll", 0), "\"ret\":0,\"Timeout\":true}}\n");
}

/* -- Values ------------------------------------------------------------------------------------------------------------ */

static void key(const char *name)
{
	struct out *o = view_out();

	o->state[CHROME_KEYS] = 0;
	out__line_begin(o);
	chrome_verbs.arg(o, name, (unsigned)strlen(name));
}

static const char *value(void)
{
	chrome__value_end(view_out());
	return taken();
}

/* Text of a value, and its JSON. */
static const char *as_json(const char *text)
{
	key("v");
	chrome_verbs.symbol(view_out(), 0, text, 0, NULL);
	return value() + strlen("\"v\":");
}

static void numbers_are_numbers(void **state_)
{
	static const struct { const char *text, *json; } cases[] = {
		{ "0", "0" }, { "-1", "-1" }, { "42", "42" }, { "999999999999999", "999999999999999" },
		{ "9007199254740993", "\"9007199254740993\"" }, { "-", "\"-\"" }, { "", "\"\"" }, { "007", "\"007\"" },
		{ "-0", "\"-0\"" }, { "0x1f", "\"0x1f\"" }, { "1.5", "\"1.5\"" }, { "1 2", "\"1 2\"" },
	};

	(void)state_;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(as_json(cases[i].text), cases[i].json);
}

static void hostile_strings(void **state_)
{
	static const char text[] = "\"\\\n\033[2J\xff\xc3\xa9";

	(void)state_;
	key("filename");
	chrome_verbs.string(view_out(), text, sizeof(text) - 1, STRING_CUT);
	assert_string_equal(value(), "\"filename\":\"\\\"\\\\\\\"\\\\\\\\\\\\n\\\\33[2J\\\\377\xc3\xa9\\\"...\"");
}

/* A value larger than the buffer, with every byte escaped twice. */
static void long_strings(void **state_)
{
	enum { LEN = 20000 };
	static const char tail[] = "\\\\\\\"\\\"\"";
	char *quotes = malloc(LEN);
	const char *got;

	(void)state_;
	memset(quotes, '"', LEN);
	key("buf");
	chrome_verbs.bytes(view_out(), quotes, LEN, STRING_WHOLE);
	got = value();
	assert_int_equal(strlen(got), strlen("\"buf\":\"\\\"\\\"\"") + LEN * 4);
	assert_memory_equal(got, "\"buf\":\"\\\"\\\\\\\"\\\\\\\"", 17);
	assert_string_equal(got + strlen(got) - strlen(tail), tail);
	free(quotes);
}

/* -- Other events ------------------------------------------------------------------------------------------------------ */

static void signals_and_ends(void **state_)
{
	const struct rec_signal sig = { .signo = 10, .code = -1, .has = 1, .fields = { 42, 0, 0, 0, 0, 0, 0, 0, 5 } };
	struct event cpu = plain;

	(void)state_;
	view_out()->opt.cpu = true;
	view->ops->signal(view, &plain, &sig);
	assert_string_equal(taken(), NAMES ",{\"ph\":\"i\",\"name\":\"SIGUSR1\",\"cat\":\"signal\"" TASK ",\"ts\":1000280.000,"
				     "\"s\":\"t\",\"args\":{\"on_cpu\":3,\"si_signo\":\"USR1\",\"si_code\":\"QUEUE\",\"si_pid\":42,"
				     "\"si_uid\":0,\"si_int\":5,\"si_ptr\":\"0x5\"}}\n");
	cpu.cpu = CPU_NONE;
	exit_of(&cpu, 3 << 8);
	assert_string_equal(taken(), ",{\"ph\":\"i\",\"name\":\"exited with 3\",\"cat\":\"exit\"" TASK ",\"ts\":1000280.000,"
				     "\"s\":\"t\",\"args\":{\"status\":3}}\n");
	exit_of(&cpu, EXIT_UNKNOWN);
	assert_non_null(strstr(taken(), "\"ended\",\"cat\":\"exit\"" TASK ",\"ts\":1000280.000,\"s\":\"t\",\"args\":{}}\n"));
	exit_of(&cpu, 11 | 0x80);	/* a reused ID gets its name again */
	assert_string_equal(taken(), "," NAMES ",{\"ph\":\"i\",\"name\":\"killed by SIGSEGV\",\"cat\":\"exit\"" TASK
				     ",\"ts\":1000280.000,\"s\":\"t\",\"args\":{\"signal\":\"SIGSEGV\",\"core_dumped\":true}}\n");
	cpu.chosen = false;
	exit_of(&cpu, 0);
	assert_string_equal(taken(), "");
}

static void loss_and_totals(void **state_)
{
	struct event nobody = { .ts = START_MONO + 9000, .cpu = CPU_NONE, .chosen = true };
	const struct rec_loss r = { .count = 42, .first = START_MONO + 1000, .last = START_MONO + 5000 };

	(void)state_;
	view->ops->loss(view, &nobody, &r, "ring buffer full");
	assert_string_equal(taken(), "{\"ph\":\"i\",\"name\":\"LOST 42 events\",\"cat\":\"loss\",\"pid\":0,\"tid\":0,\"ts\":1000001.000,"
				     "\"s\":\"g\",\"args\":{\"count\":42,\"until\":1000005.000,\"reason\":\"ring buffer full\"}}\n");
	assert_string_equal(ended(&(struct totals){ 0, 7, 42 }), "],\"otherData\":{\"clock\":\"CLOCK_MONOTONIC\","
			    "\"real_minus_monotonic_ns\":\"1763711999123456789\",\"calls\":7,\"lost\":42}}\n");
}

/* comm/tid: again when it changes; the process's name with its leader's. */
static void names_of_tracks(void **state_)
{
	struct event e = plain;

	(void)state_;
	makes_args("getppid", 0, NULL);
	call_of(&e, CALL_DONE);
	call_of(&e, CALL_DONE);
	taken();
	e.comm = "a\"\n\xff";
	exit_of(&e, 0);
	assert_non_null(strstr(taken(), ",{\"ph\":\"M\",\"name\":\"thread_name\"" TASK ",\"args\":{\"name\":\"a\\\"\\\\n\\\\377/812\"}}\n"));
	e.tid = e.tgid;
	e.comm = "init";
	exit_of(&e, 0);
	assert_non_null(strstr(taken(), "\"process_name\",\"pid\":810,\"tid\":810,\"args\":{\"name\":\"init\"}}\n"));
	e.comm = NULL;
	exit_of(&e, 0);
	assert_non_null(strstr(taken(), "\"thread_name\",\"pid\":810,\"tid\":810,\"args\":{\"name\":\"810\"}}\n"));
}

/* Two machines may use the same IDs at the same time. */
static void several_hosts(void **state_)
{
	static const char a[] = "a", b[] = "b\xff";
	struct event e = plain;

	(void)state_;
	e.host = a;
	exit_of(&e, 0);
	taken();
	e.host = b;
	exit_of(&e, 0);
	assert_string_equal(taken(), ",{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":10000810,\"tid\":10000812,"
				     "\"args\":{\"name\":\"ls on b\\\\377\"}}\n"
				     ",{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10000810,\"tid\":10000812,"
				     "\"args\":{\"name\":\"ls/812\"}}\n"
				     ",{\"ph\":\"i\",\"name\":\"exited with 0\",\"cat\":\"exit\",\"pid\":10000810,\"tid\":10000812,"
				     "\"ts\":1000280.000,\"s\":\"t\",\"args\":{\"status\":0}}\n");
	e.host = a;
	makes_args("getpid", 0, NULL);
	call_of(&e, CALL_DONE);
	assert_non_null(strstr(taken(), "{\"ph\":\"X\",\"name\":\"getpid\",\"cat\":\"syscall\"" TASK ","));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(whole_call, setup, close_view),
		cmocka_unit_test_setup_teardown(halves, setup, close_view),
		cmocka_unit_test_setup_teardown(results, setup, close_view),
		cmocka_unit_test_setup_teardown(numbers_are_numbers, setup, close_view),
		cmocka_unit_test_setup_teardown(hostile_strings, setup, close_view),
		cmocka_unit_test_setup_teardown(long_strings, setup, close_view),
		cmocka_unit_test_setup_teardown(signals_and_ends, setup, close_view),
		cmocka_unit_test_setup_teardown(loss_and_totals, setup, close_view),
		cmocka_unit_test_setup_teardown(names_of_tracks, setup, close_view),
		cmocka_unit_test_setup_teardown(several_hosts, setup, close_view),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
