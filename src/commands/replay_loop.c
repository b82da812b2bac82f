// SPDX-License-Identifier: BSD-2-Clause
/* replay_loop.c - owns what reading recordings has of a process: signals, and what is said of progress. */
#include "replay_loop.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "host/ulimits.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "sources/file/source_file.h"

#define IDLE_MS 1000
#define PROGRESS_MS 500		/* how often it is said */
#define PROGRESS_RECORDS 8192	/* how often the clock is looked at */

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

void replay_loop__report_loss(const struct replay_loop *p)
{
	if (p->lost)
		msg__warn("the recording lacks %llu events, which were lost when it was made", (unsigned long long)p->lost);
}

/* The first interrupt ends the recorder at the other end of a pipe, too: what it still sends is taken. */
static bool is_interrupted(bool waits)
{
	return interrupt__count > (waits ? 1 : 0);
}

/* -- Progress ---------------------------------------------------------------------------------------------------------- */

struct progress {
	int64_t next;		/* ms: when it is to be said; 0: never */
	unsigned records;
	bool shown;
};

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void progress__say(struct progress *g, const struct source *s)
{
	uint64_t at, size;
	int64_t now = now_ms();

	if (now < g->next)
		return;
	g->next = now + PROGRESS_MS;
	source_file__progress(s, &at, &size);
	if (!size)
		return;
	g->shown = true;
	dprintf(STDERR_FILENO, "%3u %%\r", (unsigned)(at * 100 / size));	/* a message that comes overwrites it */
}

static void progress__end(const struct progress *g)
{
	if (g->shown)
		dprintf(STDERR_FILENO, "     \r");
}

/* -- The pump ---------------------------------------------------------------------------------------------------------- */

static bool take(struct replay_loop *p, struct progress *g, const struct rec *rec)
{
	if (rec->type == REC_LOSS && rec->len >= sizeof(struct rec_loss))
		p->lost += ((const struct rec_loss *)rec)->count;
	if (g->next && ++g->records % PROGRESS_RECORDS == 0)
		progress__say(g, p->source);
	return p->sink->ops->take(p->sink, rec);
}

static int run(struct replay_loop *p, struct progress *g)
{
	const struct source_ops *source = p->source->ops;
	const struct sink_ops *sink = p->sink->ops;
	const struct rec *rec;
	bool waits = false;

	for (;;) {
		int r = source->next(p->source, &rec);

		if (r <= SOURCE_END)
			return r == SOURCE_END ? 0 : r;
		if (r == SOURCE_RECORD && take(p, g, rec))
			return 0;
		if (r == SOURCE_WAIT) {
			waits = true;
			sink->idle(p->sink);
			source->wait(p->source, IDLE_MS);
		}
		if (sink->error(p->sink) || is_interrupted(waits))
			return 0;
	}
}

int replay_loop__run(struct replay_loop *p)
{
	struct progress g = { .next = p->progress && isatty(STDERR_FILENO) ? now_ms() + PROGRESS_MS : 0 };
	int err = run(p, &g);

	progress__end(&g);
	return err;
}
