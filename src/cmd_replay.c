// SPDX-License-Identifier: BSD-2-Clause
/* cmd_replay.c - from recordings to lines. */
#include <unistd.h>

#include "command.h"
#include "msg.h"
#include "output.h"
#include "pump.h"
#include "recordings.h"

static int exit_status(const struct options *opt, const struct output *output, bool failed, int written)
{
	pump__die_like(written);
	if (failed || written)
		return EXIT_TRACER;
	return opt->fail_on_loss && (output->session.lost || output->session.told_lost) ? EXIT_LOSS : 0;
}

static int replay(struct options *opt)
{
	static struct output output;
	struct pump pump = { .sink = &output.sink };
	bool failed;
	int written;

	if (recordings__open(&pump.source, opt, false))
		return EXIT_TRACER;
	if (output__open(&output, opt, STDOUT_FILENO) || output__begin(&output))
		return EXIT_TRACER;
	pump__catch_signals();
	pump.progress = !isatty(output.fd);
	failed = pump__run(&pump) || pump.source->damaged;
	written = output__finish(&output);
	output__close(&output);
	if (opt->writer->sums)
		pump__report_loss(&pump);
	pump.source->ops->close(pump.source);
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
