/* SPDX-License-Identifier: BSD-2-Clause */
/* block_summary.h - what a block's summary says: how many records of each kind, and which threads, without unpacking it. */
#ifndef TRACE_BLOCK_SUMMARY_H
#define TRACE_BLOCK_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block_summary {
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
void block_summary__begin(struct block_summary *s, const uint8_t *p, size_t len);
bool block_summary__count(struct block_summary *s, struct summary_count *c);
void block_summary__begin_threads(struct block_summary *s);
bool block_summary__thread(struct block_summary *s, struct summary_thread *t);	/* *t holds the one before; start with zeros */

#endif
