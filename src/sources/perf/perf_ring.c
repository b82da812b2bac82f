// SPDX-License-Identifier: BSD-2-Clause
/* perf_ring.c - positions count bytes and never wrap; the kernel owns data_head, the reader data_tail. */
#include "perf_ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define RECORD_MAX 65536	/* a record's length has 16 bits */

int perf_ring__open(struct perf_ring *r, int fd, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *p;

	memset(r, 0, sizeof(*r));
	r->whole = malloc(RECORD_MAX);
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

const uint8_t *perf_ring__next(struct perf_ring *r, size_t *len)
{
	size_t at = r->tail & (r->size - 1), first;
	const struct perf_event_header *h = (const struct perf_event_header *)(r->data + at);

	if (r->tail == r->head)
		return NULL;
	*len = h->size;		/* records are multiples of 8 bytes, so a header never wraps */
	r->tail += *len;
	first = r->size - at;
	if (*len <= first)
		return r->data + at;
	memcpy(r->whole, r->data + at, first);
	memcpy(r->whole + first, r->data, *len - first);
	return r->whole;
}

void perf_ring__release(struct perf_ring *r)
{
	__atomic_store_n(&r->page->data_tail, r->tail, __ATOMIC_RELEASE);
}
