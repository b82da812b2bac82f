// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_merge.c - rings of several CPUs in plain memory, written as BPF writes them, read as one stream: order, the time up to
 * which it is complete, ends of chunks, freed space, records that user space adds.
 */
#include "ring_fixture.h"

#include <sys/mman.h>
#include <unistd.h>

static void adds(uint64_t ts)
{
	struct rec_exit r = { .rec = { .len = sizeof(r), .type = REC_EXIT, .cpu = CPU_NONE, .ts = ts } };

	assert_int_equal(ring_merge__push(m, &r.rec), 0);
}

#define assert_added(ts) assert_next(CPU_NONE, ts)

/* -- Order ------------------------------------------------------------------------------------------- */

static void nothing_comes_of_nothing(void **state)
{
	(void)state;
	assert_no_more();
	ring_merge__look(m, ALL);
	assert_no_more();
	ring_merge__release(m);
	ring_merge__look(m, ALL);
	assert_no_more();
}

static void records_come_in_the_order_of_time(void **state)
{
	(void)state;
	writes(0, 10);
	writes(0, 40);
	writes(0, 50);
	writes(1, 20);
	writes(1, 60);
	writes(2, 5);
	writes(2, 30);
	ring_merge__look(m, ALL);
	assert_next(2, 5);
	assert_next(0, 10);
	assert_next(1, 20);
	assert_next(2, 30);
	assert_next(0, 40);
	assert_next(0, 50);
	assert_next(1, 60);
	assert_no_more();
}

static void many_records_come_in_the_order_of_time(void **state)
{
	uint64_t ts[CPUS] = { 0 }, seed = 1, last = 0;
	unsigned n = 0;

	(void)state;
	for (unsigned i = 0; i < 5000; i++) {
		unsigned cpu = (seed = seed * 6364136223846793005ull + 1) >> 40;

		writes(cpu % CPUS, ts[cpu % CPUS] += 1 + (seed >> 33) % 100);
	}
	ring_merge__look(m, ALL);
	for (const struct rec *rec; (rec = ring_merge__next(m)); n++) {
		assert_true(rec->ts >= last);
		last = rec->ts;
	}
	assert_int_equal(n, 5000);
}

/* -- Up to which time the stream is complete --------------------------------------------------------- */

static void what_is_too_new_waits(void **state)
{
	(void)state;
	writes(0, 10);
	writes(0, 30);
	writes(1, 20);
	ring_merge__look(m, 20);
	assert_next(0, 10);
	assert_next(1, 20);
	assert_no_more();
	ring_merge__release(m);
	writes(1, 25);		/* older than the next record of the other ring */
	ring_merge__look(m, 40);
	assert_next(1, 25);
	assert_next(0, 30);
	assert_no_more();
}

static void what_comes_after_the_look_waits(void **state)
{
	(void)state;
	writes(0, 10);
	ring_merge__look(m, 100);
	writes(0, 20);
	writes(1, 15);
	assert_next(0, 10);
	assert_no_more();
	ring_merge__release(m);
	ring_merge__look(m, 100);
	assert_next(1, 15);
	assert_next(0, 20);
	assert_no_more();
}

/* A busy writer has read the clock, so its record may be older than all others. */
static void a_busy_writer_holds_everything_back(void **state)
{
	(void)state;
	writes(0, 10);
	ring_merge__look(m, 15);
	assert_next(0, 10);
	assert_no_more();
	ring_merge__release(m);
	ctl(1)->claimed = sizeof(struct rec_exit);
	writes(0, 15);
	writes(0, 30);
	ring_merge__look(m, 50);
	assert_next(0, 15);	/* complete since the last look */
	assert_no_more();
	ring_merge__release(m);
	writes(1, 20);
	ring_merge__look(m, 50);
	assert_next(1, 20);
	assert_next(0, 30);
	assert_no_more();
}

/* Tracing has ended: the writer will not finish. */
static void at_the_end_a_busy_writer_holds_nothing_back(void **state)
{
	(void)state;
	ctl(1)->claimed = 2 * sizeof(struct rec_exit);
	writes(0, 10);
	writes(1, 20);
	ring_merge__look(m, ALL);
	assert_next(0, 10);
	assert_next(1, 20);
	assert_no_more();
}

/* -- Records of user space --------------------------------------------------------------------------- */

static void added_records_come_first_among_equals(void **state)
{
	(void)state;
	writes(0, 10);
	writes(2, 10);
	adds(10);
	adds(10);
	adds(11);
	writes(1, 11);
	ring_merge__look(m, ALL);
	assert_added(10);
	assert_added(10);
	assert_int_equal(ring_merge__next(m)->ts, 10);
	assert_int_equal(ring_merge__next(m)->ts, 10);
	assert_added(11);
	assert_next(1, 11);
	assert_no_more();
}

static void added_records_wait_as_others_do(void **state)
{
	(void)state;
	adds(10);
	adds(30);
	writes(0, 20);
	ring_merge__look(m, 20);
	assert_added(10);
	assert_next(0, 20);
	assert_no_more();
	ring_merge__release(m);
	adds(40);
	ring_merge__look(m, ALL);
	assert_added(30);
	assert_added(40);
	assert_no_more();
	ring_merge__release(m);
	ring_merge__look(m, ALL);
	assert_no_more();
}

static void added_records_are_copies_of_any_length(void **state)
{
	union {
		struct rec rec;
		uint8_t bytes[4096];
	} r = { .rec = { .type = REC_FD, .cpu = CPU_NONE } };

	(void)state;
	for (unsigned i = 1; i <= 400; i++) {
		r.rec.len = 24 + i * 8;
		r.rec.ts = i;
		memset(r.bytes + sizeof(r.rec), i, r.rec.len - sizeof(r.rec));
		assert_int_equal(ring_merge__push(m, &r.rec), 0);
	}
	ring_merge__look(m, ALL);
	for (unsigned i = 1; i <= 400; i++) {
		const struct rec *rec = assert_added(i);

		assert_int_equal(rec->len, 24 + i * 8);
		assert_int_equal(((const uint8_t *)rec)[sizeof(*rec)], i & 0xff);
		assert_int_equal(((const uint8_t *)rec)[rec->len - 1], i & 0xff);
	}
	assert_no_more();
	for (unsigned i = 0; i < 1000; i++) {	/* its memory is reused */
		ring_merge__release(m);
		adds(1000 + i);
		ring_merge__look(m, ALL);
		assert_added(1000 + i);
		assert_no_more();
	}
}

/* -- Chunks and space -------------------------------------------------------------------------------- */

/* A record that begins in a chunk is contiguous, extending into the slack after it; the next record is in the next chunk. */
static void records_run_on_behind_a_chunk(void **state)
{
	const struct rec *rec;
	uint64_t end;

	(void)state;
	for (unsigned i = 1; i < RING_CHUNK / LONG; i++)
		writes_long(0, i, LONG);
	writes_long(0, 40, LONG - 32);
	assert_int_equal(ctl(0)->head, RING_CHUNK - 32);
	writes_long(0, 50, LONG);	/* all but 32 bytes are in the slack */
	writes(0, 60);
	ring_merge__look(m, ALL);
	for (unsigned i = 1; i < RING_CHUNK / LONG; i++)
		assert_next(0, i);
	assert_next(0, 40);
	rec = assert_next(0, 50);
	memcpy(&end, (const uint8_t *)rec + rec->len - sizeof(end), sizeof(end));
	assert_int_equal(end, 50);
	assert_int_equal(rings[0].pos, RING_CHUNK - 32);
	assert_next(0, 60);
	assert_int_equal(rings[0].pos, RING_CHUNK - 32 + LONG);
	assert_no_more();
}

static void a_ring_goes_round(void **state)
{
	uint64_t written = 0, ts = 0;
	uint32_t lens[] = { 32, LONG, 1048, 24, 20000 };

	(void)state;
	while (written < 20 * RING_BYTES) {
		uint64_t begun = ts;

		for (unsigned i = 0; i < 10; i++) {
			ts++;
			writes_long(2, ts, lens[ts % 5]);
			written += lens[ts % 5];
		}
		ring_merge__look(m, ALL);
		for (unsigned i = 1; i <= 10; i++) {
			const struct rec *rec = assert_next(2, begun + i);

			assert_int_equal(rec->len, lens[(begun + i) % 5]);
			if (rec->len > 24)
				assert_memory_equal((const uint8_t *)rec + rec->len - 8, &rec->ts, 8);
		}
		assert_no_more();
		ring_merge__release(m);
		assert_int_equal(ctl(2)->tail, written);
	}
}

static void space_is_given_back(void **state)
{
	(void)state;
	for (uint64_t ts = 1; ts <= 8; ts++)
		writes_long(0, ts, LONG);
	writes(1, 4);
	ring_merge__look(m, ALL);
	assert_next(0, 1);
	assert_next(0, 2);
	assert_int_equal(ctl(0)->tail, 0);		/* freed in batches */
	assert_next(0, 3);
	assert_int_equal(ctl(0)->tail, 2 * LONG);	/* all records taken but the last, which is in use */
	for (int i = 0; i < 4; i++)
		assert_non_null(ring_merge__next(m));
	assert_int_equal(ctl(0)->tail, 4 * LONG);
	assert_int_equal(ctl(1)->tail, 0);
	ring_merge__look(m, ALL);
	while (ring_merge__next(m))
		;
	ring_merge__release(m);
	assert_int_equal(ctl(0)->tail, 8 * LONG);
	assert_int_equal(ctl(1)->tail, sizeof(struct rec_exit));
}

static void what_waits_keeps_its_space(void **state)
{
	(void)state;
	writes(0, 10);
	writes(0, 20);
	ring_merge__look(m, 10);
	assert_next(0, 10);
	assert_no_more();
	ring_merge__release(m);
	assert_int_equal(ctl(0)->tail, sizeof(struct rec_exit));
	ring_merge__look(m, 20);
	assert_next(0, 20);
	ring_merge__release(m);
	assert_int_equal(ctl(0)->tail, 2 * sizeof(struct rec_exit));
}

/* As a BPF map's elements: at an offset that is no page's, mapped as far as they are used. */
static void chunks_are_mapped_when_they_are_reached(void **state)
{
	const unsigned chunks = 8;
	const size_t offset = 3 * RING_ELEM, size = offset + RING_SIZE(chunks, stride);
	int fd = memfd_create("ring", 0);
	uint8_t *writer, *reserved;
	static uint8_t taken[RING_CHUNK];
	struct ring_ctl ring_ctl = { 0 };
	struct ring r;

	(void)state;
	assert_true(fd >= 0 && !ftruncate(fd, (off_t)size));
	writer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	reserved = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(writer != MAP_FAILED && reserved != MAP_FAILED);
	assert_int_equal(ring__map(&r, &ring_ctl, reserved + offset % (size_t)sysconf(_SC_PAGESIZE), chunks, stride, fd, offset), 0);
	for (unsigned i = 0; i < chunks; i++) {
		struct rec rec = { .len = RING_CHUNK / 2, .type = REC_EXIT, .ts = i + 1 };
		uint64_t ts;

		for (unsigned half = 0; half < 2; half++)
			memcpy(writer + offset + i * stride + half * RING_CHUNK / 2, &rec, sizeof(rec));
		ring_ctl.head = (i + 1) * RING_CHUNK;
		ring__look(&r);
		assert_int_equal(r.mapped, i < 2 ? 2 * RING_CHUNK : i < 6 ? 6 * RING_CHUNK : ~0ull);
		for (unsigned half = 0; half < 2; half++) {
			assert_true(ring__peek(&r, &ts));
			assert_int_equal(ts, i + 1);
			assert_int_equal(ring__take(&r, taken)->len, RING_CHUNK / 2);
		}
		assert_false(ring__peek(&r, &ts));
	}
	munmap(writer, size);
	munmap(reserved, size);
	close(fd);
}

static void the_reader_is_woken(void **state)
{
	(void)state;
	assert_int_equal(ctl(0)->watermark, ~0ull);		/* no wakeups until requested */
	ctl(0)->notified = ctl(1)->notified = 1;
	ring__set_watermark(&rings[0], 4096);
	assert_int_equal(ctl(0)->watermark, 4096);
	assert_int_equal(ctl(0)->notified, 0);
	ctl(0)->notified = 1;
	writes(0, 10);
	ring_merge__look(m, ALL);
	assert_next(0, 10);
	assert_no_more();
	assert_int_equal(ctl(0)->notified, 1);
	ring_merge__release(m);
	assert_int_equal(ctl(0)->notified, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_comes_of_nothing),
		TEST(records_come_in_the_order_of_time),
		TEST(many_records_come_in_the_order_of_time),
		TEST(what_is_too_new_waits),
		TEST(what_comes_after_the_look_waits),
		TEST(a_busy_writer_holds_everything_back),
		TEST(at_the_end_a_busy_writer_holds_nothing_back),
		TEST(added_records_come_first_among_equals),
		TEST(added_records_wait_as_others_do),
		TEST(added_records_are_copies_of_any_length),
		TEST(records_run_on_behind_a_chunk),
		TEST(a_ring_goes_round),
		TEST(space_is_given_back),
		TEST(what_waits_keeps_its_space),
		TEST(chunks_are_mapped_when_they_are_reached),
		TEST(the_reader_is_woken),
	};

	return run_both(tests, sizeof(tests) / sizeof(tests[0]));
}
