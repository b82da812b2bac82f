// SPDX-License-Identifier: BSD-2-Clause
/* tally.c - adds, merges, and answers from sums and buckets. */
#include "tally.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/wire.h"

/* The room is the next power of two: most groups of many have durations of one or two octaves. */
static bool more_octaves(struct tally *t)
{
	struct tally_octave *more;

	if (t->noctaves & (t->noctaves - 1))
		return true;
	more = reallocarray(t->octaves, t->noctaves ? 2ul * t->noctaves : 1, sizeof(*more));
	if (more)
		t->octaves = more;
	return more;
}

static uint64_t *bucket_at(struct tally *t, unsigned bucket)
{
	unsigned octave = bucket >> TALLY_SUB_BITS;

	if (!t->at[octave]) {
		if (!more_octaves(t))
			return NULL;
		memset(&t->octaves[t->noctaves], 0, sizeof(*t->octaves));
		t->at[octave] = (uint8_t)++t->noctaves;
	}
	return &t->octaves[t->at[octave] - 1].n[bucket & (TALLY_SUBS - 1)];
}

bool tally__add_bucket(struct tally *t, unsigned bucket, uint64_t n)
{
	uint64_t *at = bucket < TALLY_BUCKETS ? bucket_at(t, bucket) : NULL;

	if (at)
		*at += n;
	return at;
}

bool tally__add(struct tally *t, uint64_t ns, bool has_time, bool failed, uint64_t bytes)
{
	t->calls++;
	t->errors += failed;
	t->bytes += bytes;
	if (!has_time)
		return true;
	t->min = !t->timed || ns < t->min ? ns : t->min;
	t->max = ns > t->max ? ns : t->max;
	t->timed++;
	t->total += ns;
	t->squares += (unsigned __int128)ns * ns;
	return tally__add_bucket(t, tally__bucket(ns), 1);
}

uint64_t tally__in_bucket(const struct tally *t, unsigned bucket)
{
	unsigned at = t->at[bucket >> TALLY_SUB_BITS];

	return at ? t->octaves[at - 1].n[bucket & (TALLY_SUBS - 1)] : 0;
}

static void add_sums(struct tally *t, const struct tally *other)
{
	t->calls += other->calls;
	t->errors += other->errors;
	t->bytes += other->bytes;
	if (!other->timed)
		return;
	t->min = !t->timed || other->min < t->min ? other->min : t->min;
	t->max = other->max > t->max ? other->max : t->max;
	t->timed += other->timed;
	t->total += other->total;
	t->squares += other->squares;
}

bool tally__merge(struct tally *t, const struct tally *other)
{
	bool ok = true;

	add_sums(t, other);
	for (unsigned octave = 0; octave < TALLY_OCTAVES; octave++)
		for (unsigned i = 0; other->at[octave] && i < TALLY_SUBS; i++) {
			unsigned bucket = octave << TALLY_SUB_BITS | i;
			uint64_t n = tally__in_bucket(other, bucket);

			ok &= !n || tally__add_bucket(t, bucket, n);
		}
	return ok;
}

const struct tally_path *tally__path(const struct rec_tally *r)
{
	size_t size = offsetof(struct tally_path, path) + ((r->path_len + 7ul) & ~7ul);

	if (!r->path_len || r->path_len > TALLY_PATH_MAX || r->rec.len < sizeof(*r) + size)
		return NULL;
	return (const struct tally_path *)((const uint8_t *)r + r->rec.len - size);
}

bool tally__add_record(struct tally *t, const struct rec_tally *r)
{
	const struct tally_path *path = tally__path(r);
	const uint64_t *bucket = (const uint64_t *)r->buckets;
	const uint64_t *end = path ? (const uint64_t *)path : bucket + (r->rec.len - sizeof(*r)) / sizeof(*bucket);
	bool ok = true;

	add_sums(t, &(struct tally){
		.calls = r->calls, .errors = r->errors, .bytes = r->bytes, .timed = r->timed, .total = r->total, .min = r->min, .max = r->max,
		.squares = (unsigned __int128)r->squares_high << 64 | r->squares_low,
	});
	for (; bucket < end; bucket++)
		ok &= tally__add_bucket(t, (unsigned)(*bucket >> TALLY_COUNT_BITS), *bucket & ((1ull << TALLY_COUNT_BITS) - 1));
	return ok;
}

void tally__free(struct tally *t)
{
	free(t->octaves);
	*t = (struct tally){};
}

uint64_t tally__average(const struct tally *t)
{
	return t->timed ? t->total / t->timed : 0;
}

/* Newton's method, without libm. */
static double square_root(double v)
{
	double root = v > 1 ? v : 1, next;

	for (;; root = next) {
		next = (root + v / root) / 2;
		if (next >= root)
			return root;
	}
}

double tally__stddev(const struct tally *t)
{
	long double n = (long double)t->timed, mean, variance;

	if (!t->timed)
		return 0;
	mean = (long double)t->total / n;
	variance = (long double)t->squares / n - mean * mean;
	return variance > 0 ? square_root((double)variance) : 0;
}

static uint64_t middle_of(unsigned bucket)
{
	uint64_t from = tally__bucket_from(bucket), next = bucket + 1 < TALLY_BUCKETS ? tally__bucket_from(bucket + 1) : UINT64_MAX;

	return from + (next - from) / 2;
}

uint64_t tally__total_up_to(const struct tally *t, uint64_t limit)
{
	uint64_t sum = 0;

	if (t->max <= limit)
		return t->total;
	for (unsigned bucket = 0; bucket < TALLY_BUCKETS; bucket++) {
		uint64_t n = tally__in_bucket(t, bucket), middle = middle_of(bucket);

		sum += n * (middle < limit ? middle : limit);
	}
	return sum;
}

uint64_t tally__percentile(const struct tally *t, double percent)
{
	double exact = (double)t->timed * percent / 100;
	uint64_t rank = (uint64_t)exact + ((double)(uint64_t)exact < exact), seen = 0, value;

	for (unsigned bucket = 0; bucket < TALLY_BUCKETS; bucket++) {
		if (!t->at[bucket >> TALLY_SUB_BITS]) {
			bucket |= TALLY_SUBS - 1;
			continue;
		}
		seen += tally__in_bucket(t, bucket);
		if (!seen || seen < rank)
			continue;
		value = middle_of(bucket);
		return value < t->min ? t->min : value > t->max ? t->max : value;
	}
	return t->max;
}

uint64_t tally__in_power(const struct tally *t, unsigned power)
{
	uint64_t from = power ? 1ull << power : 0, last = power < 63 ? (2ull << power) - 1 : UINT64_MAX, sum = 0;

	for (unsigned bucket = tally__bucket(from); bucket <= tally__bucket(last); bucket++)
		sum += tally__in_bucket(t, bucket);
	return sum;
}
