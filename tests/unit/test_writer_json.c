/* SPDX-License-Identifier: BSD-2-Clause */
/* test_writer_json.c - exact output of the JSON format; and validity, checked by jq, for any order of verbs and any bytes. */
#include "writer_fixture.h"

#include <string.h>
#include <unistd.h>

#include "lib/escape.h"

#define HEAD(type) "{\"type\":\"" type "\",\"ts_ns\":\"1763712000123736789\","
#define THREAD "\"cpu\":3,\"pid\":810,\"tid\":812,\"comm\":\"ls\""
#define CALL(nr, name) HEAD("syscall") "\"dur_ns\":5000," THREAD ",\"abi\":\"x86_64\",\"nr\":" nr ",\"name\":" name

static int setup(void **state)
{
	(void)state;
	use("json", &defaults);
	assert_string_equal(taken(), "{\"type\":\"start\",\"ts_ns\":\"1763712000123456789\"}\n");
	return 0;
}

/* -- Lines ------------------------------------------------------------------------------------------- */

static void whole_call(void **state)
{
	(void)state;
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_DONE);
	read_of_zero();
	assert_string_equal(taken(), CALL("0", "\"read\"") ",\"args\":{\"fd\":{\"fd\":0,\"path\":\"/dev/zero\"},"
						"\"buf\":\"\\u0000\",\"count\":1},\"ret\":1}\n");
}

static void requests_of_macros(void **state)
{
	static const struct flag keys = { .value = 1, .name = "EV_KEY", .len = 6, .skip = 3 };
	static const struct flag_table list = { .id = "test", .prefix = "EV_", .n = 1, .flags = &keys };
	static const struct ioc_macro macro = { .name = "EVIOCGBIT", .list = &list, .type = 'E', .first = 0x20, .last = 0x3f, .dir = 2, .sized = true };
	struct ioc ioc = { .dir = 2, .type = 'E', .nr = 0x21, .size = 8, .macro = &macro };

	(void)state;
	begin("ioctl");
	ARG("cmd");
	v->request(o, 0x80084521, &list, NULL, &ioc);
	assert_non_null(strstr(taken(), "\"cmd\":{\"value\":2148025633,\"names\":[\"EVIOCGBIT(EV_KEY, 8)\"]}"));
	ioc.macro = NULL;
	ARG("arg");
	v->request(o, 0x80084521, &list, NULL, &ioc);
	assert_non_null(strstr(taken(), "\"arg\":{\"value\":2148025633,\"names\":[]}"));
	w->call_args_end(o, CALL_DONE);
	ret(0);
	taken();
}

static void states(void **state)
{
	struct event e = plain;

	(void)state;
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_UNFINISHED);
	ARG("fd");
	v->fd(o, 0, NULL);
	ARG("buf");
	w->call_args_end(o, CALL_UNFINISHED);
	v->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), CALL("0", "\"read\"") ",\"state\":\"unfinished\","
						"\"args\":{\"fd\":{\"fd\":0},\"buf\":null}}\n");
	w->call_begin(o, &plain, "x86_64", false, 0, "read", CALL_RESUMED);
	ret(-3);
	assert_string_equal(taken(), CALL("0", "\"read\"") ",\"state\":\"resumed\",\"args\":{},\"ret\":-3}\n");
	e.cpu = CPU_NONE;
	e.comm = NULL;
	e.has_dur = false;
	w->call_begin(o, &e, "i386", true, 999, NULL, CALL_ENDED);
	w->call_args_end(o, CALL_ENDED);
	v->ret_none(o);
	w->call_end(o);
	assert_string_equal(taken(), HEAD("syscall") "\"pid\":810,\"tid\":812,\"comm\":null,\"abi\":\"i386\",\"nr\":999,"
					"\"name\":null,\"state\":\"ended\",\"args\":{},\"ret\":null}\n");
}

static void check_result(const char *want)
{
	w->call_end(o);
	assert_string_equal(strstr(taken(), ",\"args\":{}") + strlen(",\"args\":{}"), want);
}

static void result(int64_t ret)
{
	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, ret);
}

static void results(void **state)
{
	(void)state;
	result(3);
	v->fd(o, 3, &(struct fd_name){ .text = "/etc/passwd", .len = 11 });
	check_result(",\"ret\":3,\"ret_value\":{\"fd\":3,\"path\":\"/etc/passwd\"}}\n");
	result(3);
	v->fd(o, 3, NULL);
	check_result(",\"ret\":3}\n");
	result(18);
	v->octal(o, 18);
	check_result(",\"ret\":18}\n");
	result(812);
	v->task(o, 812, NULL, 0);
	check_result(",\"ret\":812}\n");
	result(0x7ffff7dd0000);
	v->address(o, 0x7ffff7dd0000);
	check_result(",\"ret\":140737351843840,\"ret_value\":\"0x7ffff7dd0000\"}\n");
	result(INT64_MAX);
	v->integer(o, INT64_MAX);
	check_result(",\"ret\":\"9223372036854775807\"}\n");
	result(1);
	v->flags_begin(o, 1, NULL);
	FLAG("FD_CLOEXEC", "FD_");
	v->flags_end(o, 0, true);
	check_result(",\"ret\":1,\"ret_value\":{\"value\":1,\"names\":[\"FD_CLOEXEC\"]}}\n");
	result(0);
	v->integer(o, 0);
	v->ret_extra_begin(o, "Timeout");
	v->ret_extra_end(o);
	v->ret_extra_begin(o, "left");
	v->integer(o, 1);
	v->ret_extra_end(o);
	v->ret_extra_begin(o, NULL);
	v->string(o, "more", 4, STRING_WHOLE);
	v->ret_extra_end(o);
	check_result(",\"ret\":0,\"Timeout\":true,\"left\":1,\"ret_text\":\"more\"}\n");

	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -2, "ENOENT", "No such file or directory");
	check_result(",\"ret\":-1,\"errno\":\"ENOENT\",\"error\":\"No such file or directory\"}\n");
	begin("x");
	w->call_args_end(o, CALL_DONE);
	v->ret_error(o, -530, NULL, NULL);
	check_result(",\"ret\":-1,\"errno\":\"530\"}\n");
}

static void other_lines(void **state)
{
	struct event e = plain;

	(void)state;
	w->signal_begin(o, &plain, "SIGCHLD");
	FIELD("si_pid");
	v->integer(o, 7);
	w->signal_end(o);
	assert_string_equal(taken(), HEAD("signal") THREAD ",\"signal\":\"SIGCHLD\",\"info\":{\"si_pid\":7}}\n");
	w->exit(o, &plain, 3 << 8);
	assert_string_equal(taken(), HEAD("exit") THREAD ",\"status\":3}\n");
	w->exit(o, &plain, 11 | 0x80);
	assert_string_equal(taken(), HEAD("exit") THREAD ",\"signal\":\"SIGSEGV\",\"core_dumped\":true}\n");
	w->exit(o, &plain, 99);
	assert_string_equal(taken(), HEAD("exit") THREAD ",\"signal\":\"99\",\"core_dumped\":false}\n");
	w->loss(o, &plain, 123, START_MONO, START_MONO + 1, "ring");
	assert_string_equal(taken(), HEAD("loss") THREAD ",\"count\":123,\"first_ns\":\"1763712000123456789\","
					"\"last_ns\":\"1763712000123456790\",\"reason\":\"ring\"}\n");
	e.tid = 0;
	w->loss(o, &e, 1, START_MONO, START_MONO, NULL);
	assert_string_equal(taken(), HEAD("loss") "\"count\":1,\"first_ns\":\"1763712000123456789\","
					"\"last_ns\":\"1763712000123456789\",\"reason\":null}\n");
	w->begin(o, &defaults);
	assert_string_equal(taken(), "{\"type\":\"start\",\"ts_ns\":\"1763712000123456789\"}\n");
	w->total(o, &(struct totals){ plain.ts, 7, 1ull << 60 });
	assert_string_equal(taken(), HEAD("end") "\"calls\":7,\"lost\":\"1152921504606846976\"}\n");
}

/* -- Values ------------------------------------------------------------------------------------------ */

static void numbers(void **state)
{
	(void)state;
	VALUE(v->integer(o, -5), "-5");
	VALUE(v->integer(o, 1ll << 53), "9007199254740992");
	VALUE(v->integer(o, (1ll << 53) + 1), "\"9007199254740993\"");
	VALUE(v->integer(o, -(1ll << 53)), "-9007199254740992");
	VALUE(v->integer(o, -(1ll << 53) - 1), "\"-9007199254740993\"");
	VALUE(v->uinteger(o, 1ull << 53), "9007199254740992");
	VALUE(v->uinteger(o, UINT64_MAX), "\"18446744073709551615\"");
	VALUE(v->hex(o, 31), "31");
	VALUE(v->octal(o, 0644), "420");
	VALUE(v->address(o, 0), "null");
	VALUE(v->address(o, 0x7f00), "\"0x7f00\"");
	VALUE((v->late_begin(o), v->integer(o, 1), v->late_end(o)), "{\"value\":1,\"late\":true}");
	VALUE(v->unread(o, 0x7f00), "{\"address\":\"0x7f00\",\"unread\":true}");
	VALUE(v->task(o, 12, "ls", 0), "{\"pid\":12,\"comm\":\"ls\"}");
	VALUE(v->task(o, 12, NULL, 0), "12");
	VALUE(v->task(o, 5, "ls", 12), "{\"pid\":5,\"comm\":\"ls\",\"tracer_pid\":12}");
	VALUE(v->task(o, 5, NULL, 12), "{\"pid\":5,\"tracer_pid\":12}");
	VALUE(v->time(o, 1763712000, 5, CLOCK_REALTIME), "{\"sec\":1763712000,\"nsec\":5}");
	VALUE(v->fd(o, -1, NULL), "{\"fd\":-1}");
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/\xff", .len = 2 }), "{\"fd\":3,\"path\":{\"bytes\":\"2fff\"}}");
	VALUE(v->symbol(o, 2, "AF_INET", 3, NULL), "{\"value\":2,\"names\":[\"AF_INET\"]}");
	VALUE(v->symbol(o, (uint64_t)-100, "AT_FDCWD", 3, NULL), "{\"value\":-100,\"names\":[\"AT_FDCWD\"]}");
	VALUE(v->symbol(o, 99, NULL, 0, NULL), "{\"value\":99,\"names\":[]}");
	VALUE(v->symbol(o, 1ull << 63, NULL, 0, NULL), "{\"value\":\"9223372036854775808\",\"names\":[]}");
	VALUE((v->flags_begin(o, 0, NULL), v->flags_end(o, 0, false)), "{\"value\":0,\"names\":[]}");
	VALUE((v->flags_begin(o, UINT64_MAX, NULL), FLAG("A", ""), FLAG("A", ""), v->flags_end(o, 7, true)),
	      "{\"value\":\"18446744073709551615\",\"names\":[\"A\",\"A\"]}");
}

static void strings(void **state)
{
	(void)state;
	VALUE(STR(""), "\"\"");
	VALUE(STR("a\"b\\c/\n\t\r\b\f\v\0\033\177"),
	      "\"a\\\"b\\\\c/\\n\\t\\r\\u0008\\u000c\\u000b\\u0000\\u001b\\u007f\"");
	VALUE(STR("\u00e9\u20ac\U0001f600"), "\"\u00e9\u20ac\U0001f600\"");
	VALUE(STR("\xc2\x9b\u202e\u2028\u2066"), "\"\\u009b\\u202e\\u2028\\u2066\"");
	VALUE(STR("\U000e0041"), "\"\\udb40\\udc41\"");
	VALUE(CUT("abc"), "{\"string\":\"abc\",\"truncated\":true}");
	VALUE(STR("a\xff"), "{\"bytes\":\"61ff\"}");
	VALUE(CUT("a\xff"), "{\"bytes\":\"61ff\",\"truncated\":true}");
	VALUE(CUT("a\xe2\x82"), "{\"string\":\"a\",\"truncated\":true}");	/* cut within a character */
	VALUE(CUT("a\xf0\x9f\x98"), "{\"string\":\"a\",\"truncated\":true}");
	VALUE(CUT("a\xe2\x82\xac"), "{\"string\":\"a\u20ac\",\"truncated\":true}");
	VALUE(CUT("\xe0\x80"), "{\"bytes\":\"e080\",\"truncated\":true}");	/* not the start of a character */
	VALUE(CUT("\xed\xa0"), "{\"bytes\":\"eda0\",\"truncated\":true}");
	VALUE(STR("a\xe2\x82"), "{\"bytes\":\"61e282\"}");
	VALUE(STR("\xed\xa0\x80"), "{\"bytes\":\"eda080\"}");
	VALUE(v->device(o, 8, 1), "\"makedev(0x8, 0x1)\"");
	VALUE(v->inet(o, AF_INET, "\x7f\0\0\1", 4), "\"127.0.0.1\"");
	VALUE(v->inet(o, AF_INET6, "\x20\1\xd\xb8\0\0\0\0\0\1\0\0\0\0\0\1", 16), "\"2001:db8::1:0:0:1\"");
	VALUE(v->network(o, 443, 2), "443");
	VALUE((v->flags_begin(o, 0100644, NULL), FLAG("S_IFREG", ""), v->flag_octal(o, 0644), v->flags_end(o, 0, true)),
	      "{\"value\":33188,\"names\":[\"S_IFREG\",\"0644\"]}");
}

static void compounds(void **state)
{
	(void)state;
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
	v->integer(o, 2);
	v->item(o);
	v->integer(o, 17);
	v->set_end(o);
	FIELD("list");
	v->array_begin(o);
	v->field(o, NULL, 0);
	v->integer(o, 1);
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
	v->set_end(o);
	v->array_end(o, ARRAY_WHOLE, 0);
	assert_string_equal(taken(), "[{\"a\":{\"value\":1,\"names\":[\"X_A\"]},\"set\":{\"inverted\":false,\"set\":[2,17]},"
				     "\"list\":[1,{\"_abridged\":true}],\"_abridged\":true},{\"in\":16,\"out\":8},"
				     "{\"inverted\":true,\"set\":[]}]");
}

/* Verbs in a wrong order still make valid JSON. */
static void wrong_order(void **state)
{
	(void)state;
	begin("x");
	ARG("none");
	ARG("two");
	v->integer(o, 1);
	v->integer(o, 2);
	ARG("open");
	v->array_begin(o);
	v->struct_begin(o);
	FIELD("f");
	ARG("last");
	v->integer(o, 3);
	v->struct_end(o, false);
	v->array_end(o, ARRAY_WHOLE, 0);
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, 0);
	v->struct_begin(o);
	w->call_end(o);
	assert_string_equal(strstr(taken(), "\"args\""), "\"args\":{\"none\":null,\"two\":1,\"_\":2,\"open\":[{\"f\":null}],"
							 "\"last\":3},\"ret\":0,\"ret_value\":{}}\n");
}

/* -- By jq ------------------------------------------------------------------------------------------- */

static uint64_t seed = 88172645463325252ull;

static unsigned random_below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

static void random_string(void)
{
	static const char *const pieces[] = {
		"a", "\"", "\\", "\n", "\033", "\x80", "\xc3", "\u00fc", "\xed\xa0\x80", "\U0001f600", "\u2028", "\xff",
	};
	char s[256];
	size_t len = 0;

	for (unsigned n = random_below(20); n--;) {
		const char *piece = pieces[random_below(COUNT(pieces))];

		memcpy(s + len, piece, strlen(piece));
		len += strlen(piece);
	}
	v->string(o, s, len, random_below(2) ? STRING_CUT : STRING_WHOLE);
}

/* Any verb, in any order. */
static void random_verb(void)
{
	switch (random_below(20)) {
	case 0: ARG("arg"); break;
	case 1: FIELD("field"); break;
	case 2: v->item(o); break;
	case 3: v->struct_begin(o); break;
	case 4: v->struct_end(o, random_below(2)); break;
	case 5: v->array_begin(o); break;
	case 6: v->array_end(o, random_below(4), 0); break;
	case 7: v->set_begin(o, random_below(2)); break;
	case 8: v->set_end(o); break;
	case 9: v->change_begin(o); break;
	case 10: v->changed(o); break;
	case 11: v->change_end(o); break;
	case 12: v->flags_begin(o, seed, NULL); break;
	case 13: FLAG("FLAG", ""); break;
	case 14: v->flags_end(o, 0, true); break;
	case 15: v->integer(o, (int64_t)seed >> random_below(64)); break;
	case 16: v->fd(o, 3, &(struct fd_name){ .text = "/x\xff\"", .len = random_below(5) }); break;
	case 17: v->unread(o, seed); break;
	default: random_string();
	}
}

static void random_line(void)
{
	struct event e = plain;
	char comm[3] = { (char)(1 + random_below(255)), (char)(1 + random_below(255)) };

	e.comm = comm;
	w->call_begin(o, &e, "x86_64", false, 0, "x", (enum call_state)random_below(4));
	for (unsigned n = random_below(30); n--;)
		random_verb();
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, (int64_t)seed);
	for (unsigned n = random_below(4); n--;)
		random_verb();
	v->ret_extra_begin(o, "extra");
	for (unsigned n = random_below(4); n--;)
		random_verb();
	v->ret_extra_end(o);
	w->call_end(o);
}

/* Has jq parse the output, line by line. Returns the number of objects; -1: invalid JSON. */
static int objects_by_jq(void)
{
	char name[] = "/tmp/test_writer_json.XXXXXX", command[256];
	int fd = mkstemp(name), n = -1;
	FILE *jq;

	assert_true(fd >= 0);
	o->fd = fd;
	assert_int_equal(out__flush(o), 0);
	o->fd = -1;
	close(fd);
	snprintf(command, sizeof(command), "jq -R 'fromjson | objects | 1' %s 2> /dev/null | wc -l", name);
	jq = popen(command, "r");
	assert_non_null(jq);
	if (fscanf(jq, "%d", &n) != 1)
		n = -1;
	pclose(jq);
	unlink(name);
	return n;
}

static void need_jq(void)
{
	if (system("jq --version > /dev/null 2>&1") != 0) {
		print_message("skipped: jq is not installed\n");
		skip();
	}
}

static void jq_reads_every_line(void **state)
{
	(void)state;
	need_jq();
	for (int i = 0; i < 20000; i++)
		random_line();
	assert_int_equal(utf8__valid(o->buf, o->line), o->line);
	for (const char *p = o->buf; p < o->p; p++)
		assert_true((uint8_t)*p >= 0x20 || *p == '\n');
	assert_int_equal(objects_by_jq(), 20000);
}

static void jq_sees_what_is_wrong(void **state)
{
	(void)state;
	need_jq();
	begin("x");
	ret(0);
	out__lit(o, "{\"a\":}");
	out__line_end(o);
	assert_int_not_equal(objects_by_jq(), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(whole_call, setup),
		cmocka_unit_test_setup(requests_of_macros, setup),
		cmocka_unit_test_setup(states, setup),
		cmocka_unit_test_setup(results, setup),
		cmocka_unit_test_setup(other_lines, setup),
		cmocka_unit_test_setup(numbers, setup),
		cmocka_unit_test_setup(strings, setup),
		cmocka_unit_test_setup(compounds, setup),
		cmocka_unit_test_setup(wrong_order, setup),
		cmocka_unit_test_setup(jq_reads_every_line, setup),
		cmocka_unit_test_setup(jq_sees_what_is_wrong, setup),
	};

	return cmocka_run_group_tests(tests, NULL, close_writer);
}
