// SPDX-License-Identifier: BSD-2-Clause
/* ring.c - the reader's end of one CPU's ring. Invariant: released <= pos <= end <= head. */
#include "ring.h"

#include <bpf/bpf.h>
#include <string.h>
#include <time.h>

#define RELEASE_BYTES (64 * 1024)	/* give space back this often within a batch */

void ring__open(struct ring *r, void *base, unsigned chunks)
{
	memset(r, 0, sizeof(*r));
	r->base = base;
	r->chunks = chunks;
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
	r->end = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE);
	r->news = r->end != end;
	return !busy;
}

/*
 * BPF has no barriers that all kernels know, and a writer's time counts. So where the machine may make `head` visible
 * before the records below it, the reader has the writer's CPU pass a barrier, if it has written: it makes it run a
 * program that does nothing. That takes an interrupt there, at the end of which the kernel says so by a store with
 * release semantics, to be read here with acquire semantics (kernel/smp.c: csd_unlock, csd_lock_wait). `head` was seen
 * before, so its store, and those of the records, come before the interrupt in that CPU's order: they are visible now.
 */
void ring__settle(struct ring *r)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = r->cpu);
	struct timespec t = { .tv_nsec = 1000000 };

	if (r->fence < 0 || !r->news)
		return;
	/* A CPU that was switched off since passed many barriers; else, a millisecond is a thousand times what a store takes. */
	if (bpf_prog_test_run_opts(r->fence, &opts))
		nanosleep(&t, NULL);
}

static const struct rec *rec_at(const struct ring *r, uint64_t pos)
{
	uint64_t elem = (pos / RING_CHUNK) & (r->chunks - 1);

	return (const struct rec *)(r->base + elem * RING_ELEM + pos % RING_CHUNK);
}

#define AHEAD 512		/* bytes that are on their way from the writer's cache meanwhile */

const struct rec *ring__peek(struct ring *r)
{
	uint64_t pos = r->pos + r->taken;
	const struct rec *rec = rec_at(r, pos);

	if (pos + AHEAD < r->end)
		__builtin_prefetch((const char *)rec + AHEAD);
	return pos < r->end ? rec : NULL;
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
	r->ctl->notified = 0;
}

void ring__set_watermark(struct ring *r, uint64_t bytes)
{
	__atomic_store_n(&r->ctl->notified, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&r->ctl->watermark, bytes, __ATOMIC_SEQ_CST);
}
