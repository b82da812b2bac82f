/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_ring.h - a ring that the kernel writes perf records into, mapped: perf_event_open(2), "MMAP layout".
 *
 * perf_ring__look() notes how far it was written; perf_ring__next() gives records up to there.
 */
#ifndef TRACE_PERF_RING_H
#define TRACE_PERF_RING_H

#include <stddef.h>
#include <stdint.h>

struct perf_ring {
	struct perf_event_mmap_page *page;	/* NULL: not open */
	uint8_t *data;
	size_t size;		/* bytes of data, a power of two */
	uint64_t head, tail;	/* written when last looked at, read */
	uint8_t *whole;		/* a record that wraps, in one piece */
};

/* Maps `bytes` (a power of two of pages) of an event's ring. 0 or -errno. */
int perf_ring__open(struct perf_ring *r, int fd, size_t bytes);
void perf_ring__close(struct perf_ring *r);
void perf_ring__look(struct perf_ring *r);
/* The next record, until perf_ring__release(), or the next one. NULL: there is none. */
const uint8_t *perf_ring__next(struct perf_ring *r, size_t *len);
/* Gives back the space of what was read. */
void perf_ring__release(struct perf_ring *r);

#endif
