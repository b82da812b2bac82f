/* SPDX-License-Identifier: BSD-2-Clause */
/* test_text_values.c - exact output of values in the text format. */
#include "writer_fixture.h"

#define TIME "     0.280 ( 0.005 ms): "

static int setup(void **state)
{
	(void)state;
	use("text", &defaults);
	return 0;
}

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
	static const struct ioc_macro macro = { .name = "GETBIT", .list = &t, .first = 1, .sized = true };
	const struct ioc ioc = { .dir = 3, .type = 0x54, .nr = 1, .size = 0x24 };
	const struct ioc made = { .dir = 2, .type = 0x54, .nr = 9, .size = 12, .macro = &macro };

	(void)state;
	VALUE(v->request(o, 0x800c5409, &t, NULL, &made), "GETBIT(8, 12)");
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
			v->fd(o, 1, &(struct fd_name){ .text = s, .len = sizeof(s) });
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
	VALUE(v->fd(o, -1, NULL), "-1");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/etc/passwd", .len = 11 }), "3</etc/passwd>");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "", .len = 0 }), "3<>");
	VALUE(v->fd(o, 4, &(struct fd_name){ .text = "TCP:[127.0.0.1:5000->127.0.0.1:80]", .len = 34 }), "4<TCP:[127.0.0.1:5000->127.0.0.1:80]>");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/a>, b: \"<", .len = 10 }), "3</a\\76, b: \"\\74>");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/12345>89", .len = 9 }), "3</12345\\07689>");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/12345678<0", .len = 11 }), "3</12345678\\0740>");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/a\n\\\033]0;x\a", .len = 10 }), "3</a\\n\\\\\\33]0;x\\7>");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
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
	};

	return cmocka_run_group_tests(tests, NULL, close_writer);
}
