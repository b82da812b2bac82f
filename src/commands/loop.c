// SPDX-License-Identifier: BSD-2-Clause
/* loop.c - the one loop: per record only next() and take(); signals, the clock and other descriptors are checked at intervals. */
#include "loop.h"

#include <poll.h>

#include "lib/clock.h"

#define IDLE_MS 200		/* longest sleep */
#define TICK_MS 100
#define LOOK_RECORDS 1024	/* under load, the rest is checked once per so many records */

static void take(struct loop *l, const struct rec *rec)
{
	if (l->sink->ops->take(l->sink, rec))
		l->enough = true;
}

/* -- The sink's own descriptors ---------------------------------------------------------------------------------------- */

static unsigned watched(struct loop *l, struct pollfd *fds)
{
	unsigned n = l->sink->ops->watch ? l->sink->ops->watch(l->sink, fds) : 0;

	for (unsigned i = 0; i < n; i++)
		fds[i].revents = 0;
	return n;
}

static void serve(struct loop *l, const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i].revents) {
			l->enough |= l->sink->ops->ready(l->sink, fds, n);
			return;
		}
}

static void wait_for_more(struct loop *l, int ms)
{
	struct pollfd fds[SINK_FDS];
	unsigned n = watched(l, fds);

	source__wait(l->source, ms, fds, n);
	serve(l, fds, n);
}

/* -- Time -------------------------------------------------------------------------------------------------------------- */

/* Calls due ticks; under load it also serves the descriptors that the wait serves otherwise. Returns milliseconds until the next
 * tick. */
static int tick(struct loop *l, bool idle)
{
	const struct sink_ops *sink = l->sink->ops;
	struct pollfd fds[SINK_FDS];
	unsigned n;
	uint64_t now;

	if (!l->tick && !sink->tick && !sink->watch)
		return IDLE_MS;
	now = clock__ns(CLOCK_MONOTONIC);
	if (now < l->next_tick)
		return (int)((l->next_tick - now) / 1000000) + 1;
	l->next_tick = now + TICK_MS * 1000000u;
	if (l->tick)
		l->tick(l, now);
	if (sink->tick)
		l->enough |= sink->tick(l->sink, now, source__told(l->source));
	n = idle ? 0 : watched(l, fds);
	if (n && poll(fds, n, 0) > 0)
		serve(l, fds, n);
	return TICK_MS;
}

/* -- The loop ---------------------------------------------------------------------------------------------------------- */

int loop__run(struct loop *l)
{
	const struct source_ops *source = l->source->ops;
	bool stopped = false, idle;
	const struct rec *rec;
	unsigned taken = 0;
	int got = SOURCE_WAIT, ms;

	while (!l->enough && (got = source->next(l->source, &rec)) > SOURCE_END) {
		idle = got == SOURCE_WAIT;
		if (idle)
			l->sink->ops->idle(l->sink);
		else
			take(l, rec);
		if (!idle && ++taken % LOOK_RECORDS)
			continue;
		ms = tick(l, idle);
		if (l->sink->ops->error(l->sink))
			break;
		if (l->should_stop(l, idle) && !stopped) {
			source->stop(l->source);
			stopped = true;
		} else if (idle && !l->enough) {
			wait_for_more(l, stopped ? 1 : ms);
		}
	}
	if (!stopped)
		source->stop(l->source);
	return got < SOURCE_END ? got : 0;
}
