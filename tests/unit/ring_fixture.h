/* SPDX-License-Identifier: BSD-2-Clause */
/* ring_fixture.h - rings of several CPUs in plain memory, and their merge. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sources/bpf/ring_merge.h"

#define CPUS 3
#define CHUNKS 2u
#define RING_BYTES ((uint64_t)CHUNKS * RING_CHUNK)
#define ALL (~0ull)
#define LONG REC_MAX

static uint64_t stride;
static uint8_t *memory[CPUS];
static struct ring_ctl ctls[CPUS];
static struct ring rings[CPUS];
static struct ring_merge merge, *const m = &merge;

static int setup(void **state)
{
	(void)state;
	for (unsigned cpu = 0; cpu < CPUS; cpu++) {
		memory[cpu] = calloc(1, RING_SIZE(CHUNKS, stride));
		if (!memory[cpu])
			return -1;
		ctls[cpu] = (struct ring_ctl){ 0 };
		ring__open(&rings[cpu], &ctls[cpu], memory[cpu], CHUNKS, stride);
	}
	return ring_merge__open(m, rings, CPUS);
}

static int teardown(void **state)
{
	(void)state;
	ring_merge__close(m);
	for (unsigned cpu = 0; cpu < CPUS; cpu++) {
		free(memory[cpu]);
	}
	return 0;
}

static struct ring_ctl *ctl(unsigned cpu)
{
	return &ctls[cpu];
}

/* Appends a record of `len` bytes, which ends with its time, to `cpu`'s ring. */
static void writes_long(unsigned cpu, uint64_t ts, uint32_t len)
{
	uint64_t head = ctl(cpu)->head;
	uint8_t *at = memory[cpu] + head / RING_CHUNK % CHUNKS * stride + head % RING_CHUNK;
	struct rec rec = { .len = len, .type = REC_EXIT, .cpu = cpu, .ts = ts };

	assert_true(ring__used(&rings[cpu]) + len <= RING_BYTES);
	memcpy(at, &rec, sizeof(rec));
	memcpy(at + len - sizeof(ts), &ts, sizeof(ts));
	__atomic_store_n(&ctl(cpu)->head, head + len, __ATOMIC_RELEASE);
	if (ctl(cpu)->claimed < head + len)
		__atomic_store_n(&ctl(cpu)->claimed, head + len, __ATOMIC_RELEASE);
}

static void writes(unsigned cpu, uint64_t ts)
{
	writes_long(cpu, ts, sizeof(struct rec_exit));
}

static const struct rec *assert_next(unsigned cpu, uint64_t ts)
{
	const struct rec *rec = ring_merge__next(m);

	assert_non_null(rec);
	assert_int_equal(rec->ts, ts);
	assert_int_equal(rec->cpu, cpu);
	return rec;
}

#define assert_no_more() do { assert_null(ring_merge__next(m)); assert_null(ring_merge__next(m)); } while (0)

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

/* Where chunks have slack of their own, and where they have none. Returns the number of failures. */
static int run_both(const struct CMUnitTest *tests, size_t n)
{
	int failed;

	stride = RING_ELEM;
	failed = _cmocka_run_group_tests("chunks apart", tests, n, NULL, NULL);
	stride = RING_CHUNK;
	return failed + _cmocka_run_group_tests("chunks side by side", tests, n, NULL, NULL);
}
