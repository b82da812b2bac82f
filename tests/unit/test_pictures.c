// SPDX-License-Identifier: BSD-2-Clause
/* test_pictures.c - flame graphs, timelines and heat maps: places and widths of boxes, notes, hostile names, what is left out. */
#include "view_fixture.h"

static int setup_flame(void **state_)
{
	(void)state_;
	open_view(&flame_view);
	return 0;
}

static int setup_timeline(void **state_)
{
	(void)state_;
	open_view(&timeline_view);
	return 0;
}

static int setup_heat(void **state_)
{
	(void)state_;
	open_view(&heatmap_view);
	return 0;
}

static const struct totals at_end = { .ts = START_MONO + 2000000 };

static void made_by(const char *comm, const char *name, uint64_t dur, int64_t ret)
{
	struct event e = plain;

	e.comm = comm;
	e.dur = dur;
	makes(name, 0, 0, 0, 0);
	returns(ret);
	call_of(&e, CALL_DONE);
}

/* The line of the picture whose tooltip begins with that text, valid until the next call. */
static const char *box(const char *picture, const char *title)
{
	static char line[1024];
	char begin[128], *at;

	snprintf(begin, sizeof(begin), "<g><title>%s", title);
	at = strstr(picture, begin);
	if (!at)
		fail_msg("no box '%s' in %s", title, picture);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	return line;
}

#define assert_box(picture, title, line) assert_string_equal(box(picture, title), line)

/* 1180 pixels are 4 us: read has 3 of them, in two threads; a failed openat has 1. */
static void flame(void **state_)
{
	const char *p;

	(void)state_;
	made_by("ls", "read", 1000, 0);
	made_by("ls", "openat", 1000, -2);
	made_by("sh", "read", 2000, 0);
	p = ended(&at_end);
	assert_non_null(strstr(p, ">System calls by time in them, on the CPU or off</text>"));
	assert_non_null(strstr(p, ">All calls: 0.004 ms in 3 calls, 100.00 %</text>"));
	assert_box(p, "ls:", "<g><title>ls: 0.002 ms in 2 calls, 50.00 %</title><rect class=\"thread5\" x=\"10\" y=\"100\" width=\"589.50\" height=\"17\"/>"
		   "<text x=\"13\" y=\"112.50\">ls</text></g>");
	assert_box(p, "openat:", "<g><title>openat: 0.001 ms in 1 calls, 25.00 %</title><rect class=\"call0\" x=\"10\" y=\"82\" width=\"294.50\" height=\"17\"/>"
		   "<text x=\"13\" y=\"94.50\">openat</text></g>");
	assert_box(p, "ENOENT:", "<g><title>ENOENT: 0.001 ms in 1 calls, 25.00 %</title><rect class=\"error3\" x=\"10\" y=\"64\" width=\"294.50\" height=\"17\"/>"
		   "<text x=\"13\" y=\"76.50\">ENOENT</text></g>");
	assert_non_null(strstr(p, "<title>read: 0.001 ms in 1 calls, 25.00 %</title><rect class=\"call0\" x=\"305\" y=\"82\" width=\"294.50\""));
	assert_non_null(strstr(p, "<title>read: 0.002 ms in 1 calls, 50.00 %</title><rect class=\"call0\" x=\"600\" y=\"82\" width=\"589.50\""));
}

/* 1180 pixels are 400 bytes. */
static void flame_of_bytes(void **state_)
{
	const char *p;

	(void)state_;
	view_out()->opt.weight = WEIGHT_BYTES;
	made_by("ls", "read", 1000, 100);
	made_by("sh", "read", 2000, 300);
	made_by("sh", "openat", 2000, 3);
	p = ended(&at_end);
	assert_non_null(strstr(p, ">System calls by bytes moved</text>"));
	assert_non_null(strstr(p, ">All calls: 400 bytes, 0.005 ms in 3 calls, 100.00 %</text>"));
	assert_non_null(strstr(p, "<title>sh: 300 bytes, 0.004 ms in 2 calls, 75.00 %</title>"));
	assert_null(strstr(p, "<title>openat"));
}

static void narrow_boxes(void **state_)
{
	const char *p;

	(void)state_;
	made_by("ls", "read", 1000000000, 0);
	made_by("sh", "openat", 1, -2);
	p = ended(&at_end);
	assert_null(strstr(p, "openat"));
	assert_non_null(strstr(p, ">1 boxes that would be narrower than a tenth of a pixel are left out"));
}

static void hostile_names(void **state_)
{
	const char *p;

	(void)state_;
	made_by("</g><script>&\"", "read", 10, 0);
	made_by("\x01\xff\xef\xbf\xbe", "read", 10, 0);
	p = ended(&at_end);
	assert_null(strstr(p, "<script>"));
	assert_non_null(strstr(p, "<title>&lt;/g&gt;&lt;script&gt;&amp;&quot;: "));
	assert_non_null(strstr(p, "<title>\\1\\377\\357\\277\\276: "));
}

static void nothing(void **state_)
{
	(void)state_;
	assert_non_null(strstr(ended(NULL), "in 0 calls, 0.00 %</text>\n</svg>\n"));
}

static void nothing_hot(void **state_)
{
	(void)state_;
	assert_non_null(strstr(ended(NULL), ">0 calls by the time"));
}

/* 2 ms on 1030 pixels, in columns of 2 us */
static void timeline(void **state_)
{
	struct event e = plain;
	const char *p;

	(void)state_;
	e.dur = 1000000;
	makes("read", 0, 0, 0, 0);
	returns(0);
	call_of(&e, CALL_DONE);
	e.tid = 813;
	e.ts = START_MONO + 1000000;
	e.comm = "<b>\n";
	makes_args("pause", 0, NULL);
	call_of(&e, CALL_UNFINISHED);
	p = ended(&at_end);
	assert_non_null(strstr(p, "<title>812 ls</title>"));
	assert_non_null(strstr(p, "<title>813 &lt;b&gt;\\n</title>"));
	assert_non_null(strstr(p, "read, from 0.280 to 1.280 ms: 1 calls begin, 0 of them fail; 1.000 ms in calls, the longest of 1.000 ms"));
	assert_non_null(strstr(p, "pause, from 1.000 to 2.000 ms: 1 calls begin, 0 of them fail; 1.000 ms in calls, the longest of 1.000 ms"));
}

static void ends_at(uint64_t since, uint64_t dur, const char *name, int64_t ret)
{
	struct event e = plain;

	e.ts = START_MONO + since - dur;
	e.dur = dur;
	makes(name, 0, 0, 0, 0);
	returns(ret);
	call_of(&e, CALL_DONE);
}

/* 2 ms on 1100 pixels, in columns of 8 us */
static void heat(void **state_)
{
	struct event e = plain;
	const char *p;

	(void)state_;
	for (unsigned i = 0; i < 31; i++)
		ends_at(1000000 + i, 191, "read", 0);
	ends_at(1000100, 100, "write", -9);
	ends_at(1000200, 192, "write", -9);
	ends_at(1999999, 1500000, "read", 1);
	e.has_dur = false;
	makes("read", 0, 0, 0, 0);
	call_of(&e, CALL_UNFINISHED);
	returns(0);
	call_of(&e, CALL_DONE);
	p = ended(&at_end);
	assert_non_null(strstr(p, ">34 calls by the time when they returned, and their duration; the darkest cell has 32 of them; 1 without a duration are left out</text>"));
	assert_box(p, "read, 1.000 to 1.008 ms, 0 ns to 192 ns: 32 calls, 1 of them fail",
		   "<g><title>read, 1.000 to 1.008 ms, 0 ns to 192 ns: 32 calls, 1 of them fail</title>"
		   "<rect class=\"heat5\" x=\"640\" y=\"532\" width=\"4.40\" height=\"18\"/></g>");
	assert_non_null(strstr(p, "<title>write, 1.000 to 1.008 ms, 192 ns to 256 ns: 1 calls, 1 of them fail</title><rect class=\"heat0\" x=\"640\" y=\"514\""));
	assert_non_null(strstr(p, "<title>read, 1.992 to 2.000 ms, 1.0 ms to 1.6 ms: 1 calls, 0 of them fail</title><rect class=\"heat0\" x=\"1185.60\" y=\"64\""));
}

/* The cells of a long trace have the calls of the short one's. */
static void heat_of_long_time(void **state_)
{
	const char *p;

	(void)state_;
	ends_at(1000, 500, "read", 0);
	ends_at(2000, 500, "write", 0);
	ends_at(3000000000000, 500, "read", 0);
	p = ended(NULL);
	assert_non_null(strstr(p, ": 2 calls, 0 of them fail</title>"));
	assert_non_null(strstr(p, "<title>read, "));
	assert_null(strstr(p, "<title>write"));
}

static void too_many_threads(void **state_)
{
	struct event e = plain;
	const char *p;

	(void)state_;
	for (e.tid = 1; e.tid <= 203; e.tid++) {
		makes("read", 0, 0, 0, 0);
		returns(0);
		call_of(&e, CALL_DONE);
	}
	p = ended(&at_end);
	assert_non_null(strstr(p, "<title>200 ls</title>"));
	assert_null(strstr(p, "<title>201 ls</title>"));
	assert_non_null(strstr(p, ">3 calls of further threads are left out"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(flame, setup_flame, close_view),
		cmocka_unit_test_setup_teardown(narrow_boxes, setup_flame, close_view),
		cmocka_unit_test_setup_teardown(hostile_names, setup_flame, close_view),
		cmocka_unit_test_setup_teardown(nothing, setup_flame, close_view),
		cmocka_unit_test_setup_teardown(flame_of_bytes, setup_flame, close_view),
		cmocka_unit_test_setup_teardown(heat, setup_heat, close_view),
		cmocka_unit_test_setup_teardown(heat_of_long_time, setup_heat, close_view),
		cmocka_unit_test_setup_teardown(nothing_hot, setup_heat, close_view),
		cmocka_unit_test_setup_teardown(timeline, setup_timeline, close_view),
		cmocka_unit_test_setup_teardown(too_many_threads, setup_timeline, close_view),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
