// SPDX-License-Identifier: BSD-2-Clause
/*
 * ring.c - the reader's side of one CPU's ring.
 * Invariant: checked <= pos <= end <= head, end <= mapped; and tail <= pos, or what is between them is in the spill.
 *
 * Two threads read a ring: the reader, and the one that copies to the spill. The tail only grows, whoever sets it. The reader first copies what
 * it reads, and then looks at the tail: if that is above, a writer may have been there meanwhile, and the reader takes the spill's copy.
 */
#include "ring.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lib/msg.h"

#define RELEASE_BYTES (64 * 1024)	/* within a batch, space is freed after so many bytes */

#define FIRST_CHUNKS 2u
#define STEP_CHUNKS 4u		/* the kernel takes some 100 us for them, in which it maps nothing else of the process */

/* Where in the map the pages of so many chunks end, and of what their records extend into. */
static uint64_t end_of(const struct ring *r, uint64_t chunks)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return chunks ? (r->offset + RING_SIZE(chunks, r->stride) + page - 1) / page * page : r->offset / page * page;
}

static int map_chunks(const struct ring *r, uint64_t first, uint64_t end)
{
	uint64_t from = end_of(r, first), to = end_of(r, end);
	void *at = r->base + (int64_t)(from - r->offset);

	return mmap(at, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, r->fd, (off_t)from) == MAP_FAILED ? -errno : 0;
}

static uint64_t mapped(const struct ring *r)
{
	return __atomic_load_n(&r->mapped, __ATOMIC_ACQUIRE);
}

/* Maps the next chunks, in any thread; if two do, the second maps the same again. */
static int map_more(struct ring *r)
{
	uint64_t before = mapped(r), first = before / RING_CHUNK, end = first + STEP_CHUNKS;
	int err = map_chunks(r, first, end < r->chunks ? end : r->chunks);

	if (!err)
		__atomic_compare_exchange_n(&r->mapped, &before, end < r->chunks ? end * RING_CHUNK : ~0ull, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
	return err;
}

static int map_until(struct ring *r, uint64_t pos)
{
	int err = 0;

	while (!err && pos > mapped(r))
		err = map_more(r);
	return err;
}

/* Without memory for mapping, `end` stays below what is not mapped. */
static void set_end(struct ring *r, uint64_t head)
{
	int err = map_until(r, head);

	r->end = err ? mapped(r) : head;
	if (err)
		msg__error("cannot map a ring's memory: %s", strerror(-err));
}

int ring__map(struct ring *r, struct ring_ctl *ctl, void *base, unsigned chunks, uint64_t stride, int fd, uint64_t offset)
{
	uint64_t first = chunks < FIRST_CHUNKS ? chunks : FIRST_CHUNKS;
	int err;

	*r = (struct ring){ .base = base, .stride = stride, .fd = fd, .offset = offset };
	err = map_chunks(r, 0, first);
	if (err)
		return err;
	ring__open(r, ctl, base, chunks, stride);
	r->fd = fd;
	r->offset = offset;
	if (first < chunks)
		r->mapped = first * RING_CHUNK;
	return 0;
}

void ring__open(struct ring *r, struct ring_ctl *ctl, void *base, unsigned chunks, uint64_t stride)
{
	memset(r, 0, sizeof(*r));
	r->base = base;
	r->chunks = chunks;
	r->stride = stride;
	r->mapped = ~0ull;
	r->ctl = ctl;
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
static void pass_barrier(const struct ring *r)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = r->cpu);
	struct timespec t = { .tv_nsec = 1000000 };

	if (r->fence < 0)
		return;
	/* A CPU that went offline passed many barriers; otherwise 1 ms is a thousand times as long as a store takes. */
	if (bpf_prog_test_run_opts(r->fence, &opts))
		nanosleep(&t, NULL);
}

void ring__settle(struct ring *r)
{
	if (r->news)
		pass_barrier(r);
}

static uint64_t tail_of(const struct ring *r)
{
	return __atomic_load_n(&r->ctl->tail, __ATOMIC_RELAXED);
}

/* Frees the space below `pos`, if it is not free. */
static void raise_tail(struct ring *r, uint64_t pos)
{
	__u64 tail = tail_of(r);

	while (tail < pos && !__atomic_compare_exchange_n(&r->ctl->tail, &tail, pos, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

static uint8_t *memory_at(const struct ring *r, uint64_t pos)
{
	return r->base + (pos / RING_CHUNK & (r->chunks - 1)) * r->stride + pos % RING_CHUNK;
}

/* -- The thread that copies to the spill -------------------------------------------------------------------------------------- */

#define PATIENCE_NS 250000000

/* Where memory is short, to hold the writer would only slow it down: its records are lost later. */
static void grant_patience(struct ring *r)
{
	__atomic_store_n(&r->ctl->patience, spill_pool__is_roomy(r->spill->pool) ? PATIENCE_NS : 0, __ATOMIC_RELAXED);
}

void ring__set_spill(struct ring *r, struct spill *spill)
{
	r->spill = spill;
	grant_patience(r);
}

/* Copies what is in [from, to) of a chunk; the last record may extend behind the chunk, as far as the writer's position shows. */
static void copy_part(const struct ring *r, uint8_t *block, uint64_t from, uint64_t to, uint64_t head)
{
	uint64_t behind = to % RING_CHUNK ? 0 : head - to;

	memcpy(block + from % RING_CHUNK, memory_at(r, from), to - from + (behind < REC_MAX ? behind : REC_MAX));
}

/* A copy ends where a record does, or a chunk. */
static bool drain(struct ring *r, uint64_t from, uint64_t head, uint64_t most)
{
	uint64_t enough = head - from < most ? head : from + most;

	while (from < enough) {
		uint8_t *block = spill__block(r->spill, from);
		uint64_t to = (from / RING_CHUNK + 1) * RING_CHUNK;

		to = to < head ? to : head;
		if (!block || map_until(r, to))
			return false;
		copy_part(r, block, from, to, head);
		spill__publish(r->spill, to);
		raise_tail(r, to);
		from = to;
	}
	return true;
}

uint64_t ring__used(const struct ring *r)
{
	return __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE) - tail_of(r);
}

bool ring__drain(struct ring *r, uint64_t most)
{
	uint64_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE), tail = tail_of(r), from = spill__end(r->spill);

	pass_barrier(r);
	if (from < tail) {		/* the reader was there */
		from = tail;
		spill__publish(r->spill, from);
	}
	grant_patience(r);
	return drain(r, from, head, most);
}

/* -- Reading ---------------------------------------------------------------------------------------------------------------- */

static void give_back(struct ring *r)
{
	r->checked = r->pos;
	raise_tail(r, r->pos);
}

static void settle_taken(struct ring *r)
{
	r->pos += r->taken;
	r->taken = 0;
}

/* Was the space of the read position freed? To be asked after reading there. Then it is in the spill, and `spilled` is above it. */
static bool has_moved(struct ring *r)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	if (tail_of(r) <= r->pos)
		return false;
	r->spilled = spill__end(r->spill);
	return true;
}

static const struct rec *in_spill(struct ring *r)
{
	return (const struct rec *)(spill__at(r->spill, r->pos) + r->pos % RING_CHUNK);
}

#define AHEAD 512		/* bytes to prefetch from the writer's cache */

bool ring__peek(struct ring *r, uint64_t *ts)
{
	const struct rec *rec;

	settle_taken(r);
	if (r->pos - r->checked >= RELEASE_BYTES)
		give_back(r);
	if (r->pos >= r->end)
		return false;
	if (r->pos >= r->spilled) {
		rec = (const struct rec *)memory_at(r, r->pos);
		if (r->pos + AHEAD < r->end)
			__builtin_prefetch((const char *)rec + AHEAD);
		r->len = rec->len;
		*ts = rec->ts;
		if (!has_moved(r))
			return true;
	}
	rec = in_spill(r);
	r->len = rec->len;
	*ts = rec->ts;
	return true;
}

const struct rec *ring__take(struct ring *r, void *to)
{
	r->taken = r->len;
	if (r->pos >= r->spilled) {
		memcpy(to, memory_at(r, r->pos), r->len);
		if (!has_moved(r))
			return to;
	}
	return in_spill(r);
}

void ring__release(struct ring *r)
{
	settle_taken(r);
	r->checked = r->pos;
	if (r->spill)
		spill__release(r->spill, r->pos);
	if (r->pos <= tail_of(r))
		return;
	raise_tail(r, r->pos);
	r->ctl->notified = 0;
}

void ring__set_watermark(struct ring *r, uint64_t bytes)
{
	__atomic_store_n(&r->ctl->notified, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&r->ctl->watermark, bytes, __ATOMIC_SEQ_CST);
}
