// SPDX-License-Identifier: BSD-2-Clause
/* test_threads.c - threads by ID: found, created, removed, renamed, also among many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tracker/threads.h"

#define MANY 10000

static struct threads threads, *const t = &threads;

static int setup(void **state)
{
	(void)state;
	return threads__open(t);
}

static int teardown(void **state)
{
	(void)state;
	threads__close(t);
	return 0;
}

static void a_thread_is_made_once(void **state)
{
	struct thread *th;

	(void)state;
	assert_null(threads__find(t, 100));
	th = threads__need(t, 100, 100);
	assert_int_equal(th->tid, 100);
	assert_int_equal(th->tgid, 100);
	assert_string_equal(th->comm, "");
	assert_false(th->unfinished);
	assert_ptr_equal(threads__find(t, 100), th);
	assert_ptr_equal(threads__need(t, 100, 100), th);
	assert_int_equal(t->table.n, 1);
	assert_null(threads__find(t, 101));
}

static void a_thread_shares_what_its_process_has(void **state)
{
	struct thread *leader = threads__need(t, 100, 100), *th, *other;

	(void)state;
	strcpy(leader->comm, "server");
	th = threads__need(t, 101, 100);
	assert_string_equal(th->comm, "server");
	assert_ptr_equal(th->files, leader->files);
	assert_ptr_equal(th->fs, leader->fs);
	other = threads__need(t, 200, 200);
	assert_ptr_not_equal(other->files, leader->files);
	assert_ptr_not_equal(other->fs, leader->fs);
}

/* Its process's descriptors may become known later: the leader is created, too. */
static void a_thread_brings_its_process_along(void **state)
{
	struct thread *th = threads__need(t, 101, 100), *leader = threads__find(t, 100);

	(void)state;
	assert_non_null(leader);
	assert_int_equal(leader->tgid, 100);
	assert_ptr_equal(th->files, leader->files);
	assert_int_equal(t->table.n, 2);
}

static void what_is_removed_is_not_found(void **state)
{
	struct thread *th;

	(void)state;
	threads__need(t, 100, 100);
	th = threads__need(t, 101, 100);
	fdtable__set(th->files, 3, name__new("/a", 2), false, 10);
	threads__remove(t, 100);
	assert_null(threads__find(t, 100));
	assert_ptr_equal(threads__find(t, 101), th);
	assert_string_equal(fdtable__name(th->files, 3, 10)->text, "/a");
	threads__remove(t, 100);
	threads__remove(t, 102);
	assert_int_equal(t->table.n, 1);
	threads__remove(t, 101);
	assert_null(threads__find(t, 101));
	assert_int_equal(t->table.n, 0);
}

static void a_thread_takes_another_id(void **state)
{
	struct thread *th;

	(void)state;
	threads__need(t, 100, 100);
	th = threads__need(t, 101, 100);
	strcpy(th->comm, "worker");
	threads__rename(t, th, 100);		/* the previous one has ended */
	assert_ptr_equal(threads__find(t, 100), th);
	assert_int_equal(th->tid, 100);
	assert_string_equal(th->comm, "worker");
	assert_null(threads__find(t, 101));
	assert_int_equal(t->table.n, 1);
	threads__rename(t, th, 100);
	assert_ptr_equal(threads__find(t, 100), th);
	threads__rename(t, th, 300);
	assert_ptr_equal(threads__find(t, 300), th);
	assert_null(threads__find(t, 100));
}

/* Processes of ten threads each. */
static uint32_t tgid_of(uint32_t tid)
{
	return tid - tid % 10;
}

static void many_threads(void **state)
{
	(void)state;
	for (uint32_t tid = 10; tid < 10 + MANY; tid++)
		assert_non_null(threads__need(t, tid, tgid_of(tid)));
	assert_int_equal(t->table.n, MANY);
	assert_true(t->table.nbuckets * 2 >= MANY);
	for (uint32_t tid = 10; tid < 10 + MANY; tid++) {
		struct thread *th = threads__find(t, tid);

		assert_non_null(th);
		assert_int_equal(th->tid, tid);
		assert_int_equal(th->tgid, tgid_of(tid));
		assert_ptr_equal(th->files, threads__find(t, tgid_of(tid))->files);
	}
	for (uint32_t tid = 10; tid < 10 + MANY; tid += 2)
		threads__remove(t, tid);
	assert_int_equal(t->table.n, MANY / 2);
	for (uint32_t tid = 10; tid < 10 + MANY; tid++) {
		if (tid % 2)
			assert_int_equal(threads__find(t, tid)->tid, tid);
		else
			assert_null(threads__find(t, tid));
	}
}

/* The last thread looked up is cached, until it ends. */
static void what_was_found_last_may_vanish(void **state)
{
	struct thread *th = threads__need(t, 100, 100);

	(void)state;
	assert_ptr_equal(threads__find(t, 100), th);
	threads__remove(t, 100);
	assert_null(threads__find(t, 100));
	th = threads__need(t, 100, 100);
	assert_ptr_equal(threads__find(t, 100), th);
	threads__rename(t, th, 200);
	assert_null(threads__find(t, 100));
	assert_ptr_equal(threads__find(t, 200), th);
	for (uint32_t tid = 1000; tid < 2000; tid++)	/* the table is rebuilt meanwhile */
		threads__need(t, tid, tid);
	assert_ptr_equal(threads__find(t, 200), th);
}

/* Thread `tid` has ID `nr` in namespace 7. */
static void has_number(uint32_t tid, uint32_t nr)
{
	union {
		struct rec_pidns r;
		char bytes[sizeof(struct rec_pidns) + 8];
	} u = { .r = { .rec = { .len = sizeof(u), .type = REC_PIDNS, .tid = tid, .tgid = tid }, .n = 1 } };
	struct thread *th = threads__need(t, tid, tid);

	u.r.numbers[0].ns = 7;
	u.r.numbers[0].nr = nr;
	assert_int_equal(pid_numbers__set(&t->numbers, &th->numbers, &u.r), 7);
}

static uint32_t whose(uint32_t nr)
{
	return pid_numbers__find(&t->numbers, 7, nr);
}

static void numbers_are_known_for_a_while_longer_than_the_thread(void **state)
{
	(void)state;
	assert_int_equal(whose(2), 0);
	has_number(100, 2);
	assert_int_equal(whose(2), 100);
	assert_int_equal(pid_numbers__find(&t->numbers, 8, 2), 0);
	threads__remove(t, 100);
	assert_int_equal(whose(2), 100);
	has_number(200, 2);	/* its current owner */
	assert_int_equal(whose(2), 200);
	threads__remove(t, 200);
	for (uint32_t i = 0; i < PID_NUMBERS_ENDED; i++) {
		has_number(1000 + i, 1000 + i);
		threads__remove(t, 1000 + i);
	}
	assert_int_equal(whose(2), 0);
	assert_int_equal(t->numbers.table.n, PID_NUMBERS_ENDED);
}

static void many_numbers(void **state)
{
	(void)state;
	for (uint32_t i = 1; i < MANY; i++) {
		has_number(i, 2 * i);
		has_number(i, i);
	}
	for (uint32_t i = 1; i < MANY; i++)
		assert_int_equal(whose(i), i);
	assert_int_equal(t->numbers.table.n, MANY - 1);
}

static void thread_that_takes_another_id_takes_its_numbers(void **state)
{
	struct thread *th;

	(void)state;
	has_number(100, 1);
	has_number(101, 2);
	th = threads__find(t, 101);
	threads__rename(t, th, 100);
	assert_int_equal(whose(1), 100);
	assert_int_equal(th->numbers->nr, 1);
	assert_int_equal(th->numbers->tid, 100);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_thread_is_made_once),
		TEST(a_thread_shares_what_its_process_has),
		TEST(a_thread_brings_its_process_along),
		TEST(what_is_removed_is_not_found),
		TEST(a_thread_takes_another_id),
		TEST(many_threads),
		TEST(what_was_found_last_may_vanish),
		TEST(numbers_are_known_for_a_while_longer_than_the_thread),
		TEST(many_numbers),
		TEST(thread_that_takes_another_id_takes_its_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
