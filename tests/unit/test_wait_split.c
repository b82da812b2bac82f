// SPDX-License-Identifier: BSD-2-Clause
/* test_wait_split.c - a REC_WAIT belongs to the call that began at the same time, and to no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "symbols/kernel_part.h"
#include "tracker/wait_split.h"

static struct wait_splits waits;
static struct wait_split got;

static int teardown(void **state)
{
	(void)state;
	wait_splits__free(&waits);
	return 0;
}

static void hold(uint32_t tid, uint64_t began, uint32_t flags)
{
	union { struct rec_wait r; char bytes[sizeof(struct rec_wait) + 16]; } w = { .r = {
		.rec = { .len = sizeof(w), .type = REC_WAIT, .tid = tid }, .began = began, .blocked = 30, .runnable = 10, .longest = 20,
		.blocks = 2, .flags = flags, .waker_tid = 7, .waker_tgid = 6, .waker_nr = 1, .where_len = 9, .waker_comm = "writer",
	} };

	memcpy(w.r.where, "pipe_readX", 10);
	wait_splits__hold(&waits, &w.r);
}

static bool finds(uint32_t tid, uint16_t type, uint64_t began, uint64_t dur, uint16_t flags)
{
	return wait_splits__of(&waits, &(struct rec_call){ .rec = { .type = type, .tid = tid, .ts = began + dur }, .dur = dur, .flags = flags }, &got);
}

static void the_call_that_began_then_has_it(void **state)
{
	(void)state;
	hold(5, 1000, 0);
	assert_true(finds(5, REC_CALL, 1000, 100, 0));
	assert_int_equal(got.cpu, 60);
	assert_int_equal(got.blocks, 2);
	assert_string_equal(got.where, "pipe_read");
	assert_string_equal(got.waker_comm, "writer");
	assert_false(finds(5, REC_CALL, 1001, 100, 0));
	assert_false(finds(6, REC_CALL, 1000, 100, 0));
	wait_splits__forget(&waits, 5);
	assert_false(finds(5, REC_CALL, 1000, 100, 0));
}

static void parts_that_exceed_the_whole_leave_nothing(void **state)
{
	(void)state;
	hold(5, 1000, 0);
	assert_true(finds(5, REC_CALL, 1000, 39, 0));
	assert_int_equal(got.cpu, 0);
}

static void a_wait_that_goes_on_is_of_calls_in_progress(void **state)
{
	(void)state;
	hold(5, 0, WAIT_GOES_ON);
	assert_true(finds(5, REC_PENDING, 1000, 0, CALL_NO_ENTRY));
	assert_false(got.has_times);
	assert_false(finds(5, REC_CALL, 1000, 0, CALL_NO_ENTRY));
}

static void functions_of_the_scheduler_do_not_say_why(void **state)
{
	(void)state;
	assert_int_equal(kernel_part__of("schedule_timeout"), PART_WAITS);
	assert_int_equal(kernel_part__of("do_wait_intr_irq"), PART_WAITS);
	assert_int_equal(kernel_part__of("pipe_read"), PART_ANY);
	assert_int_equal(kernel_part__of("asm_sysvec_apic_timer_interrupt"), PART_IRQ);
	assert_int_equal(kernel_part__of("handle_softirqs"), PART_SOFTIRQ);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(the_call_that_began_then_has_it, teardown),
		cmocka_unit_test_teardown(parts_that_exceed_the_whole_leave_nothing, teardown),
		cmocka_unit_test_teardown(a_wait_that_goes_on_is_of_calls_in_progress, teardown),
		cmocka_unit_test(functions_of_the_scheduler_do_not_say_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
