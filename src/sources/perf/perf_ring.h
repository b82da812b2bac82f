/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_ring.h - a ring that the kernel writes perf records into, mapped: perf_event_open(2), "MMAP layout".
 *
 * perf_ring__look() reads the kernel's position; perf_ring__next() returns records up to there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sources/spill.h"

#define PERF_RECORD_BYTES 65536	/* bytes: a record's length has 16 bits */
#define PERF_SPILL_UNIT (256 * 1024)	/* positions of a spill's block, which has room for a record more */

struct perf_ring {
	struct perf_event_mmap_page *page;	/* NULL: not open */
	uint8_t *data;
	size_t size;		/* bytes of data, a power of two */
	uint64_t head, tail;	/* the kernel's position at the last look; the reader's */
	uint8_t *whole;		/* a copy of the last record */
	uint64_t spilled;	/* positions below it are read from the spill */
	struct spill *spill;	/* NULL: none */
};

/* Maps `bytes` (a power of two of pages) of an event's ring. 0 or -errno. */
int perf_ring__open(struct perf_ring *r, int fd, size_t bytes);
void perf_ring__close(struct perf_ring *r);
void perf_ring__look(struct perf_ring *r);
/*
 * For another thread than the reader's, which goes on reading meanwhile: copies what is in use to the spill, if it has `least` bytes, and frees
 * its space. false: the spill is full.
 */
bool perf_ring__drain(struct perf_ring *r, size_t least);
/* The next record, valid until the next call or perf_ring__release(). NULL: none. */
const uint8_t *perf_ring__next(struct perf_ring *r, size_t *len);
/* Frees the space of the records that were read. */
void perf_ring__release(struct perf_ring *r);
