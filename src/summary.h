/* SPDX-License-Identifier: BSD-2-Clause */
/* summary.h - what a block's summary says: how many records of each kind, and which threads, without unpacking it. */
#ifndef TRACE_SUMMARY_H
#define TRACE_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct summary {
	const uint8_t *p, *end;
	uint64_t left;		/* elements of the list in work */
};

struct summary_count {
	uint64_t type;		/* enum rec_type */
	unsigned abi, nr;	/* of REC_CALL and REC_PENDING */
	uint64_t count;
};

struct summary_thread {
	uint32_t tid, tgid;
};

/* First all counts, then all threads: each function says false at the end of its list, or where it makes no sense. */
void summary__begin(struct summary *s, const uint8_t *p, size_t len);
bool summary__count(struct summary *s, struct summary_count *c);
void summary__begin_threads(struct summary *s);
bool summary__thread(struct summary *s, struct summary_thread *t);	/* *t holds the one before; start with zeros */

#endif
