// SPDX-License-Identifier: BSD-2-Clause
/*
 * ring_drain.c - a quarter of a ring is a reader's usual backlog many times over: from there on its records are copied.
 */
#include "ring_drain.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "host/online_cpus.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/thread.h"

#define EARLY 16		/* the rings' threads are started at this part of a quarter */
#define AGAIN_MS 10		/* with a full spill, or a reader that hurries: time until the next look */
#define SOON_MS 1		/* … while rings' threads are at work */
#define HURRY_SHARE 4		/* the reader hurries once this part of the memory, */
#define HURRY_BYTES (64u << 20)	/* or so much of it, is in use, */
#define CALM_SHARE 4		/* until this part of that is left */

static int nothing_to_do(void *ctx, void *data, size_t size)
{
	(void)ctx, (void)data, (void)size;
	return 0;
}

int ring_drain__open(struct ring_drain *d, struct ring *rings, unsigned n, uint64_t ring_bytes, int wakeup)
{
	d->rings = rings;
	d->n = n;
	d->high = ring_bytes / 4;
	d->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d->fd < 0)
		return -errno;
	d->wakeup = ring_buffer__new(wakeup, nothing_to_do, NULL, NULL);
	return d->wakeup ? 0 : -errno;
}

static bool may_start_threads(const struct ring_drain *d)
{
	return d->n > 1 && d->pool.limit && !d->starts;
}

static uint64_t watermark(const struct ring_drain *d)
{
	return may_start_threads(d) ? d->high / EARLY : d->high;
}

static void set_watermarks(struct ring_drain *d)
{
	for (unsigned i = 0; i < d->n; i++)
		ring__set_watermark(&d->rings[i], watermark(d));
}

/* A CPU that comes online later has none. */
static void *start_threads(void *arg)
{
	struct ring_drain *d = arg;
	bool *online = calloc(d->n, sizeof(*online));

	if (online)
		online_cpus__read(online, d->n, ONLINE_CPUS);
	for (unsigned i = 0; online && i < d->n; i++)
		if (online[i] && cpu_drain__start(&d->cpus[i]))
			break;
	free(online);
	return NULL;
}

/*
 * To start a thread, the kernel waits until no other thread maps memory. The reader may do this, and have lost its CPU to the writers meanwhile:
 * so another thread than this one has to wait, and starts those of all rings once the first ring is in use.
 */
static void start_early(struct ring_drain *d)
{
	for (unsigned i = 0; may_start_threads(d) && i < d->n; i++)
		if (ring__used(&d->rings[i]) >= watermark(d)) {
			d->starts = true;
			d->has_starter = !thread__start(&d->starter, start_threads, d);
		}
}

/*
 * A ring is drained on its CPU, so that its writer has to wait meanwhile: a writer of long strings is faster than a thread that copies them into
 * memory which the kernel has to provide. Where its thread is not there, this one does. false: the spill is full.
 */
static bool drain_ring(struct ring_drain *d, unsigned cpu)
{
	struct ring *r = &d->rings[cpu];

	if (ring__used(r) < d->high)
		return true;
	if (spill_pool__is_full(&d->pool))
		return false;
	return cpu_drain__begin(&d->cpus[cpu]) || ring__drain(r, ~0ull);
}

/* Are threads of rings at work? full: set if the spill was found full. */
static bool drain_rings(struct ring_drain *d, bool *full)
{
	bool works = false;

	start_early(d);
	set_watermarks(d);	/* what a writer adds after that wakes this thread again */
	for (unsigned i = 0; d->pool.limit && i < d->n; i++) {
		if (!cpu_drain__works(&d->cpus[i]) && !drain_ring(d, i))
			*full = true;
		works |= cpu_drain__works(&d->cpus[i]);
		*full |= cpu_drain__was_full(&d->cpus[i]);
	}
	return works;
}

/* -- Pauses ------------------------------------------------------------------------------------------------------------------ */

static void go_on(struct ring_drain *d)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);

	freezer__set(d->freezer, false);
	d->pauses[d->npauses % PAUSES] = (struct pause){ d->paused, now };
	d->pause_ns += now - d->paused;
	d->paused = 0;
	__atomic_store_n(&d->npauses, d->npauses + 1, __ATOMIC_RELEASE);
}

static bool room_for_pause(const struct ring_drain *d)
{
	return d->npauses - __atomic_load_n(&d->taken, __ATOMIC_ACQUIRE) < PAUSES;
}

/* Each ring keeps a block. */
static size_t least_used(const struct ring_drain *d)
{
	return d->n * d->pool.block;
}

/* Pauses the writers at half of the limit: what they write until they are paused fits the other half, or the rings. */
static void pause_or_go_on(struct ring_drain *d, bool full)
{
	size_t used = __atomic_load_n(&d->pool.used, __ATOMIC_RELAXED), least = least_used(d);

	if (!d->paused && (full || used > d->pool.limit / 2)) {
		if (freezer__set(d->freezer, true))
			return;
		d->paused = clock__ns(CLOCK_MONOTONIC);
		d->low = used / 2 > least ? used / 2 : least;
	} else if (d->paused && !full && used <= d->low && room_for_pause(d)) {
		go_on(d);
	}
}

/*
 * The reader keeps its priority while there is memory. With a higher one it would take CPU time from the targets on busy CPUs, to render what may
 * wait.
 */
static void pace_reader(struct ring_drain *d, bool full)
{
	size_t used = __atomic_load_n(&d->pool.used, __ATOMIC_RELAXED), least = least_used(d), high = d->pool.limit / HURRY_SHARE, low;

	if (high > HURRY_BYTES)
		high = HURRY_BYTES;
	if (high < 2 * least)
		high = 2 * least;
	low = high / CALM_SHARE > least ? high / CALM_SHARE : least;
	drain__hurry(&d->drain, full || used > (__atomic_load_n(&d->drain.hurries, __ATOMIC_RELAXED) ? low : high));
}

/* The reader: a pause of the watcher's that was not taken. */
static bool is_held(struct ring_drain *d)
{
	if (d->held.ended || !d->freezer)
		return d->held.ended;
	if (!freezer__held(d->freezer, &d->held.began, &d->held.ended))
		return false;
	d->nheld++;
	d->held_ns += d->held.ended - d->held.began;
	return true;
}

/* The earlier one first. */
bool ring_drain__pause(struct ring_drain *d, struct pause *p)
{
	bool held = is_held(d);

	if (__atomic_load_n(&d->npauses, __ATOMIC_ACQUIRE) == d->taken || (held && d->held.ended < d->pauses[d->taken % PAUSES].ended)) {
		*p = d->held;
		d->held.ended = 0;
		return held;
	}
	*p = d->pauses[d->taken % PAUSES];
	__atomic_store_n(&d->taken, d->taken + 1, __ATOMIC_RELEASE);
	return true;
}

void ring_drain__hurry(struct ring_drain *d)
{
	__atomic_store_n(&d->eager, true, __ATOMIC_RELEASE);
	drain__hurry(&d->drain, true);
}

void ring_drain__end_pauses(struct ring_drain *d)
{
	if (!d->freezer)
		return;
	drain__stop(&d->drain);
	if (d->paused && room_for_pause(d))
		go_on(d);
	else
		freezer__set(d->freezer, false);
}

static int work(void *ctx)
{
	struct ring_drain *d = ctx;
	bool eager = __atomic_load_n(&d->eager, __ATOMIC_ACQUIRE), full = false, works;

	ring_buffer__consume(d->wakeup);
	works = drain_rings(d, &full);
	if (full)
		__atomic_store_n(&d->was_full, true, __ATOMIC_RELAXED);
	eventfd_write(d->fd, 1);
	if (!eager)
		pace_reader(d, full);
	if (d->freezer)
		pause_or_go_on(d, full);
	if (works)
		return SOON_MS;
	return full || d->paused || (!eager && __atomic_load_n(&d->drain.hurries, __ATOMIC_RELAXED)) ? AGAIN_MS : -1;
}

int ring_drain__start(struct ring_drain *d, size_t limit, bool firm, bool eager, struct freezer *freezer)
{
	int err;

	d->freezer = freezer;
	d->eager = eager || !limit;
	spill_pool__init(&d->pool, limit, firm, RING_CHUNK, RING_CHUNK + REC_MAX);
	spill_pool__fill(&d->pool);
	d->spills = aligned_alloc(_Alignof(struct spill), d->n * sizeof(*d->spills));
	d->cpus = calloc(d->n, sizeof(*d->cpus));
	if (!d->spills || !d->cpus)
		return -ENOMEM;
	for (unsigned i = 0; i < d->n; i++) {
		spill__open(&d->spills[i], &d->pool);
		ring__set_spill(&d->rings[i], &d->spills[i]);
		cpu_drain__init(&d->cpus[i], &d->rings[i], i, d->high);
	}
	set_watermarks(d);
	err = drain__start(&d->drain, ring_buffer__epoll_fd(d->wakeup), work, d);
	if (!err && d->eager)
		drain__hurry(&d->drain, true);
	return err;
}

void ring_drain__awake(struct ring_drain *d)
{
	eventfd_t n;

	eventfd_read(d->fd, &n);
}

void ring_drain__say(const struct ring_drain *d, bool lost)
{
	size_t peak = __atomic_load_n(&d->pool.peak, __ATOMIC_RELAXED) >> 20, limit = d->pool.limit >> 20;
	uint64_t held = 0;

	msg__info("records that waited took %zu MiB of memory at most, of %zu; rings were drained with %s", peak, limit,
		  __atomic_load_n(&d->drain.priority, __ATOMIC_ACQUIRE) ?: "no thread");
	for (unsigned i = 0; i < d->n; i++)
		held += __atomic_load_n(&d->rings[i].ctl->held, __ATOMIC_RELAXED);
	if (held)
		msg__info("writers were held for %.1f ms in all, while more than half of their rings was in use", (double)held / 1e6);
	if (d->freezer)
		msg__info("targets were paused %llu times, for %llu ms in all", (unsigned long long)(d->npauses + d->nheld),
			  (unsigned long long)(d->pause_ns + d->held_ns) / 1000000);
	if (lost && d->pool.limit && __atomic_load_n(&d->was_full, __ATOMIC_RELAXED))
		msg__warn("the memory for records that wait was full: %zu MiB, where %zu are permitted", peak, limit);
}

void ring_drain__stop(struct ring_drain *d)
{
	drain__stop(&d->drain);
	if (d->has_starter)
		pthread_join(d->starter, NULL);
	d->has_starter = false;
	for (unsigned i = 0; d->cpus && i < d->n; i++)
		cpu_drain__stop(&d->cpus[i]);
}

void ring_drain__close(struct ring_drain *d)
{
	ring_drain__stop(d);
	for (unsigned i = 0; d->spills && i < d->n; i++)
		spill__close(&d->spills[i]);
	spill_pool__close(&d->pool);
	free(d->spills);
	free(d->cpus);
	d->spills = NULL;
	d->cpus = NULL;
	ring_buffer__free(d->wakeup);
	if (d->fd > 0)
		close(d->fd);
}
