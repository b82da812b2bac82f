// SPDX-License-Identifier: BSD-2-Clause
/* test_top.c - `trace top`: tables by period, what keys choose, screens of several sizes, tallies of a source that counts. */
#include <fcntl.h>
#include <locale.h>

#include "view_fixture.h"

#include "lib/escape.h"
#include "views/file_view.h"
#include "views/top.h"

static struct top *top;

static int open_top(bool counted)
{
	setenv("TZ", "UTC", 1);
	opt.summary.interval = 1000000000;
	opt.top = (struct top_config){ .on = true, .batch = true, .by = TOP_PROCESS };
	opt.summary.sort = SUM_CALLS;
	opt.tally = counted;
	open_view(&top_view);
	top = (struct top *)view;
	return 0;
}

static int setup(void **state_) { (void)state_; return open_top(false); }
static int setup_counted(void **state_) { (void)state_; return open_top(true); }

/* A call of a process that returned so many ms after the start, after us. */
static void called(unsigned pid, unsigned tid, const char *name, uint64_t at_ms, uint64_t us, int64_t ret)
{
	struct event e = plain;

	e.dur = us * 1000;
	e.ts = START_MONO + at_ms * 1000000 - e.dur;
	e.tid = tid;
	e.tgid = pid;
	makes(name, 3, 0x1000, 10);
	returns(ret);
	call_of(&e, CALL_DONE);
}

static const struct totals at_end = { .ts = START_MONO + 2500000000 };

static void tables_by_period(void **state_)
{
	(void)state_;
	called(10, 10, "read", 100, 500, 10);
	called(10, 10, "read", 200, 1500, -9);
	called(20, 20, "write", 300, 20000, 1000000);
	called(20, 20, "write", 2400, 7, 10);
	assert_string_equal(ended(&at_end),
		"08:00:01  1.000 s, of 1.000 s: 3 calls, 1 error, 2.2 % in calls, 2 rows\n"
		"    CALLS   ERRORS  CALLS/S  ERR/S  TIME%    AVG    P50    P99    MAX  BYTES/S process\n"
		"        2        1        2      1    0.2 1.00ms  504us 1.49ms 1.50ms       10 ls/10\n"
		"        1        0        1      0    2.0 20.0ms 20.0ms 20.0ms 20.0ms    1000k ls/20\n"
		"\n"
		"08:00:02  2.500 s, of 0.500 s: 1 call, 0 errors, 0.0 % in calls, 1 row\n"
		"    CALLS   ERRORS  CALLS/S  ERR/S  TIME%    AVG    P50    P99    MAX  BYTES/S process\n"
		"        1        0        2      0    0.0 7.00us 7.00us 7.00us 7.00us       20 ls/20\n"
		"\n");
}

static void rounds(void **state_)
{
	(void)state_;
	opt.top.rounds = 1;
	called(10, 10, "read", 100, 500, 10);
	assert_false(view->ops->tick(view, 0, 0));
	called(10, 10, "read", 1100, 500, 10);
	assert_true(view->ops->tick(view, 0, 0));
	called(10, 10, "read", 2100, 500, 10);
	opt.top.rounds = 0;
	assert_non_null(strstr(taken(), "1.000 s, of 1.000 s"));
}

/* -- Counted ----------------------------------------------------------------------------------------------------------- */

static struct rec_tally counted(unsigned pid, unsigned tid, const char *name, uint64_t calls, uint64_t errors)
{
	struct rec_tally r = {
		.rec = { .len = sizeof(r), .type = REC_TALLY, .cpu = CPU_NONE, .tid = tid, .tgid = pid, .ts = START_MONO + 1000000000 },
		.calls = calls, .errors = errors, .timed = calls, .total = calls * 1000, .min = 1000, .max = 1000, .cgroup = 1, .uid = pid % 2,
		.flags = TALLY_CALL | TALLY_THREAD | TALLY_CGROUP | TALLY_USER | TALLY_ERRNO,
	};

	r.nr = (uint16_t)syscalltbl__nr(ABI_X86_64, name);
	r.abi = ABI_X86_64;
	strcpy(r.comm, "make");
	return r;
}

static void counts(unsigned pid, unsigned tid, const char *name, uint64_t calls, uint64_t errors)
{
	struct rec_tally r = counted(pid, tid, name, calls, errors);

	view->ops->tally(view, &plain, &r);
}

/* The source has reported all of a period. */
static void reported(uint64_t ms)
{
	struct rec_tally r = { .rec = { .len = sizeof(r), .type = REC_TALLY, .ts = START_MONO + ms * 1000000 }, .flags = TALLY_REST };

	view->ops->tally(view, &plain, &r);
}

static void report_three(uint64_t ms)
{
	counts(11, 11, "read", 100, 0);
	counts(11, 12, "write", 30, 30);
	counts(20, 20, "read", 50, 0);
	reported(ms);
}

static struct top_layout layout;

static const char *screen(unsigned width, unsigned height)
{
	taken();
	top_rows__put_screen(top, view_out(), width, height, &layout);
	return taken();
}

/* The names in the rows of the screen, each after a blank. */
static const char *shown_names(void)
{
	static char names[512];
	const char *line = screen(80, 24);

	names[0] = '\0';
	for (unsigned i = 0; *line; i++, line = strchr(line, '\n') + 1)
		if (i > 2 && i < 23 && *line != '\n')
			snprintf(names + strlen(names), sizeof(names) - strlen(names), " %.*s", (int)strcspn(line + 53, " \n"), line + 53);
	return names;
}

static void press(const char *keys)
{
	for (; *keys; keys++)
		top_keys__press(top, *keys);
}

static void a_screen(void **state_)
{
	const char *text;
	unsigned lines = 0;

	(void)state_;
	assert_non_null(strstr(screen(80, 24), "counting"));
	report_three(1000);
	taken();
	text = screen(80, 10);
	assert_string_equal(text,
		"top 08:00:01  trace.data  180 calls/s  30 errors/s  0.0 % in calls\n"
		"by process, of 1.00 s, 2 rows\n"
		"*CALLS/S  ERR/S  TIME%    AVG    P99    MAX  BYTES/S process                    \n"
		"     130     30    0.0 1.00us 1.00us 1.00us        0 make/11                    \n"
		"      50      0    0.0 1.00us 1.00us 1.00us        0 make/20                    \n"
		"\n\n\n\n"
		"? help  q quit  g group  s sort  r reverse  / filter  space pause  Enter go in\n");
	assert_int_equal(layout.title, 2);
	assert_int_equal(layout.cursor, 3);
	for (const char *line = screen(30, 6); *line; line = strchr(line, '\n') + 1, lines++)
		assert_true(strcspn(line, "\n") <= 30);
	assert_int_equal(lines, 6);
	assert_non_null(strstr(screen(130, 20), "    CALLS   ERRORS *CALLS/S"));
	for (unsigned height = 0; height < 6; height++)
		screen(1, height);
}

static void groupings(void **state_)
{
	(void)state_;
	report_three(1000);
	press("2");
	assert_string_equal(shown_names(), " make/11 make/20 make/12");
	press("3");
	assert_string_equal(shown_names(), " read write");
	press("e");
	assert_string_equal(shown_names(), " write read");
	press("r");
	assert_string_equal(shown_names(), " read write");
	press("rn4");
	assert_string_equal(shown_names(), " make");
	press("7");
	assert_string_equal(shown_names(), " 1");
	press("8c");
	assert_string_equal(shown_names(), " 1 0");
	press("5");		/* files: this source has none */
	assert_string_equal(shown_names(), " 1 0");
	assert_non_null(strstr(screen(80, 24), "start with --by file"));
	press("1g");
	assert_non_null(strstr(screen(80, 24), "by thread"));
	press("G");
	assert_non_null(strstr(screen(80, 24), "by process"));
}

static void going_in(void **state_)
{
	(void)state_;
	report_three(1000);
	press("\n");
	assert_non_null(strstr(screen(80, 24), "by thread, of 1.00 s, 2 rows  of make/11"));
	assert_string_equal(shown_names(), " make/11 make/12");
	counts(20, 20, "read", 1000, 0);
	counts(11, 12, "read", 7, 0);
	reported(2000);
	assert_string_equal(shown_names(), " make/12");
	press("\33");
	assert_string_equal(shown_names(), " make/20 make/11");
}

static void filtering(void **state_)
{
	(void)state_;
	report_three(1000);
	press("3/wri");
	assert_non_null(strstr(screen(80, 24), "filter (Enter, Esc): wri"));
	assert_string_equal(shown_names(), " write");
	press("x");
	assert_string_equal(shown_names(), "");
	top_keys__press(top, TOP_BACKSPACE);
	press("\n");
	assert_string_equal(shown_names(), " write");
	assert_non_null(strstr(screen(80, 24), "filter: wri"));
	press("\33");
	assert_string_equal(shown_names(), " read write");
}

static void pausing(void **state_)
{
	(void)state_;
	report_three(1000);
	press(" ");
	counts(30, 30, "read", 9, 0);
	reported(2000);
	assert_string_equal(shown_names(), " make/11 make/20");
	assert_non_null(strstr(screen(80, 24), "PAUSED"));
	press("3");		/* what is shown can be looked at from another side */
	assert_string_equal(shown_names(), " read write");
	press("1 ");
	counts(31, 31, "read", 9, 0);
	reported(3000);
	assert_string_equal(shown_names(), " make/31");
}

/* The cursor stays on the row that it was moved to, wherever that is; at first it is on the first row. */
static void cursor(void **state_)
{
	(void)state_;
	report_three(1000);
	top_keys__press(top, TOP_DOWN);
	screen(80, 24);
	assert_int_equal(layout.cursor, 4);
	counts(20, 20, "read", 500, 0);
	counts(11, 11, "read", 5, 0);
	reported(2000);
	screen(80, 24);
	assert_int_equal(layout.cursor, 3);
	for (unsigned i = 0; i < 100; i++)
		counts(100 + i, 100 + i, "read", 1000 - i, 0);
	reported(3000);
	top_keys__press(top, TOP_END);
	screen(80, 24);
	assert_int_equal(layout.cursor, 22);
	assert_non_null(strstr(shown_names(), "make/199"));
	top_keys__press(top, TOP_PAGE_UP);
	screen(80, 24);
	assert_int_equal(layout.cursor, 12);
	top_keys__press(top, TOP_HOME);
	screen(80, 24);
	assert_int_equal(layout.cursor, 3);
}

static void helping(void **state_)
{
	const char *text;
	unsigned lines = 0;

	(void)state_;
	press("?");
	text = screen(80, 24);
	assert_non_null(strstr(text, "go in: the threads of a row"));
	for (; *text; text = strchr(text, '\n') + 1, lines++)
		assert_true(strcspn(text, "\n") <= 80);
	assert_int_equal(lines, 24);
	press("q");
	assert_false(top->quit);
	press("q");
	assert_true(top->quit);
}

/* Names cannot have control sequences of the terminal, nor be cut within a character. */
static void hostile_names(void **state_)
{
	struct rec_tally r = counted(11, 11, "read", 1, 0);

	(void)state_;
	strcpy(r.comm, "\33[2Jä€");
	view->ops->tally(view, &plain, &r);
	reported(1000);
	assert_null(strchr(screen(80, 24), '\33'));
	for (unsigned width = 60; width < 80; width++) {
		const char *text = screen(width, 24);

		assert_int_equal(utf8__valid(text, strlen(text)), strlen(text));
	}
}

static void opened(const char *path, uint64_t at_ms)
{
	struct event e = plain;

	e.ts = START_MONO + at_ms * 1000000;
	makes("openat", 4, (uint64_t)AT_FDCWD, 0x1000, 0, 0);
	string(1, path);
	returns(-2);
	call_of(&e, CALL_DONE);
}

/* A narrow screen has fewer columns, so that names have room; what it is sorted by is always there. Of long paths it has the ends. */
static void narrow_screens(void **state_)
{
	const char *text;

	(void)state_;
	setlocale(LC_CTYPE, "C.UTF-8");
	press("5");
	opened("/a/long/path/to/a/file/in/t\u00fcr/\u65e5\u672c.txt", 100);
	opened("/\u65e5\u672c", 1100);
	text = screen(40, 8);
	assert_string_equal(text,
		"trace.data  1 calls/s  1 errors/s\n"
		"by file, of 1.00 s, 1 row, recorded\n"
		"*CALLS/S  TIME% file                    \n"
		"       1    0.0 \u2026/a/file/in/t\u00fcr/\u65e5\u672c.txt\n"
		"\n\n\n"
		"? help  q quit  g group  s sort\n");
	press("b");
	assert_non_null(strstr(screen(40, 8), "\n CALLS/S  TIME% *BYTES/S file           \n"));
	assert_non_null(strstr(screen(50, 8), "\n CALLS/S  TIME%    P99 *BYTES/S file              \n"));
	opened("/x", 2100);
	press("c");
	assert_non_null(strstr(screen(60, 8), "       1      1    0.0 5.00us /\u65e5\u672c                         \n"));
	press("?");
	assert_non_null(strstr(screen(40, 40), "g Tab, G Shift-Tab   rows of the next,\nor the one before, of:\n"));
	for (unsigned width = 1; width < 80; width++) {
		text = screen(width, 24);
		assert_int_equal(utf8__valid(text, strlen(text)), strlen(text));
	}
	setlocale(LC_CTYPE, "C");
}

/* A source that says nothing at all: nothing was called. */
static void silence(void **state_)
{
	(void)state_;
	opt.in = IN_LIVE;
	view->ops->tick(view, START_MONO + 2900000000, 0);
	assert_string_equal(taken(), "");
	view->ops->tick(view, START_MONO + 3000000000, 0);
	assert_non_null(strstr(taken(), "1.000 s, of 1.000 s: 0 calls, "));
	counts(11, 11, "read", 9, 0);
	reported(3500);
	assert_non_null(strstr(taken(), "3.500 s, of 2.500 s: 9 calls, "));
	opt.in = IN_REPLAY;
}

/* Calls for which the source had no room are in the totals. */
static void rest(void **state_)
{
	struct rec_tally r = counted(0, 0, "read", 1000, 0);

	(void)state_;
	r.flags = TALLY_REST;
	view->ops->tally(view, &plain, &r);
	report_three(1000);
	assert_non_null(strstr(screen(80, 24), "1180 calls/s"));
	assert_string_equal(shown_names(), " make/11 make/20");
}

#define TEST(f, s) cmocka_unit_test_setup_teardown(f, s, close_view)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(tables_by_period, setup), TEST(rounds, setup), TEST(a_screen, setup_counted), TEST(groupings, setup_counted),
		TEST(going_in, setup_counted), TEST(filtering, setup_counted), TEST(pausing, setup_counted), TEST(cursor, setup_counted),
		TEST(helping, setup_counted), TEST(hostile_names, setup_counted), TEST(rest, setup_counted), TEST(silence, setup_counted),
		TEST(narrow_screens, setup),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
