/* SPDX-License-Identifier: BSD-2-Clause */
/* test_strace_values.c - exact output of values in strace's format, by its options -x, -X, -y. */
#include <signal.h>
#include <sys/wait.h>

#include "writer_fixture.h"
#include "writers/strace.h"

static void style(struct strace_look look)
{
	out__close(o);
	assert_int_equal(out__open(o, -1, 0), 0);
	v = &strace_verbs;
	o->opt = defaults;
	o->opt.strace = look;
	memset(o->state, 0, sizeof(o->state));
}

static int setup(void **state)
{
	(void)state;
	assert_int_equal(setenv("TZ", "UTC", 1), 0);
	tzset();
	style((struct strace_look)STRACE_LOOK);
	return 0;
}

#define FLAGGED(value, table, rest, any, ...) \
	do { v->flags_begin(o, value, table); __VA_ARGS__; v->flags_end(o, rest, any); } while (0)

static void strings(void **state)
{
	(void)state;
	VALUE(STR("a\"\\\t\v\1" "8\1" "7\377<"), "\"a\\\"\\\\\\t\\v\\18\\0017\\377<\"");
	VALUE(CUT("ab"), "\"ab\"...");
	style((struct strace_look){ .hex = HEX_NOT_ASCII });
	VALUE(STR("a\n"), "\"a\\n\"");
	VALUE(STR("a\1"), "\"\\x61\\x01\"");
	style((struct strace_look){ .hex = HEX_ALL });
	VALUE(STR("a\n"), "\"\\x61\\x0a\"");
}

static void numbers(void **state)
{
	(void)state;
	VALUE(v->octal(o, 0), "000");
	VALUE(v->octal(o, 07), "007");
	VALUE(v->octal(o, 0100), "0100");
	VALUE(v->hex(o, 0), "0");
	VALUE(v->address(o, 0), "NULL");
	VALUE(v->unread(o, 0x7ffd1234), "0x7ffd1234");
	VALUE(v->network(o, 443, 2), "htons(443)");
	VALUE(v->inet(o, AF_INET, "\177\0\0\1\0\0\0\0\0\0\0\0\0\0\0\2", 16), "inet_addr(\"127.0.0.1\")");
	VALUE(v->inet(o, AF_INET, "\177\0\0\1", 4), "inet_addr(\"127.0.0.1\")");
	VALUE(FIELD("sin6_addr"); v->inet(o, AF_INET6, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16), "inet_pton(AF_INET6, \"::1\", &sin6_addr)");
}

static void constants_are_named(void **state)
{
	(void)state;
	VALUE(v->symbol(o, 2, "SEEK_END", 5, &lseek_whence), "SEEK_END");
	VALUE(v->symbol(o, 9, NULL, 0, &lseek_whence), "0x9 /* SEEK_??? */");
	VALUE(v->symbol(o, (uint64_t)-100, "AT_FDCWD", 3, NULL), "AT_FDCWD");
	VALUE(FLAGGED(0x80001, &open_flags, 0, true, FLAG("O_WRONLY", "O_"); FLAG("O_CLOEXEC", "O_")), "O_WRONLY|O_CLOEXEC");
	VALUE(FLAGGED(0x80000001, &open_flags, 0x80000000, true, FLAG("O_WRONLY", "O_")), "O_WRONLY|0x80000000");
	VALUE(FLAGGED(0x80000000, &open_flags, 0x80000000, false, (void)0), "0x80000000 /* O_??? */");
	VALUE(FLAGGED(0, &open_flags, 0, false, (void)0), "0");
	VALUE(v->joined(o, 1, &nfnl_subsys, 8, 0x99, NULL), "NFNL_SUBSYS_CTNETLINK<<8|0x99");
	VALUE(v->joined(o, 0x8000, &nla_flag, 0, 9, &lseek_whence), "NLA_F_NESTED|0x9 /* SEEK_??? */");
}

static void constants_are_numbers(void **state)
{
	(void)state;
	style((struct strace_look){ .numbers = NUMBER_RAW });
	VALUE(v->symbol(o, 2, "SEEK_END", 5, &lseek_whence), "0x2");
	VALUE(v->symbol(o, (uint64_t)-100, "AT_FDCWD", 3, NULL), "-100");
	VALUE(FLAGGED(0x80001, &open_flags, 0, true, FLAG("O_WRONLY", "O_"); FLAG("O_CLOEXEC", "O_")), "0x80001");
	VALUE(FLAGGED(0, &open_flags, 0, false, (void)0), "0");
	VALUE(v->joined(o, 0x8000, &nla_flag, 0, 2, &lseek_whence), "0x8000|0x2");
	/* a field for addresses of either family */
	VALUE(v->inet(o, AF_INET, "\177\0\0\1\0\0\0\0\0\0\0\0\0\0\0\2", 16), "\"\\x7f\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\"");
}

static void constants_are_both(void **state)
{
	(void)state;
	style((struct strace_look){ .numbers = NUMBER_BOTH });
	VALUE(v->symbol(o, 2, "SEEK_END", 5, &lseek_whence), "0x2 /* SEEK_END */");
	VALUE(FLAGGED(0x80001, &open_flags, 0, true, FLAG("O_WRONLY", "O_"); FLAG("O_CLOEXEC", "O_")), "0x80001 /* O_WRONLY|O_CLOEXEC */");
	VALUE(FLAGGED(0x80000000, &open_flags, 0x80000000, false, (void)0), "0x80000000 /* O_??? */");
}

static void errors(void **state)
{
	(void)state;
	VALUE(v->ret_error(o, -2, "ENOENT", "No such file or directory"), "-1 ENOENT (No such file or directory)");
	VALUE(v->ret_error(o, -999, NULL, NULL), "-1 (errno 999)");
	VALUE(v->ret_error(o, -512, "ERESTARTSYS", "x"), "? ERESTARTSYS (To be restarted if SA_RESTART is set)");
	VALUE(v->ret_extra_begin(o, "Timeout"); v->ret_extra_end(o), " (Timeout)");
}

static void wait_statuses(void **state)
{
	(void)state;
	VALUE(v->wait_status(o, 3 << 8), "[{WIFEXITED(s) && WEXITSTATUS(s) == 3}]");
	VALUE(v->wait_status(o, SIGSEGV | 0x80), "[{WIFSIGNALED(s) && WTERMSIG(s) == SIGSEGV && WCOREDUMP(s)}]");
	VALUE(v->wait_status(o, SIGSTOP << 8 | 0x7f), "[{WIFSTOPPED(s) && WSTOPSIG(s) == SIGSTOP}]");
	VALUE(v->wait_status(o, 0xffff), "[{WIFCONTINUED(s)}]");
}

static void descriptors(void **state)
{
	(void)state;
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/tmp/a<b", .len = 8 }), "3");
	VALUE(v->cwd(o, "/tmp", 4), "AT_FDCWD");
	style((struct strace_look){ .fds = FDS_PATHS });
	VALUE(v->fd(o, 3, &(struct fd_name){ .text = "/tmp/a<b", .len = 8 }), "3</tmp/a\\74b>");
	VALUE(v->fd(o, 3, NULL), "3");
	VALUE(v->cwd(o, "/tmp", 4), "AT_FDCWD</tmp>");
}

static void compounds(void **state)
{
	(void)state;
	VALUE(v->struct_begin(o); FIELD("a"); v->integer(o, 1); v->struct_end(o, true), "{a=1, ...}");
	VALUE(v->array_begin(o); v->item(o); v->integer(o, 1); v->array_end(o, ARRAY_FAULT, 0x7f001000), "[1, ... /* 0x7f001000 */]");
	VALUE(v->set_begin(o, true); v->item(o); v->symbol(o, 1, "SIGHUP", 3, NULL); v->item(o); v->symbol(o, 2, "SIGINT", 3, NULL); v->set_end(o), "~[HUP INT]");
	o->first = true;
	VALUE(FIELD("stx_atime"); v->time(o, 1763712000, 5, CLOCK_REALTIME),
	      "stx_atime={tv_sec=1763712000, tv_nsec=5} /* 2025-11-21T08:00:00.000000005+0000 */");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(strings, setup), cmocka_unit_test_setup(numbers, setup),
		cmocka_unit_test_setup(constants_are_named, setup), cmocka_unit_test_setup(constants_are_numbers, setup),
		cmocka_unit_test_setup(constants_are_both, setup), cmocka_unit_test_setup(errors, setup),
		cmocka_unit_test_setup(wait_statuses, setup), cmocka_unit_test_setup(descriptors, setup),
		cmocka_unit_test_setup(compounds, setup),
	};

	return cmocka_run_group_tests(tests, NULL, close_writer);
}
