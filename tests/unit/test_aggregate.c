// SPDX-License-Identifier: BSD-2-Clause
/* test_aggregate.c - tallies and groups. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "aggregate/groups.h"
#include "bpf/wire.h"
#include "recording/swap.h"

#define MANY 20000

/* Pseudo-random, and the same in every run: log-uniform, from 1 ns to 18 minutes. */
static uint64_t next_ns(uint64_t *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (*state >> 20) >> (*state >> 58 & 31) >> 4;
}

static bool is_close(double got, double exact, double share)
{
	return got >= exact * (1 - share) && got <= exact * (1 + share);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void buckets_are_continuous(void **state)
{
	(void)state;
	for (unsigned b = 0; b < TALLY_BUCKETS; b++) {
		uint64_t from = tally__bucket_from(b);

		assert_int_equal(tally__bucket(from), b);
		if (b)
			assert_int_equal(tally__bucket(from - 1), b - 1);
	}
	assert_int_equal(tally__bucket(UINT64_MAX), TALLY_BUCKETS - 1);
	for (uint32_t v = 1; v; v <<= 1) {
		assert_int_equal(tally__log2_32(v), 31 - __builtin_clz(v));
		assert_int_equal(tally__log2_32(v | (v - 1)), 31 - __builtin_clz(v));
	}
}

static void percentiles_are_close(void **state)
{
	static const double asked[] = { 0.1, 1, 10, 50, 90, 99, 99.9, 100 };
	static uint64_t values[MANY];
	struct tally t = {};
	uint64_t seed = 42, sum = 0;
	double mean, squares = 0;

	(void)state;
	for (unsigned i = 0; i < MANY; i++) {
		values[i] = next_ns(&seed);
		sum += values[i];
		assert_true(tally__add(&t, values[i], true, false, 0));
	}
	qsort(values, MANY, sizeof(values[0]), by_value);
	for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		uint64_t exact = values[(unsigned)(MANY * asked[i] / 100) - 1];

		assert_true(is_close((double)tally__percentile(&t, asked[i]), (double)exact, 0.016));
	}
	mean = (double)sum / MANY;
	for (unsigned i = 0; i < MANY; i++)
		squares += ((double)values[i] - mean) * ((double)values[i] - mean);
	assert_true(is_close(tally__stddev(&t) * tally__stddev(&t), squares / MANY, 1e-6));
	assert_int_equal(t.min, values[0]);
	assert_int_equal(t.max, values[MANY - 1]);
	assert_int_equal(t.total, sum);
	assert_int_equal(tally__average(&t), sum / MANY);
	tally__free(&t);
}

static void merged_is_as_added(void **state)
{
	struct tally all = {}, half[2] = {};
	uint64_t seed = 7;

	(void)state;
	for (unsigned i = 0; i < MANY; i++) {
		uint64_t ns = next_ns(&seed);

		tally__add(&all, ns, i % 5, i % 7 == 0, i);
		tally__add(&half[i % 3 == 0], ns, i % 5, i % 7 == 0, i);
	}
	assert_true(tally__merge(&half[0], &half[1]));
	assert_int_equal(half[0].calls, all.calls);
	assert_int_equal(half[0].errors, all.errors);
	assert_int_equal(half[0].timed, all.timed);
	assert_int_equal(half[0].bytes, all.bytes);
	assert_int_equal(half[0].total, all.total);
	assert_int_equal(half[0].min, all.min);
	assert_int_equal(half[0].max, all.max);
	assert_true(half[0].squares == all.squares);
	for (unsigned b = 0; b < TALLY_BUCKETS; b++)
		assert_int_equal(tally__in_bucket(&half[0], b), tally__in_bucket(&all, b));
	tally__free(&all);
	tally__free(&half[0]);
	tally__free(&half[1]);
}

static void calls_without_times_have_none(void **state)
{
	struct tally t = {};

	(void)state;
	tally__add(&t, 0, false, true, 3);
	assert_int_equal(t.calls, 1);
	assert_int_equal(t.timed, 0);
	assert_int_equal(tally__percentile(&t, 50), 0);
	assert_int_equal(tally__average(&t), 0);
	tally__add(&t, 100, true, false, 0);
	assert_int_equal(t.min, 100);
	assert_int_equal(tally__percentile(&t, 50), 100);
	tally__free(&t);
}

static void powers_sum_buckets(void **state)
{
	static const uint64_t values[] = { 0, 1, 2, 3, 4, 63, 64, 127, 128, UINT64_MAX };
	static const uint64_t powers[64] = { 2, 2, 1, 0, 0, 1, 2, 1, [63] = 1 };
	struct tally t = {};

	(void)state;
	for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		tally__add(&t, values[i], true, false, 0);
	for (unsigned p = 0; p < 64; p++)
		assert_int_equal(tally__in_power(&t, p), powers[p]);
	tally__free(&t);
}

static int by_number(const struct call_group *a, const struct call_group *b, void *ctx)
{
	(void)ctx;
	return (a->key.number > b->key.number) - (a->key.number < b->key.number);
}

static void groups_nest(void **state)
{
	struct groups g = { .nparts = 2, .by = { BY_THREAD, BY_PATH } };
	struct call_group **threads, **paths;

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		const struct group_key keys[] = { { .number = i % 3 }, { .text = i % 2 ? "/odd" : "/even", .len = i % 2 ? 4 : 5 } };

		tally__add(&groups__at(&g, keys)->tally, i, true, false, 1);
	}
	groups__sum(&g);
	assert_int_equal(g.root.tally.calls, 3000);
	assert_int_equal(g.root.nbelow, 3);
	threads = group__below(&g.root, by_number, NULL);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(threads[i]->key.number, i);
		assert_int_equal(threads[i]->tally.calls, 1000);
		assert_int_equal(threads[i]->nbelow, 2);
	}
	paths = group__below(threads[0], by_number, NULL);
	assert_int_equal(paths[0]->tally.bytes, 500);
	assert_null(paths[0]->first);
	free(threads);
	free(paths);
	groups__clear(&g);
	assert_null(g.root.first);
}

static void too_many_groups_are_one(void **state)
{
	struct groups g = { .nparts = 1, .most = 10 };

	(void)state;
	for (unsigned i = 0; i < 100; i++)
		tally__add(&groups__at(&g, &(struct group_key){ .number = i })->tally, 1, true, false, 0);
	assert_int_equal(g.root.nbelow, 10);
	assert_int_equal(g.refused, 90);
	groups__sum(&g);
	assert_int_equal(g.root.tally.calls, 100);
	groups__clear(&g);
}

/* As the kernel's squares, of more than 64 bits; buckets that do not exist are left out. */
static void records_are_added(void **state)
{
	union {
		struct rec_tally r;
		uint64_t words[sizeof(struct rec_tally) / 8 + 3];
	} u = { .r = {
		.rec = { .type = REC_TALLY, .len = sizeof(u) }, .calls = 5, .errors = 1, .bytes = 7, .timed = 4, .total = 40, .min = 1, .max = 30,
		.squares_low = 2, .squares_high = 3,
	} };
	uint64_t *buckets = u.words + sizeof(struct rec_tally) / 8;
	struct tally t = {};

	(void)state;
	buckets[0] = 1ull << TALLY_COUNT_BITS | 3;
	buckets[1] = (uint64_t)tally__bucket(30) << TALLY_COUNT_BITS | 1;
	buckets[2] = (uint64_t)TALLY_BUCKETS << TALLY_COUNT_BITS | 1;
	assert_false(tally__add_record(&t, &u.r));
	u.r.rec.len -= 8;
	assert_true(tally__add_record(&t, &u.r));
	assert_int_equal(t.calls, 10);
	assert_int_equal(t.timed, 8);
	assert_int_equal(t.bytes, 14);
	assert_int_equal(tally__in_bucket(&t, 1), 6);
	assert_int_equal(tally__percentile(&t, 99), 30);
	assert_true(t.squares == ((unsigned __int128)6 << 64 | 4));
	tally__free(&t);
}

/* After the buckets; a length that does not fit is no path. A path keeps its bytes on a machine of the other byte order. */
static void records_have_a_path(void **state)
{
	union {
		struct rec_tally r;
		uint64_t words[sizeof(struct rec_tally) / 8 + 4];
	} u = { .r = { .rec = { .type = REC_TALLY, .len = sizeof(u) }, .calls = 3, .errors = 3, .path_len = 11, .err = 2 } };
	uint64_t *after = u.words + sizeof(struct rec_tally) / 8;
	struct tally t = {};

	(void)state;
	after[0] = 1ull << TALLY_COUNT_BITS | 3;
	after[1] = 2;
	memcpy(&after[2], "/a/typical1", 11);
	assert_true(tally__add_record(&t, &u.r));
	assert_int_equal(tally__in_bucket(&t, 1), 3);
	assert_ptr_equal(tally__path(&u.r), &after[1]);
	assert_int_equal(tally__path(&u.r)->weight, 2);
	rec__swap(&u.r.rec);
	assert_true(after[1] == 2ull << 56);
	assert_memory_equal(tally__path(&u.r)->path, "/a/typical1", 11);
	u.r.path_len = 25;
	assert_null(tally__path(&u.r));
	u.r.path_len = TALLY_PATH_MAX + 1;
	assert_null(tally__path(&u.r));
	tally__free(&t);
}

static void errors_have_a_typical_path(void **state)
{
	struct groups g = { .nparts = 1 };
	struct call_group *a = groups__at(&g, &(struct group_key){ .number = 1 });

	(void)state;
	for (unsigned i = 0; i < 9; i++)
		group__add_error(a, 2, 1, 1, i % 3 ? "/often" : "/seldom", i % 3 ? 6 : 7);
	for (unsigned i = 0; i < 10; i++)
		group__add_error(a, 13, 1, 0, NULL, 0);
	for (unsigned i = 0; i < 9; i++)
		group__add_error(a, 20, 1, 1, &"/different"[i], 10 - i);
	groups__sum(&g);
	group__sort_errors(&g.root);
	assert_int_equal(g.root.nerrors, 3);
	assert_int_equal(g.root.errors[0].number, 13);
	assert_int_equal(g.root.errors[0].calls, 10);
	assert_null(group_error__path(&g.root.errors[0]));
	assert_int_equal(g.root.errors[1].calls, 9);
	assert_string_equal(group_error__path(&g.root.errors[1]), "/often");
	assert_int_equal(g.root.errors[2].number, 20);
	assert_null(group_error__path(&g.root.errors[2]));
	groups__clear(&g);
}

static void parts_are_read(void **state)
{
	enum group_part by[GROUP_PARTS];
	const char *bad;
	size_t len;
	unsigned n;

	(void)state;
	assert_int_equal(groups__read("comm,syscall", by, &n, &bad, &len), 0);
	assert_int_equal(n, 2);
	assert_int_equal(by[0], BY_COMM);
	assert_int_equal(by[1], BY_SYSCALL);
	assert_int_not_equal(groups__read("comm,syscal", by, &n, &bad, &len), 0);
	assert_memory_equal(bad, "syscal", len);
	assert_int_equal(groups__read("comm,syscall,comm", by, &n, &bad, &len), -EEXIST);
	assert_string_equal(bad, "comm");
	assert_int_not_equal(groups__read("", by, &n, &bad, &len), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_are_continuous),
		cmocka_unit_test(percentiles_are_close),
		cmocka_unit_test(merged_is_as_added),
		cmocka_unit_test(calls_without_times_have_none),
		cmocka_unit_test(powers_sum_buckets),
		cmocka_unit_test(groups_nest),
		cmocka_unit_test(too_many_groups_are_one),
		cmocka_unit_test(records_are_added),
		cmocka_unit_test(errors_have_a_typical_path),
		cmocka_unit_test(records_have_a_path),
		cmocka_unit_test(parts_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
