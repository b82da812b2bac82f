// SPDX-License-Identifier: BSD-2-Clause
/* Events other than calls: selection, decoding, output, triggers; page faults and mappings. */
#include "session_fixture.h"

#include <sys/mman.h>

#include "config/event_select.h"
#include "recording/swap.h"
#include "tracker/event_print.h"
#include "tracker/state.h"

#define ID 372

static union {
	struct rec rec;
	struct rec_format format;
	struct rec_event event;
	struct rec_map map;
	struct rec_show show;
	uint8_t bytes[REC_MAX];
} r;

static uint32_t aligned(size_t len)
{
	return (uint32_t)(len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u);
}

static void format(const char *system, const char *name, const char *text)
{
	memset(&r, 0, sizeof(r));
	r.format = (struct rec_format){ .rec = REC(REC_FORMAT, rec_format, 0, 0), .id = ID, .system_len = (uint16_t)strlen(system),
					.name_len = (uint16_t)strlen(name), .text_len = (uint32_t)strlen(text) };
	sprintf(r.format.text, "%s%s%s", system, name, text);
	r.rec.len = aligned(sizeof(r.format) + strlen(r.format.text));
}

/* An event of 100 after `ms` ms, with these bytes. */
static void event(unsigned ms, const void *raw, size_t len)
{
	memset(&r, 0, sizeof(r));
	r.event = (struct rec_event){ .rec = REC(REC_EVENT, rec_event, 100, ms), .id = ID, .size = (uint32_t)len };
	memcpy(r.event.raw, raw, len);
	r.rec.len = aligned(sizeof(r.event) + len);
}

#define HEAD "name: test\nID: 372\nformat:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define PRINT(f) "\nprint fmt: " f "\n"

/* The fields after the eight bytes common to all events. */
static const char *shown_as(const char *fields, const void *raw, size_t len)
{
	uint8_t all[512] = { 0 };
	char text[4096];
	const char *got;

	snprintf(text, sizeof(text), HEAD "%s", fields);
	memcpy(all + 8, raw, len);
	begins();
	format("sys", "test", text);
	take(&r.rec);
	event(0, all, 8 + len);
	take(&r.rec);
	got = taken();
	return got + strcspn(got, "(") + sizeof("         ): ") - 1;
}

#define assert_fields(fields, raw, want) assert_string_equal(shown_as(fields, raw, sizeof(raw) - 1), " " want "\n")

static void fields_are_shown_by_their_types(void **unused)
{
	(void)unused;
	opt.events.n = 0;
	opt.in = IN_REPLAY;
	assert_fields("\tfield:pid_t pid;\toffset:8;\tsize:4;\tsigned:1;\n", "\xfe\xff\xff\xff", "sys:test(pid: -2)");
	assert_fields("\tfield:u32 n;\toffset:8;\tsize:4;\tsigned:0;\n", "\xfe\xff\xff\xff", "sys:test(n: 4294967294)");
	assert_fields("\tfield:u64 n;\toffset:8;\tsize:8;\tsigned:0;\n" PRINT("\"n=%llx\", REC->n"), "\x10\0\0\0\0\0\0\0",
		      "sys:test(n: 0x10)");
	assert_fields("\tfield:void * p;\toffset:8;\tsize:8;\tsigned:0;\n", "\0\0\0\0\0\0\0\0", "sys:test(p: NULL)");
	assert_fields("\tfield:char comm[8];\toffset:8;\tsize:8;\tsigned:0;\n\tfield:u8 b;\toffset:16;\tsize:1;\tsigned:0;\n",
		      "sh\0xxxxx\x07", "sys:test(comm: \"sh\", b: 7)");
	assert_fields("\tfield:u8 mac[6];\toffset:8;\tsize:6;\tsigned:0;\n", "\1\2\3\0\5\6", "sys:test(mac: \"\\1\\2\\3\\0\\5\\6\")");
	assert_fields("\tfield:u16 v[3];\toffset:8;\tsize:6;\tsigned:0;\n", "\1\0\2\0\3\0", "sys:test(v: [1, 2, 3])");
	/* length and offset in one number; the same relative to the field's end */
	assert_fields("\tfield:__data_loc char[] s;\toffset:8;\tsize:4;\tsigned:0;\n", "\x0c\0\4\0abc\0", "sys:test(s: \"abc\")");
	assert_fields("\tfield:__rel_loc char[] s;\toffset:8;\tsize:4;\tsigned:0;\n", "\0\0\4\0abc\0", "sys:test(s: \"abc\")");
	assert_fields("\tfield:__data_loc int[] v;\toffset:8;\tsize:4;\tsigned:1;\n", "\x0c\0\x8\0\1\0\0\0\xff\xff\xff\xff",
		      "sys:test(v: [1, -1])");
	/* fields beyond the event are left out; invalid ones are shown as numbers */
	assert_fields("\tfield:u32 a;\toffset:8;\tsize:4;\tsigned:0;\n\tfield:u32 b;\toffset:4000;\tsize:4;\tsigned:0;\n", "\1\0\0\0",
		      "sys:test(a: 1)");
	assert_fields("\tfield:__data_loc char[] s;\toffset:8;\tsize:4;\tsigned:0;\n", "\xff\xff\xff\xff", "sys:test()");
	assert_fields("\tfield:what is this\n", "\1\2", "sys:test(raw: \"\\0\\0\\0\\0\\0\\0\\0\\0\\1\\2\")");
}

static void an_event_of_the_other_byte_order_is_the_same(void **unused)
{
	static const uint8_t raw[] = { 1, 0x74, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 16, 0, 4, 'a', 'b', 'c', 0 };
	struct rec_start start = { .rec = REC(REC_START, rec_start, 0, 0), .realtime = REAL, .abi = ABI_S390X };

	(void)unused;
	opt.in = IN_REPLAY;
	begins();
	take(&start.rec);
	format("sys", "test", HEAD "\tfield:u32 n;\toffset:8;\tsize:4;\tsigned:0;\n"
			      "\tfield:__data_loc char[] s;\toffset:12;\tsize:4;\tsigned:0;\n");
	r.format.id = __builtin_bswap32(r.format.id);
	r.format.system_len = __builtin_bswap16(r.format.system_len);
	r.format.name_len = __builtin_bswap16(r.format.name_len);
	r.format.text_len = __builtin_bswap32(r.format.text_len);
	rec__swap(&r.rec);
	take(&r.rec);
	event(1, raw, sizeof(raw));
	/* offset 16 and length 4 in one number, in that machine's byte order */
	r.event.raw[12] = 0, r.event.raw[13] = 4, r.event.raw[14] = 0, r.event.raw[15] = 16;
	r.event.id = __builtin_bswap32(r.event.id);
	r.event.size = __builtin_bswap32(r.event.size);
	rec__swap(&r.rec);
	take(&r.rec);
	assert_lines("     1.000" BLANK "sys:test(n: 7, s: \"abc\")\n");
}

static void hostile_descriptions_do_no_harm(void **unused)
{
	static const char *const texts[] = {
		"", "\n", "format:\n", "name: x\n", "name: x\nID: 372\nformat:\n\tfield:", HEAD "\tfield:u32 n;\toffset:8;\tsize:0;\tsigned:0;\n",
		HEAD "\tfield:u32 n;\toffset:99999;\tsize:99999;\tsigned:0;\n", HEAD "\tfield:u32 n[99999];\toffset:8;\tsize:4;\tsigned:0;\n",
		HEAD "\tfield:__data_loc n;\toffset:8;\tsize:4;\tsigned:0;\n", HEAD "\tfield:__data_loc char[] n[4];\toffset:8;\tsize:1;\n",
		HEAD "\tfield:__rel_loc u64[] n;\toffset:8;\tsize:4;\tsigned:0;\n", HEAD PRINT("\"%d\", REC->"), HEAD PRINT("\"%"),
		HEAD "\tfield:u64 n[0];\toffset:8;\tsize:8;\tsigned:0;\n", HEAD "\tfield:struct x y[3];\toffset:8;\tsize:8;\tsigned:0;\n",
	};

	(void)unused;
	opt.in = IN_REPLAY;
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		begins();
		format("sys", "test", texts[i]);
		take(&r.rec);
		event(0, "\x74\1\0\0\0\0\0\0\x0c\0\4\0abc", 15);
		take(&r.rec);
		assert_non_null(strstr(taken(), "sys:test("));
	}
	/* lengths that do not fit, and an event without a format */
	begins();
	format("sys", "test", HEAD);
	r.format.text_len = UINT32_MAX;
	take(&r.rec);
	event(0, "", 0);
	r.event.size = UINT32_MAX;
	take(&r.rec);
	assert_nothing();
	format("sys", "test", HEAD);
	take(&r.rec);
	event(0, "", 0);
	r.event.size = UINT32_MAX;
	take(&r.rec);
	assert_lines("     0.000" BLANK "sys:test()\n");
}

static void events_are_told_from_calls_in_a_list(void **unused)
{
	static const struct { const char *list, *calls; } rows[] = {
		{ "openat,sched:*", "openat" }, { "sched:a,sched:b", NULL }, { "!sched:a,read", "!read" }, { "!read,sched:a", "!read" },
		{ "/a:b,c/,read", "/a:b,c/,read" }, { "?x:y,%file@64", "%file@64" },
	};
	struct event_select sel = { 0 };
	char *calls;

	(void)unused;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(event_select__add(&sel, rows[i].list, &calls), 0);
		if (rows[i].calls)
			assert_string_equal(calls, rows[i].calls);
		else
			assert_null(calls);
		free(calls);
	}
	event_select__free(&sel);
	/* the last match counts; a filter applies to the list before it */
	assert_false(event_select__filter(&sel, "x"));
	assert_int_equal(event_select__add(&sel, "sched:*,!sched:b", &calls), 0);
	assert_int_equal(event_select__add(&sel, "block:*", &calls), 0);
	assert_true(event_select__filter(&sel, "n > 1"));
	assert_non_null(event_select__find(&sel, "sched:a"));
	assert_null(event_select__find(&sel, "sched:a")->filter);
	assert_null(event_select__find(&sel, "sched:b"));
	assert_null(event_select__find(&sel, "net:a"));
	assert_string_equal(event_select__find(&sel, "block:x")->filter, "n > 1");
	event_select__free(&sel);
}

static void hexadecimal_is_what_the_kernel_prints_so(void **unused)
{
	static const char print[] = "print fmt: \"%d %*s 100%% (%s) a=0x%lx %px \\\"%x\\\"\", REC->n, 4, REC->s, \"a,%x\", "
				    "((unsigned long)REC->a), REC->p, f(REC->x, 1)";

	(void)unused;
	assert_int_equal(event_print__hex(print, "a"), 'x');
	assert_int_equal(event_print__hex(print, "p"), 'p');
	assert_false(event_print__hex(print, "n"));
	assert_false(event_print__hex(print, "s"));
	assert_false(event_print__hex(print, "x"));	/* not as hexadecimal */
	assert_false(event_print__hex(print, "none"));
	assert_false(event_print__hex("", "a"));
	assert_false(event_print__hex("print fmt: \"%x", "a"));
	assert_false(event_print__hex("print fmt: \"%x\", ((((", "a"));
}

/* -- When and where -------------------------------------------------------------------------------------------------- */

static void an_event(unsigned ms, uint16_t cpu)
{
	event(ms, "\x74\1\0\0\0\0\0\0", 8);
	r.rec.cpu = cpu;
	take(&r.rec);
}

static void described(void)
{
	begins();
	format("sys", "test", HEAD);
	take(&r.rec);
}

#define EVENT_LINE(when) "     " when BLANK "sys:test()\n"

static void showing_is_switched_on_and_off(void **unused)
{
	(void)unused;
	opt.in = IN_REPLAY;
	opt.switch_on = "getpid";
	opt.switch_off = "sys:*";
	described();
	an_event(1, 0);
	assert_nothing();
	a_getpid(2000);
	take_call();
	assert_call("     2.000 ( 0.005 ms): ", "getpid()", "100");
	an_event(3, 0);
	assert_lines(EVENT_LINE("3.000"));
	an_event(4, 0);
	a_read(5000, 5001);
	take_call();
	assert_nothing();
	a_getpid(6000);
	take_call();
	assert_call("     6.000 ( 0.005 ms): ", "getpid()", "100");
}

static void a_delay_and_cpus_choose(void **unused)
{
	(void)unused;
	opt.in = IN_REPLAY;
	opt.delay = 2 * MS;
	opt.has_cpus = true;
	opt.cpus[0] = 1 << 1 | 1 << 3;
	described();
	an_event(0, 1);
	an_event(1, 1);
	assert_nothing();
	an_event(2, 1);
	an_event(3, 2);
	an_event(4, 3);
	an_event(5, CPU_NONE);
	assert_lines(EVENT_LINE("2.000") EVENT_LINE("4.000"));
}

static void exits(unsigned ms)
{
	struct rec_exit e = { .rec = REC(REC_EXIT, rec_exit, 100, ms) };

	take(&e.rec);
}

/* By options, and by a recording. */
static void a_recording_says_what_is_to_be_shown(void **unused)
{
	struct buf show = {};
	struct options asked = { .switch_off = "sys:test", .no_calls = true };
	struct trigger g;

	(void)unused;
	opt.in = IN_REPLAY;
	described();
	assert_int_equal(trigger__init(&g, &asked), 0);
	trigger__add(&show, &g, START);
	trigger__free(&g);
	take((const struct rec *)show.p);
	buf__free(&show);
	exits(1);
	assert_nothing();
	an_event(2, 0);
	an_event(3, 0);
	exits(4);
	assert_lines(EVENT_LINE("2.000"));
}

/* -- Page faults ----------------------------------------------------------------------------------------------------- */

static void maps(uint64_t start, uint64_t len, uint64_t pgoff, const char *path)
{
	memset(&r, 0, sizeof(r));
	r.map = (struct rec_map){ .rec = REC(REC_MAP, rec_map, 100, 0), .start = start, .len = len, .pgoff = pgoff,
				  .prot = PROT_READ, .path_len = (uint16_t)strlen(path) };
	strcpy(r.map.path, path);
	r.rec.len = aligned(sizeof(r.map) + strlen(path));
}

static void faults(uint64_t ip, uint64_t addr, unsigned flags)
{
	struct rec_fault f = { .rec = REC(REC_FAULT, rec_fault, 100, 1), .ip = ip, .addr = addr, .flags = flags };

	take(&f.rec);
}

static void page_faults_say_what_lies_there(void **unused)
{
	struct rec_fork fork = { .rec = REC(REC_FORK, rec_fork, 200, 1), .parent_tid = 100, .parent_tgid = 100 };

	(void)unused;
	opt.in = IN_REPLAY;
	begins();
	maps(0x1000, 0x3000, 0x5000, "/bin/a");
	take(&r.rec);
	maps(0x10000, 0x1000, 0, "[heap]");
	take(&r.rec);
	faults(0x1010, 0x10008, 0);
	assert_lines("     1.000" BLANK "minfault(ip: /bin/a+0x5010, addr: [heap]+0x8)\n");
	/* one within the other */
	maps(0x2000, 0x1000, 0, "/lib/b");
	take(&r.rec);
	faults(0x2010, 0x3010, FAULT_MAJOR);
	assert_lines("     1.000" BLANK "majfault(ip: /lib/b+0x10, addr: /bin/a+0x7010)\n");
	/* a new process has its parent's mappings; an exec removes all */
	fork.rec.tgid = 200;
	take(&fork.rec);
	maps(0, UINT64_MAX, 0, "");
	take(&r.rec);
	faults(0x2010, 0, 0);
	assert_lines("     1.000" BLANK "100 minfault(ip: 0x2010, addr: NULL)\n");
	assert_non_null(mappings__find(address_spaces__find(s->host->spaces, 200)->maps, 0x2010));
}

static void mappings_never_overlap(void **unused)
{
	struct address_spaces *spaces = address_spaces__new();
	uint32_t seed = 1;

	(void)unused;
	for (unsigned i = 0; i < 2000; i++) {
		uint64_t start, end;

		seed = seed * 1103515245 + 12345;
		start = seed >> 16 & 0xff;
		end = start + 1 + (seed >> 8 & 0x1f);
		maps(start, end - start, start, "/x");
		address_spaces__follow(spaces, &r.rec);
		for (uint64_t at = 0; at < 0x130; at++) {
			const struct mapping *map = mappings__find(address_spaces__find(spaces, 100)->maps, at);

			assert_true(!map || (map->start <= at && at < map->end && map->pgoff == map->start));
			assert_true(at < start || at >= end || (map && map->start == start && map->end == end));
		}
	}
	address_spaces__free(spaces);
}

/* A short record in each child must not make it copy its parent's mappings again and again. */
static void children_share_a_limit(void **unused)
{
	struct rec_fork fork = { .rec = { .len = sizeof(fork), .type = REC_FORK }, .parent_tid = 100, .parent_tgid = 100 };
	struct address_spaces *spaces = address_spaces__new();

	(void)unused;
	for (unsigned i = 0; i < 60000; i++) {
		maps(i * 0x2000ull + 0x1000, 0x1000, 0, "/x");
		address_spaces__follow(spaces, &r.rec);
	}
	assert_int_equal(spaces->total, 60000);
	for (unsigned i = 0; i < 100; i++) {
		fork.rec.tid = fork.rec.tgid = 1000 + i;
		address_spaces__follow(spaces, &fork.rec);
		maps(0x1000, 0x1000, 0, "/y");
		r.rec.tgid = 1000 + i;
		address_spaces__follow(spaces, &r.rec);
		assert_string_equal(mappings__find(address_spaces__find(spaces, 1000 + i)->maps, 0x1000)->file->path, "/y");
	}
	assert_true(spaces->total <= 1u << 20);
	address_spaces__free(spaces);
}

/* Later files of a recording begin with formats, mappings, and whether output is switched on. */
static void state_has_all_of_it(void **unused)
{
	struct buf show = {};
	struct options asked = { .switch_off = "sys:test" };
	struct buf records = { 0 };
	struct state state_;
	struct trigger g;

	(void)unused;
	assert_int_equal(state__open(&state_), 0);
	assert_int_equal(trigger__init(&g, &asked), 0);
	trigger__add(&show, &g, START);
	trigger__free(&g);
	state__follow(&state_, (const struct rec *)show.p);
	buf__free(&show);
	format("sys", "test", HEAD);
	state__follow(&state_, &r.rec);
	maps(0x1000, 0x1000, 0, "/bin/a");
	state__follow(&state_, &r.rec);
	assert_false(state_.trigger.shut);
	event(1, "\x74\1\0\0\0\0\0\0", 8);
	state__follow(&state_, &r.rec);
	assert_true(state_.trigger.shut);
	state__dump(&state_, START, &records);
	opt.in = IN_REPLAY;
	begins();
	for (size_t at = 0; at < records.len; at += ((const struct rec *)(records.p + at))->len)
		take((const struct rec *)(records.p + at));
	an_event(2, 0);
	faults(0x1001, 0x5000, 0);
	assert_lines(EVENT_LINE("2.000") "     1.000" BLANK "minfault(ip: /bin/a+0x1, addr: 0x5000)\n");
	buf__free(&records);
	state__close(&state_);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(fields_are_shown_by_their_types),
		TEST(an_event_of_the_other_byte_order_is_the_same),
		TEST(hostile_descriptions_do_no_harm),
		TEST(events_are_told_from_calls_in_a_list),
		TEST(hexadecimal_is_what_the_kernel_prints_so),
		TEST(showing_is_switched_on_and_off),
		TEST(a_delay_and_cpus_choose),
		TEST(a_recording_says_what_is_to_be_shown),
		TEST(page_faults_say_what_lies_there),
		TEST(mappings_never_overlap),
		TEST(children_share_a_limit),
		TEST(state_has_all_of_it),
	};

	rows__init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
