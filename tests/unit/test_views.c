// SPDX-License-Identifier: BSD-2-Clause
/* test_views.c - views of columns: what their files say and what is wrong in them, lines and tables in each format; slow calls. */
#include "view_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "config/ready_views.h"

static struct ready_views views;
static char said[4096];		/* messages of the last read_text() */

static int read_text(const char *text)
{
	int fd = memfd_create("said", 0), err = dup(2), ret;
	ssize_t n;

	dup2(fd, 2);
	ret = ready_views__read(&views, "file", text, strlen(text));
	dup2(err, 2);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	close(fd), close(err);
	return ret;
}

static int no_views(void **state_)
{
	(void)state_;
	ready_views__free(&views);
	return 0;
}

#define HEAD "[v]\nlines = calls\n"

static void refuses(const char *text, const char *message)
{
	ready_views__free(&views);
	assert_int_equal(read_text(text), -EINVAL);
	assert_string_equal(said, message);
	assert_int_equal(views.n, 0);
}

/* -- Files ------------------------------------------------------------------------------------------------------------- */

static void a_view_has_what_its_lines_say(void **state_)
{
	const struct ready_view *v;

	(void)state_;
	assert_int_equal(read_text("# a comment\n\n[big]\r\n  help =  large reads \nselect=read,%network\nlines = calls\ncolumns = time, arg.count\tpath\n"
				   "[sums]\nby = comm, path\ncolumns = reads p99\nsort = p99"), 0);
	assert_string_equal(said, "");
	assert_int_equal(views.n, 2);
	v = &views.list[0];
	assert_string_equal(v->name, "big");
	assert_string_equal(v->help, "large reads");
	assert_int_equal(v->lines, LINES_OF_CALLS);
	assert_int_equal(v->ncolumns, 3);
	assert_int_equal(v->columns[1].id, READY_ARG);
	assert_string_equal(ready_column__arg(&v->columns[1]), "count");
	assert_true(syscall_set__has(&v->calls.set, ABI_X86_64, 0));
	assert_false(syscall_set__has(&v->calls.set, ABI_X86_64, 1));
	v = &views.list[1];
	assert_int_equal(v->lines, LINES_OF_GROUPS);
	assert_int_equal(v->nby, 2);
	assert_int_equal(v->by[1], BY_PATH);
	assert_int_equal(v->sort, SUM_P99);
}

static void a_later_view_replaces_an_earlier_one(void **state_)
{
	(void)state_;
	assert_int_equal(read_text(HEAD "columns = pid\n" HEAD "columns = tid comm\n"), 0);
	assert_int_equal(views.n, 1);
	assert_int_equal(views.list[0].ncolumns, 2);
}

static void messages_have_the_line(void **state_)
{
	(void)state_;
	refuses("columns = pid\n", "trace: file:1: a line [NAME] has to come first\n");
	refuses("[a b]\n", "trace: file:1: expected [NAME], of letters, digits, - and _\n");
	refuses("[-a]\n", "trace: file:1: expected [NAME], of letters, digits, - and _\n");
	refuses("[a\n", "trace: file:1: expected [NAME], of letters, digits, - and _\n");
	refuses("[v]\nhello\n", "trace: file:2: expected [NAME] or KEY = VALUE\n");
	refuses("[v]\nhelp =\n", "trace: file:2: 'help' has no value\n");
	refuses("[v]\ncolumn = pid\n", "trace: file:2: unknown key 'column', did you mean 'columns'?\n");
	refuses("[v]\n\nselect = opnat\n", "trace: file:3: select: unknown syscall 'opnat', did you mean 'openat'?\n");
	refuses("[v]\nlines = files\n", "trace: file:2: unknown lines 'files': use one of calls, exits, signals, connections\n");
	refuses("[v]\nsort = p9\n", "trace: file:2: unknown column to sort by 'p9', did you mean 'p90'?\n");
	refuses(HEAD "by = path\n", "trace: file:3: a view has either 'lines' or 'by'\n");
	refuses("[v]\nby = group\n", "trace: file:2: by: 'group' is not one of syscall, thread, process, comm, cgroup, container, pod, unit, user, fd, path, errno, is there twice, or there are more than 4\n");
	refuses(HEAD "columns = pid\n\ncolumns = time comn\n", "trace: file:5: unknown column 'comn', did you mean 'comm'?\n");
	refuses(HEAD "columns = thread\n", "trace: file:3: calls have no column 'thread': tables are divided by it, with by = thread\n");
	refuses("[v]\nby = path\ncolumns = cgroup\n", "trace: file:3: groups have no column 'cgroup': tables are divided by it, with by = cgroup\n");
	refuses(HEAD "columns = status\n", "trace: file:3: calls have no column 'status'\n");
	refuses("[v]\nlines = exits\ncolumns = arg.x\n", "trace: file:3: exits have no column 'arg.x'\n");
	refuses("[v]\nselect = read\ncolumns = pid\n", "trace: file:1: view 'v' has neither 'lines' nor 'by'\n");
	refuses(HEAD, "trace: file:1: view 'v' has no 'columns'\n");
	refuses(HEAD "columns = ,\n", "trace: file:3: view 'v' has no column\n");
	refuses(HEAD "columns = qqqqqqqq\n", "trace: file:3: unknown column 'qqqqqqqq': use one of time, comm, pid, tid, ppid, cpu, user, cgroup, container, "
		"pod, unit, call, duration, result, "
		"error, fd, path, argv, args, arg.NAME, bytes\n");
}

static void those_of_trace_itself_are_right(void **state_)
{
	(void)state_;
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	assert_int_equal(ready_views__all(&views), 0);
	for (unsigned i = 0; i < views.n; i++) {
		assert_non_null(views.list[i].help);
		assert_true(ready_views__is_own(views.list[i].name));
		assert_true(ready_views__has(views.list[i].name));
	}
	assert_false(ready_views__is_own("file"));
	assert_false(ready_views__has("ls"));
}

/* -- Lines ------------------------------------------------------------------------------------------------------------- */

static void open_text_view(const char *text, enum summary_format format)
{
	ready_views__free(&views);
	assert_int_equal(read_text(text), 0);
	opt = (struct options){ .ready = &views.list[0], .summary.format = format };
	open_view(&ready_view);
}

static void opens(const char *path, int64_t ret)
{
	makes("openat", 0xffffff9c, 0x1000, 0, 0);
	string(1, path);
	returns(ret);
	call_of(&plain, CALL_DONE);
}

#define FILES "[files]\nlines = calls\ncolumns = time comm pid tid ppid cpu fd result error duration path arg.flags bytes\n"

static void lines_of_calls(void **state_)
{
	(void)state_;
	open_text_view(FILES, SUMMARY_TEXT);
	opens("/etc/a\nb", 5);
	opens("/none", -2);
	assert_string_equal(taken(),
		"  TIME(ms) COMM                 PID     TID    PPID CPU   FD RESULT ERROR          DUR(ms) PATH                             FLAGS             BYTES\n"
		"     0.280 ls                   810     812       -   3    5      5 -                0.005 /etc/a\\nb                        RDONLY                -\n"
		"     0.280 ls                   810     812       -   3   -1     -1 ENOENT           0.005 /none                            RDONLY                -\n");
	close_view(NULL);
	open_text_view(FILES, SUMMARY_JSON);
	opens("/etc/a\n\xff", 5);
	opens("/none", -2);
	assert_string_equal(taken(),
		"{\"type\":\"files\",\"ts_ns\":\"1763712000123736789\",\"comm\":\"ls\",\"pid\":810,\"tid\":812,\"ppid\":null,\"cpu\":3,\"fd\":5,\"result\":\"5\",\"error\":null,"
		"\"duration_ns\":5000,\"path\":{\"bytes\":\"2f6574632f610aff\"},\"arg.flags\":\"RDONLY\",\"bytes\":null}\n"
		"{\"type\":\"files\",\"ts_ns\":\"1763712000123736789\",\"comm\":\"ls\",\"pid\":810,\"tid\":812,\"ppid\":null,\"cpu\":3,\"fd\":-1,\"result\":-1,\"error\":\"ENOENT\","
		"\"duration_ns\":5000,\"path\":\"/none\",\"arg.flags\":\"RDONLY\",\"bytes\":null}\n");
	close_view(NULL);
	open_text_view("[f]\nlines = calls\ncolumns = fd error path\n", SUMMARY_CSV);
	opens("/a\"b,c", 5);
	opens("/none", -2);
	assert_string_equal(taken(), "fd,error,path\n5,,\"/a\"\"b,c\"\n-1,\"ENOENT\",\"/none\"\n");
}

/* Words between spaces; a parent is known once it has forked. */
static void argv_and_parents(void **state_)
{
	struct event e = plain;

	(void)state_;
	open_text_view("[e]\nlines = calls\ncolumns = pid ppid argv\n", SUMMARY_TEXT);
	e.tid = e.tgid = 900;
	view->ops->thread(view, &e, &(struct thread_event){ THREAD_FORKED, .parent_tid = 812, .parent_tgid = 810 });
	makes("execve", 0x1000, 0x2000, 0);
	chunk(1, CHUNK_OK, PART_ARGS, "ls\0-l\0a \"b\"", 12);
	returns(0);
	call_of(&e, CALL_DONE);
	exit_of(&e, 0);
	call_of(&e, CALL_DONE);
	assert_string_equal(taken(), "    PID    PPID ARGV\n    900     810 ls -l a \"b\"\n    900       - ls -l a \"b\"\n");
}

static void lines_of_exits(void **state_)
{
	struct event e = plain;

	(void)state_;
	open_text_view("[x]\nlines = exits\ncolumns = pid age status\n", SUMMARY_TEXT);
	e.tid = e.tgid = 900;
	view->ops->thread(view, &e, &(struct thread_event){ THREAD_FORKED, .parent_tid = 812, .parent_tgid = 810 });
	e.ts += 2500000;
	exit_of(&e, 3 << 8);
	exit_of(&plain, 9);
	e.chosen = false;
	exit_of(&e, 0);
	assert_string_equal(taken(), "    PID    AGE(ms) STATUS\n    900      2.500 exited with 3\n    810          - killed by SIGKILL\n");
}

static struct rec_signal signal_of(int signo, int code, uint32_t pid)
{
	struct rec_signal r = { .rec = { .len = sizeof(r), .type = REC_SIGNAL }, .signo = signo, .code = code, .has = SIGNAL_INFO };

	memcpy(r.fields, &pid, sizeof(pid));
	return r;
}

/* The first field is an address if the kernel sends it because of a fault: no sender. */
static void lines_of_signals(void **state_)
{
	static const struct { int signo, code; } sent[] = {
		{ SIGTERM, SI_USER }, { SIGCHLD, CLD_EXITED }, { SIGCHLD, CLD_STOPPED }, { SIGSEGV, SEGV_MAPERR }, { SIGALRM, SI_TIMER }, { SIGUSR1, SI_QUEUE }, { SIGALRM, SI_KERNEL },
	};

	(void)state_;
	open_text_view("[s]\nlines = signals\ncolumns = signal cause sender sender_comm pid\n", SUMMARY_TEXT);
	for (unsigned i = 0; i < sizeof(sent) / sizeof(sent[0]); i++) {
		struct rec_signal r = signal_of(sent[i].signo, sent[i].code, 42);

		view->ops->signal(view, &plain, &r);
	}
	assert_string_equal(taken(),
		"SIGNAL   CAUSE       SENDER SENDER_COMM          PID\n"
		"SIGTERM  process         42 sh                   810\n"
		"SIGCHLD  child           42 gone                 810\n"
		"SIGCHLD  child           42 sh                   810\n"
		"SIGSEGV  kernel           - -                    810\n"
		"SIGALRM  timer            - -                    810\n"
		"SIGUSR1  process         42 sh                   810\n"
		"SIGALRM  kernel           - -                    810\n");
}

/* -- Tables ------------------------------------------------------------------------------------------------------------ */

static void moves(const char *name, uint64_t fd, int64_t ret, uint64_t dur)
{
	struct event e = plain;

	e.dur = dur;
	makes(name, fd, 0, 100);
	returns(ret);
	call_of(&e, CALL_DONE);
}

static void table_of_groups(void **state_)
{
	(void)state_;
	open_text_view("[io]\nby = fd\ncolumns = reads writes read_bytes write_bytes bytes calls errors total max\nsort = calls\n", SUMMARY_TEXT);
	moves("read", 3, 10, 1000);
	moves("read", 3, -11, 1000);
	moves("write", 3, 7, 3000);
	moves("write", 4, 9, 500000);
	moves("fsync", 4, 0, 100);
	assert_string_equal(ended(NULL),
		"   READS   WRITES  READ_BYTES WRITE_BYTES      BYTES    CALLS ERRORS  TOTAL(ms)  MAX(ms) FD\n"
		"       2        1          10           7         17        3      1      0.005    0.003 3</tmp>\n"
		"       0        1           0           9          9        2      0      0.500    0.500 4\n");
}

static void only_the_first_groups(void **state_)
{
	(void)state_;
	ready_views__free(&views);
	assert_int_equal(read_text("[io]\nby = comm, fd\ncolumns = calls\n"), 0);
	opt = (struct options){ .ready = &views.list[0], .summary = { .format = SUMMARY_CSV, .top = 1, .sort = SUM_BYTES, .sorted = true } };
	open_view(&ready_view);
	moves("read", 3, 10, 1000);
	moves("read", 4, 11, 1);
	assert_string_equal(ended(NULL), "calls,comm,fd\n1,\"ls\",\"4\"\n");
}

static void move_at(uint64_t ms)
{
	struct event e = plain;

	e.ts = START_MONO + ms * 1000000 - e.dur;
	makes("read", 3, 0, 100);
	returns(10);
	call_of(&e, CALL_DONE);
}

static const char *two_periods(enum summary_format format)
{
	const struct totals t = { .ts = START_MONO + 2500000000 };

	ready_views__free(&views);
	assert_int_equal(read_text("[io]\nby = fd\ncolumns = calls bytes\n"), 0);
	opt = (struct options){ .ready = &views.list[0], .summary = { .format = format, .interval = 1000000000 } };
	open_view(&ready_view);
	move_at(300);
	move_at(2100);
	move_at(2200);
	return ended(&t);
}

/* Rows say of which period they are; there is none without calls. */
static void tables_of_periods(void **state_)
{
	(void)state_;
	assert_string_equal(two_periods(SUMMARY_TEXT),
		"1.000 s:\n"
		"   CALLS      BYTES FD\n"
		"       1         10 3</tmp>\n"
		"\n"
		"2.500 s:\n"
		"   CALLS      BYTES FD\n"
		"       2         20 3</tmp>\n");
	close_view(NULL);
	assert_string_equal(two_periods(SUMMARY_JSON),
		"{\"type\":\"io\",\"ts_ns\":\"1763712001123456789\",\"calls\":1,\"bytes\":10,\"fd\":\"3</tmp>\"}\n"
		"{\"type\":\"io\",\"ts_ns\":\"1763712002623456789\",\"calls\":2,\"bytes\":20,\"fd\":\"3</tmp>\"}\n");
	close_view(NULL);
	assert_string_equal(two_periods(SUMMARY_CSV), "since_start_ns,calls,bytes,fd\n1000000000,1,10,\"3</tmp>\"\n2500000000,2,20,\"3</tmp>\"\n");
}

/* -- Slow calls -------------------------------------------------------------------------------------------------------- */

static void open_slow(uint64_t ns, double percent, const struct view_ops *lines)
{
	opt = (struct options){ .slow = { .on = true, .ns = ns, .percent = percent, .lines = lines } };
	open_view(&slow_view);
	taken();
}

static void slow_calls_with_those_before(void **state_)
{
	const char *p;

	(void)state_;
	open_slow(1000000, 0, &text_view);
	for (int i = 0; i < 10; i++)
		moves("fsync", (uint64_t)i + 10, 0, 5000);
	assert_string_equal(taken(), "");
	moves("read", 4, 0, 1000000);
	p = taken();
	assert_non_null(strstr(p, "--- slow: read took 1.000 ms, the limit is 1.000 ms ---\n"));
	assert_null(strstr(p, "fd: 11)"));		/* 8 are kept */
	assert_non_null(strstr(p, "fd: 12)"));
	assert_non_null(strstr(p, "fd: 19)"));
	assert_non_null(strstr(strstr(p, "fd: 19)"), "( 1.000 ms): read(fd: 4"));
	moves("read", 4, 0, 998000);
	moves("read", 5, 0, 2000000);
	p = taken();
	assert_null(strstr(p, "fsync"));		/* they were shown */
	assert_non_null(strstr(p, "( 0.998 ms): read(fd: 4"));
}

/* A call that was shown as unfinished is one call when it returns. */
static void slow_call_that_waited(void **state_)
{
	struct event e = plain;
	const char *p;

	(void)state_;
	open_slow(1000000, 0, &text_view);
	makes("read", 4, 0, 100);
	e.has_dur = false;
	call_of(&e, CALL_UNFINISHED);
	e.has_dur = true;
	e.dur = 5000000;
	makes("read", 4, 0, 100);
	returns(0);
	call_of(&e, CALL_RESUMED);
	p = taken();
	assert_null(strstr(p, "unfinished"));
	assert_null(strstr(p, "resumed"));
	assert_non_null(strstr(p, "read(fd: 4, buf: "));
}

/* By the calls of the same name before it, of which there have to be a hundred. */
static void slow_by_percentile(void **state_)
{
	const char *p;

	(void)state_;
	open_slow(0, 99, &json_view);
	for (int i = 0; i < 100; i++)
		moves("read", 4, 0, i == 50 ? 90000000 : 1000);
	assert_string_equal(taken(), "");
	moves("fsync", 4, 0, 500000000);
	assert_string_equal(taken(), "");
	moves("read", 5, 0, 2000);
	p = taken();
	assert_non_null(strstr(p, "{\"type\":\"slow\",\"limit_ns\":1000,\"before\":[{\"type\":\"syscall\""));
	assert_non_null(strstr(p, "}],\"call\":{\"type\":\"syscall\",\"ts_ns\":\"1763712000123736789\",\"dur_ns\":2000,"));
	assert_string_equal(p + strlen(p) - 3, "}}\n");
}

#define VIEW_TEST(f) cmocka_unit_test_teardown(f, close_view)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_view_has_what_its_lines_say, no_views),
		cmocka_unit_test_setup(a_later_view_replaces_an_earlier_one, no_views),
		cmocka_unit_test_setup(messages_have_the_line, no_views),
		cmocka_unit_test_setup(those_of_trace_itself_are_right, no_views),
		VIEW_TEST(lines_of_calls), VIEW_TEST(argv_and_parents), VIEW_TEST(lines_of_exits), VIEW_TEST(lines_of_signals),
		VIEW_TEST(table_of_groups), VIEW_TEST(only_the_first_groups), VIEW_TEST(tables_of_periods),
		VIEW_TEST(slow_calls_with_those_before), VIEW_TEST(slow_call_that_waited), VIEW_TEST(slow_by_percentile),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
