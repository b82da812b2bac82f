// SPDX-License-Identifier: BSD-2-Clause
/* test_perf_queue.c - events of several CPUs in order of time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sources/perf/perf_queue.h"

static void queue_gives_by_time_then_by_order(void **state)
{
	static const uint64_t in[] = { 10, 30, 20, 10, 40, 10 }, want[] = { 10, 10, 10, 20, 30 };
	static const uint32_t want_tid[] = { 0, 3, 5, 2, 1 };
	struct perf_queue q = { 0 };
	struct pair_event e;

	(void)state;
	for (unsigned i = 0; i < sizeof(in) / sizeof(in[0]); i++) {
		e = (struct pair_event){ .ts = in[i], .tid = i };
		assert_int_equal(perf_queue__push(&q, &e), 0);
	}
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		assert_true(perf_queue__pop(&q, 35, &e));
		assert_int_equal(e.ts, want[i]);
		assert_int_equal(e.tid, want_tid[i]);
	}
	assert_false(perf_queue__pop(&q, 35, &e));
	assert_true(perf_queue__pop(&q, 40, &e));
	perf_queue__close(&q);
}

static void queue_sorts_many(void **state)
{
	struct perf_queue q = { 0 };
	struct pair_event e;
	uint64_t last = 0;
	uint32_t x = 1;

	(void)state;
	for (unsigned round = 0; round < 20; round++) {
		for (unsigned i = 0; i < 1000; i++) {
			x = x * 1664525u + 1013904223u;
			e = (struct pair_event){ .ts = round * 1000 + (x >> 20) % 2000, .tid = i, .chunks = malloc(8), .chunks_len = 8 };
			assert_int_equal(perf_queue__push(&q, &e), 0);
		}
		while (perf_queue__pop(&q, round * 1000, &e)) {
			assert_true(e.ts >= last);
			last = e.ts;
			free(e.chunks);
		}
	}
	assert_true(q.n > 0);	/* close frees the rest */
	assert_true(q.bytes > q.n * (sizeof(e) + 8) && q.bytes < q.n * (sizeof(e) + 64));
	perf_queue__close(&q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_gives_by_time_then_by_order),
		cmocka_unit_test(queue_sorts_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
