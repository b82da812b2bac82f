// SPDX-License-Identifier: BSD-2-Clause
/* cmd_trace.c - live tracing: from the kernel to lines. */
#include <errno.h>
#include <unistd.h>

#include "command.h"
#include "msg.h"
#include "output.h"
#include "rows.h"
#include "tracer.h"

/* 0, or the exit status of what went wrong. */
static int start(struct tracer *t, struct output *output, struct options *opt)
{
	int err;

	if (output__open(output, opt, STDERR_FILENO))
		return EXIT_TRACER;
	err = tracer__start(t, opt);
	if (!err && output__begin(output))
		err = EXIT_TRACER;
	return err ? err : tracer__open(t, output->fd);
}

static void finish(struct tracer *t, struct output *output)
{
	int err;

	tracer__report_loss(t);
	err = output__finish(output);
	if (err == -EPIPE)
		t->broken_pipe = true;
	else if (err)
		t->failure = EXIT_TRACER;
}

int cmd_trace(int argc, char **argv)
{
	static struct options opt;
	static struct tracer t;
	static struct output output;
	int err;

	err = options__parse(&opt, argc, argv);
	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	rows__init();
	err = start(&t, &output, &opt);
	if (err) {
		target__abandon(&t.target);
		return err;
	}
	tracer__pump(&t, &output.sink);
	finish(&t, &output);
	tracer__close(&t);
	output__close(&output);
	return tracer__exit_status(&t);
}
