// SPDX-License-Identifier: BSD-2-Clause
/* test_merge_live.c - the merge of calls and other streams: times up to which each is complete, order, totals, the end. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "sources/merge.h"

#define RECORDS 4000

/* A stream whose records have its number as `tid`. It returns the first `upto`, and is complete up to `known`. */
struct fake {
	struct source source;
	uint64_t ts[RECORDS];
	unsigned n, at, upto;
	uint64_t known, head_ts;
	unsigned heads, tended, waited, lost;
	bool stopped, has_end;
	int err, pause, waits_ms;
	long alive;
	union {
		struct rec rec;
		struct rec_start start;
		struct rec_end end;
	} given;
};

static struct fake calls, events, maps;

static int fake_next(struct source *s, const struct rec **rec)
{
	struct fake *f = (struct fake *)s;

	if (f->at == f->upto)
		return f->err ? f->err : f->stopped ? SOURCE_END : SOURCE_WAIT;
	memset(&f->given, 0, sizeof(f->given));
	f->given.rec = (struct rec){ .len = sizeof(f->given.start), .type = f == &calls && !f->at ? REC_START : REC_CALL, .ts = f->ts[f->at],
				     .tid = f == &calls ? 1 : f == &events ? 2 : 3 };
	if (f->has_end && f->at == f->n - 1)
		f->given.end = (struct rec_end){ .rec = { .len = sizeof(f->given.end), .type = REC_END, .ts = f->ts[f->at] }, .calls = 5, .lost = 1 };
	f->at++;
	*rec = &f->given.rec;
	return SOURCE_RECORD;
}

static uint64_t fake_known(struct source *s)
{
	return ((struct fake *)s)->known;
}

static const struct rec *fake_head(struct source *s, uint64_t ts)
{
	struct fake *f = (struct fake *)s;

	f->head_ts = ts;
	if (!f->heads)
		return NULL;
	f->heads--;
	f->given.rec = (struct rec){ .len = sizeof(f->given.rec), .type = REC_MAP, .ts = ts, .tid = f == &events ? 2 : 3 };
	return &f->given.rec;
}

static void fake_tend(struct source *s)
{
	((struct fake *)s)->tended++;
}

static int fake_wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	(void)others, (void)n;
	((struct fake *)s)->waits_ms = ms;
	((struct fake *)s)->waited++;
	return 0;
}

static int fake_pause(struct source *s)
{
	return ((struct fake *)s)->pause;
}

static void fake_stop(struct source *s)
{
	((struct fake *)s)->stopped = true;
}

static long fake_alive(struct source *s)
{
	return ((struct fake *)s)->alive;
}

static uint64_t fake_lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	if (n)
		by_cpu[0] += ((struct fake *)s)->lost;
	return ((struct fake *)s)->lost;
}

static void fake_close(struct source *s)
{
	(void)s;
}

static const struct source_ops calls_ops = {
	.next = fake_next, .stop = fake_stop, .close = fake_close, .known = fake_known, .wait = fake_wait, .alive = fake_alive, .lost = fake_lost,
};
static const struct source_ops stream_ops = {
	.next = fake_next, .stop = fake_stop, .close = fake_close, .known = fake_known, .head = fake_head, .tend = fake_tend, .pause = fake_pause,
	.alive = fake_alive, .lost = fake_lost,
};

static struct source *merged;

#define FILL(f, ...) fill(&(f), (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void fill(struct fake *f, const uint64_t *ts, unsigned n)
{
	memcpy(f->ts + f->n, ts, n * sizeof(*ts));
	f->n += n;
	f->upto = f->n;
}

static int setup(void **state)
{
	(void)state;
	memset(&calls, 0, sizeof(calls));
	memset(&events, 0, sizeof(events));
	memset(&maps, 0, sizeof(maps));
	calls.source.ops = &calls_ops;
	events.source.ops = maps.source.ops = &stream_ops;
	events.pause = maps.pause = -1;
	return merge__open(&merged, (struct source *[]){ &calls.source, &events.source, &maps.source }, 3, NULL);
}

static int teardown(void **state)
{
	(void)state;
	source__close(merged);
	return 0;
}

static void assert_gives(unsigned stream, uint64_t ts)
{
	const struct rec *rec;

	assert_int_equal(merged->ops->next(merged, &rec), SOURCE_RECORD);
	assert_int_equal(rec->tid, stream);
	assert_int_equal(rec->ts, ts);
}

#define CALLS 1
#define EVENTS 2
#define MAPS 3
#define assert_waits() do { const struct rec *r; assert_int_equal(merged->ops->next(merged, &r), SOURCE_WAIT); } while (0)

static void nothing_comes_before_the_first_call(void **state)
{
	(void)state;
	FILL(events, 5, 30);
	assert_waits();
	FILL(calls, 10);
	events.heads = 2;
	maps.heads = 1;
	assert_gives(CALLS, 10);
	assert_gives(EVENTS, 10);
	assert_gives(EVENTS, 10);
	assert_gives(MAPS, 10);
	assert_int_equal(events.head_ts, 10);
	calls.known = maps.known = 100;
	assert_gives(EVENTS, 5);	/* the merge does not drop older records: streams must not have any */
	assert_gives(EVENTS, 30);
	assert_waits();
}

static void a_record_waits_for_what_others_do_not_know(void **state)
{
	(void)state;
	FILL(calls, 10, 20, 40);
	FILL(events, 15);
	maps.known = events.known = 30;
	assert_gives(CALLS, 10);
	assert_gives(EVENTS, 15);
	assert_gives(CALLS, 20);
	assert_waits();
	maps.known = 50;
	assert_waits();
	FILL(events, 35);
	assert_gives(EVENTS, 35);
	assert_waits();
	events.known = 40;
	assert_gives(CALLS, 40);
	assert_waits();
}

static void of_the_same_time_the_call_comes_last(void **state)
{
	(void)state;
	FILL(calls, 10, 20);
	FILL(events, 20);
	FILL(maps, 20);
	assert_gives(CALLS, 10);
	events.known = maps.known = 20;
	assert_gives(MAPS, 20);
	assert_gives(EVENTS, 20);
	assert_gives(CALLS, 20);
}

/* Looking at a stream's rings for each record would cost more than the record. */
static void a_stream_is_asked_only_when_it_matters(void **state)
{
	(void)state;
	FILL(calls, 10);
	for (uint64_t i = 0; i < 3000; i++)
		FILL(calls, 20 + i);
	maps.known = events.known = 5000;
	assert_gives(CALLS, 10);
	for (uint64_t i = 0; i < 3000; i++) {
		assert_gives(CALLS, 20 + i);
		if (i == 0)
			events.known = maps.known = 0;	/* the effect if it were asked again */
	}
	assert_int_equal(events.tended, 2);	/* rarely, because its rings fill up */
	assert_int_equal(maps.tended, 2);
}

static void one_end_with_what_all_lost(void **state)
{
	const struct rec *rec;
	uint64_t by_cpu[1] = { 0 };

	(void)state;
	FILL(calls, 10, 20, 30);
	FILL(events, 25);
	calls.has_end = true;
	calls.lost = 1;
	events.lost = 7;
	events.known = maps.known = 5;
	assert_gives(CALLS, 10);
	merged->ops->stop(merged);
	assert_gives(CALLS, 20);
	assert_gives(EVENTS, 25);
	assert_int_equal(merged->ops->next(merged, &rec), SOURCE_RECORD);
	assert_int_equal(rec->type, REC_END);
	assert_int_equal(rec->ts, 30);
	assert_int_equal(((const struct rec_end *)rec)->calls, 5);
	assert_int_equal(((const struct rec_end *)rec)->lost, 8);
	assert_int_equal(merged->ops->next(merged, &rec), SOURCE_END);
	assert_int_equal(source__lost(merged, by_cpu, 1), 8);
	assert_int_equal(by_cpu[0], 8);
}

static void a_stream_that_fails_fails_in_the_end(void **state)
{
	const struct rec *rec;

	(void)state;
	FILL(calls, 10, 20);
	maps.known = 100;
	events.err = -ENOMEM;
	assert_gives(CALLS, 10);
	assert_gives(CALLS, 20);
	assert_waits();
	merged->ops->stop(merged);
	assert_int_equal(merged->ops->next(merged, &rec), -ENOMEM);
}

static void waits_by_calls_and_not_for_long(void **state)
{
	(void)state;
	FILL(calls, 10, 20);
	events.known = maps.known = 15;
	events.pause = 33;
	assert_gives(CALLS, 10);
	assert_waits();
	assert_int_equal(source__wait(merged, 200, NULL, 0), 0);
	assert_int_equal(calls.waited, 1);
	assert_in_range(calls.waits_ms, 1, 10);		/* a record waits */
	events.known = maps.known = 100;
	assert_gives(CALLS, 20);
	assert_waits();
	assert_int_equal(source__wait(merged, 200, NULL, 0), 0);
	assert_int_equal(calls.waits_ms, 33);
}

static void ends_when_calls_and_events_have(void **state)
{
	(void)state;
	calls.alive = 3;
	assert_int_equal(source__alive(merged), 3);
	calls.alive = 0;
	events.alive = 1;
	assert_true(source__alive(merged) > 0);
	events.alive = 0;
	assert_int_equal(source__alive(merged), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_comes_before_the_first_call),
		TEST(a_record_waits_for_what_others_do_not_know),
		TEST(of_the_same_time_the_call_comes_last),
		TEST(a_stream_is_asked_only_when_it_matters),
		TEST(one_end_with_what_all_lost),
		TEST(a_stream_that_fails_fails_in_the_end),
		TEST(waits_by_calls_and_not_for_long),
		TEST(ends_when_calls_and_events_have),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
