// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_session.c - records in, lines out, to the byte: calls whole and in halves, threads, signals, exits, loss, totals,
 * names that records bring, limits, and records that are no good.
 */
#include <errno.h>

#include "call_builder.h"
#include "session.h"

#define START 1000000000ull		/* ns, monotonic; REC_START's time */
#define REAL 1763712000000000000ull	/* 2025-11-21 08:00:00 UTC */
#define MS 1000000ull
#define BLANK " (         ): "

static struct options opt;
static struct session session, *const s = &session;

static bool take(const struct rec *rec)
{
	return session__record(s, rec);
}

/* The call in `record`, which another thread may have made. */
static bool take_call_of(uint32_t tid)
{
	record.call.rec.tid = tid;
	return take(&record.call.rec);
}

static bool take_call(void)
{
	return take_call_of(100);
}

/* When the call in `record` was: us since REC_START. */
static void at(uint64_t began, uint64_t ended)
{
	took(START + began * 1000, START + ended * 1000);
}

#define REC(t, n, tid_, ms) { .len = sizeof(struct n), .type = t, .cpu = 3, .ts = START + (ms) * MS, .tid = tid_, .tgid = 100 }

static void has_name(uint32_t tid, const char *comm)
{
	struct rec_task r = { .rec = REC(REC_TASK, rec_task, tid, 0) };

	strncpy(r.comm, comm, COMM_LEN - 1);
	take(&r.rec);
}

static void begins(void)
{
	struct rec_start r = { .rec = REC(REC_START, rec_start, 0, 0), .realtime = REAL, .abi = ABI_X86_64 };

	out__close(&out);
	assert_int_equal(out__open(&out, -1, 0), 0);
	session__close(s);
	assert_int_equal(session__open(s, &opt, &out), 0);
	take(&r.rec);
}

static int setup(void **state_)
{
	(void)state_;
	memset(&opt, 0, sizeof(opt));
	syscall_set__fill(&opt.calls);
	opt.writer = writer__find("text");
	opt.w = (struct writer_options){ .comm = true, .duration = true, .string_limit = 64 };
	begins();
	return 0;
}

static int teardown(void **state_)
{
	(void)state_;
	session__close(s);
	out__close(&out);
	return 0;
}

static void use(const char *writer)
{
	opt.writer = writer__find(writer);
	begins();
}

/* What came since the last time. */
static const char *taken(void)
{
	out__put(&out, "", 1);
	out.p = out.buf;
	out.line = 0;
	return out.buf;
}

#define assert_lines(text) assert_string_equal(taken(), text)
#define assert_nothing() assert_lines("")

/* A call's line has its result behind column 70. */
static const char *line(const char *when, const char *made, const char *result)
{
	static char text[1024];

	snprintf(text, sizeof(text), "%s%-70s = %s\n", when, made, result);
	return text;
}

#define assert_call(when, made, result) assert_lines(line(when, made, result))

static void a_getpid(uint64_t began)
{
	makes_args("getpid", 0, NULL);
	at(began, began + 5);
	returns(100);
}

static void a_read(uint64_t began, uint64_t ended)
{
	makes("read", 3, 0x1000, 10);
	at(began, ended);
	chunk(1, CHUNK_OUT, PART_SELF, "hi", 2);
	returns(2);
}

static void a_waiting_read(uint64_t began, uint64_t seen, unsigned flags)
{
	makes("read", 3, 0x1000, 10);
	at(began, seen);
	record.call.rec.type = REC_PENDING;
	record.call.flags = flags;
}

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
	record.call.nr = 900;
	at(3000, 3001);
	returns(-ENOSYS);
	take_call();
	assert_call("     3.000 ( 0.001 ms): ", "syscall_900(arg0: 0x1)", "-1 ENOSYS (Function not implemented)");
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
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000000010000\"}\n"
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

/* The first line is the origin; a call that began before it and took longer comes with a time below 0. */
static void times_count_from_the_first_line(void **state_)
{
	(void)state_;
	a_getpid(7000);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	a_read(5000, 8000);
	take_call();
	assert_call("    -2.000 ( 3.000 ms): ", "read(fd: 3, buf: \"hi\", count: 10)", "2");
	a_getpid(9000);
	take_call();
	assert_call("     2.000 ( 0.005 ms): ", "getpid()", "100");
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
	a_read(3000, 3001);		/* … and then it is over */
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
	assert_call("     0.000 ( 0.005 ms): ", "read(fd: 3</etc/passwd>, buf: NULL, count: 10)", "-1 EFAULT (Bad address)");
}

/* -- Threads ----------------------------------------------------------------------------------------- */

static void a_second_thread_brings_the_column(void **state_)
{
	(void)state_;
	has_name(100, "server");
	has_name(101, "worker");
	a_getpid(0);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "getpid()", "100");
	a_getpid(1000);
	take_call_of(101);
	assert_call("     1.000 ( 0.005 ms): ", "worker/101 getpid()", "100");
	a_getpid(2000);
	take_call();
	assert_call("     2.000 ( 0.005 ms): ", "server/100 getpid()", "100");
	a_getpid(3000);
	take_call_of(102);		/* nobody said its name: it has its process's */
	assert_call("     3.000 ( 0.005 ms): ", "server/102 getpid()", "100");
}

static void the_column_is_there_from_the_beginning(void **state_)
{
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
}

static void threads_that_are_hidden_bring_no_column(void **state_)
{
	(void)state_;
	opt.only_failed = true;
	a_getpid(0);
	take_call_of(101);
	makes("close", 9);
	at(0, 5);
	returns(-EBADF);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "close(fd: 9)", "-1 EBADF (Bad file descriptor)");
}

static void forks(uint32_t tid, const char *comm)
{
	struct rec_fork r = {
		.rec = REC(REC_FORK, rec_fork, tid, 1), .parent_tid = 100, .parent_tgid = 100, .shares_files = 1, .shares_fs = 1,
	};

	strncpy(r.comm, comm, COMM_LEN - 1);
	take(&r.rec);
}

/* Thread 101 is given the number that 100 is about to be done with. */
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
	assert_call("     0.100 ( 0.100 ms): ", "100 close(fd: 3</old>)", "0");
	a_read(300, 301);
	take_call();
	assert_call("     0.300 ( 0.001 ms): ", "100 read(fd: 3</new>, buf: \"hi\", count: 10)", "2");
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

/* execve is begun by thread 101 and returns in the leader, whose id it has taken. */
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
	assert_call("     1.000 ( 2.000 ms): ", "program/100 <... execve resumed>)", "0");
}

/* -- Signals, exits, loss, totals -------------------------------------------------------------------- */

static void signals_(void **state_)
{
	struct rec_signal r = { .rec = REC(REC_SIGNAL, rec_signal, 100, 1), .signo = 15 };
	int32_t from[2] = { 42, 1000 };

	(void)state_;
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     1.000" BLANK "--- SIGTERM {si_signo: TERM} ---\n");
	r.has = 1;
	memcpy(r.fields, from, sizeof(from));
	take(&r.rec);
	assert_lines("     1.000" BLANK "--- SIGTERM {si_signo: TERM, si_code: USER, si_pid: 42, si_uid: 1000} ---\n");
}

static void exits(void **state_)
{
	struct rec_exit r = { .rec = REC(REC_EXIT, rec_exit, 100, 1), .code = 3 << 8 };

	(void)state_;
	has_name(100, "sh");
	has_name(101, "sh");
	take(&r.rec);
	assert_lines("     0.000" BLANK "+++ exited with 3 +++\n");
	r.rec = (struct rec)REC(REC_EXIT, rec_exit, 101, 2);
	r.code = 11 | 0x80;
	take(&r.rec);
	assert_lines("     1.000" BLANK "sh/101 +++ killed by SIGSEGV (core dumped) +++\n");
	/* whoever has the id next is somebody else */
	a_getpid(3000);
	take_call_of(101);
	assert_call("     2.000 ( 0.005 ms): ", "101 getpid()", "100");
}

static void losses(void **state_)
{
	struct rec_loss r = {
		.rec = REC(REC_LOSS, rec_loss, 100, 9), .count = 12, .first = START + 2 * MS, .last = START + 8 * MS, .reason = LOSS_RING,
	};

	(void)state_;
	has_name(100, "cat");
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 12 events of cat/100 between 2.000 ms and 8.000 ms (ring buffer full)\n");
	r.reason = LOSS_STASH;
	r.count = 1;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 1 event of cat/100 between 2.000 ms and 8.000 ms (no memory for the call's entry)\n");
	r.reason = 99;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 1 event of cat/100 between 2.000 ms and 8.000 ms (unknown reason)\n");
}

/* Nobody knows whose it was: that is no second thread. */
static void losses_of_nobody(void **state_)
{
	struct rec_loss r = { .rec = REC(REC_LOSS, rec_loss, 0, 9), .count = 2, .first = START, .last = START + MS };

	(void)state_;
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 2 events between 0.000 ms and 1.000 ms (ring buffer full)\n");
	a_getpid(10000);
	take_call();
	assert_call("    10.000 ( 0.005 ms): ", "getpid()", "100");
}

static void totals(void **state_)
{
	struct rec_end r = { .rec = REC(REC_END, rec_end, 0, 9), .calls = 99 };

	(void)state_;
	a_getpid(0);
	take_call();
	a_waiting_read(1000, 2000, 0);	/* half a call is none */
	take_call();
	taken();
	take(&r.rec);
	assert_nothing();
	assert_int_equal(s->lost, 0);
	r.lost = 7;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 7 events in all, 1 call shown\n");
	assert_int_equal(s->lost, 7);
	session__finish(s);
	assert_nothing();
}

static void other_lines_as_json(void **state_)
{
	struct rec_exit x = { .rec = REC(REC_EXIT, rec_exit, 100, 1), .code = 1 << 8 };
	struct rec_loss l = { .rec = REC(REC_LOSS, rec_loss, 0, 2), .count = 5, .first = START, .last = START + MS };
	struct rec_end e = { .rec = REC(REC_END, rec_end, 0, 3), .lost = 5 };

	(void)state_;
	use("json");
	has_name(100, "cat");
	take(&x.rec);
	take(&l.rec);
	take(&e.rec);
	session__finish(s);
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000001000000\"}\n"
		     "{\"type\":\"exit\",\"ts_ns\":\"1763712000001000000\",\"cpu\":3,\"pid\":100,\"tid\":100,\"comm\":\"cat\",\"status\":1}\n"
		     "{\"type\":\"loss\",\"ts_ns\":\"1763712000002000000\",\"count\":5,\"first_ns\":\"1763712000000000000\","
		     "\"last_ns\":\"1763712000001000000\",\"reason\":\"ring buffer full\"}\n"
		     "{\"type\":\"end\",\"ts_ns\":\"1763712000003000000\",\"calls\":0,\"lost\":5}\n");
}

static void a_trace_of_nothing(void **state_)
{
	struct rec_end r = { .rec = REC(REC_END, rec_end, 0, 3) };

	(void)state_;
	session__finish(s);
	take(&r.rec);
	session__finish(s);
	assert_nothing();
	use("json");
	take(&r.rec);
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000003000000\"}\n"
		     "{\"type\":\"end\",\"ts_ns\":\"1763712000003000000\",\"calls\":0,\"lost\":0}\n");
}

static void no_more_than_asked_for(void **state_)
{
	(void)state_;
	opt.max_events = 2;
	opt.only_ok = true;
	begins();
	makes("close", 9);
	returns(-EBADF);
	at(0, 5);
	assert_false(take_call());		/* hidden */
	a_getpid(10);
	assert_false(take_call());
	opt.only_ok = false;
	a_waiting_read(20, 30, 0);
	assert_false(take_call());		/* half a call */
	a_read(20, 40);
	assert_true(take_call());
	opt.max_events = 0;
	begins();
	for (unsigned i = 0; i < 100; i++) {
		a_getpid(i);
		assert_false(take_call());
	}
}

/* -- What was there before --------------------------------------------------------------------------- */

static void takes_fd(int fd, const struct fdinfo *f, const char *path, uint32_t path_len)
{
	union {
		struct rec_fd fd;
		uint8_t bytes[512];
	} r = { .fd = { .rec = REC(REC_FD, rec_fd, 100, 0), .fd = fd, .has_info = !!f, .path_len = path_len } };

	if (f)
		r.fd.info = *f;
	memcpy(r.fd.path, path, strlen(path));
	r.fd.rec.len += (strlen(path) + 7) / 8 * 8;
	take(&r.fd.rec);
}

static void takes_cwd(const char *path, uint32_t path_len)
{
	union {
		struct rec_path path;
		uint8_t bytes[512];
	} r = { .path = { .rec = REC(REC_CWD, rec_path, 100, 0), .path_len = path_len } };

	memcpy(r.path.path, path, strlen(path));
	r.path.rec.len += (strlen(path) + 7) / 8 * 8;
	take(&r.path.rec);
}

static void assert_dup(int fd, const char *shown)
{
	char made[128];

	makes("dup", fd);
	at(0, 5);
	returns(-EMFILE);
	take_call();
	snprintf(made, sizeof(made), "dup(fildes: %s)", shown);
	assert_call("     0.000 ( 0.005 ms): ", made, "-1 EMFILE (Too many open files)");
}

static void descriptors_that_were_open(void **state_)
{
	struct fdinfo tcp = tcp_info(4, 5031, 80, 0), file = { .mode = S_IFREG | 0644 };

	(void)state_;
	takes_fd(3, NULL, "/dev/null", 9);
	takes_fd(4, &tcp, "socket:[5031]", 13);
	takes_fd(5, &file, "/tmp/a (deleted)", 16);
	takes_fd(6, NULL, "", 0);
	takes_fd(-1, NULL, "/a", 2);
	assert_dup(3, "3</dev/null>");
	assert_dup(4, "4<TCP:[127.0.0.1:80]>");
	assert_dup(5, "5</tmp/a (deleted)>");
	assert_dup(6, "6");
}

static void the_directory_it_was_in(void **state_)
{
	(void)state_;
	takes_cwd("/home/u", 7);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "../v");
	at(0, 5);
	returns(3);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"../v\", flags: RDONLY)", "3</home/v>");
	takes_cwd("/tmp", 4);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "x");
	at(0, 5);
	returns(4);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"x\", flags: RDONLY)", "4</tmp/x>");
}

/* -- Records that are no good ------------------------------------------------------------------------ */

static void short_records_are_ignored(void **state_)
{
	static const uint32_t lens[] = {
		[REC_CALL] = sizeof(struct rec_call), [REC_PENDING] = sizeof(struct rec_call), [REC_SIGNAL] = sizeof(struct rec_signal),
		[REC_EXIT] = sizeof(struct rec_exit), [REC_FORK] = sizeof(struct rec_fork), [REC_EXEC] = sizeof(struct rec_exec),
		[REC_COMM] = sizeof(struct rec_comm), [REC_LOSS] = sizeof(struct rec_loss), [REC_FD] = sizeof(struct rec_fd),
		[REC_CWD] = sizeof(struct rec_path), [REC_START] = sizeof(struct rec_start), [REC_END] = sizeof(struct rec_end),
		[REC_TASK] = sizeof(struct rec_task),
	};

	(void)state_;
	for (unsigned type = 0; type < 64; type++) {
		uint32_t whole = type < sizeof(lens) / sizeof(lens[0]) ? lens[type] : 0;

		for (uint32_t len = 0; len < (whole ? whole : 512); len += 8) {
			/* no byte more than it says that it has, so that a reader of more is found out */
			struct rec *rec = calloc(1, len > sizeof(*rec) ? len : sizeof(*rec));

			*rec = (struct rec){ .len = len, .type = type, .tid = 100, .tgid = 100 };
			assert_false(take(rec));
			free(rec);
		}
	}
	assert_nothing();
	assert_null(threads__find(&s->host->threads, 100));
}

static void paths_longer_than_their_records_are_ignored(void **state_)
{
	(void)state_;
	takes_fd(3, NULL, "/etc", 8);		/* padding is there */
	takes_fd(4, NULL, "/etc", 9);
	takes_fd(5, NULL, "/etc", UINT32_MAX);
	takes_fd(6, NULL, "", 1);
	assert_dup(4, "4");
	assert_dup(5, "5");
	assert_dup(6, "6");
	takes_cwd("/home/u", 7);
	takes_cwd("/tmp", 9);
	takes_cwd("/tmp", UINT32_MAX);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "x");
	at(0, 5);
	returns(7);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"x\", flags: RDONLY)", "7</home/u/x>");
}

static void calls_that_cannot_be_read_are_ignored(void **state_)
{
	(void)state_;
	a_read(0, 5);
	record.call.nargs = 7;
	assert_false(take_call());
	a_read(0, 5);
	record.call.abi = ABI_COUNT;
	assert_false(take_call());
	a_read(0, 5);
	record.call.fixed = record.call.rec.len + 8;
	assert_false(take_call());
	assert_nothing();
	assert_null(threads__find(&s->host->threads, 100));
}

static void records_of_noise_do_no_harm(void **state_)
{
	uint64_t seed = 1;

	(void)state_;
	for (unsigned i = 0; i < 20000; i++) {
		static const unsigned sizes[] = { 24, 32, 48, 56, 96, 256, 512 };
		uint32_t len = sizes[i % 7];
		uint64_t *words = malloc(len);
		struct rec *r = (struct rec *)words;

		for (unsigned j = 0; j < len / 8; j++) {
			seed = seed * 6364136223846793005ull + 1442695040888963407ull;
			words[j] = seed >> (seed >> 58);
		}
		r->len = len;
		r->type = i % 16;
		r->tid = r->tid % 50;
		r->tgid = r->tgid % 5;
		if (len >= sizeof(struct rec_call) && (r->type == REC_CALL || r->type == REC_PENDING)) {
			struct rec_call *c = (struct rec_call *)r;

			c->nr %= 500;
			c->abi = 0;
			c->nargs = (len - sizeof(*c)) / 8 < 6 ? (len - sizeof(*c)) / 8 : 6;
			c->fixed = sizeof(*c) + c->nargs * 8;
		}
		take(r);
		taken();
		free(words);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(calls_that_returned),
		TEST(calls_as_json),
		TEST(times_count_from_the_first_line),
		TEST(calls_in_two_halves),
		TEST(what_returns_is_not_what_waited),
		TEST(calls_that_never_return),
		TEST(calls_that_are_filtered_out_still_count),
		TEST(a_second_thread_brings_the_column),
		TEST(the_column_is_there_from_the_beginning),
		TEST(threads_that_are_hidden_bring_no_column),
		TEST(a_close_shows_what_it_closed),
		TEST(names_of_threads_change),
		TEST(names_without_an_end_are_cut),
		TEST(an_exec_by_a_thread_that_does_not_lead),
		TEST(signals_),
		TEST(exits),
		TEST(losses),
		TEST(losses_of_nobody),
		TEST(totals),
		TEST(other_lines_as_json),
		TEST(a_trace_of_nothing),
		TEST(no_more_than_asked_for),
		TEST(descriptors_that_were_open),
		TEST(the_directory_it_was_in),
		TEST(short_records_are_ignored),
		TEST(paths_longer_than_their_records_are_ignored),
		TEST(calls_that_cannot_be_read_are_ignored),
		TEST(records_of_noise_do_no_harm),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
