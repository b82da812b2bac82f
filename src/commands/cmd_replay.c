// SPDX-License-Identifier: BSD-2-Clause
/* cmd_replay.c - from recordings to lines. */
#include <unistd.h>

#include "command.h"
#include "lib/msg.h"
#include "line_sink.h"
#include "recordings.h"
#include "replay_loop.h"

static int exit_status(const struct options *opt, const struct line_sink *output, bool failed, int written)
{
	replay_loop__die_like(written);
	if (failed || written)
		return EXIT_TRACER;
	return opt->fail_on_loss && (output->session.lost || output->session.told_lost) ? EXIT_LOSS : 0;
}

static int replay(struct options *opt)
{
	static struct line_sink output;
	struct replay_loop pump = { .loop.sink = &output.sink };
	bool failed;
	int written;

	if (recordings__open(&pump.loop.source, opt, false))
		return EXIT_TRACER;
	if (line_sink__open(&output, opt, STDOUT_FILENO) || line_sink__begin(&output))
		return EXIT_TRACER;
	replay_loop__catch_signals();
	pump.progress = !isatty(output.fd);
	failed = replay_loop__run(&pump) || pump.loop.source->damaged;
	written = line_sink__finish(&output);
	line_sink__close(&output);
	if (opt->writer->sums)
		replay_loop__report_loss(&pump);
	pump.loop.source->ops->close(pump.loop.source);
	return exit_status(opt, &output, failed, written);
}

int cmd_replay(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_REPLAY, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	return replay(&opt);
}
