// SPDX-License-Identifier: BSD-2-Clause
/* ring.c - the reader's end of one CPU's ring. Invariant: released <= pos <= end <= head. */
#include "ring.h"

#include <linux/membarrier.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define RELEASE_BYTES (64 * 1024)	/* give space back this often within a batch */

void ring__open(struct ring *r, void *base, unsigned chunks)
{
	memset(r, 0, sizeof(*r));
	r->base = base;
	r->chunks = chunks;
	r->ctl = (struct ring_ctl *)(r->base + RING_CTL_OFFSET);
	r->ctl->mark = ~0ull;
}

#define LOOK_TRIES 200		/* a record takes a writer some 50 ns */

static bool is_busy(const struct ring_ctl *ctl)
{
	uint64_t claimed = __atomic_load_n(&ctl->claimed, __ATOMIC_ACQUIRE);

	return __atomic_load_n(&ctl->busy, __ATOMIC_ACQUIRE) || claimed > __atomic_load_n(&ctl->head, __ATOMIC_ACQUIRE);
}

bool ring__look(struct ring *r)
{
	bool busy = true;

	for (int i = 0; i < LOOK_TRIES && busy; i++)
		busy = is_busy(r->ctl);
	r->end = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE);
	return !busy;
}

/*
 * BPF has no barriers that all kernels know. Where the machine may make `head` visible before the record below it, the
 * reader has every CPU pass a barrier: the writers, for whom time counts, do without.
 */
void ring__settle(void)
{
#if !defined(__x86_64__)
	struct timespec t = { .tv_nsec = 1000000 };

	/* with nohz_full there is none: a millisecond is a thousand times what a store may take */
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		nanosleep(&t, NULL);
#endif
}

static const struct rec *rec_at(const struct ring *r, uint64_t pos)
{
	uint64_t elem = (pos / RING_CHUNK) & (r->chunks - 1);

	return (const struct rec *)(r->base + elem * RING_ELEM + pos % RING_CHUNK);
}

const struct rec *ring__peek(struct ring *r)
{
	uint64_t pos = r->pos + r->taken;

	return pos < r->end ? rec_at(r, pos) : NULL;
}

static void release(struct ring *r)
{
	r->released = r->pos;
	__atomic_store_n(&r->ctl->tail, r->pos, __ATOMIC_RELEASE);
}

void ring__take(struct ring *r, const struct rec *rec)
{
	r->pos += r->taken;
	r->taken = rec->len;
	if (r->pos - r->released >= RELEASE_BYTES)
		release(r);
}

void ring__release(struct ring *r)
{
	r->pos += r->taken;
	r->taken = 0;
	if (r->pos == r->released)
		return;
	release(r);
	r->ctl->rung = 0;
}

void ring__set_mark(struct ring *r, uint64_t bytes)
{
	__atomic_store_n(&r->ctl->rung, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&r->ctl->mark, bytes, __ATOMIC_SEQ_CST);
}
