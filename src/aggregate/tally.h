/* SPDX-License-Identifier: BSD-2-Clause */
/* tally.h - what is known of a set of calls: how many, their errors, bytes, and the distribution of their durations. Zeroed: of none. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/tally.h"

/* One octave's counts are allocated when it is first used. */
struct tally_octave {
	uint64_t n[TALLY_SUBS];
};

struct tally {
	uint64_t calls, errors;
	uint64_t bytes;			/* moved */
	uint64_t timed;			/* calls with a duration: their entry was seen. The following are of these */
	uint64_t total, min, max;	/* ns */
	unsigned __int128 squares;	/* ns^2: sum of the squares of durations */
	uint8_t at[TALLY_OCTAVES];	/* 1 + index in `octaves`; 0: all counts are 0 */
	struct tally_octave *octaves;	/* noctaves of them; owned */
	unsigned noctaves;
};

/* One call. These return false if there is no memory for the distribution; the other sums are right. */
bool tally__add(struct tally *t, uint64_t ns, bool has_time, bool failed, uint64_t bytes);
/* n durations of one bucket; only the distribution changes. */
bool tally__add_bucket(struct tally *t, unsigned bucket, uint64_t n);
/* Adds the sums and buckets of a record; those that cannot be are left out. */
struct rec_tally;
bool tally__add_record(struct tally *t, const struct rec_tally *r);
/* The record's path, of path_len bytes; NULL: it has none. */
const struct tally_path *tally__path(const struct rec_tally *r);
bool tally__merge(struct tally *t, const struct tally *other);
/* ns: the sum of all durations, each of them counted up to `limit`: of longer and shorter ones by their buckets, exact if none is longer. */
uint64_t tally__total_up_to(const struct tally *t, uint64_t limit);
void tally__free(struct tally *t);	/* empties it */

uint64_t tally__average(const struct tally *t);
double tally__stddev(const struct tally *t);	/* ns: of the whole population */
/* The duration that `percent` of the calls do not exceed, within 1.6 %. 0: there is none. */
uint64_t tally__percentile(const struct tally *t, double percent);
/* Durations from 2^power ns to less than twice that; power 0: also those of 0 ns. */
uint64_t tally__in_power(const struct tally *t, unsigned power);
uint64_t tally__in_bucket(const struct tally *t, unsigned bucket);
