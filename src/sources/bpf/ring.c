// SPDX-License-Identifier: BSD-2-Clause
/*
 * ring.c - the reader's side of one CPU's ring.
 * Invariant: checked <= pos <= end <= head, end <= mapped; and released <= pos, or released is the end of the copied chunks.
 */
#include "ring.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lib/msg.h"

#define RELEASE_BYTES (64 * 1024)	/* within a batch, space is freed after so many bytes */

#define FIRST_CHUNKS 2u

/* Maps the elements of chunks from `first` on, below `end`, and what else is in their pages. */
static int map_chunks(const struct ring *r, uint64_t first, uint64_t end)
{
	uint64_t from = r->offset + first * RING_ELEM, skip = from % (uint64_t)sysconf(_SC_PAGESIZE);
	void *at = r->base + first * RING_ELEM - skip;

	return mmap(at, (end - first) * RING_ELEM + skip, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, r->fd, (off_t)(from - skip)) ==
	       MAP_FAILED ? -errno : 0;
}

/* Maps what is not mapped yet; without memory for that, `end` stays below it. */
static __attribute__((cold, noinline)) void map_rest(struct ring *r)
{
	int err = map_chunks(r, FIRST_CHUNKS, r->chunks);

	if (!err) {
		r->mapped = ~0ull;
		return;
	}
	msg__error("cannot map a ring's memory: %s", strerror(-err));
	r->end = r->mapped;
}

static void set_end(struct ring *r, uint64_t head)
{
	r->end = head;
	if (head > r->mapped)
		map_rest(r);
}

int ring__map(struct ring *r, void *base, unsigned chunks, int fd, uint64_t offset)
{
	uint64_t first = chunks < FIRST_CHUNKS ? chunks : FIRST_CHUNKS;
	int err;

	*r = (struct ring){ .base = base, .fd = fd, .offset = offset };
	err = map_chunks(r, 0, first);
	if (err)
		return err;
	ring__open(r, base, chunks);
	r->fd = fd;
	r->offset = offset;
	if (first < chunks)
		r->mapped = first * RING_CHUNK;
	return 0;
}

void ring__open(struct ring *r, void *base, unsigned chunks)
{
	memset(r, 0, sizeof(*r));
	r->base = base;
	r->chunks = chunks;
	r->mapped = ~0ull;
	r->ctl = (struct ring_ctl *)(r->base + RING_CTL_OFFSET);
	r->ctl->watermark = ~0ull;
	r->fence = -1;
}

void ring__set_fence(struct ring *r, int fence, unsigned cpu)
{
	r->fence = fence;
	r->cpu = cpu;
}

#define LOOK_TRIES 200		/* a record takes a writer some 50 ns */

static bool is_busy(const struct ring_ctl *ctl)
{
	uint64_t claimed = __atomic_load_n(&ctl->claimed, __ATOMIC_ACQUIRE);

	return claimed > __atomic_load_n(&ctl->head, __ATOMIC_ACQUIRE);
}

bool ring__look(struct ring *r)
{
	uint64_t end = r->end;
	bool busy = true;

	for (int i = 0; i < LOOK_TRIES && busy; i++)
		busy = is_busy(r->ctl);
	set_end(r, __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE));
	r->news = r->end != end;
	return !busy;
}

/*
 * BPF has no memory barriers that all kernels support, and the writer is on the hot path. So on CPUs with weak ordering, where `head` may
 * become visible before the records below it, the reader makes the writer's CPU pass a barrier, if it has written: it runs an empty BPF
 * program there. The interrupt for that ends with a store-release in the kernel, which this CPU load-acquires (kernel/smp.c: csd_unlock,
 * csd_lock_wait). The store to `head`, seen before, and those of its records precede the interrupt on that CPU: all are visible now.
 */
void ring__settle(struct ring *r)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = r->cpu);
	struct timespec t = { .tv_nsec = 1000000 };

	if (r->fence < 0 || !r->news)
		return;
	/* A CPU that went offline passed many barriers; otherwise 1 ms is a thousand times as long as a store takes. */
	if (bpf_prog_test_run_opts(r->fence, &opts))
		nanosleep(&t, NULL);
}

static const uint8_t *element(const struct ring *r, uint64_t chunk)
{
	if (chunk < r->copied)
		return r->copies[chunk % r->ncopies];
	return r->base + (chunk & (r->chunks - 1)) * RING_ELEM;
}

static const struct rec *rec_at(const struct ring *r, uint64_t pos)
{
	return (const struct rec *)(element(r, pos / RING_CHUNK) + pos % RING_CHUNK);
}

static void release(struct ring *r, uint64_t pos)
{
	r->released = pos;
	__atomic_store_n(&r->ctl->tail, pos, __ATOMIC_RELEASE);
}

/* -- When the writer is faster than the reader ------------------------------------------------------------------------------ */

int ring__set_copies(struct ring *r, unsigned n)
{
	r->copies = n ? calloc(n, sizeof(*r->copies)) : NULL;
	r->ncopies = r->copies ? n : 0;
	return n && !r->copies ? -ENOMEM : 0;
}

static void free_copies(struct ring *r)
{
	for (unsigned i = 0; i < r->ncopies; i++) {
		free(r->copies[i]);
		r->copies[i] = NULL;
	}
	r->copied = 0;
}

void ring__close(struct ring *r)
{
	free_copies(r);
	free(r->copies);
	r->copies = NULL;
	r->ncopies = 0;
}

static bool copy_chunk(struct ring *r, uint64_t chunk)
{
	uint8_t **to = &r->copies[chunk % r->ncopies];

	if (!*to)
		*to = malloc(RING_CTL_OFFSET);
	if (!*to)
		return false;
	memcpy(*to, r->base + (chunk & (r->chunks - 1)) * RING_ELEM, RING_CTL_OFFSET);
	return true;
}

/* Copies complete chunks out of a ring that is half full, up to the limit: ten times faster than showing their records. */
static void copy_ahead(struct ring *r)
{
	uint64_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE), first = r->pos / RING_CHUNK, chunk;

	if (!r->ncopies || head - r->released < r->chunks * RING_CHUNK / 2)
		return;
	set_end(r, head);
	r->news = true;
	ring__settle(r);
	chunk = first > r->copied ? first : r->copied;
	while (chunk < r->end / RING_CHUNK && chunk < first + r->ncopies && copy_chunk(r, chunk))
		r->copied = ++chunk;
	if (r->copied * RING_CHUNK > r->released)
		release(r, r->copied * RING_CHUNK);
}

/* -- Reading ---------------------------------------------------------------------------------------------------------------- */

static void give_back(struct ring *r)
{
	r->checked = r->pos;
	if (r->pos > r->released)
		release(r, r->pos);
	copy_ahead(r);
}

static void settle_taken(struct ring *r)
{
	r->pos += r->taken;
	r->taken = 0;
}

#define AHEAD 512		/* bytes to prefetch from the writer's cache */

const struct rec *ring__peek(struct ring *r)
{
	const struct rec *rec;

	settle_taken(r);
	if (r->pos - r->checked >= RELEASE_BYTES)
		give_back(r);
	if (r->pos >= r->end)
		return NULL;
	rec = rec_at(r, r->pos);
	if (r->pos + AHEAD < r->end)
		__builtin_prefetch((const char *)rec + AHEAD);
	return rec;
}

void ring__take(struct ring *r, const struct rec *rec)
{
	r->taken = rec->len;
}

void ring__release(struct ring *r)
{
	settle_taken(r);
	if (r->copied && r->pos >= r->copied * RING_CHUNK)
		free_copies(r);
	r->checked = r->pos;
	if (r->pos <= r->released)
		return;
	release(r, r->pos);
	r->ctl->notified = 0;
}

void ring__set_watermark(struct ring *r, uint64_t bytes)
{
	__atomic_store_n(&r->ctl->notified, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&r->ctl->watermark, bytes, __ATOMIC_SEQ_CST);
}
