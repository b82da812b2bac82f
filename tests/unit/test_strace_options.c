/* SPDX-License-Identifier: BSD-2-Clause */
/* test_strace_options - strace's command line: what its options set, and its messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/msg.h"
#include "options/strace_options.h"

#define ARGS_MAX 16

static struct options o;
static char said[16384];		/* output and errors of the last parse() */

/* Parses `line`, split at blanks, as the arguments of strace. */
static int parse(const char *line)
{
	static char copy[512], name[] = "strace";
	static char *argv[ARGS_MAX + 2] = { name };
	int argc = 1, fd = memfd_create("said", 0), out = dup(1), err = dup(2), ret;
	ssize_t n;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word && argc <= ARGS_MAX; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	fflush(stdout);
	dup2(fd, 1);
	dup2(fd, 2);
	ret = strace_options__parse(&o, argc, argv);
	fflush(stdout);
	dup2(out, 1);
	dup2(err, 2);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	close(fd), close(out), close(err);
	return ret;
}

/* Options, with a command. */
static void accept_options(const char *options)
{
	char line[512];

	options__free(&o);
	snprintf(line, sizeof(line), "%s true", options);
	assert_int_equal(parse(line), 0);
	assert_string_equal(said, "");
	assert_string_equal(o.command[0], "true");
}

static void refuse_line(const char *line, const char *message)
{
	char expected[1024];

	options__free(&o);
	assert_true(parse(line) < 0);
	snprintf(expected, sizeof(expected), "strace: %s\n", message);
	assert_string_equal(said, expected);
}

/* The message is followed by where help is found. */
static void refuse_with_help(const char *line, const char *message)
{
	char expected[1024];

	snprintf(expected, sizeof(expected), "%s\nTry 'strace -h' for more information.", message);
	refuse_line(line, expected);
}

static bool shows(const char *name)
{
	enum abi native = abi__native();

	return syscall_set__has(&o.calls, native, (unsigned)syscalltbl__nr(native, name));
}

/* -- Targets --------------------------------------------------------------------------------------------------------- */

static void a_command_alone_has_straces_defaults(void **state)
{
	(void)state;
	accept_options("");
	assert_false(o.inherit);
	assert_int_equal(o.w.string_limit, 32);
	assert_int_equal(o.w.strace.column, 40);
	assert_int_equal(o.w.strace.clock, -1);
	assert_int_equal(o.strace.statuses, STATUS_ALL);
	assert_true(syscall_set__is_full(&o.calls));
	assert_false(o.w.strace.pid_always);
	assert_null(o.w.strace.raw);
	assert_null(o.w.strace.whole);
	assert_null(o.w.strace.pointers);
}

static void an_attached_number_is_a_thread_or_with_f_a_process(void **state)
{
	(void)state;
	options__free(&o);
	assert_int_equal(parse("-p 12,13 -p 14"), 0);
	assert_int_equal(o.tids.n, 3);
	assert_int_equal(o.pids.n, 0);
	options__free(&o);
	assert_int_equal(parse("-p 12 -f -o x"), 0);
	assert_int_equal(o.pids.n, 1);
	assert_true(o.w.strace.pid_always);
}

static void the_environment_and_name_of_the_command_are_set(void **state)
{
	(void)state;
	accept_options("-E A=1 --env=B --argv0 me --kill-on-exit");
	assert_int_equal(o.strace.nenv, 2);
	assert_string_equal(o.strace.env[0], "A=1");
	assert_string_equal(o.strace.env[1], "B");
	assert_string_equal(o.strace.argv0, "me");
	assert_true(o.strace.dies_with_tracer);
}

static void targets_are_checked(void **state)
{
	(void)state;
	refuse_with_help("", "must have PROG [ARGS] or -p PID");
	refuse_with_help("-f", "must have PROG [ARGS] or -p PID");
	refuse_line("-p 0", "Invalid process id: '0'");
	refuse_line("-p 1,x", "Invalid process id: 'x'");
	refuse_line("-f --follow-forks true", "-f and --follow-forks cannot be provided simultaneously");
	refuse_with_help("-DDDD true", "Too many -D's (4), maximum supported -D count is 3");
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

static void each_trace_option_replaces_the_set(void **state)
{
	(void)state;
	accept_options("-e open -e trace=read,write");
	assert_false(shows("open"));
	assert_true(shows("read"));
	assert_true(shows("write"));
	accept_options("-e !read,write");
	assert_true(shows("open"));
	assert_false(shows("read"));
	accept_options("-e t=!all");
	assert_true(syscall_set__is_empty(&o.calls));
}

static void sets_have_classes_numbers_expressions_and_personalities(void **state)
{
	(void)state;
	accept_options("-e %clock,/^get.id$");
	assert_true(shows("clock_gettime"));
	assert_true(shows("getpid"));
	assert_false(shows("read"));
	accept_options("-e ?no_such_call,0@64");
	assert_true(syscall_set__has(&o.calls, abi__native(), 0));
	accept_options("-e all@32");
	assert_false(shows("read"));
	refuse_line("--trace=%FILE true", "invalid system call '%FILE'");
	accept_options("--trace=file --status=Failed");
	assert_true(shows("open"));
}

static void invalid_calls_are_refused(void **state)
{
	(void)state;
	refuse_line("-e nonsense true", "invalid system call 'nonsense'");
	refuse_line("-e read,!write true", "invalid system call '!write'");
	refuse_line("-e trace= true", "invalid system call ''");
	refuse_line("-e raw=!, true", "invalid system call '!,'");
	refuse_line("-e 0x1 true", "invalid system call '0x1'");
	refuse_line("-e *stat true", "invalid system call '*stat'");
	refuse_with_help("-e read@42 true", "incorrect personality designator '42' in qualification 'read@42'");
}

static void sets_of_abbreviated_raw_and_dereferenced_calls_are_kept(void **state)
{
	enum abi native = abi__native();
	unsigned stat = (unsigned)syscalltbl__nr(native, "statx"), read = (unsigned)syscalltbl__nr(native, "read");

	(void)state;
	accept_options("-v");
	assert_true(o.verbose_structs && !o.w.strace.whole);
	accept_options("-e abbrev=!statx -e raw=read -e verbose=none");
	assert_true(syscall_set__has(o.w.strace.whole, native, stat));
	assert_false(syscall_set__has(o.w.strace.whole, native, read));
	assert_true(syscall_set__has(o.w.strace.raw, native, read));
	assert_true(syscall_set__is_full(o.w.strace.pointers));
}

/* -- Sets of words --------------------------------------------------------------------------------------------------- */

static void statuses_are_a_set(void **state)
{
	(void)state;
	accept_options("-e status=failed,unfinished");
	assert_int_equal(o.strace.statuses, STATUS_FAILED | STATUS_UNFINISHED);
	assert_false(o.only_failed);
	accept_options("-z");
	assert_int_equal(o.strace.statuses, STATUS_SUCCESSFUL);
	assert_true(o.only_ok);
	accept_options("--status=!detached");
	assert_int_equal(o.strace.statuses, STATUS_ALL & ~STATUS_DETACHED);
}

static void signals_and_quiet_messages_are_sets(void **state)
{
	(void)state;
	accept_options("-e signal=!SIGCHLD,usr1 -qq");
	assert_int_equal(o.other.signals, ~(1ull << 16 | 1ull << 9));
	assert_int_equal(o.w.strace.quiet, QUIET_ATTACH | QUIET_EXIT | QUIET_PERSONALITY);
	assert_int_equal(o.other.exits, EXITS_NONE);
	accept_options("-e signal=none -o x");
	assert_int_equal(o.other.signals, 0);
	assert_int_equal(o.w.strace.quiet, QUIET_ATTACH | QUIET_PERSONALITY);
}

static void descriptors_are_sets(void **state)
{
	(void)state;
	accept_options("-e read=3,70 -e write=all -yy --trace-fds=!0");
	assert_int_equal(o.w.strace.dump_read[0], 1 << 3);
	assert_int_equal(o.w.strace.dump_read[1], 1 << 6);
	assert_int_equal(o.w.strace.dump_written[15], ~0ull);
	assert_int_equal(o.strace.fds[0], ~1ull);
	assert_int_equal(o.w.strace.fds, FDS_ALL);
	accept_options("--decode-fds=!path");
	assert_int_equal(o.w.strace.fds, FDS_ALL & ~FDS_PATHS);
}

static void invalid_words_are_refused(void **state)
{
	(void)state;
	refuse_line("-e read= true", "invalid descriptor ''");
	refuse_line("-e read=1,-1 true", "invalid descriptor '-1'");
	refuse_line("-e status=! true", "invalid status '!'");
	refuse_line("-e signal=SIGNOT true", "invalid signal 'SIGNOT'");
	refuse_line("--decode-fds=p true", "invalid decode-fds 'p'");
	refuse_line("-q --quiet true", "-q and -e quiet/--quiet cannot be provided simultaneously");
	refuse_line("-y --decode-fds=none true", "-y and --decode-fds cannot be provided simultaneously");
}

/* -- Columns of lines ------------------------------------------------------------------------------------------------ */

static void times_have_precisions(void **state)
{
	const struct strace_look *look = &o.w.strace;

	(void)state;
	accept_options("-t");
	assert_int_equal(look->clock, 0);
	assert_false(look->clock_is_epoch);
	accept_options("-ttt -T -r");
	assert_int_equal(look->clock, 6);
	assert_true(look->clock_is_epoch);
	assert_int_equal(look->duration, 6);
	assert_int_equal(look->since_line, 6);
	accept_options("--timestamps=unix,precision:ns --syscall-times=s --relative-timestamps=ms");
	assert_int_equal(look->clock, 9);
	assert_true(look->clock_is_epoch);
	assert_int_equal(look->duration, 0);
	assert_int_equal(look->since_line, 3);
	accept_options("--absolute-timestamps=none");
	assert_int_equal(look->clock, -1);
	refuse_with_help("--absolute-timestamps=no true", "invalid --absolute-timestamps argument: 'no'");
	refuse_line("-t --timestamps true", "-t and --absolute-timestamps cannot be provided simultaneously");
}

static void values_have_styles(void **state)
{
	(void)state;
	accept_options("-xx -Xverbose -Y -n -i -N -s 5 -a10");
	assert_int_equal(o.w.strace.hex, HEX_ALL);
	assert_int_equal(o.w.strace.numbers, NUMBER_BOTH);
	assert_true(o.w.strace.comm && o.w.strace.number && o.w.strace.ip && o.w.strace.arg_names);
	assert_int_equal(o.w.string_limit, 5);
	assert_int_equal(o.w.strace.column, 10);
	accept_options("--strings-in-hex=non-ascii-chars");
	assert_int_equal(o.w.strace.hex, HEX_CHARS);
	refuse_with_help("-s -1 true", "invalid -s argument: '-1'");
	refuse_with_help("--const-print-style=a true", "invalid --const-print-style argument: 'a'");
}

static void a_thread_may_have_a_file_of_its_own(void **state)
{
	(void)state;
	accept_options("-ff -o x");
	assert_true(o.strace.per_thread && o.w.strace.pid_never && !o.w.strace.pid_always);
	accept_options("-ff");
	assert_false(o.strace.per_thread);
	accept_options("-o -");
	assert_string_equal(o.output, "./-");
	refuse_with_help("-ff -o |cat true", "piping the output and -ff/--output-separately are mutually exclusive");
}

/* -- Others ---------------------------------------------------------------------------------------------------------- */

static void the_summary_has_columns_and_an_order(void **state)
{
	const struct strace_summary *s = &o.strace.summary;

	(void)state;
	accept_options("-cw -O4.5e2ms -S calls -U time,max_time");
	assert_int_equal(s->kind, SUMMARY_ONLY);
	assert_true(s->wall_clock);
	assert_int_equal(s->overhead, 450000000);
	assert_int_equal(s->sort, COLUMN_CALLS);
	assert_memory_equal(s->columns, ((uint8_t[]){ COLUMN_PERCENT, COLUMN_MAX, COLUMN_NAME, COLUMN_NONE }), 4);
	accept_options("-C -O 1");
	assert_int_equal(s->overhead, 1000);
	refuse_with_help("-c -C true", "-c/--summary-only and -C/--summary are mutually exclusive");
	refuse_with_help("-w true", "-w/--summary-wall-clock must be given with (-c/--summary-only or -C/--summary)");
	refuse_with_help("-c -U time,,name true", "unknown column name: ''");
	refuse_with_help("-S non true", "invalid sortby: 'non'");
}

/* Each word of -e inject, and what of it is stored; the last option for a call comes last. */
static void injections_are_read(void **state)
{
	const struct injection *j;

	(void)state;
	accept_options("-e fault=chdir:error=EPERM:when=2..4+2 -e inject=getppid:retval=0x2a:signal=SIGUSR1:delay_enter=3ms");
	assert_int_equal(o.strace.ninjections, 2);
	j = o.strace.injections;
	assert_int_equal(j[0].what, INJECT_ERROR);
	assert_int_equal(j[0].value, 1);
	assert_true(j[0].first == 2 && j[0].last == 4 && j[0].step == 2);
	assert_int_equal(j[1].what, INJECT_RETVAL | INJECT_SIGNAL | INJECT_DELAY_ENTER);
	assert_int_equal(j[1].value, 42);
	assert_int_equal(j[1].signal, 10);
	assert_int_equal(j[1].delay_enter, 3000000);
	accept_options("--fault=!chdir:when=3 --inject=?nosuch,%file:error=17:when=2+:syscall=getpid");
	j = o.strace.injections;
	assert_int_equal(j[0].value, 38);
	assert_true(j[0].first == 3 && j[0].last == INJECT_FOREVER && j[0].step == 0);
	assert_true(j[1].first == 2 && j[1].last == INJECT_FOREVER && j[1].step == 1);
	assert_true(syscall_set__has(&j[1].calls, abi__native(), (unsigned)syscalltbl__nr(abi__native(), "chdir")));
	assert_false(syscall_set__has(&j[0].calls, abi__native(), (unsigned)syscalltbl__nr(abi__native(), "chdir")));
}

static void bytes_to_poke_are_read(void **state)
{
	const struct poke *p;

	(void)state;
	accept_options("-e inject=read:poke_enter=@arg2=09aF,@arg1=00:poke_exit=@arg2=ff:retval=1");
	assert_int_equal(o.strace.injections[0].npokes, 3);
	p = o.strace.injections[0].pokes;
	assert_true(!p[0].at_exit && p[0].arg == 2 && p[0].len == 2 && p[0].bytes[0] == 0x09 && p[0].bytes[1] == 0xaf);
	assert_true(!p[1].at_exit && p[1].arg == 1 && p[1].len == 1);
	assert_true(p[2].at_exit && p[2].arg == 2 && p[2].bytes[0] == 0xff);
}

static void results_that_look_like_errors_are_told(void **state)
{
	(void)state;
	options__free(&o);
	assert_int_equal(parse("-e inject=read:retval=0xfffffffffffffffc true"), 0);
	assert_string_equal(said, "strace: Inadvertent injection of error 4 is possible for retval=18446744073709551612\n");
	options__free(&o);
	assert_int_equal(parse("-e inject=read:retval=0xfffffffc true"), 0);
	assert_string_equal(said, "strace: Inadvertent injection of error 4 is possible in compat personality for retval=4294967292\n");
	options__free(&o);
	assert_int_equal(parse("-e inject=read:retval=5000000000 true"), 0);
	assert_string_equal(said, "strace: Injected return value 5000000000 will be clipped to 705032704 in compat personality\n");
}

static void injections_are_refused(void **state)
{
	(void)state;
	refuse_line("-e inject=chdir true", "invalid inject argument 'chdir'");
	refuse_line("-e inject=chdir:error=1:retval=1 true", "invalid inject argument 'chdir:error=1:retval=1'");
	refuse_line("-e inject=chdir:when=0 true", "invalid inject argument 'chdir:when=0'");
	refuse_line("-e inject=chdir:error=1:when=3..2 true", "invalid inject argument 'chdir:error=1:when=3..2'");
	refuse_line("-e inject=chdir:error=4096 true", "invalid inject argument 'chdir:error=4096'");
	refuse_line("-e fault=chdir:signal=1 true", "invalid fault argument 'chdir:signal=1'");
	refuse_line("-e fault=: true", "invalid system call ''");
	refuse_line("-e kvm=chdir true", "invalid -e kvm= argument: 'chdir'");
	assert_true(parse("-e inject=chdir:delay_exit=1 true") < 0);
	assert_non_null(strstr(said, "strace: -e inject: delay_exit= is not supported: "));
	assert_true(parse("-e inject=chdir:poke_exit=@arg1=00 true") < 0);
	assert_non_null(strstr(said, "strace: -e inject: poke_exit= is supported only with error= or retval=: "));
	refuse_line("-e inject=chdir:poke_enter=@arg1=0 true", "invalid inject argument 'chdir:poke_enter=@arg1=0'");
	refuse_line("-e inject=chdir:poke_enter=@arg0=00 true", "invalid inject argument 'chdir:poke_enter=@arg0=00'");
	refuse_line("-e inject=chdir:poke_enter=@arg1= true", "invalid inject argument 'chdir:poke_enter=@arg1='");
	refuse_line("-e inject=chdir:poke_enter=@arg1=00,@arg1=00 true", "invalid inject argument 'chdir:poke_enter=@arg1=00,@arg1=00'");
	assert_true(parse("-e inject=chdir:delay_enter=1 -p 1") < 0);
	assert_non_null(strstr(said, "strace: -e inject: delay_enter= is not supported with -p: "));
	assert_true(parse("-e inject=chdir:retval=1:poke_exit=@arg1=00 -p 1") < 0);
	assert_non_null(strstr(said, "strace: -e inject: poke_exit= is not supported with -p: "));
	assert_true(parse("-e fault=chdir -b execve true") < 0);
	assert_non_null(strstr(said, "cannot be combined with -b: "));
}

static void long_names_may_be_abbreviated(void **state)
{
	(void)state;
	accept_options("--decode-pid=pidns --rel");
	assert_true(o.decode_pids);
	assert_int_equal(o.w.strace.since_line, 6);
	assert_true(parse("--s true") < 0);
	assert_non_null(strstr(said, "strace: option '--s' is ambiguous"));
	assert_true(parse("-j true") < 0);
	assert_string_equal(said, "strace: invalid option -- 'j'\nTry 'strace -h' for more information.\n");
}

static void the_version_can_be_asked_for(void **state)
{
	(void)state;
	assert_int_equal(parse("-V"), 1);
	assert_non_null(strstr(said, "strace -- version 6.1\n"));
	assert_int_equal(parse("-h"), 1);
	assert_non_null(strstr(said, "usage: strace "));
}

static int done(void **state)
{
	(void)state;
	options__free(&o);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_alone_has_straces_defaults),
		cmocka_unit_test(an_attached_number_is_a_thread_or_with_f_a_process),
		cmocka_unit_test(the_environment_and_name_of_the_command_are_set),
		cmocka_unit_test(targets_are_checked),
		cmocka_unit_test(each_trace_option_replaces_the_set),
		cmocka_unit_test(sets_have_classes_numbers_expressions_and_personalities),
		cmocka_unit_test(invalid_calls_are_refused),
		cmocka_unit_test(sets_of_abbreviated_raw_and_dereferenced_calls_are_kept),
		cmocka_unit_test(statuses_are_a_set),
		cmocka_unit_test(signals_and_quiet_messages_are_sets),
		cmocka_unit_test(descriptors_are_sets),
		cmocka_unit_test(invalid_words_are_refused),
		cmocka_unit_test(times_have_precisions),
		cmocka_unit_test(values_have_styles),
		cmocka_unit_test(a_thread_may_have_a_file_of_its_own),
		cmocka_unit_test(the_summary_has_columns_and_an_order),
		cmocka_unit_test(injections_are_read),
		cmocka_unit_test(bytes_to_poke_are_read),
		cmocka_unit_test(results_that_look_like_errors_are_told),
		cmocka_unit_test(injections_are_refused),
		cmocka_unit_test(long_names_may_be_abbreviated),
		cmocka_unit_test(the_version_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, done);
}
