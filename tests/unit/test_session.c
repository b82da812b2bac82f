// SPDX-License-Identifier: BSD-2-Clause
/* test_session.c - exact lines from records: calls, whole and in halves, and their threads. */
#include "session_fixture.h"

/* -- Calls ------------------------------------------------------------------------------------------- */

static void calls_that_returned(void **state_)
{
	(void)state_;
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/etc/passwd");
	at(0, 5);
	returns(3);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "openat(dfd: CWD, filename: \"/etc/passwd\", flags: RDONLY)", "3</etc/passwd>");
	a_read(1500, 1750);
	take_call();
	assert_call("     1.500 ( 0.250 ms): ", "read(fd: 3</etc/passwd>, buf: \"hi\", count: 10)", "2");
	makes("close", 3);
	at(2000, 2001);
	take_call();
	assert_call("     2.000 ( 0.001 ms): ", "close(fd: 3</etc/passwd>)", "0");
	makes("close", 3);
	at(2010, 2011);
	returns(-EBADF);
	take_call();
	assert_call("     2.010 ( 0.001 ms): ", "close(fd: 3)", "-1 EBADF (Bad file descriptor)");
	rec(ABI_X86_64, 1);
	record.call.nr = 800;
	at(3000, 3001);
	returns(-ENOSYS);
	take_call();
	assert_call("     3.000 ( 0.001 ms): ", "syscall_800(arg0: 0x1)", "-1 ENOSYS (Function not implemented)");
	makes_args("getpid", 0, NULL);
	at(4000, 4000);
	record.call.flags = CALL_NO_ENTRY;
	take_call();
	assert_call("     4.000 (         ): ", "getpid()", "0");
}

static void calls_as_json(void **state_)
{
	(void)state_;
	use("json");
	has_name(100, "cat");
	makes("dup", 0);
	at(10, 15);
	record.call.rec.cpu = 3;
	returns(5);
	take_call();
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000000000000\"}\n"
		     "{\"type\":\"syscall\",\"ts_ns\":\"1763712000000010000\",\"dur_ns\":5000,\"cpu\":3,\"pid\":100,\"tid\":100,\"comm\":\"cat\","
		     "\"abi\":\"x86_64\",\"nr\":32,\"name\":\"dup\",\"args\":{\"fildes\":{\"fd\":0}},\"ret\":5}\n");
	a_waiting_read(20, 100, 0);
	take_call();
	assert_lines("{\"type\":\"syscall\",\"ts_ns\":\"1763712000000020000\",\"cpu\":0,\"pid\":100,\"tid\":100,\"comm\":\"cat\","
		     "\"abi\":\"x86_64\",\"nr\":0,\"name\":\"read\",\"state\":\"unfinished\",\"args\":{\"fd\":{\"fd\":3}}}\n");
	a_read(20, 200);
	take_call();
	assert_lines("{\"type\":\"syscall\",\"ts_ns\":\"1763712000000020000\",\"dur_ns\":180000,\"cpu\":0,\"pid\":100,\"tid\":100,"
		     "\"comm\":\"cat\",\"abi\":\"x86_64\",\"nr\":0,\"name\":\"read\",\"state\":\"resumed\","
		     "\"args\":{\"buf\":\"hi\",\"count\":10},\"ret\":2}\n");
}

/* Regardless of the selection; a call that began before has the start's time. */
static void times_count_from_the_start(void **state_)
{
	(void)state_;
	a_getpid(7000);
	take_call();
	assert_call("     7.000 ( 0.005 ms): ", "getpid()", "100");
	a_read(5000, 8000);
	take_call();
	assert_call("     5.000 ( 3.000 ms): ", "read(fd: 3, buf: \"hi\", count: 10)", "2");
	took(START - 2 * MS, START + 9 * MS);
	take_call();
	assert_call("     0.000 (11.000 ms): ", "read(fd: 3, buf: \"hi\", count: 10)", "2");
	opt.only_failed = true;
	begins();
	a_getpid(7000);
	take_call();
	assert_nothing();
	makes_args("getppid", 0, NULL);
	at(9000, 9001);
	returns(-EPERM);
	take_call();
	assert_call("     9.000 ( 0.001 ms): ", "getppid()", "-1 EPERM (Operation not permitted)");
}

/* Without REC_START, if the beginning is damaged: from the first record on. */
static void a_recording_without_a_start_has_one(void **state_)
{
	(void)state_;
	opens(true);
	has_name(100, "cat");
	a_getpid(7000);
	take_call();
	assert_call("     7.000 ( 0.005 ms): ", "getpid()", "100");
}

static void the_window_counts_from_the_start(void **state_)
{
	(void)state_;
	opt.from = (struct time_spec){ TIME_SPEC_SINCE_START, 5 * MS };
	opt.until = (struct time_spec){ TIME_SPEC_SINCE_START, 8 * MS };
	begins();
	for (unsigned ms = 4; ms < 10; ms++) {
		a_getpid(ms * 1000);
		take_call();
		if (ms < 5 || ms > 8)
			assert_nothing();
		else
			assert_int_equal(atoi(taken()), (int)ms);
	}
}

static void calls_in_two_halves(void **state_)
{
	(void)state_;
	a_waiting_read(0, 1000, 0);
	take_call();
	assert_lines("     0.000" BLANK "read(fd: 3 <unfinished ...>\n");
	a_read(0, 2000);
	take_call();
	assert_call("     0.000 ( 2.000 ms): ", "<... read resumed> buf: \"hi\", count: 10)", "2");
	a_read(3000, 3001);
	take_call();
	assert_call("     3.000 ( 0.001 ms): ", "read(fd: 3, buf: \"hi\", count: 10)", "2");
}

static void what_returns_is_not_what_waited(void **state_)
{
	(void)state_;
	a_waiting_read(0, 1000, 0);
	take_call();
	taken();
	a_getpid(2000);
	take_call();
	assert_call("     2.000 ( 0.005 ms): ", "getpid()", "100");
	a_read(3000, 3001);		/* … and then tracing ends */
	take_call();
	assert_call("     3.000 ( 0.001 ms): ", "read(fd: 3, buf: \"hi\", count: 10)", "2");
}

static void calls_that_never_return(void **state_)
{
	(void)state_;
	makes("exit_group", 1);
	at(0, 10);
	waits(CALL_ENDED);
	record.call.flags = CALL_NO_RETURN;
	take_call();
	assert_call("     0.000" BLANK, "exit_group(error_code: 1)", "?");
	a_waiting_read(20, 1000, CALL_AT_ATTACH | CALL_NO_ENTRY);
	take_call();
	assert_lines("     0.020" BLANK "read(fd: 3 <unfinished ...>\n");
	a_waiting_read(20, 2000, CALL_NO_RETURN);	/* its thread was killed */
	take_call();
	assert_call("     0.020" BLANK, "<... read resumed> buf: 0x1000, count: 10)", "?");
}

static void calls_that_are_filtered_out_still_count(void **state_)
{
	(void)state_;
	opt.only_failed = true;
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/etc/passwd");
	at(0, 5);
	returns(3);
	take_call();
	assert_nothing();
	makes("read", 3, 0, 10);
	at(10, 15);
	returns(-EFAULT);
	take_call();
	assert_call("     0.010 ( 0.005 ms): ", "read(fd: 3</etc/passwd>, buf: NULL, count: 10)", "-1 EFAULT (Bad address)");
}

/* -- Threads ----------------------------------------------------------------------------------------- */

static void forks(uint32_t tid, const char *comm)
{
	struct rec_fork r = {
		.rec = REC(REC_FORK, rec_fork, tid, 1), .parent_tid = 100, .parent_tgid = 100, .shares_files = 1, .shares_fs = 1,
	};

	strncpy(r.comm, comm, COMM_LEN - 1);
	take(&r.rec);
}

/* On a terminal: threads are shown from the first fork's line on. */
static void a_second_thread_brings_the_column(void **state_)
{
	(void)state_;
	has_name(100, "server");
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	forks(101, "worker");
	a_getpid(1000);
	take_call();
	assert_call("     1.000 ( 0.005 ms): ", "server/100 getpid()", "100");
	a_getpid(2000);
	take_call_of(101);
	assert_call("     2.000 ( 0.005 ms): ", "worker/101 getpid()", "100");
	a_getpid(3000);
	take_call_of(102);		/* without a name of its own it has its process's */
	assert_call("     3.000 ( 0.005 ms): ", "server/102 getpid()", "100");
}

static void the_column_is_there_from_the_beginning(void **state_)
{
	static const char *const files[] = { "a", "b" };

	(void)state_;
	opt.all = true;
	begins();
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "100 getpid()", "100");
	opt.all = false;
	opt.thread_column = true;
	begins();
	has_name(100, "ls");
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "ls/100 getpid()", "100");
	opt.thread_column = false;
	opt.files = (char **)files;
	opt.nfiles = 2;
	begins();
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "100 getpid()", "100");
	opt.no_thread = true;
	begins();
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	opt.no_thread = false;
	opt.nfiles = 0;
}

/* In files and pipes: always, unless only one thread can be shown. */
static void a_file_has_the_column(void **state_)
{
	static char *const command[] = { (char *)"ls", NULL };
	struct buf lines = {};
	pid_t id = 100;

	(void)state_;
	opens(false);
	starts();
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "100 getpid()", "100");
	opt.command = (char **)command;
	opt.inherit = false;
	opens(false);
	starts();
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	other_lines__add(&lines, &opt, START);
	opt.command = NULL;
	opt.inherit = true;
	opt.in = IN_REPLAY;
	opens(false);
	starts();
	take((const struct rec *)lines.p);
	buf__free(&lines);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	opt.tids = (struct id_list){ &id, 1 };
	opens(false);
	starts();
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	opt.tids.n = 0;
}

/* Thread 101 gets a number that 100 is closing. */
static void a_close_shows_what_it_closed(void **state_)
{
	(void)state_;
	opt.thread_column = true;
	begins();
	forks(101, "b");
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/old");
	at(0, 5);
	returns(3);
	take_call();
	taken();
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/new");
	at(110, 115);
	returns(3);
	take_call_of(101);
	assert_call("     0.110 ( 0.005 ms): ", "b/101 openat(dfd: CWD, filename: \"/new\", flags: RDONLY)", "3</new>");
	makes("close", 3);
	at(100, 200);
	take_call();
	assert_call("     0.100 ( 0.100 ms): ", "100   close(fd: 3</old>)", "0");
	a_read(300, 301);
	take_call();
	assert_call("     0.300 ( 0.001 ms): ", "100   read(fd: 3</new>, buf: \"hi\", count: 10)", "2");
}

static void names_of_threads_change(void **state_)
{
	struct rec_comm r = { .rec = REC(REC_COMM, rec_comm, 100, 1), .comm = "renamed" };
	struct rec_exec e = { .rec = REC(REC_EXEC, rec_exec, 100, 2), .old_tid = 100, .comm = "program" };

	(void)state_;
	opt.thread_column = true;
	begins();
	has_name(100, "sh");
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "sh/100 getpid()", "100");
	take(&r.rec);
	a_getpid(1000);
	take_call();
	assert_call("     1.000 ( 0.005 ms): ", "renamed/100 getpid()", "100");
	take(&e.rec);
	a_getpid(2000);
	take_call();
	assert_call("     2.000 ( 0.005 ms): ", "program/100 getpid()", "100");
	forks(101, "child");
	makes_args("fork", 0, NULL);
	at(3000, 3005);
	returns(101);
	take_call();
	assert_call("     3.000 ( 0.005 ms): ", "program/100 fork()", "101<child>");
}

static void names_without_an_end_are_cut(void **state_)
{
	struct rec_comm r = { .rec = REC(REC_COMM, rec_comm, 100, 0), .comm = "fifteen bytes ab" };

	(void)state_;
	opt.thread_column = true;
	begins();
	take(&r.rec);
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "fifteen bytes a/100 getpid()", "100");
}

/* Thread 101 calls execve, which returns with the leader's ID: the line has the caller's. */
static void an_exec_by_a_thread_that_does_not_lead(void **state_)
{
	struct rec_exec r = { .rec = REC(REC_EXEC, rec_exec, 100, 2), .old_tid = 101, .comm = "program" };

	(void)state_;
	has_name(100, "server");
	forks(101, "worker");
	a_getpid(0);
	take_call();
	taken();
	makes("execve", 0x1000, 0, 0);
	string(0, "/bin/program");
	at(1000, 1500);
	waits(CALL_UNFINISHED);
	take_call_of(101);
	assert_lines("     1.000" BLANK "worker/101 execve(filename: \"/bin/program\", argv: NULL, envp: NULL <unfinished ...>\n");
	take(&r.rec);
	makes("execve", 0x1000, 0, 0);
	string(0, "/bin/program");
	at(1000, 3000);
	take_call();
	assert_call("     1.000 ( 2.000 ms): ", "program/101 <... execve resumed>)", "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(calls_that_returned),
		TEST(calls_as_json),
		TEST(times_count_from_the_start),
		TEST(a_recording_without_a_start_has_one),
		TEST(the_window_counts_from_the_start),
		TEST(calls_in_two_halves),
		TEST(what_returns_is_not_what_waited),
		TEST(calls_that_never_return),
		TEST(calls_that_are_filtered_out_still_count),
		TEST(a_second_thread_brings_the_column),
		TEST(the_column_is_there_from_the_beginning),
		TEST(a_file_has_the_column),
		TEST(a_close_shows_what_it_closed),
		TEST(names_of_threads_change),
		TEST(names_without_an_end_are_cut),
		TEST(an_exec_by_a_thread_that_does_not_lead),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
