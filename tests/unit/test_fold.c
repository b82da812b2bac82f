// SPDX-License-Identifier: BSD-2-Clause
/* test_fold.c - --fold: what becomes one line, what does not, in which order lines come; counts and sums are those of the calls. */
#include "tracker/wait_split.h"
#include "view_fixture.h"

#define MS 1000000ull

static uint64_t at;		/* ns since the start: the begin of the next call */
static struct event thread;	/* of the next call */

static void open_fold(void)
{
	opt = (struct options){ .fold = true };
	open_view(&fold_view);
	at = MS;
	thread = plain;
}

/* A call of 1000 ns, 1 ms after the one before. */
static void done(int64_t ret)
{
	thread.ts = START_MONO + at;
	thread.dur = 1000;
	at += MS;
	returns(ret);
	call_of(&thread, CALL_DONE);
}

static void reads(const char *text, int64_t ret)
{
	makes("read", 6, 0x1000, 512);
	if (ret > 0)
		chunk_at(1, CHUNK_OUT, PART_SELF, 0x1000, text, (uint32_t)ret);
	done(ret);
}

static void writes(const char *text)
{
	makes("write", 4, 0x1000, strlen(text));
	string(1, text);
	done((int64_t)strlen(text));
}

static void reads_at(uint64_t pos, int64_t ret)
{
	makes("pread64", 6, 0x1000, 64, pos);
	done(ret);
}

static void nothing(const char *name)
{
	makes_args(name, 0, NULL);
	done(7);
}

/* The output, without what precedes the calls; at the end of all. */
static void shows(const char *lines)
{
	static char text[16384];
	const char *p = ended(NULL), *call;
	size_t n = 0;

	for (const char *end; (end = strchr(p, '\n')); p = end + 1) {
		call = strstr(p, "): ");
		assert_true(call && call < end);
		for (call += 3; call < end; call++)
			if (*call != ' ' || call[1] != ' ')
				text[n++] = *call;
		text[n++] = '\n';
	}
	text[n] = '\0';
	assert_string_equal(text, lines);
}

static void a_run_is_one_line(void **state_)
{
	(void)state_;
	open_fold();
	reads("aa", 2);
	reads("bbbb", 4);
	assert_string_equal(taken(), "");
	reads("ccc", 3);
	thread.dur = 0;
	reads("ddd", 0);
	assert_string_equal(ended(NULL),
		"     1.000 ( 0.003 ms): read(fd: 6, buf: ..., count: 512)                                      = 2..4 × 3, 0.001–0.001 ms, 9 bytes, over 2.001 ms\n"
		"     4.000 ( 0.001 ms): read(fd: 6, buf: \"\", count: 512)                                       = 0\n");
}

static void what_differs_is_shown(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 2; i++)
		reads("aa", 2);
	for (int i = 0; i < 3; i++)
		writes("bb");
	makes("write", 5, 0x1000, 2);
	string(1, "bb");
	done(2);
	for (int i = 0; i < 4; i++) {
		makes("read", 6, 0x1000, 512);
		done(i == 3 ? -9 : -11);
	}
	shows("read(fd: 6, buf: \"aa\", count: 512) = 2\n"
	      "read(fd: 6, buf: \"aa\", count: 512) = 2\n"
	      "write(fd: 4, buf: \"bb\", count: 2) = 2 × 3, 0.001–0.001 ms, 6 bytes, over 2.001 ms\n"
	      "write(fd: 5, buf: \"bb\", count: 2) = 2\n"
	      "read(fd: 6, buf: 0x1000, count: 512) = -1 EAGAIN (Resource temporarily unavailable) × 3, 0.001–0.001 ms, over 2.001 ms\n"
	      "read(fd: 6, buf: 0x1000, count: 512) = -1 EBADF (Bad file descriptor)\n");
}

/* Only where it continues what the call before has read. */
static void a_position_moves_on(void **state_)
{
	(void)state_;
	open_fold();
	for (unsigned i = 0; i < 4; i++)
		reads_at(64 * i, 64);
	reads_at(0, 64);
	reads_at(8, 64);
	reads_at(16, 64);
	for (unsigned i = 0; i < 3; i++)
		reads_at(500, 64);
	shows("pread64(fd: 6, buf: 0x1000 <unread>, count: 64, pos: 0..192) = 64 × 4, 0.001–0.001 ms, 256 bytes, over 3.001 ms\n"
	      "pread64(fd: 6, buf: 0x1000 <unread>, count: 64, pos: 0) = 64\n"
	      "pread64(fd: 6, buf: 0x1000 <unread>, count: 64, pos: 8) = 64\n"
	      "pread64(fd: 6, buf: 0x1000 <unread>, count: 64, pos: 16) = 64\n"
	      "pread64(fd: 6, buf: 0x1000 <unread>, count: 64, pos: 500) = 64 × 3, 0.001–0.001 ms, 192 bytes, over 2.001 ms\n");
}

static void closes(uint64_t fd, int64_t ret)
{
	makes("close", fd);
	done(ret);
}

static void seeks(uint64_t to)
{
	makes("lseek", 6, to, 0);
	done((int64_t)to);
}

/* Numbers, if each differs by as much from the one before; from the third call on. */
static void a_number_counts(void **state_)
{
	(void)state_;
	open_fold();
	for (unsigned i = 23; i < 29; i++)
		closes(i, 0);
	closes(10, 0);
	closes(10, 0);
	closes(10, 0);
	closes(9, 0);
	closes(8, -9);
	closes(7, -9);
	closes(6, -9);
	closes(6, -9);
	for (unsigned i = 0; i < 4; i++)
		seeks(512 * i);
	seeks(3000);
	shows("close(fd: 23..28) = 0 × 6, 0.001–0.001 ms, over 5.001 ms\n"
	      "close(fd: 10) = 0 × 3, 0.001–0.001 ms, over 2.001 ms\n"
	      "close(fd: 9) = 0\n"
	      "close(fd: 8..6) = -1 EBADF (Bad file descriptor) × 3, 0.001–0.001 ms, over 2.001 ms\n"
	      "close(fd: 6) = -1 EBADF (Bad file descriptor)\n"
	      "lseek(fd: 6, offset: 0..1536, whence: SET) = 0..1536 × 4, 0.001–0.001 ms, over 3.001 ms\n"
	      "lseek(fd: 6, offset: 3000, whence: SET) = 3000\n");
}

/* Patterns, from the third repetition on. */
static void numbers_of_a_pattern_count(void **state_)
{
	(void)state_;
	open_fold();
	for (unsigned i = 0; i < 3; i++) {
		seeks(i);
		closes(30 - 10 * i, 0);
	}
	seeks(3);
	closes(1, 0);
	seeks(4);
	closes(2, 0);
	shows("lseek(fd: 6, offset: 0..2, whence: SET) = 0..2 × 3 (1 of 2), 0.001–0.001 ms, over 4.001 ms\n"
	      "close(fd: 30..10) = 0 × 3 (2 of 2), 0.001–0.001 ms, over 4.001 ms\n"
	      "lseek(fd: 6, offset: 3, whence: SET) = 3\n"
	      "close(fd: 1) = 0\n"
	      "lseek(fd: 6, offset: 4, whence: SET) = 4\n"
	      "close(fd: 2) = 0\n");
}

static void reads_late(const struct wait_split *w)
{
	thread.wait = w;
	reads("aa", 2);
	thread.wait = NULL;
}

/* Of those calls of which it is known; the function and the waker are of the longest block. */
static void where_the_time_went_is_added(void **state_)
{
	char where[] = "pipe_read", comm[] = "sh";
	struct wait_split w = { .has_times = true, .cpu = 100, .runnable = 200, .blocked = 700, .longest = 700, .blocks = 1,
				.waker_tid = 9, .waker_nr = 0xffff };

	(void)state_;
	open_fold();
	w.where = where;
	w.waker_comm = comm;
	reads_late(&w);
	w.longest = 900, w.blocked = 1700, w.blocks = 2, w.waker_tid = 10;
	where[0] = 'P', comm[0] = 'S';
	reads_late(&w);
	w.longest = 100, w.blocked = 100;
	where[0] = 'x', comm[0] = 'x';
	reads_late(&w);
	reads_late(NULL);
	where[0] = 'y';
	w.blocks = 1;
	nothing("getpid");
	reads_late(&w);
	shows("read(fd: 6, buf: \"aa\", count: 512) = 2 × 4, 0.001–0.001 ms, 8 bytes, over 3.001 ms, 3 waited "
	      "(0.003 ms: 0.000 on CPU, 0.001 runnable, 0.003 blocked 5 times, 0.001 of it in Pipe_read, woken by Sh/10)\n"
	      "getpid() = 7\n"
	      "read(fd: 6, buf: \"aa\", count: 512) = 2 (0.001 ms: 0.000 on CPU, 0.000 runnable, 0.000 blocked in yipe_read, woken by xh/10)\n");
}

/* Two complete repetitions are a fold; what was begun of a third one is not in it. */
static void a_pattern_is_a_line_for_each_call(void **state_)
{
	(void)state_;
	open_fold();
	nothing("getpid");
	for (int i = 0; i < 2; i++) {
		reads("aa", 2);
		writes("aaa");
		nothing("getppid");
	}
	reads("b", 1);
	writes("b");
	nothing("gettid");
	shows("getpid() = 7\n"
	      "read(fd: 6, buf: \"aa\", count: 512) = 2 × 2 (1 of 3), 0.001–0.001 ms, 4 bytes, over 3.001 ms\n"
	      "write(fd: 4, buf: \"aaa\", count: 3) = 3 × 2 (2 of 3), 0.001–0.001 ms, 6 bytes, over 3.001 ms\n"
	      "getppid() = 7 × 2 (3 of 3), 0.001–0.001 ms, over 3.001 ms\n"
	      "read(fd: 6, buf: \"b\", count: 512) = 1\n"
	      "write(fd: 4, buf: \"b\", count: 1) = 1\n"
	      "gettid() = 7\n");
}

static void patterns_have_up_to_eight_calls(void **state_)
{
	static const char *const names[] = { "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "sched_yield", "getpgrp" };

	(void)state_;
	for (unsigned n = 8; n <= 9; n++) {
		unsigned lines = 0;

		open_fold();
		for (unsigned i = 0; i < 3 * n; i++)
			nothing(names[i % n]);
		for (const char *p = ended(NULL); (p = strchr(p, '\n')); p++)
			lines++;
		assert_int_equal(lines, n == 8 ? 8 : 27);
		close_view(NULL);
	}
	open_fold();
}

/* A thread's signal ends its fold, and no other thread's. Lines are in the order of their first calls. */
/* Of the patterns that begin with a call that which covers most calls: not the run, nor the numbers that count, with which it begins. */
static void the_longest_pattern_is_folded(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 9; i++) {
		nothing("getpid");
		nothing("getpid");
		nothing("getpid");
		writes("a");
	}
	for (int i = 0; i < 9; i++)
		closes(13 + (uint64_t)i % 3, -9);
	nothing("getppid");
	nothing("getppid");
	nothing("getppid");
	nothing("gettid");
	shows("getpid() = 7 × 9 (1 of 4), 0.001–0.001 ms, over 32.001 ms\n"
	      "getpid() = 7 × 9 (2 of 4), 0.001–0.001 ms, over 32.001 ms\n"
	      "getpid() = 7 × 9 (3 of 4), 0.001–0.001 ms, over 32.001 ms\n"
	      "write(fd: 4, buf: \"a\", count: 1) = 1 × 9 (4 of 4), 0.001–0.001 ms, 9 bytes, over 32.001 ms\n"
	      "close(fd: 13) = -1 EBADF (Bad file descriptor) × 3 (1 of 3), 0.001–0.001 ms, over 6.001 ms\n"
	      "close(fd: 14) = -1 EBADF (Bad file descriptor) × 3 (2 of 3), 0.001–0.001 ms, over 6.001 ms\n"
	      "close(fd: 15) = -1 EBADF (Bad file descriptor) × 3 (3 of 3), 0.001–0.001 ms, over 6.001 ms\n"
	      "getppid() = 7 × 3, 0.001–0.001 ms, over 2.001 ms\n"
	      "gettid() = 7\n");
}

static void threads_fold_for_themselves(void **state_)
{
	const struct rec_signal r = { .signo = 10 };

	(void)state_;
	open_fold();
	for (int i = 0; i < 6; i++) {
		thread.tid = 812 + (i & 1);
		nothing(i & 1 ? "getuid" : "getpid");
	}
	thread.ts = START_MONO + at;
	thread.tid = 812;
	thread.has_dur = false;
	view->ops->signal(view, &thread, &r);
	thread.has_dur = true;
	for (int i = 0; i < 6; i++) {
		thread.tid = 812 + (i & 1);
		nothing(i & 1 ? "getuid" : "getpid");
	}
	shows("getpid() = 7 × 3, 0.001–0.001 ms, over 4.001 ms\n"
	      "getuid() = 7 × 6, 0.001–0.001 ms, over 10.001 ms\n"
	      "--- SIGUSR1 {si_signo: USR1} ---\n"
	      "getpid() = 7 × 3, 0.001–0.001 ms, over 4.001 ms\n");
}

static void an_exit_ends_a_fold(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 4; i++)
		nothing("getpid");
	thread.ts = START_MONO + at;
	thread.has_dur = false;
	exit_of(&thread, 0);
	assert_non_null(strstr(taken(), " × 4, "));
	thread.has_dur = true;
	nothing("getpid");
	shows("getpid() = 7\n");
}

/* A loss is of unknown calls: nothing is folded over it. */
static void a_loss_ends_all_folds(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 3; i++)
		nothing("getpid");
	view->ops->loss(view, &(struct event){ .ts = START_MONO + at, .chosen = true, .cpu = CPU_NONE }, &(struct rec_loss){ .count = 1 }, NULL);
	for (int i = 0; i < 2; i++)
		nothing("getpid");
	assert_non_null(strstr(taken(), " × 3, "));
	shows("getpid() = 7\ngetpid() = 7\n");
}

/* After a second without a call, or ten seconds; also when no event comes. */
static void time_ends_folds(void **state_)
{
	const char *p;

	(void)state_;
	open_fold();
	for (int i = 0; i < 3; i++)
		nothing("getpid");
	view->ops->tick(view, 0, START_MONO + at + 900 * MS);
	assert_string_equal(taken(), "");
	view->ops->tick(view, 0, START_MONO + at + 1000 * MS);
	assert_non_null(strstr(taken(), " × 3, "));
	at += 5000 * MS;
	for (int i = 0; i < 15000; i++)
		nothing("getpid");
	p = taken();
	assert_non_null(strstr(p, " × 10001, "));
	assert_null(strstr(strstr(p, " × ") + 1, " × "));
	shows("getpid() = 7 × 4999, 0.001–0.001 ms, over 4998.001 ms\n");
}

/* Lines wait in memory, but not without limit. */
static void few_lines_wait(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 3; i++)
		nothing("getpid");
	thread.tid++;
	for (unsigned i = 0; i < 5000; i++) {
		makes("close", i * i);
		at -= MS - 1000;
		done(0);
	}
	assert_non_null(strstr(taken(), " × 3, "));
	assert_non_null(ended(NULL));
}

static void what_is_not_whole_is_not_folded(void **state_)
{
	(void)state_;
	open_fold();
	for (int i = 0; i < 4; i++) {
		makes("read", 6, 0x1000, 512);
		thread.ts = START_MONO + at;
		thread.has_dur = false;
		call_of(&thread, CALL_UNFINISHED);
	}
	thread.has_dur = true;
	shows("read(fd: 6 <unfinished ...>\nread(fd: 6 <unfinished ...>\nread(fd: 6 <unfinished ...>\nread(fd: 6 <unfinished ...>\n");
}

/* Whatever the calls are: the counts of the lines are those of the calls. */
static void counts_add_up(void **state_)
{
	unsigned seed = 1, calls = 0, shown = 0;

	(void)state_;
	for (unsigned kinds = 1; kinds <= 4; kinds++) {
		open_fold();
		for (int i = 0; i < 3000; i++, calls++) {
			seed = seed * 1103515245 + 12345;
			thread.tid = 812 + (seed >> 20 & 1);
			reads("abcd", (seed >> 16) % kinds);
		}
		for (const char *p = ended(NULL), *end; (end = strchr(p, '\n')); p = end + 1) {
			const char *times = strstr(p, " × ");

			shown += times && times < end ? (unsigned)strtoul(times + 4, NULL, 10) : 1;
		}
		close_view(NULL);
	}
	open_fold();
	assert_int_equal(shown, calls);
}

/* -- With other options ------------------------------------------------------------------------------------------------ */

static void colours_take_no_column(void **state_)
{
	(void)state_;
	opt = (struct options){ .fold = true, .color = 1 };
	open_view(&fold_view);
	at = MS;
	thread = plain;
	for (int i = 0; i < 3; i++)
		reads(i ? "bb" : "aa", 2);
	assert_non_null(strstr(ended(NULL), "read\033[0m(fd: 6, buf: ..., count: 512)                                      = 2 × 3, "));
}

#define FOLD_TEST(f) cmocka_unit_test_teardown(f, close_view)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FOLD_TEST(a_run_is_one_line), FOLD_TEST(what_differs_is_shown), FOLD_TEST(a_position_moves_on), FOLD_TEST(a_number_counts),
		FOLD_TEST(numbers_of_a_pattern_count), FOLD_TEST(where_the_time_went_is_added),
		FOLD_TEST(a_pattern_is_a_line_for_each_call), FOLD_TEST(patterns_have_up_to_eight_calls),
		FOLD_TEST(the_longest_pattern_is_folded), FOLD_TEST(threads_fold_for_themselves),
		FOLD_TEST(an_exit_ends_a_fold), FOLD_TEST(a_loss_ends_all_folds), FOLD_TEST(time_ends_folds), FOLD_TEST(few_lines_wait),
		FOLD_TEST(what_is_not_whole_is_not_folded), FOLD_TEST(counts_add_up), FOLD_TEST(colours_take_no_column),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
