/* SPDX-License-Identifier: BSD-2-Clause */
/* test_writer_text.c - exact output of the text format. */
#include "writer_fixture.h"

#define TIME "     0.280 ( 0.005 ms): "
#define BLANK "     0.280 (         ): "

static int setup(void **state)
{
	(void)state;
	use("text", &defaults);
	return 0;
}

/* -- Terminals --------------------------------------------------------------------------------------- */

static volatile unsigned columns;

static void on_terminal(unsigned width, bool color)
{
	struct writer_options opt = defaults;

	opt.terminal = true;
	opt.color = color;
	opt.duration = false;
	use("text", &opt);
	columns = width;
	o->columns = &columns;
}

static void threads_take_one_width(void **state)
{
	struct event e = plain;

	(void)state;
	on_terminal(0, false);
	e.show_thread = true;
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "     0.280: ls/812 +++ exited with 0 +++\n");
	e.comm = "worker";
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "     0.280: worker/812 +++ exited with 0 +++\n");
	e.comm = "ls";
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "     0.280: ls/812     +++ exited with 0 +++\n");
}

static void processes_have_colours(void **state)
{
	struct event e = plain;
	char first[64];

	(void)state;
	on_terminal(0, true);
	e.show_thread = true;
	w->exit(o, &e, 0);
	strncpy(first, taken() + 12, 5);
	assert_memory_equal(first, "\033[", 2);
	e.tid++;
	w->exit(o, &e, 0);
	assert_memory_equal(taken() + 12, first, 5);
	e.tgid++;
	w->exit(o, &e, 0);
	assert_memory_not_equal(taken() + 12, first, 5);
}

static void folds(unsigned width, const char *string, const char *want)
{
	on_terminal(width, false);
	begin("write");
	ARG("fd");
	v->integer(o, 1);
	ARG("buf");
	v->string(o, string, strlen(string), STRING_WHOLE);
	ARG("count");
	v->integer(o, 5);
	ret(5);
	assert_string_equal(taken(), want);
}

static void long_lines_are_folded(void **state)
{
	char whole[128];

	(void)state;
	snprintf(whole, sizeof(whole), "     0.280: %-70s = 5\n", "write(fd: 1, buf: \"hello\", count: 5)");
	folds(0, "hello", whole);
	folds(98, "hello", whole);
	folds(60, "hello", "     0.280: write(fd: 1, buf: \"hello\", count: 5) = 5\n");
	folds(45, "hello", "     0.280: write(fd: 1, buf: \"hello\",\n"
			   "                  count: 5) = 5\n");
	folds(45, "012345678901234567890123", "     0.280: write(fd: 1,\n"
			   "                  buf:\n"
			   "                  \"012345678901234567890123\",\n"
			   "                  count: 5) = 5\n");
	folds(45, "01234567890123456789012345678", "     0.280: write(fd: 1,\n"
			   "                  buf:\n"
			   "                  \"01234567890123456789012345\n"
			   "                  678\", count: 5) = 5\n");
	/* characters of two columns; a terminal narrower than the least width */
	folds(45, "\346\227\245\346\234\254\350\252\236\346\227\245\346\234\254\350\252\236", "     0.280: write(fd: 1, buf: \"\346\227\245\346\234\254\350\252\236"
			   "\346\227\245\346\234\254\350\252\236\",\n                  count: 5) = 5\n");
	folds(1, "hello", "     0.280: write(fd: 1, buf: \"hello\",\n"
			  "                  count: 5) = 5\n");
}

/* -- Calls ------------------------------------------------------------------------------------------- */

static void whole_call(void **state)
{
	struct event e = plain;

	(void)state;
	e.show_thread = true;
	e.comm = "dd";
	w->call_begin(o, &e, "x86_64", false, 0, "read", CALL_DONE);
	read_of_zero();
	assert_string_equal(taken(), TIME "dd/812 read(fd: 0</dev/zero>, buf: \"\\0\", count: 1)"
					  "                     = 1\n");
}

static void prefix_parts(void **state)
{
	struct writer_options opt = defaults;
	struct event e = plain;

	(void)state;
	e.has_dur = false;
	e.show_thread = true;
	opt.cpu = true;
	use("text", &opt);
	w->exit(o, &e, 0);
	assert_string_equal(taken(), BLANK "[003] ls/812 +++ exited with 0 +++\n");
	e.cpu = CPU_NONE;
	opt.comm = opt.duration = false;
	use("text", &opt);
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "     0.280: 812 +++ exited with 0 +++\n");
	e.show_thread = false;
	e.ts = START_MONO - 1234567;
	use("text", &opt);
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "     0.000: +++ exited with 0 +++\n");
}

static void since_the_line_before(void **state)
{
	static const struct { int64_t at; const char *want; } lines[] = {
		{ 5, "     5.000" }, { 7, "     2.000" }, { 6, "     0.000" }, { 8, "     1.000" },
	};
	struct writer_options opt = defaults;
	struct event e = plain;

	(void)state;
	opt.clock = CLOCK_SINCE_LINE;
	opt.duration = false;
	use("text", &opt);
	for (unsigned i = 0; i < COUNT(lines); i++) {
		e.ts = START_MONO + (uint64_t)lines[i].at * 1000000;
		w->exit(o, &e, 0);
		assert_memory_equal(taken(), lines[i].want, strlen(lines[i].want));
	}
	e.tid = 0;
	w->loss(o, &e, 1, START_MONO, START_MONO + 1000000, NULL);
	assert_string_equal(taken(), "     0.000: LOST 1 event between 0.000 ms and 1.000 ms\n");
}

static void wall_clock(void **state)
{
	static const struct {
		const char *tz;
		uint64_t after;		/* ns since the beginning */
		const char *want;	/* after the date */
	} cases[] = {
		{ "UTC0", 0, "08:00:00.123456: +++ exited with 0 +++\n" },
		{ "UTC0", 59876543210, "08:00:59.999999: +++ exited with 0 +++\n" },
		{ "UTC0", 59876543211, "08:01:00.000000: +++ exited with 0 +++\n" },
		{ "XXX-5:30", 0, "13:30:00.123456: +++ exited with 0 +++\n" },
		{ "XXX+9", 3600000000000, "00:00:00.123456: +++ exited with 0 +++\n" },
		{ "XXX+8:00:30", 0, "23:59:30.123456: +++ exited with 0 +++\n" },
		{ "XXX+8:00:30", 30000000000, "00:00:00.123456: +++ exited with 0 +++\n" },
	};
	struct writer_options opt = defaults;
	struct event e = plain;

	(void)state;
	opt.clock = CLOCK_OF_DAY;
	opt.duration = false;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		if (!i || cases[i].tz != cases[i - 1].tz) {
			setenv("TZ", cases[i].tz, 1);
			use("text", &opt);
		}
		e.ts = START_MONO + cases[i].after;
		w->exit(o, &e, 0);
		assert_string_equal(taken(), cases[i].want);
	}
}

static void calendar_and_epoch(void **state)
{
	struct writer_options opt = defaults;
	struct event e = plain;

	(void)state;
	setenv("TZ", "XXX+8:00:30", 1);
	opt.clock = CLOCK_OF_CALENDAR;
	opt.duration = false;
	use("text", &opt);
	e.ts = START_MONO;
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "2025-11-20 23:59:30.123456: +++ exited with 0 +++\n");
	e.ts += 30000000000;
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "2025-11-21 00:00:00.123456: +++ exited with 0 +++\n");
	opt.clock = CLOCK_EPOCH;
	use("text", &opt);
	w->exit(o, &e, 0);
	assert_string_equal(taken(), "1763712030.123456: +++ exited with 0 +++\n");
}

static void result_column(void **state)
{
	static const char text[] = "12345678901234567890123456789012345678901234567890123456789";

	(void)state;
	for (size_t len = 55; len < sizeof(text); len++) {
		const char *got, *equals;

		begin("write");
		ARG("b");
		v->string(o, text, len, STRING_WHOLE);
		ret(0);
		got = taken();
		equals = strstr(got, " = 0\n");
		assert_int_equal(equals - got - strlen(TIME), len + 12 > 70 ? len + 12 : 70);
	}
	begin("write");
	ARG("b");
	STR("\u00fc\u4e2d\U0001f600");	/* columns, not bytes */
	ret(0);
	assert_int_equal(strstr(taken(), " = 0\n") - o->buf - strlen(TIME), 70 + 1 + 2 + 3);
}

static void states(void **state)
{
	(void)state;
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_UNFINISHED);
	ARG("fd");
	v->fd(o, 0, &(struct fd_name){ .text = "/dev/pts/0", .len = 10 });
	w->call_args_end(o, CALL_UNFINISHED);
	v->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), TIME "read(fd: 0</dev/pts/0> <unfinished ...>\n");

	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_RESUMED);
	ARG("buf");
	STR("x");
	ARG("count");
	v->integer(o, 1);
	ret(1);
	assert_string_equal(taken(), TIME "<... read resumed> buf: \"x\", count: 1)"
					  "                                 = 1\n");

	w->call_begin(o, &plain, "i386", true, 1, "exit", CALL_ENDED);
	ARG("error_code");
	v->integer(o, 0);
	w->call_args_end(o, CALL_ENDED);
	v->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), TIME "i386:exit(error_code: 0)"
					  "                                               = ?\n");

	w->call_begin(o, &plain, "x86_64", false, 999, NULL, CALL_RESUMED);
	ret(0);
	assert_string_equal(taken(), TIME "<... syscall_999 resumed>)"
					  "                                             = 0\n");
}

static void check_result(const char *want)
{
	w->call_end(o);
	assert_string_equal(strstr(taken(), " = "), want);
}

static void results(void **state)
{
	(void)state;
	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -2, "ENOENT", "No such file or directory");
	check_result(" = -1 ENOENT (No such file or directory)\n");

	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -512, "ERESTARTSYS", "To be restarted");
	check_result(" = -1 ERESTARTSYS (To be restarted)\n");

	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -530, NULL, NULL);
	check_result(" = -1 (errno 530)\n");

	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, 3);
	v->fd(o, 3, &(struct fd_name){ .text = "/etc/passwd", .len = 11 });
	check_result(" = 3</etc/passwd>\n");

	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, 0);
	v->integer(o, 0);
	v->ret_extra_begin(o, "Timeout");
	v->ret_extra_end(o);
	v->ret_extra_begin(o, "left");
	v->struct_begin(o);
	FIELD("tv_sec");
	v->integer(o, 1);
	v->struct_end(o, false);
	v->ret_extra_end(o);
	check_result(" = 0 (Timeout) ({tv_sec: 1})\n");
}

/* -- Other lines ------------------------------------------------------------------------------------- */

static void signals_and_exits(void **state)
{
	struct event e = plain;

	(void)state;
	w->signal_begin(o, &plain, "SIGCHLD");
	FIELD("si_signo");
	v->symbol(o, 17, "SIGCHLD", 0, NULL);
	FIELD("si_pid");
	v->integer(o, 7);
	w->signal_end(o);
	assert_string_equal(taken(), BLANK "--- SIGCHLD {si_signo: SIGCHLD, si_pid: 7} ---\n");
	w->signal_begin(o, &plain, "SIGWINCH");
	w->signal_end(o);
	assert_string_equal(taken(), BLANK "--- SIGWINCH ---\n");

	e.show_thread = true;
	e.comm = "a b\033\n\\\xff";
	w->exit(o, &e, 3 << 8);
	assert_string_equal(taken(), BLANK "a b\\33\\n\\\\\\377/812 +++ exited with 3 +++\n");
	e.comm = NULL;
	w->exit(o, &e, 11 | 0x80);
	assert_string_equal(taken(), BLANK "812 +++ killed by SIGSEGV (core dumped) +++\n");
	w->exit(o, &plain, 9);
	assert_string_equal(taken(), BLANK "+++ killed by SIGKILL +++\n");
	w->exit(o, &plain, 99);
	assert_string_equal(taken(), BLANK "+++ killed by signal 99 +++\n");
}

static void losses_and_totals(void **state)
{
	struct event e = plain;

	(void)state;
	w->loss(o, &e, 123, START_MONO + 123000, START_MONO + 456000, "ring buffer full; a larger -m helps");
	assert_string_equal(taken(), BLANK "LOST 123 events of ls/812 between 0.123 ms and 0.456 ms "
					   "(ring buffer full; a larger -m helps)\n");
	e.tid = 0;
	w->loss(o, &e, 1, START_MONO, START_MONO, NULL);
	assert_string_equal(taken(), BLANK "LOST 1 event between 0.000 ms and 0.000 ms\n");
	w->total(o, &(struct totals){ plain.ts, 7, 0 });
	assert_string_equal(taken(), "");
	w->total(o, &(struct totals){ plain.ts, 7, 1 });
	assert_string_equal(taken(), BLANK "LOST 1 event in all, 7 calls shown\n");
}

static void colours(void **state)
{
	struct writer_options opt = defaults;

	(void)state;
	opt.color = true;
	use("text", &opt);
	begin("open");
	ARG("filename");
	STR("\033[0m\u00fc");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -2, "ENOENT", "No such file or directory");
	w->call_end(o);
	assert_string_equal(taken(), TIME "\033[1;34mopen\033[0m(filename: \033[32m\"\\33[0m\u00fc\"\033[0m)"
					  "                                             "
					  " = \033[31m-1 ENOENT (No such file or directory)\033[0m\n");
	w->exit(o, &plain, 9);
	assert_string_equal(taken(), BLANK "+++ killed by \033[33mSIGKILL\033[0m +++\n");
}

/* A line of many parts, through a much smaller buffer. */
static void long_line(void **state)
{
	size_t len = 1 << 20;
	char *s = malloc(len);
	const char *got;

	(void)state;
	for (size_t i = 0; i < len; i++)
		s[i] = i % 1000 ? (char)('a' + i % 23) : '\n';
	begin("write");
	ARG("buf");
	v->string(o, s, len, STRING_WHOLE);
	ret(7);
	got = taken() + strlen(TIME "write(buf: \"");
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '\n')
			assert_int_equal(*got++, '\\');
		assert_int_equal(*got++, s[i] == '\n' ? 'n' : s[i]);
	}
	assert_string_equal(got, "\") = 7\n");
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(threads_take_one_width, setup),
		cmocka_unit_test_setup(processes_have_colours, setup),
		cmocka_unit_test_setup(long_lines_are_folded, setup),
		cmocka_unit_test_setup(whole_call, setup),
		cmocka_unit_test_setup(prefix_parts, setup),
		cmocka_unit_test_setup(since_the_line_before, setup),
		cmocka_unit_test_setup(wall_clock, setup),
		cmocka_unit_test_setup(calendar_and_epoch, setup),
		cmocka_unit_test_setup(result_column, setup),
		cmocka_unit_test_setup(states, setup),
		cmocka_unit_test_setup(results, setup),
		cmocka_unit_test_setup(signals_and_exits, setup),
		cmocka_unit_test_setup(losses_and_totals, setup),
		cmocka_unit_test_setup(colours, setup),
		cmocka_unit_test_setup(long_line, setup),
	};

	return cmocka_run_group_tests(tests, NULL, close_writer);
}
