/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * merge.h - several sources as one, in the order of time.
 *
 * A record is given when no other stream can have an older one: each has one that is not older, or knows that it has none. The ends of
 * all (REC_END) become one, behind everything else, with their sums and what streams without an end lost.
 */
#ifndef TRACE_MERGE_H
#define TRACE_MERGE_H

#include "source.h"

/*
 * Of one machine that runs: the first stream is that of calls. Its first record comes before all else, then come the heads of the
 * others. Among records of the same time those of the last stream come first: they say in what the others happened. Takes the sources
 * over, and closes them also when it fails. 0 or -ENOMEM.
 */
int merge__live(struct source **out, struct source *const *streams, unsigned n);

/* What is different between recordings. */
struct merge_recordings {
	/* ns to add to the times of recording i: asked in their order, once its first record is there. NULL: it has none. */
	int64_t (*shift)(struct merge_recordings *r, unsigned i, const struct rec *first);
	/* The name of its machine, for REC_HOST; at most 63 bytes. */
	const char *(*host)(struct merge_recordings *r, unsigned i);
};

/* Recordings: REC_HOST says whose records follow; of the same time those of the first come first. As above; `r` is from malloc. */
int merge__recordings(struct source **out, struct source *const *streams, unsigned n, struct merge_recordings *r);

#endif
