/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_writer_text.c - exact output of the text format.
 */
#include "writer_fixture.h"

#define TIME "     0.280 ( 0.005 ms): "
#define BLANK "     0.280 (         ): "

static int setup(void **state)
{
	(void)state;
	use("text", &defaults);
	return 0;
}

/* -- Terminals ------------------------------------------------------------------------------------------- */

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
	v->fd(o, 0, "/dev/pts/0", 10);
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
	v->fd(o, 3, "/etc/passwd", 11);
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

/* -- Values ------------------------------------------------------------------------------------------ */

static void numbers(void **state)
{
	(void)state;
	VALUE(v->integer(o, -5), "-5");
	VALUE(v->integer(o, INT64_MIN), "-9223372036854775808");
	VALUE(v->uinteger(o, UINT64_MAX), "18446744073709551615");
	VALUE(v->hex(o, 0x1f), "0x1f");
	VALUE(v->hex(o, 0), "0");
	VALUE(v->octal(o, 0644), "0644");
	VALUE(v->octal(o, 0), "0");
	VALUE(v->address(o, 0), "NULL");
	VALUE(v->address(o, 0x7ffd1234), "0x7ffd1234");
	VALUE(v->unread(o, 0x7ffd1234), "0x7ffd1234 <unread>");
	VALUE(v->task(o, 1234, NULL, 0), "1234");
	VALUE(v->task(o, 1234, "ls", 0), "1234<ls>");
	VALUE(v->task(o, 5, "ls", 1234), "5<ls> [1234 in trace's PID namespace]");
	VALUE(v->task(o, 5, NULL, 1234), "5 [1234 in trace's PID namespace]");
	VALUE(v->task(o, -1, "a>\033", 0), "-1<a\\76\\33>");
	VALUE(v->time(o, 1763712000, 123456789, CLOCK_REALTIME), "1763712000.123456789 /* 2025-11-21T08:00:00Z */");
	VALUE(v->time(o, -1, 0, CLOCK_REALTIME), "-1.000000000 /* 1969-12-31T23:59:59Z */");
	VALUE(v->time(o, INT64_MAX, 1, CLOCK_REALTIME), "9223372036854775807.000000001");
	VALUE(v->time(o, 0, 0x3fffffff, CLOCK_REALTIME), "0.1073741823");
	VALUE(v->time(o, 1763712000, 5, CLOCK_MONOTONIC), "1763712000.000000005");
	VALUE(v->time(o, 2, 5, TIME_SPAN), "2.000000005");
	VALUE(v->device(o, 8, 1), "makedev(0x8, 0x1)");
	VALUE(v->network(o, 443, 2), "443");
	VALUE(v->network(o, 0x7f000001, 4), "0x7f000001");
}

#define INET6(bytes) v->inet(o, AF_INET6, bytes, 16)

static void internet_addresses(void **state)
{
	(void)state;
	VALUE(v->inet(o, AF_INET, "\300\250\0\1", 4), "\"192.168.0.1\"");
	VALUE(v->inet(o, AF_INET, "\300\250", 2), "\"192.168\"");
	VALUE(INET6("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "\"::\"");
	VALUE(INET6("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"), "\"::1\"");
	VALUE(INET6("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "\"fe80::\"");
	VALUE(INET6("\0\1\0\0\0\2\0\0\0\0\0\3\0\0\0\4"), "\"1:0:2::3:0:4\"");
	VALUE(INET6("\0\1\0\2\0\0\0\4\0\5\0\6\0\7\0\x8"), "\"1:2:0:4:5:6:7:8\"");
}

static void requests(void **state)
{
	static const struct flag names[] = {
		{ .value = 0x5401, .name = "TCGETS", .len = 6 }, { .value = 0x5401, .name = "SNDCTL_TMR_TIMEBASE", .len = 19 },
	};
	static const struct flag_table t = { .id = "test", .prefix = "", .n = 2, .flags = names };
	const struct ioc ioc = { .dir = 3, .type = 0x54, .nr = 1, .size = 0x24 };

	(void)state;
	VALUE(v->request(o, 0x5401, &t, &names[0], &ioc), "TCGETS or SNDCTL_TMR_TIMEBASE");
	VALUE(v->request(o, 0xc0245401, &t, NULL, &ioc), "_IOC(_IOC_READ|_IOC_WRITE, 0x54, 0x1, 0x24)");
}

/* Text shows that there is more, whatever the reason. */
static void arrays_that_end_early(void **state)
{
	(void)state;
	VALUE((v->array_begin(o), v->array_end(o, ARRAY_WHOLE, 0)), "[]");
	VALUE((v->array_begin(o), v->array_end(o, ARRAY_LIMIT, 0)), "[...]");
	VALUE((v->array_begin(o), v->array_end(o, ARRAY_CUT, 0)), "[...]");
	VALUE((v->array_begin(o), v->array_end(o, ARRAY_FAULT, 0x1000)), "[...]");
}

static void emit_flags(void)
{
	v->flags_begin(o, 0x80042, NULL);
	FLAG("O_RDWR", "O_");
	FLAG("O_CREAT", "O_");
	v->flags_end(o, 0x80000, true);
}

static void names(void **state)
{
	struct writer_options opt = defaults;

	(void)state;
	VALUE(v->symbol(o, 2, "AF_INET", 3, NULL), "INET");
	VALUE(v->symbol(o, 0x1f, NULL, 0, NULL), "0x1f");
	VALUE(v->symbol(o, 0, "_IOC(\033)", 0, NULL), "_IOC(\\33)");
	VALUE(emit_flags(), "RDWR|CREAT|0x80000");
	VALUE((v->flags_begin(o, 0, NULL), v->flags_end(o, 0, false)), "0");
	VALUE((v->flags_begin(o, 8, NULL), v->flags_end(o, 8, false)), "0x8");
	opt.prefix = true;
	use("text", &opt);
	VALUE(v->symbol(o, 2, "AF_INET", 3, NULL), "AF_INET");
	VALUE(emit_flags(), "O_RDWR|O_CREAT|0x80000");
}

static void strings(void **state)
{
	(void)state;
	VALUE(STR(""), "\"\"");
	VALUE(CUT("abc"), "\"abc\"...");
	VALUE(STR("a\n\t\r\v\f\"\\b"), "\"a\\n\\t\\r\\v\\f\\\"\\\\b\"");
	VALUE(STR("\0\0001\0018\033[2J\177"), "\"\\0\\0001\\0018\\33[2J\\177\"");
	VALUE(STR("\a9\b"), "\"\\0079\\10\"");
	VALUE(STR("<a> 'b' %s"), "\"<a> 'b' %s\"");
	VALUE(STR("12345678\n2345678901234567\r"), "\"12345678\\n2345678901234567\\r\"");
	VALUE(v->bytes(o, "\xff\xfe", 2, STRING_CUT), "\"\\377\\376\"...");
}

static void utf8(void **state)
{
	(void)state;
	VALUE(STR("\u00e9\u20ac\U0001f600"), "\"\u00e9\u20ac\U0001f600\"");
	VALUE(STR("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0"), "\"\\302\\200\\302\\233\\302\\237\xc2\xa0\"");
	VALUE(STR("\u202e\u2066\u2069"), "\"\\342\\200\\256\\342\\201\\246\\342\\201\\251\"");
	VALUE(STR("\u2027\u2028\u2029\u202f"), "\"\u2027\\342\\200\\250\\342\\200\\251\u202f\"");
	VALUE(STR("\xc3"), "\"\\303\"");			/* cut */
	VALUE(STR("\xc3" "A"), "\"\\303A\"");
	VALUE(STR("\x80"), "\"\\200\"");
	VALUE(STR("\xc0\xaf"), "\"\\300\\257\"");		/* overlong */
	VALUE(STR("\xe0\x9f\xbf"), "\"\\340\\237\\277\"");
	VALUE(STR("\xf0\x8f\xbf\xbf"), "\"\\360\\217\\277\\277\"");
	VALUE(STR("\xed\xa0\x80"), "\"\\355\\240\\200\"");	/* surrogate */
	VALUE(STR("\xf4\x90\x80\x80"), "\"\\364\\220\\200\\200\"");	/* above U+10FFFF */
	VALUE(STR("\xf5\x80\x80\x80"), "\"\\365\\200\\200\\200\"");
}

/* Every byte, alone and at every position of a word: no control character is output. */
static void no_control_byte_passes(void **state)
{
	char s[24];
	const char *got;

	(void)state;
	for (unsigned c = 0; c < 256; c++)
		for (unsigned at = 0; at < sizeof(s); at++) {
			memset(s, 'a', sizeof(s));
			s[at] = (char)c;
			v->string(o, s, sizeof(s), STRING_WHOLE);
			v->fd(o, 1, s, sizeof(s));
			v->bytes(o, s, sizeof(s), STRING_WHOLE);
			got = taken();
			for (const char *p = got; *p; p++)
				assert_true(*p >= 0x20 && *p < 0x7f);
			assert_true((strlen(got) == 3 * sizeof(s) + 7) == (c >= 0x20 && c < 0x7f && c != '"' && c != '\\'));
		}
}

static void descriptors(void **state)
{
	(void)state;
	VALUE(v->fd(o, -1, NULL, 0), "-1");
	VALUE(v->fd(o, 3, "/etc/passwd", 11), "3</etc/passwd>");
	VALUE(v->fd(o, 3, "", 0), "3<>");
	VALUE(v->fd(o, 4, "TCP:[127.0.0.1:5000->127.0.0.1:80]", 34), "4<TCP:[127.0.0.1:5000->127.0.0.1:80]>");
	VALUE(v->fd(o, 3, "/a>, b: \"<", 10), "3</a\\76, b: \"\\74>");
	VALUE(v->fd(o, 3, "/12345>89", 9), "3</12345\\07689>");
	VALUE(v->fd(o, 3, "/12345678<0", 11), "3</12345678\\0740>");
	VALUE(v->fd(o, 3, "/a\n\\\033]0;x\a", 10), "3</a\\n\\\\\\33]0;x\\7>");
}

static void compounds(void **state)
{
	(void)state;
	VALUE((v->struct_begin(o), v->struct_end(o, false)), "{}");
	VALUE((v->struct_begin(o), v->struct_end(o, true)), "{...}");
	VALUE((v->array_begin(o), v->array_end(o, ARRAY_LIMIT, 0)), "[...]");

	v->array_begin(o);
	v->item(o);
	v->struct_begin(o);
	FIELD("a");
	v->flags_begin(o, 1, NULL);
	FLAG("X_A", "X_");
	v->flags_end(o, 0, true);
	FIELD("set");
	v->set_begin(o, false);
	v->item(o);
	v->symbol(o, 2, "SIGINT", 3, NULL);
	v->item(o);
	v->symbol(o, 17, "SIGCHLD", 3, NULL);
	v->set_end(o);
	FIELD("list");
	v->array_begin(o);
	v->field(o, NULL, 0);
	v->integer(o, 1);
	v->field(o, NULL, 0);
	v->integer(o, 2);
	v->array_end(o, ARRAY_LIMIT, 0);
	v->struct_end(o, true);
	v->item(o);
	v->change_begin(o);
	v->integer(o, 16);
	v->changed(o);
	v->integer(o, 8);
	v->change_end(o);
	v->item(o);
	v->set_begin(o, true);
	v->item(o);
	v->symbol(o, 9, "SIGKILL", 3, NULL);
	v->set_end(o);
	v->array_end(o, ARRAY_WHOLE, 0);
	assert_string_equal(taken(), "[{a: A, set: [INT CHLD], list: [1, 2, ...], ...}, 16 => 8, ~[KILL]]");
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
		cmocka_unit_test_setup(numbers, setup),
		cmocka_unit_test_setup(names, setup),
		cmocka_unit_test_setup(internet_addresses, setup),
		cmocka_unit_test_setup(requests, setup),
		cmocka_unit_test_setup(arrays_that_end_early, setup),
		cmocka_unit_test_setup(strings, setup),
		cmocka_unit_test_setup(utf8, setup),
		cmocka_unit_test_setup(no_control_byte_passes, setup),
		cmocka_unit_test_setup(descriptors, setup),
		cmocka_unit_test_setup(compounds, setup),
		cmocka_unit_test_setup(signals_and_exits, setup),
		cmocka_unit_test_setup(losses_and_totals, setup),
		cmocka_unit_test_setup(colours, setup),
		cmocka_unit_test_setup(long_line, setup),
	};

	return cmocka_run_group_tests(tests, NULL, close_writer);
}
