// SPDX-License-Identifier: BSD-2-Clause
/* cmd_convert.c - `trace convert`: a recording in the format of other programs. */
#include <errno.h>
#include <unistd.h>

#include "command.h"
#include "config/options.h"
#include "lib/msg.h"
#include "recordings.h"
#include "replay_loop.h"
#include "sources/file/source_file.h"
#include "views/converter.h"

static int convert(const struct options *opt, const struct conversion *c, struct source *source)
{
	struct replay_loop pump = { .loop.source = source, .progress = opt->output || !isatty(STDOUT_FILENO) };
	bool failed, told = false;
	int written;

	if (opt->to->open(&pump.loop.sink, c))
		return EXIT_TRACER;
	if (opt->stacks != STACKS_NONE && opt->to->no_stacks)
		converter__leaves_out(c, "call stacks", &told);
	replay_loop__catch_signals();
	failed = replay_loop__run(&pump) || source->damaged;
	written = opt->to->finish(pump.loop.sink);
	opt->to->close(pump.loop.sink);
	replay_loop__die_like(written);
	replay_loop__report_loss(&pump);
	if (failed || written)
		return EXIT_TRACER;
	return opt->fail_on_loss && pump.loop.lost ? EXIT_LOSS : 0;
}

static int check(const struct options *opt)
{
	if (!opt->to)
		msg__error("--to FORMAT is missing: there are %s", CONVERTER_NAMES);
	else if (opt->nfiles > 1 && opt->to->single)
		msg__error("--to %s takes one recording: convert them one by one", opt->to->name);
	else
		return 0;
	return -EINVAL;
}

int cmd_convert(int argc, char **argv)
{
	static const struct origin unknown;
	static struct options opt;
	struct conversion c = { .opt = &opt };
	struct source *source;
	int err = options__parse_for(&opt, IN_CONVERT, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (check(&opt) || recordings__open(&source, &opt, false))
		return EXIT_TRACER;
	c.origin = source_file__origin(source);
	if (!c.origin)
		c.origin = &unknown;
	err = convert(&opt, &c, source);
	source->ops->close(source);
	options__free(&opt);
	return err;
}
