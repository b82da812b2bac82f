/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_ring.h - a ring that the kernel writes perf records into, mapped: perf_event_open(2), "MMAP layout".
 *
 * perf_ring__look() reads the kernel's position; perf_ring__next() returns records up to there.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct perf_ring {
	struct perf_event_mmap_page *page;	/* NULL: not open */
	uint8_t *data;
	size_t size;		/* bytes of data, a power of two */
	uint64_t head, tail;	/* the kernel's position at the last look; the reader's */
	uint8_t *whole;		/* a copy of a record that wraps */
};

/* Maps `bytes` (a power of two of pages) of an event's ring. 0 or -errno. */
int perf_ring__open(struct perf_ring *r, int fd, size_t bytes);
void perf_ring__close(struct perf_ring *r);
void perf_ring__look(struct perf_ring *r);
/* The next record, valid until the next call or perf_ring__release(). NULL: none. */
const uint8_t *perf_ring__next(struct perf_ring *r, size_t *len);
/* Frees the space of the records that were read. */
void perf_ring__release(struct perf_ring *r);
