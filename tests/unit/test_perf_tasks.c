// SPDX-License-Identifier: BSD-2-Clause
/* test_perf_tasks.c - records of threads and processes, made of perf events. */
#include "pair_fixture.h"

static void names_from_before_are_tasks_at_the_start(void **state)
{
	const struct rec *r;

	(void)state;
	names(0, 7, PAIR_COMM, "sh");
	assert_null(pair__next(p));
	p->has_real = true;
	p->real_at_0 = 1000;
	enters(100, 7, "read", 3);
	r = pair__next(p);
	assert_int_equal(r->type, REC_START);
	assert_int_equal(r->ts, 100);
	assert_int_equal(((const struct rec_start *)r)->realtime, 1100);
	assert_made("@100 7/5 task sh");
	names(110, 7, PAIR_COMM, "bash");
	assert_made("@110 7/5 comm bash");
}

static void time_of_day_may_be_unknown(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	assert_int_equal(((const struct rec_start *)pair__next(p))->realtime, 0);
}

static void child_does_not_return_from_fork(void **state)
{
	(void)state;
	enters(100, 5, "clone", 0);
	forks(110, 7, 7, 5);
	leaves(120, 7, "clone", 0);
	assert_made("@110 7/7 fork by 5/5");
	leaves(130, 5, "clone", 7);
	assert_made("@130 5/5 clone(0) = 7 +30");
	leaves(140, 9, "vfork", 0);	/* a child whose fork event was lost */
	assert_made("");
}

static void thread_shares_files_and_process_does_not(void **state)
{
	(void)state;
	forks(110, 7, 5, 5);
	assert_made("@110 7/5 fork by 5/5 shared");
}

static void reused_id_is_another_thread(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	forks(110, 7, 7, 5);
	ends(120, 7);
	assert_made("@110 7/7 fork by 5/5; @120 7/5 exit ffffffff");
}

static void status_is_what_exit_was_called_with(void **state)
{
	(void)state;
	enters(100, 7, "exit", 258);
	ends(110, 7);
	assert_made("@110 7/5 exit(258) pending +10 no-return; @110 7/5 exit 200");
}

static void all_threads_end_with_the_groups_status(void **state)
{
	(void)state;
	enters(90, 8, "read", 3);
	enters(100, 7, "exit_group", 3);
	made();
	ends(110, 8);
	assert_made("@110 8/5 read(3) pending +20 no-return; @110 8/5 exit 300");
	ends(120, 5);
	ends(130, 7);
	assert_made("@120 5/5 exit 300; @130 7/5 exit_group(3) pending +30 no-return; @130 7/5 exit 300");
}

static void death_by_signal_has_no_status(void **state)
{
	(void)state;
	enters(100, 7, "pause", 0);
	ends(110, 7);
	assert_made("@110 7/5 pause(0) pending +10 no-return; @110 7/5 exit ffffffff");
}

static void exec_keeps_the_call(void **state)
{
	(void)state;
	enters(100, 5, "execve", 1);
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	assert_made("@110 5/5 exec ls from 5; @120 5/5 execve(1) = 0 +20");
}

static void exec_of_another_thread_takes_the_leaders_id(void **state)
{
	(void)state;
	enters(90, 5, "futex", 1);
	enters(100, 8, "execve", 1);
	made();
	ends(105, 5);
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	assert_made("@105 5/5 futex(1) pending +15 no-return; @110 5/5 exec ls from 8; "
		    "@120 5/5 execve(1) = 0 +20");
	assert_int_equal(pair__finish(p), 0);
	assert_made("@120 0/0 end 1");
}

static void interrupted_by_an_exec_does_not_return(void **state)
{
	(void)state;
	enters(90, 5, "pause", 0);
	enters(91, 7, "pause", 0);
	enters(100, 8, "execve", 1);
	made();
	leaves(101, 7, "pause", -514);
	ends(102, 7);
	leaves(103, 5, "pause", -4);
	ends(104, 5);
	assert_made("@101 7/5 pause(0) pending +10 no-return; @102 7/5 exit ffffffff; @103 5/5 pause(0) pending +13 no-return");
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	made();
	enters(130, 5, "pause", 0);
	leaves(140, 5, "pause", -514);
	ends(150, 5);
	assert_made("@140 5/5 pause(0) = -514 +10; @150 5/5 exit ffffffff");
}

/* The execve failed: later interruptions and exits have other causes. */
static void interrupted_after_a_failed_exec_returns(void **state)
{
	(void)state;
	enters(90, 5, "pause", 0);
	enters(100, 8, "execve", 1);
	leaves(101, 8, "execve", -2);
	leaves(102, 5, "pause", -514);
	made();
	enters(103, 8, "execve", 1);
	enters(104, 8, "pause", 0);	/* its return was lost */
	ends(105, 5);
	assert_made("@104 8/5 execve(1) pending +1 no-return; @105 5/5 exit ffffffff");
}

static void interrupted_by_exit_group_does_not_return(void **state)
{
	(void)state;
	enters(90, 8, "pause", 0);
	enters(100, 7, "exit_group", 3);
	leaves(101, 8, "pause", -514);
	ends(102, 8);
	assert_made("@101 8/5 pause(0) pending +11 no-return; @102 8/5 exit 300");
}

static void loss_is_since_the_cpus_last_event(void **state)
{
	struct pair_event e = event(200, 0, PAIR_LOSS);

	(void)state;
	enters(100, 7, "read", 3);
	made();
	e.count = 12;
	takes(e);
	assert_made("@200 0/0 loss 12 100-200");
	e.ts = 300;
	e.cpu = 3;
	takes(e);
	assert_made("@300 0/0 loss 12 300-300");
}

static void many_threads(void **state)
{
	(void)state;
	for (uint32_t tid = 1; tid <= 5000; tid++)
		enters(100 + tid, tid, "read", tid);
	for (uint32_t tid = 5000; tid; tid--)
		leaves(10000, tid, "read", tid);
	for (uint32_t tid = 5000; tid; tid--) {
		const struct rec *r = pair__next(p);

		r = r->type == REC_START ? pair__next(p) : r;
		assert_int_equal(r->tid, tid);
		assert_int_equal(((const struct rec_call *)r)->args[0], tid);
	}
	assert_null(pair__next(p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(names_from_before_are_tasks_at_the_start),
		TEST(time_of_day_may_be_unknown),
		TEST(child_does_not_return_from_fork),
		TEST(thread_shares_files_and_process_does_not),
		TEST(reused_id_is_another_thread),
		TEST(status_is_what_exit_was_called_with),
		TEST(all_threads_end_with_the_groups_status),
		TEST(death_by_signal_has_no_status),
		TEST(exec_keeps_the_call),
		TEST(exec_of_another_thread_takes_the_leaders_id),
		TEST(interrupted_by_an_exec_does_not_return),
		TEST(interrupted_after_a_failed_exec_returns),
		TEST(interrupted_by_exit_group_does_not_return),
		TEST(loss_is_since_the_cpus_last_event),
		TEST(many_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
