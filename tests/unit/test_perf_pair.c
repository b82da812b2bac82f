// SPDX-License-Identifier: BSD-2-Clause
/* test_perf_pair.c - pairing of entries and exits, also if some are missing. */
#include "pair_fixture.h"

static void call_is_paired_by_thread(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	enters(110, 8, "close", 4);
	assert_made("");
	leaves(120, 7, "read", 1);
	assert_made("@120 7/5 read(3) = 1 +20");
	leaves(150, 8, "close", -9);
	assert_made("@150 8/5 close(4) = -9 +40");
}

static void exit_alone_has_no_arguments(void **state)
{
	(void)state;
	leaves(100, 7, "read", 1);
	assert_made("@100 7/5 read() = 1 +0 no-entry no-args");
}

static void waits(uint64_t ts, uint32_t tid, const char *name, uint64_t arg, const char *text)
{
	struct pair_event e = entry(ts, tid, name, arg);

	e.kind = PAIR_WAITS;
	e.chunks = chunk_of(text, &e.chunks_len);
	takes(e);
}

static void call_found_waiting_returns_with_what_it_was_passed(void **state)
{
	(void)state;
	waits(100, 7, "open", 1, "a");
	assert_made("@100 7/5 open(1 \"a\") pending +0 at-attach no-entry");
	leaves(150, 7, "open", 3);
	assert_made("@150 7/5 open(1 \"a\") = 3 +0 no-entry");
	leaves(160, 7, "open", 3);
	assert_made("@160 7/5 open() = 3 +0 no-entry no-args");
}

static void call_found_waiting_is_forgotten_once_something_else_was_seen(void **state)
{
	(void)state;
	waits(100, 7, "open", 1, "a");
	made();
	enters(110, 7, "open", 1);	/* the exit was lost: this is another call */
	leaves(120, 7, "open", 3);
	assert_made("@120 7/5 open(1) = 3 +10");
	waits(130, 7, "open", 1, "a");
	made();
	leaves(140, 7, "close", 0);
	assert_made("@140 7/5 close() = 0 +0 no-entry no-args");
	enters(150, 7, "open", 2);
	waits(160, 7, "open", 1, "a");
	leaves(170, 7, "open", 3);
	assert_made("@170 7/5 open(2) = 3 +20");
}

static void entry_after_entry_ends_the_first(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	enters(130, 7, "write", 4);
	assert_made("@130 7/5 read(3) pending +30 no-return");
	leaves(140, 7, "write", 1);
	assert_made("@140 7/5 write(4) = 1 +10");
}

static void exit_of_another_call_is_not_paired(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	leaves(130, 7, "write", 4);
	assert_made("@130 7/5 read(3) pending +30 no-return; @130 7/5 write() = 4 +0 no-entry no-args");
}

static void sigreturn_has_no_number_at_exit(void **state)
{
	(void)state;
	enters(100, 7, "rt_sigreturn", 0);
	takes(leaving(101, 7, -1, 9));
	assert_made("@101 7/5 rt_sigreturn(0) = 9 +1");
	takes(leaving(102, 7, -1, 9));
	assert_made("");
}

static void x32_is_told_by_the_number(void **state)
{
	struct pair_event e = entry(100, 7, "read", 3);

	(void)state;
	e.nr |= SYSCALL_X32_BIT;
	takes(e);
	takes(leaving(101, 7, nr_of("read") | SYSCALL_X32_BIT, 1));
	assert_made("@101 7/5 x32read(3) = 1 +1");
}

static void numbers_out_of_range_stay_apart_from_known_ones(void **state)
{
	struct pair_event e = entry(100, 7, "read", 3);

	(void)state;
	e.nr = 1 << 20;
	takes(e);
	takes(leaving(101, 7, 1 << 20, -38));
	assert_made("@101 7/5 ?(3 number 1048576) = -38 +1");
	e = entry(102, 7, "read", 3);
	e.nr = 1 << 20 | SYSCALL_X32_BIT;
	takes(e);
	takes(leaving(103, 7, 1 << 20 | SYSCALL_X32_BIT, -38));
	assert_made("@103 7/5 x32?(3 number 1048576) = -38 +1");
}

static void waiting_calls_are_shown_in_the_end_the_oldest_first(void **state)
{
	(void)state;
	enters(100, 9, "read", 3);
	enters(110, 7, "write", 4);
	enters(120, 8, "close", 5);
	leaves(130, 8, "close", 0);
	made();
	assert_int_equal(pair__finish(p), 0);
	assert_made("@130 9/5 read(3) pending +30; @130 7/5 write(4) pending +20; @130 0/0 end 1");
}

static void two_events_of_one_call_are_one(void **state)
{
	struct pair_event raw = entry(100, 7, "unlink", 3), named = raw, leave = leaving(120, 7, nr_of("unlink"), 0);

	(void)state;
	named.ts = 101;
	named.origin = PAIR_NAMED;
	named.chunks = chunk_of("/tmp/x", &named.chunks_len);
	takes(raw);
	takes(named);
	takes(leave);
	leave.origin = PAIR_NAMED;
	takes(leave);
	assert_made("@120 7/5 unlink(3 \"/tmp/x\") = 0 +20");
	leave.origin = PAIR_RAW;
	takes(leave);		/* two events of the same origin are two calls */
	assert_made("@120 7/5 unlink() = 0 +0 no-entry no-args");
}

/* raw_syscalls' event has the stack, in either order. */
static void the_stack_of_a_call_that_is_told_again(void **state)
{
	struct pair_event raw = entry(101, 7, "unlink", 3), named = raw;

	(void)state;
	named.ts = 100;
	named.origin = PAIR_NAMED;
	raw.stack = calloc(1, sizeof(*raw.stack) + 8);
	assert_non_null(raw.stack);
	raw.stack->rec.len = sizeof(*raw.stack) + 8;
	raw.stack->nuser = 1;
	takes(named);
	takes(raw);
	leaves(120, 7, "unlink", 0);
	assert_made("@101 7/5 stack; @120 7/5 unlink(3) = 0 +20");
}

/* The exit of one and raw_syscalls' event of the other were lost: both calls are reported. */
static void two_events_of_two_calls_are_two(void **state)
{
	struct pair_event named = entry(110, 7, "unlink", 4);

	(void)state;
	named.origin = PAIR_NAMED;
	named.chunks = chunk_of("/tmp/x", &named.chunks_len);
	enters(100, 7, "unlink", 3);
	takes(named);
	assert_made("@110 7/5 unlink(3) pending +10 no-return");
	leaves(120, 7, "unlink", 0);
	assert_made("@120 7/5 unlink(4 \"/tmp/x\") = 0 +10");
}

static void same_call_again_is_another(void **state)
{
	(void)state;
	enters(100, 7, "unlink", 3);
	enters(110, 7, "unlink", 4);
	assert_made("@110 7/5 unlink(3) pending +10 no-return");
}

static void strings_do_not_outlive_their_call(void **state)
{
	struct pair_event e = entry(100, 7, "unlink", 3);

	(void)state;
	e.chunks = chunk_of("/tmp/a/long/name", &e.chunks_len);
	takes(e);
	leaves(101, 7, "unlink", 0);
	assert_made("@101 7/5 unlink(3 \"/tmp/a/long/name\") = 0 +1");
	enters(102, 7, "unlink", 4);
	leaves(103, 7, "unlink", 0);
	assert_made("@103 7/5 unlink(4) = 0 +1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(call_is_paired_by_thread),
		TEST(exit_alone_has_no_arguments),
		TEST(call_found_waiting_returns_with_what_it_was_passed),
		TEST(call_found_waiting_is_forgotten_once_something_else_was_seen),
		TEST(entry_after_entry_ends_the_first),
		TEST(exit_of_another_call_is_not_paired),
		TEST(sigreturn_has_no_number_at_exit),
		TEST(x32_is_told_by_the_number),
		TEST(numbers_out_of_range_stay_apart_from_known_ones),
		TEST(waiting_calls_are_shown_in_the_end_the_oldest_first),
		TEST(two_events_of_one_call_are_one),
		TEST(the_stack_of_a_call_that_is_told_again),
		TEST(two_events_of_two_calls_are_two),
		TEST(same_call_again_is_another),
		TEST(strings_do_not_outlive_their_call),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
