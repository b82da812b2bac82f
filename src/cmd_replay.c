// SPDX-License-Identifier: BSD-2-Clause
/* cmd_replay.c - from recordings to lines. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "command.h"
#include "msg.h"
#include "output.h"
#include "recordings.h"
#include "tracer.h"

#define IDLE_MS 1000

static volatile sig_atomic_t got_signal;

static void on_signal(int sig)
{
	got_signal = sig;
	tracer__signals++;
}

/* The first interrupt ends the recorder at the other end of a pipe, too: what it still sends is shown. */
static bool is_interrupted(bool waits)
{
	return tracer__signals > (waits ? 1 : 0);
}

static void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static int pump(struct source *source, struct sink *sink)
{
	const struct rec *rec;
	bool waits = false;
	int r;

	for (;;) {
		r = source->ops->next(source, &rec);
		if (r < SOURCE_END || r == SOURCE_END)
			return r == SOURCE_END ? 0 : r;
		if (r == SOURCE_RECORD && sink->ops->take(sink, rec))
			return 0;
		if (r == SOURCE_WAIT) {
			waits = true;
			sink->ops->idle(sink);
			source->ops->wait(source, IDLE_MS);
		}
		if (sink->ops->error(sink) || is_interrupted(waits))
			return 0;
	}
}

static int exit_status(const struct options *opt, const struct output *output, int err, int written)
{
	if (written == -EPIPE || (got_signal && !written)) {
		int sig = written == -EPIPE ? SIGPIPE : got_signal;

		signal(sig, SIG_DFL);
		raise(sig);
	}
	if (err || written)
		return EXIT_TRACER;
	return opt->fail_on_loss && output->session.lost ? EXIT_LOSS : 0;
}

static int replay(struct options *opt)
{
	static struct output output;
	struct source *source;
	int err, written;

	if (recordings__open(&source, opt, false))
		return EXIT_TRACER;
	if (output__open(&output, opt, STDOUT_FILENO) || output__begin(&output))
		return EXIT_TRACER;
	catch_signals();
	err = pump(source, &output.sink);
	written = output__finish(&output);
	output__close(&output);
	source->ops->close(source);
	return exit_status(opt, &output, err, written);
}

int cmd_replay(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_REPLAY, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	return replay(&opt);
}
