// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_ring.c - positions count bytes and never wrap; the kernel owns data_head.
 *
 * Two threads read a ring: the reader, and the one that copies to the spill. data_tail only grows, whoever sets it. The reader copies a
 * record, and then looks at data_tail: if that is above, the kernel may have been there meanwhile, and the reader takes the spill's copy.
 */
#include "perf_ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int perf_ring__open(struct perf_ring *r, int fd, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *p;

	memset(r, 0, sizeof(*r));
	r->whole = malloc(PERF_RECORD_BYTES);
	if (!r->whole)
		return -ENOMEM;
	p = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		int err = -errno;

		free(r->whole);
		r->whole = NULL;
		return err;
	}
	r->page = p;
	r->data = (uint8_t *)p + page;
	r->size = bytes;
	return 0;
}

void perf_ring__close(struct perf_ring *r)
{
	if (r->page)
		munmap(r->page, (size_t)(r->data - (uint8_t *)r->page) + r->size);
	free(r->whole);
	memset(r, 0, sizeof(*r));
}

void perf_ring__look(struct perf_ring *r)
{
	r->head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
}

static uint64_t tail_of(const struct perf_ring *r)
{
	return __atomic_load_n(&r->page->data_tail, __ATOMIC_RELAXED);
}

static void raise_tail(struct perf_ring *r, uint64_t pos)
{
	__u64 tail = tail_of(r);

	while (tail < pos && !__atomic_compare_exchange_n(&r->page->data_tail, &tail, pos, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

/* Copies bytes that may wrap. */
static void copy(const struct perf_ring *r, uint8_t *to, uint64_t pos, size_t len)
{
	size_t at = pos & (r->size - 1), first = r->size - at < len ? r->size - at : len;

	memcpy(to, r->data + at, first);
	memcpy(to + first, r->data, len - first);
}

/* -- The thread that copies to the spill -------------------------------------------------------------------------------------- */

bool perf_ring__drain(struct perf_ring *r, size_t least)
{
	uint64_t head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE), tail = tail_of(r), from = spill__end(r->spill), to;

	if (head - tail < least)
		return true;
	if (from < tail) {		/* the reader was there */
		from = tail;
		spill__publish(r->spill, from);
	}
	for (; from < head; from = to) {
		uint8_t *block = spill__block(r->spill, from);
		size_t more = 0;

		if (!block)
			return false;
		to = (from / PERF_SPILL_UNIT + 1) * PERF_SPILL_UNIT;
		if (to < head)		/* the last record in the block may continue in the next one */
			more = head - to < PERF_RECORD_BYTES ? head - to : PERF_RECORD_BYTES;
		else
			to = head;
		copy(r, block + from % PERF_SPILL_UNIT, from, to - from + more);
		spill__publish(r->spill, to);
		raise_tail(r, to);
	}
	return true;
}

/* -- Reading ---------------------------------------------------------------------------------------------------------------- */

/* Was the space of the read position freed? To be asked after reading there. Then it is in the spill, and `spilled` is above it. */
static bool has_moved(struct perf_ring *r)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	if (tail_of(r) <= r->tail)
		return false;
	r->spilled = spill__end(r->spill);
	return true;
}

/* Copies a record out of the ring; NULL: its space was freed. */
static const uint8_t *in_ring(struct perf_ring *r, size_t *len)
{
	/* records are multiples of 8 bytes, so a header never wraps */
	*len = ((const struct perf_event_header *)(r->data + (r->tail & (r->size - 1))))->size;
	if (has_moved(r))
		return NULL;
	copy(r, r->whole, r->tail, *len);
	return has_moved(r) ? NULL : r->whole;
}

const uint8_t *perf_ring__next(struct perf_ring *r, size_t *len)
{
	const uint8_t *rec = NULL;

	if (r->tail == r->head)
		return NULL;
	if (r->tail >= r->spilled)
		rec = in_ring(r, len);
	if (!rec) {
		rec = spill__at(r->spill, r->tail) + r->tail % PERF_SPILL_UNIT;
		*len = ((const struct perf_event_header *)rec)->size;
	}
	r->tail += *len;
	return rec;
}

void perf_ring__release(struct perf_ring *r)
{
	raise_tail(r, r->tail);
	if (r->spill)
		spill__release(r->spill, r->tail);
}
