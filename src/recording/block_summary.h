/* SPDX-License-Identifier: BSD-2-Clause */
/* block_summary.h - a block's summary: numbers of records of each kind, and the threads, without unpacking the block. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block_summary {
	const uint8_t *p, *end;
	uint64_t left;		/* elements left in the current list */
};

struct summary_count {
	uint64_t type;		/* enum rec_type */
	unsigned abi, nr;	/* of REC_CALL and REC_PENDING */
	uint64_t count;
};

struct summary_thread {
	uint32_t tid, tgid;
};

/* To be called for all counts, then for all threads. Each returns false at the end of its list, and if the summary is invalid. */
void block_summary__begin(struct block_summary *s, const uint8_t *p, size_t len);
bool block_summary__count(struct block_summary *s, struct summary_count *c);
void block_summary__begin_threads(struct block_summary *s);
bool block_summary__thread(struct block_summary *s, struct summary_thread *t);	/* *t must have the previous thread; start with zeros */
