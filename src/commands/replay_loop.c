// SPDX-License-Identifier: BSD-2-Clause
/* replay_loop.c - owns signals and the progress display while recordings are read. */
#include "replay_loop.h"

#include <errno.h>
#include <signal.h>

#include "lib/clock.h"
#include "lib/interrupt.h"
#include "lib/progress.h"
#include "lib/ulimits.h"

static volatile sig_atomic_t got_signal;

static void on_signal(int sig)
{
	got_signal = sig;
	interrupt__count++;
}

void replay_loop__catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
	ulimits__no_signals();
}

void replay_loop__die_like(int written)
{
	int sig = written == -EPIPE ? SIGPIPE : written ? 0 : got_signal;

	if (!sig)
		return;
	signal(sig, SIG_DFL);
	raise(sig);
}

/* Reading from a pipe, the first interrupt does not stop: it also ends the recorder, which sends its last records. */
static bool should_stop(struct loop *l, bool idle)
{
	struct replay_loop *p = (struct replay_loop *)l;
	uint64_t at, size;

	if (idle && !p->waits) {
		source__progress(l->source, &at, &size);
		p->waits = !size;
	}
	if (interrupt__count && p->interrupted) {
		p->interrupted(p->ctx);
		p->interrupted = NULL;
	}
	l->enough |= interrupt__count > (p->waits ? 1 : 0);
	return l->enough;
}

static void say_progress(struct loop *l, uint64_t now)
{
	struct replay_loop *p = (struct replay_loop *)l;
	uint64_t at, size;

	if (now < p->next)
		return;
	p->next = now + PROGRESS_EVERY_NS;
	source__progress(l->source, &at, &size);
	if (!size)
		return;
	p->shown = true;
	progress__say_read(p->progress, at, size);
}

int replay_loop__run(struct replay_loop *p)
{
	p->loop.should_stop = should_stop;
	if (p->progress) {
		p->next = clock__ns(CLOCK_MONOTONIC) + PROGRESS_FIRST_NS;
		p->loop.tick = say_progress;
	}
	return loop__run(&p->loop);
}
