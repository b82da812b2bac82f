// SPDX-License-Identifier: BSD-2-Clause
/* test_drain.c - a thread copies what waits in a ring to a spill, while another one reads. */
#include "ring_fixture.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "sources/bpf/cpu_drain.h"

static void assert_long(uint64_t ts)
{
	const struct rec *rec = assert_next(0, ts);

	assert_memory_equal((const uint8_t *)rec + rec->len - sizeof(ts), &ts, sizeof(ts));
}

static struct spill_pool pool;
static struct spill spill;

static void opens_spill(unsigned blocks)
{
	spill_pool__init(&pool, SIZE_MAX, true, RING_CHUNK, RING_CHUNK + REC_MAX);
	pool.limit = blocks * pool.block;
	spill__open(&spill, &pool);
	ring__set_spill(&rings[0], &spill);
}

static void closes_spill(void)
{
	spill__close(&spill);
	spill_pool__close(&pool);
}

/* The writer overwrites what was copied: it comes from the copy, whatever the reader has seen of it. */
static void records_are_drained_while_they_wait(void **state)
{
	uint64_t ts = 0, fits = RING_BYTES / LONG, next = 4;

	(void)state;
	opens_spill(100);
	for (unsigned i = 0; i < fits; i++)
		writes_long(0, ++ts, LONG);
	ring_merge__look(m, ALL);
	for (uint64_t i = 1; i < next; i++)
		assert_long(i);
	for (unsigned round = 0; round < 10; round++) {
		assert_true(ring__drain(&rings[0], UINT64_MAX));
		assert_int_equal(ctl(0)->tail, ctl(0)->head);
		memset(memory[0], 0xff, stride);
		for (unsigned i = 0; i < fits; i++)
			writes_long(0, ++ts, LONG - 8 * round);
		assert_long(next++);
	}
	while (next <= fits)
		assert_long(next++);
	assert_no_more();
	ring_merge__look(m, ALL);
	while (next <= ts)
		assert_long(next++);
	assert_no_more();
	ring_merge__release(m);
	assert_int_equal(ctl(0)->tail, ctl(0)->head);
	assert_true(pool.used <= pool.block && pool.peak > 5 * pool.block);
	closes_spill();
}

/* A low limit: all memory is there from the start. */
static void little_memory_is_allocated_at_once(void **state)
{
	(void)state;
	opens_spill(3);
	spill_pool__fill(&pool);
	assert_int_equal(pool.kept, 3 * pool.block);
	for (uint64_t block = 0; block < 3; block++)
		assert_non_null(spill__block(&spill, block * RING_CHUNK));
	assert_int_equal(pool.kept, 0);
	assert_null(spill__block(&spill, 3 * RING_CHUNK));
	closes_spill();
	opens_spill(100000);
	spill_pool__fill(&pool);
	assert_int_equal(pool.kept, 0);
	closes_spill();
}

static void fills_blocks(uint64_t from, uint64_t to)
{
	for (uint64_t n = from; n < to; n++) {
		uint8_t *block = spill__block(&spill, n * RING_CHUNK);

		assert_non_null(block);
		memset(block, (int)n, RING_CHUNK + REC_MAX);
	}
	spill__publish(&spill, to * RING_CHUNK);
}

/* Each time it is drained; but not where memory is short, where a writer that waits would only lose its records later. */
static void a_writer_may_be_held_while_there_is_memory(void **state)
{
	(void)state;
	opens_spill(4);
	assert_true(ctl(0)->patience > 0);
	ctl(0)->patience = 0;
	writes(0, 1);
	assert_true(ring__drain(&rings[0], UINT64_MAX));
	assert_true(ctl(0)->patience > 0);
	fills_blocks(1, 3);
	assert_true(ring__drain(&rings[0], UINT64_MAX));
	assert_int_equal(ctl(0)->patience, 0);
	closes_spill();
	opens_spill(0);
	assert_int_equal(ctl(0)->patience, 0);
	closes_spill();
}

/* Blocks that were read give back their memory, but for what is kept, and are used again: nothing more is mapped. */
static void blocks_are_used_again(void **state)
{
	const uint64_t many = 600;
	struct spill_region *regions;
	size_t left;

	(void)state;
	opens_spill(2 * many);
	fills_blocks(0, many);
	regions = pool.regions;
	left = pool.left;
	assert_non_null(regions->next);
	for (uint64_t from = 0; from < 3 * many; from += many) {
		assert_int_equal(pool.used, (many + !!from) * pool.block);
		assert_int_equal(pool.kept, 0);
		for (uint64_t n = from; n < from + many; n++)
			assert_int_equal(spill__at(&spill, n * RING_CHUNK)[RING_CHUNK + REC_MAX - 1], (uint8_t)n);
		spill__release(&spill, (from + many) * RING_CHUNK);
		assert_int_equal(pool.used, pool.block);	/* the last one may still be added to */
		assert_in_range(pool.kept, 32u << 20, (32u << 20) + pool.block);
		fills_blocks(from + many, from + 2 * many);
	}
	assert_ptr_equal(pool.regions, regions);
	assert_int_equal(pool.left, left - pool.block);
	closes_spill();
}

/* The record that the reader uses is its own. */
static void a_taken_record_outlives_its_space(void **state)
{
	const struct rec *rec;

	(void)state;
	opens_spill(4);
	for (uint64_t ts = 1; ts <= 4; ts++)
		writes_long(0, ts, LONG);
	ring_merge__look(m, ALL);
	rec = assert_next(0, 1);
	assert_true(ring__drain(&rings[0], UINT64_MAX));
	memset(memory[0], 0xff, stride);
	assert_int_equal(rec->ts, 1);
	assert_int_equal(rec->len, LONG);
	for (uint64_t ts = 2; ts <= 4; ts++)
		assert_long(ts);
	assert_no_more();
	closes_spill();
}

/* A part ends with a chunk, or with the last record: one that extends into the next chunk is copied with it. */
static void a_part_is_drained(void **state)
{
	uint64_t ts = 0, next = 1;

	(void)state;
	opens_spill(4);
	while (ctl(0)->head <= RING_CHUNK)
		writes_long(0, ++ts, LONG);
	assert_true(ring__drain(&rings[0], 1));
	assert_int_equal(ctl(0)->tail, RING_CHUNK);
	assert_int_equal(pool.used, pool.block);
	assert_true(ring__drain(&rings[0], RING_CHUNK + 1));
	assert_int_equal(ctl(0)->tail, ctl(0)->head);
	memset(memory[0], 0xff, stride);
	ring_merge__look(m, ALL);
	while (next <= ts)
		assert_long(next++);
	assert_no_more();
	closes_spill();
}

/* What does not fit stays in the ring, and is drained once the reader has freed a block. */
static void a_spill_has_a_limit(void **state)
{
	uint64_t ts = 0, next = 1, in_chunk = RING_CHUNK / LONG;

	(void)state;
	opens_spill(1);
	while (ts < 2 * in_chunk)
		writes_long(0, ++ts, LONG);
	assert_false(ring__drain(&rings[0], UINT64_MAX));
	assert_int_equal(ctl(0)->tail, RING_CHUNK);
	assert_false(ring__drain(&rings[0], UINT64_MAX));
	ring_merge__look(m, ALL);
	while (next <= ts)
		assert_long(next++);
	ring_merge__release(m);
	assert_int_equal(ctl(0)->tail, 2 * RING_CHUNK);
	assert_int_equal(pool.used, pool.block);	/* the last block may still be added to, until there is another */
	pool.limit = 2 * pool.block;
	writes(0, 100);
	assert_true(ring__drain(&rings[0], UINT64_MAX));
	ring_merge__look(m, ALL);
	assert_next(0, 100);
	assert_no_more();
	assert_int_equal(pool.used, pool.block);
	closes_spill();
}

/* Two threads at once, and a writer that never waits for the reader. */
static void *drains(void *stop)
{
	while (!__atomic_load_n((bool *)stop, __ATOMIC_ACQUIRE))
		if (ring__used(&rings[0]) >= RING_BYTES / 4)
			ring__drain(&rings[0], RING_CHUNK);
	return NULL;
}

static void *writes_much(void *n)
{
	for (uint64_t ts = 1, last = *(uint64_t *)n; ts <= last; ts++) {
		uint32_t len = 32 + ts * 8 % 4096;

		while (ring__used(&rings[0]) + len > RING_BYTES)
			sched_yield();
		writes_long(0, ts, len);
	}
	return NULL;
}

static void two_threads_read_a_ring(void **state)
{
	uint64_t n = 100000, next = 1;
	bool stop = false;
	pthread_t drainer, writer;

	(void)state;
	opens_spill(1000);
	assert_int_equal(pthread_create(&drainer, NULL, drains, &stop), 0);
	assert_int_equal(pthread_create(&writer, NULL, writes_much, &n), 0);
	while (next <= n) {
		const struct rec *rec;

		ring_merge__look(m, ALL);
		while ((rec = ring_merge__next(m))) {
			assert_int_equal(rec->ts, next);
			assert_int_equal(rec->len, 32 + next * 8 % 4096);
			assert_memory_equal((const uint8_t *)rec + rec->len - 8, &next, 8);
			next++;
			if (next % 20000 == 0)
				usleep(20000);
		}
		ring_merge__release(m);
	}
	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	pthread_join(drainer, NULL);
	pthread_join(writer, NULL);
	assert_true(pool.peak > 0);
	closes_spill();
}

#define HIGH RING_CHUNK

static void until_begun(struct cpu_drain *c)
{
	if (!c->drain.running)
		assert_int_equal(cpu_drain__start(c), 0);
	while (!cpu_drain__begin(c))
		sched_yield();
}

static void drains_on_its_cpu(struct cpu_drain *c)
{
	until_begun(c);
	while (cpu_drain__works(c))
		sched_yield();
}

/* Two spills of a pool are added to at once. What the threads leave is less than they were told to. */
static void threads_of_cpus_drain_their_rings(void **state)
{
	struct cpu_drain cpus[2];
	uint64_t ts = 0, next = 1, left;
	struct spill other;

	(void)state;
	opens_spill(100);
	spill__open(&other, &pool);
	ring__set_spill(&rings[1], &other);
	for (unsigned cpu = 0; cpu < 2; cpu++)
		cpu_drain__init(&cpus[cpu], &rings[cpu], cpu, HIGH);
	for (unsigned round = 0; round < 20; round++) {
		while (ctl(0)->head + LONG - ctl(0)->tail <= RING_BYTES) {
			writes_long(0, ++ts, LONG);
			writes_long(1, ++ts, LONG);
		}
		until_begun(&cpus[1]);
		drains_on_its_cpu(&cpus[0]);
		while (cpu_drain__works(&cpus[1]))
			sched_yield();
		for (unsigned cpu = 0; cpu < 2; cpu++) {
			left = ring__used(&rings[cpu]);
			assert_true(left < HIGH / 2);
		}
	}
	assert_int_equal(pool.used, 2 * (spill.end / RING_CHUNK) * pool.block);
	ring_merge__look(m, ALL);
	while (next <= ts) {
		assert_int_equal(assert_next((next + 1) % 2, next)->len, LONG);
		next++;
	}
	assert_no_more();
	ring_merge__release(m);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		assert_false(cpu_drain__was_full(&cpus[cpu]));
		cpu_drain__stop(&cpus[cpu]);
	}
	spill__close(&other);
	closes_spill();
}

static void fills(void)
{
	static uint64_t ts;

	while (ring__used(&rings[0]) + LONG <= RING_BYTES)
		writes_long(0, ++ts, LONG);
}

static bool is_drained(const struct cpu_drain *c)
{
	while (ring__used(c->ring) >= c->high && cpu_drain__works(c))
		sched_yield();
	return ring__used(c->ring) < c->high;
}

/* Without another word, whoever else does not run meanwhile. If this one does not, the thread may have stopped to look. */
static void a_thread_goes_on_looking(void **state)
{
	bool drained = false;
	struct cpu_drain c;

	(void)state;
	opens_spill(200);
	cpu_drain__init(&c, &rings[0], 0, HIGH);
	for (unsigned i = 0; !drained && i < 20; i++) {
		fills();
		until_begun(&c);
		assert_true(is_drained(&c));
		fills();
		drained = is_drained(&c);
	}
	assert_true(drained);
	cpu_drain__stop(&c);
	closes_spill();
}

static void drains_and_stays(unsigned cpu, const cpu_set_t *expected)
{
	pthread_attr_t attr;
	struct cpu_drain c;
	size_t stack_bytes;
	cpu_set_t cpus;

	cpu_drain__init(&c, &rings[cpu], cpu, HIGH);
	drains_on_its_cpu(&c);
	assert_int_equal(pthread_getaffinity_np(c.drain.thread, sizeof(cpus), &cpus), 0);
	assert_true(CPU_EQUAL(&cpus, expected));
	assert_int_equal(pthread_getattr_np(c.drain.thread, &attr), 0);
	assert_int_equal(pthread_attr_getstacksize(&attr, &stack_bytes), 0);
	assert_in_range(stack_bytes, 1, 1 << 20);	/* there may be hundreds of CPUs */
	pthread_attr_destroy(&attr);
	cpu_drain__stop(&c);
}

/* It is on the CPU of the ring, but on none that the process may not use. */
static void a_thread_is_where_it_may_be(void **state)
{
	cpu_set_t before, one;

	(void)state;
	opens_spill(4);
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	if (CPU_ISSET(0, &before))
		drains_and_stays(0, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	ring__set_spill(&rings[1], &spill);
	drains_and_stays(1, &one);
	sched_setaffinity(0, sizeof(before), &before);
	closes_spill();
}

static void a_thread_of_a_cpu_finds_the_spill_full(void **state)
{
	struct cpu_drain c;
	uint64_t ts = 0;

	(void)state;
	opens_spill(1);
	cpu_drain__init(&c, &rings[0], 0, HIGH);
	while (ctl(0)->head + LONG <= RING_BYTES)
		writes_long(0, ++ts, LONG);
	drains_on_its_cpu(&c);
	assert_true(cpu_drain__was_full(&c));
	assert_false(cpu_drain__was_full(&c));
	assert_int_equal(ctl(0)->tail, RING_CHUNK);
	pool.limit *= 2;
	drains_on_its_cpu(&c);
	assert_false(cpu_drain__was_full(&c));
	assert_int_equal(ctl(0)->tail, ctl(0)->head);
	cpu_drain__stop(&c);
	closes_spill();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(records_are_drained_while_they_wait),
		TEST(little_memory_is_allocated_at_once),
		TEST(a_writer_may_be_held_while_there_is_memory),
		TEST(blocks_are_used_again),
		TEST(a_taken_record_outlives_its_space),
		TEST(a_part_is_drained),
		TEST(a_spill_has_a_limit),
		TEST(two_threads_read_a_ring),
		TEST(threads_of_cpus_drain_their_rings),
		TEST(a_thread_goes_on_looking),
		TEST(a_thread_is_where_it_may_be),
		TEST(a_thread_of_a_cpu_finds_the_spill_full),
	};

	return run_both(tests, sizeof(tests) / sizeof(tests[0]));
}
