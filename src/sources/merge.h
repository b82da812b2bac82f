/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * merge.h - merges several sources into one, by time.
 *
 * A record is returned when no other stream can have an older one: each has a record that is not older, or knows that it has none.
 * Their REC_END records become one, after everything else, with the sums and the losses of streams without REC_END.
 */
#pragma once

#include "source.h"

/* How recordings differ. */
struct merge_recordings {
	/* ns to add to the times of recording i: called in order of i, with its first record; NULL: it has none. */
	int64_t (*shift)(struct merge_recordings *r, unsigned i, const struct rec *first);
	/* The same, from a REC_CLOCK on. */
	int64_t (*reshift)(struct merge_recordings *r, unsigned i, const struct rec_clock *clock);
	/* The name of its machine, for REC_HOST; at most 63 bytes. */
	const char *(*host)(struct merge_recordings *r, unsigned i);
};

/*
 * Takes ownership of the sources and of r, which is from malloc, and frees them on failure. 0 or -ENOMEM.
 *
 * r NULL: live streams of one machine; the first is that of calls. Its first record comes first, then the head records of the others. Of
 * records with equal time the last stream's come first: they are the state (mappings) in which the others happened.
 * Else recordings: REC_HOST names the host of the records that follow; at equal time the first recording's come first. Where REC_CLOCK sets the times of a
 * recording back, records have the time of the one before them, until they are later than that.
 */
int merge__open(struct source **out, struct source *const *streams, unsigned n, struct merge_recordings *r);
